public import ECallAPI
public import ECallCore

/// The calls of the account, as the server remembers them (requirement 000; wire-protocol 4.10).
public struct CallHistoryService: Sendable {
    /// Some calls, newest first, and the cursor of the others; nil when these were the last.
    public struct Part: Sendable, Equatable {
        public var calls: [CallRecord]
        public var next: String?

        public init(calls: [CallRecord], next: String?) {
            self.calls = calls
            self.next = next
        }
    }

    /// The most calls that a request may name.
    static let mostRemoved = 1000

    private let client: APIClient

    public init(client: APIClient) { self.client = client }

    /// - Parameters:
    ///   - before: the `next` of the part before; nil for the newest.
    ///   - isMissed: missed ones alone.
    ///   - name: calls with people of that name alone, as the server calls them; nil for all.
    public func calls(
        before: String? = nil, isMissed: Bool = false, named name: String? = nil, size: Int = 50
    ) async throws(AccountError) -> Part {
        var query = ["size": "\(size)"]
        query["displayName"] = name
        if isMissed { query["isMissed"] = "true" }
        do throws(APIClientError) {
            let part = try await client.part(of: .callHistory, before: before, query: query, as: [CallRecord].self)
            return Part(calls: part.value, next: part.next)
        } catch {
            throw .server(error)
        }
    }

    /// Removes calls from the own history; others keep them in theirs. Returns those that were in it.
    public func remove(_ calls: [CallID]) async throws(AccountError) -> [CallID] {
        var (rest, removed) = (calls[...], [CallID]())
        while !rest.isEmpty {
            let body = DeleteCallsRequest(callIds: Array(rest.prefix(Self.mostRemoved)))
            do throws(APIClientError) {
                removed += try await client.send(.deleteCallHistory, body: body, as: DeleteCallsResponse.self).deleted
            } catch {
                throw .server(error)
            }
            rest = rest.dropFirst(Self.mostRemoved)
        }
        return removed
    }
}
