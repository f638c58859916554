import ECallCore
import Synchronization

/// A socket whose other side is a test.
final class ScriptedSocket: MessageSocket {
    let events: AsyncStream<SocketEvent>
    /// The strings that the client sends, for the other side.
    let sent: AsyncStream<String>
    /// The address on the client's side.
    let address = Mutex<String?>(nil)
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let sentContinuation: AsyncStream<String>.Continuation
    private let closed = Mutex(false)
    private let failure = Mutex<SocketError?>(nil)

    init() {
        (events, continuation) = AsyncStream.makeStream()
        (sent, sentContinuation) = AsyncStream.makeStream()
    }

    var localAddress: String? { address.withLock { $0 } }

    var isClosed: Bool { closed.withLock { $0 } }

    func send(_ text: String) throws(SocketError) {
        if isClosed { throw .closed }
        sentContinuation.yield(text)
    }

    func close() { end(.local) }

    // MARK: - The other side

    func deliver(_ text: String) { continuation.yield(.text(text)) }

    /// The connection is gone.
    func end(_ closure: SocketClosure) {
        let isFirst = closed.withLock { closed in
            defer { closed = true }
            return !closed
        }
        guard isFirst else { return }
        continuation.yield(.closed(closure))
        continuation.finish()
        sentContinuation.finish()
    }
}

/// Provides sockets as a test specifies, and records the requests.
final class ScriptedDialer: SocketDialing {
    private let results: Mutex<[Result<ScriptedSocket, SocketError>]>
    private let log = Mutex<[SocketRequest]>([])

    /// After the last result everything is unreachable.
    init(_ results: [Result<ScriptedSocket, SocketError>]) { self.results = Mutex(results) }

    var requests: [SocketRequest] { log.withLock { $0 } }

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        log.withLock { $0.append(request) }
        let result = results.withLock { $0.isEmpty ? .failure(.unreachable) : $0.removeFirst() }
        return try result.get()
    }
}
