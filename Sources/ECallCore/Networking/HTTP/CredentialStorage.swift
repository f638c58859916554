public import ECallAPI
import Foundation

/// The TURN and STOMP credentials of this device, in memory only: fetched once for all callers, and again shortly before they run out.
public actor CredentialStorage {
    private let fetch: @Sendable () async throws(APIClientError) -> CredentialsResponse
    private let clock: ServerClock
    private var cached: (credentials: CredentialsResponse, until: Date)?
    private var fetching: Task<Result<CredentialsResponse, APIClientError>, Never>?

    /// - Parameters:
    ///   - clock: the server's, which says when they end.
    ///   - fetch: `GET /credentials`.
    public init(
        clock: ServerClock,
        fetch: @escaping @Sendable () async throws(APIClientError) -> CredentialsResponse
    ) {
        self.clock = clock
        self.fetch = fetch
    }

    public init(client: APIClient) {
        self.init(clock: client.clock) { () async throws(APIClientError) in
            try await client.send(.credentials, as: CredentialsResponse.self)
        }
    }

    /// Valid credentials.
    public func credentials() async throws(APIClientError) -> CredentialsResponse {
        if let cached, clock.date() < cached.until { return cached.credentials }
        if let fetching { return try await fetching.value.get() }
        let task = Task { [fetch] () -> Result<CredentialsResponse, APIClientError> in
            do throws(APIClientError) { return .success(try await fetch()) } catch { return .failure(error) }
        }
        fetching = task
        let result = await task.value
        fetching = nil
        let credentials = try result.get()
        cached = (credentials, Self.end(of: credentials, from: clock.date()))
        return credentials
    }

    /// Forgets them, because a server refused them or the user signed out.
    public func invalidate() { cached = nil }

    /// The first of the expiries, less a tenth of the life, at least 15 and at most 60 s (wire-protocol 3.1); half an
    /// hour when none is named. The page has the same rule (Tests/Vectors/credentials.json).
    static func end(of credentials: CredentialsResponse, from now: Date) -> Date {
        // TURN REST user names are `<unix seconds>:<name>` or `<name>:<unix seconds>`; of ours more follows.
        let relay = credentials.turnUsername.split(separator: ":", omittingEmptySubsequences: false).prefix(2)
            .first { !$0.isEmpty && $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
        let ends = [relay.flatMap { Double($0) }, credentials.rabbitmqTokenExpiresAt].compactMap(\.self)
            .filter(\.isFinite).map { $0 - now.timeIntervalSince1970 }
        let life = ends.min() ?? 1800
        return now.addingTimeInterval(life - max(15, min(60, life / 10)))
    }
}
