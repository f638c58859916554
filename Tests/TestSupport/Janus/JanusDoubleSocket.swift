import ECallCore
import Synchronization

/// One client's socket to the Janus of the test.
final class JanusDoubleSocket: MessageSocket {
    let events: AsyncStream<SocketEvent>
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let janus: JanusDouble
    private let isClosed = Mutex(false)

    let number: Int
    /// The session it carries.
    let session = Mutex(0)
    var claimed: Int { session.withLock { $0 } }

    init(_ janus: JanusDouble, _ number: Int) {
        self.janus = janus
        self.number = number
        (events, continuation) = AsyncStream.makeStream()
    }

    func send(_ text: String) throws(SocketError) {
        if isClosed.withLock({ $0 }) { throw .closed }
        janus.received(text, on: self)
    }

    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        janus.closed(self)
        continuation.yield(.closed(.local))
        continuation.finish()
    }

    // MARK: - Janus' side

    /// Sends what the transcript contains under this name.
    func send(
        _ name: String, _ values: [String: RecordedValue], change: (inout RecordedValue) -> Void = { _ in }
    ) {
        var values = values
        values["session"] = RecordedValue(claimed)
        for var message in JanusTranscript.recorded.answers(name, values) {
            change(&message)
            continuation.yield(.text(message.text))
        }
    }

    /// News of a handle.
    func tell(
        _ name: String, handle: Int, _ values: [String: RecordedValue] = [:],
        change: (inout RecordedValue) -> Void = { _ in }
    ) {
        send(name, values.merging(["handle": RecordedValue(handle)]) { $1 }, change: change)
    }
}
