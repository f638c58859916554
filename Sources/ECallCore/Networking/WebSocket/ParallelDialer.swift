/// Opens sockets on networks that may be down at the moment: while one attempt has no answer, another starts in parallel.
///
/// A lost SYN is repeated after 1, 3 and 7 s (RFC 6298), so that one attempt alone notices late that the network is back.
public struct ParallelDialer: SocketDialing {
    /// How long an attempt is awaited before the next one starts in parallel.
    static let interval = Duration.seconds(1)
    /// The most attempts at once.
    static let most = 10

    private let dialer: any SocketDialing
    private let time: any TimeSource

    public init(_ dialer: any SocketDialing, time: any TimeSource = SystemTime()) {
        self.dialer = dialer
        self.time = time
    }

    private enum Outcome: Sendable {
        case dialed(Result<any MessageSocket, SocketError>)
        case due
    }

    /// Returns the first socket that opens; the others are given up. A failure is the reason for all of them.
    public func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        let result: Result<any MessageSocket, SocketError> = await withTaskGroup(of: Outcome.self) { group in
            var begun = 0
            func begin() {
                begun += 1
                group.addTask { .dialed(await attempt(request)) }
                guard begun < Self.most else { return }
                group.addTask {
                    try? await time.sleep(for: Self.interval)
                    return .due
                }
            }
            begin()
            var answer: Result<any MessageSocket, SocketError>?
            for await outcome in group {
                switch outcome {
                case .due: if answer == nil { begin() }
                case .dialed(let result):
                    if answer == nil {
                        answer = result
                        group.cancelAll()
                    } else if case .success(let late) = result {
                        late.close()
                    }
                }
            }
            return answer ?? .failure(.cancelled)
        }
        return try result.get()
    }

    private func attempt(_ request: SocketRequest) async -> Result<any MessageSocket, SocketError> {
        do throws(SocketError) { return .success(try await dialer.dial(request)) } catch { return .failure(error) }
    }
}
