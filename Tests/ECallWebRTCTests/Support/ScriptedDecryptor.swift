import FrameCrypto
import Synchronization

/// Answers as specified, in turn; opens with the test key after the end of the script.
final class ScriptedDecryptor: FrameDecryptor {
    enum Answer { case open, held, drop(OpenDrop, asks: Bool) }

    private let opener: any FrameDecryptor
    private let script: Mutex<[Answer]>

    init(_ opener: any FrameDecryptor, _ script: [Answer]) {
        self.opener = opener
        self.script = Mutex(script)
    }

    func open(_ payload: [UInt8]) -> OpenOutcome {
        switch script.withLock({ $0.isEmpty ? .open : $0.removeFirst() }) {
        case .open: opener.open(payload)
        case .held: .held(until: .max)
        case .drop(let reason, let asks): .dropped(reason, needsKeyFrame: asks)
        }
    }

    func waitForKeys(until deadline: UInt64) {}
}
