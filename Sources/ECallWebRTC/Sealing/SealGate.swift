import Synchronization

/// Whether encoders may output anything: as long as there is a video sender without an encryptor, none may.
///
/// libwebrtc only logs when such a sender has none, and sends. It does not tell an encoder whose it is either, so the gate is that of all
/// senders of the engine.
final class SealGate: Sendable {
    struct Sender: Hashable {
        fileprivate let number: Int
    }

    private struct State {
        var next = 0
        var isSealed: [Int: Bool] = [:]
        var keyFrames = 0
    }

    private let state = Mutex(State())

    /// A sender is about to be made.
    func add() -> Sender {
        state.withLock { state in
            state.next += 1
            state.isSealed[state.next] = false
            return Sender(number: state.next)
        }
    }

    /// The sender has its encryptor.
    func seal(_ sender: Sender) { state.withLock { $0.isSealed[sender.number] = true } }

    func remove(_ sender: Sender) { state.withLock { $0.isSealed[sender.number] = nil } }

    var isOpen: Bool { state.withLock { !$0.isSealed.isEmpty && $0.isSealed.values.allSatisfy(\.self) } }

    /// Increases whenever a key frame is needed.
    var keyFrames: Int { state.withLock { $0.keyFrames } }

    func requestKeyFrame() { state.withLock { $0.keyFrames += 1 } }
}
