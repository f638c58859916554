import Dispatch
public import FrameCrypto
import Synchronization

/// The frame layout of test ciphers. No cryptography: a key of one byte, and a checksum that tells a wrong one.
///
/// H.264 is packed into one NAL unit whose body is hexadecimal-like text, so that it holds no start code.
public enum TestFrame {
    public static func seal(_ frame: [UInt8], key: UInt8, codec: FrameCodec) -> [UInt8] {
        let body = [key] + checksum(frame) + frame.map { $0 ^ key }
        // The bytes that depacketizers read of VP8 stay clear.
        if codec == .vp8 { return frame.prefix(isKeyFrame(frame, codec) ? 10 : 3) + body }
        guard codec == .h264 else { return body }
        let header: [UInt8] = [0, 0, 0, 1, isKeyFrame(frame, codec) ? 0x65 : 0x41, 0x88]
        return header + body.flatMap { [0x40 | $0 >> 4, 0x40 | $0 & 15] }
    }

    /// The frame, and the key it was sealed with; nil when it does not verify.
    public static func open(_ payload: [UInt8], key: UInt8, codec: FrameCodec) -> [UInt8]? {
        guard let body = body(payload, codec), body.count > 9 else { return nil }
        let frame = body.dropFirst(9).map { $0 ^ key }
        return checksum(frame) == Array(body[1..<9]) ? frame : nil
    }

    /// 64 bits (FNV-1a), so that no wrong key passes by chance.
    private static func checksum(_ frame: [UInt8]) -> [UInt8] {
        let sum = frame.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }

    private static func body(_ payload: [UInt8], _ codec: FrameCodec) -> [UInt8]? {
        if codec == .vp8 { return Array(payload.dropFirst(isKeyFrame(payload, codec) ? 10 : 3)) }
        guard codec == .h264 else { return payload }
        let text = payload.dropFirst(6)
        guard text.count % 2 == 0 else { return nil }
        return stride(from: text.startIndex, to: text.endIndex, by: 2).map { (text[$0] & 15) << 4 | text[$0 + 1] & 15 }
    }

    public static func isKeyFrame(_ frame: [UInt8], _ codec: FrameCodec) -> Bool {
        if codec == .vp8 { return frame.first.map { $0 & 1 == 0 } ?? false }
        return frame.indices.dropLast(3).contains { index in
            frame[index] == 0 && frame[index + 1] == 0 && frame[index + 2] == 1 && frame[index + 3] & 0x1F == 5
        }
    }
}

/// Seals with the test key; may refuse the first frames.
public final class TestEncryptor: FrameEncryptor {
    private let key: UInt8
    private let codec: FrameCodec
    private let state: Mutex<State>

    private struct State {
        var refusals: Int
        var waitsForKeyFrame = false
        var keyFrameTimes: [UInt64] = []
        var sizes: Set<Int> = []
    }

    public init(_ codec: FrameCodec, key: UInt8 = 0x5A, refusing refusals: Int = 0) {
        self.key = key
        self.codec = codec
        state = Mutex(State(refusals: refusals))
    }

    /// When the encoder delivered key frames, on the monotonic clock.
    public var keyFrameTimes: [UInt64] { state.withLock { $0.keyFrameTimes } }
    public var sizes: Set<Int> { state.withLock { $0.sizes } }

    public func seal(_ frame: [UInt8]) -> SealOutcome {
        let isKeyFrame = codec != .opus && TestFrame.isKeyFrame(frame, codec)
        let drop = state.withLock { state -> SealDrop? in
            state.sizes.insert(frame.count)
            if isKeyFrame { state.keyFrameTimes.append(DispatchTime.now().uptimeNanoseconds) }
            if state.refusals > 0 {
                state.refusals -= 1
                state.waitsForKeyFrame = codec != .opus
                return .noKey
            }
            if state.waitsForKeyFrame, !isKeyFrame { return .waitingForKeyFrame }
            state.waitsForKeyFrame = false
            return nil
        }
        if let drop { return .dropped(drop, needsKeyFrame: codec != .opus) }
        return .sealed(TestFrame.seal(frame, key: key, codec: codec))
    }
}

/// Opens with the test key, which may come later; may refuse frames on top.
public final class TestDecryptor: FrameDecryptor {
    private let codec: FrameCodec
    private let timeout: UInt64
    private let state: Mutex<State>
    private let keysChanged = DispatchSemaphore(value: 0)

    private struct State {
        var key: UInt8?
        var refusing: Bool
        var deadline: UInt64?
        var waits = 0
    }

    public init(_ codec: FrameCodec, key: UInt8? = 0x5A, refusing: Bool = false, patienceMilliseconds: UInt64 = 300) {
        self.codec = codec
        timeout = patienceMilliseconds * 1_000_000
        state = Mutex(State(key: key, refusing: refusing))
    }

    /// The number of times that a streaming thread has waited for keys.
    public var waits: Int { state.withLock { $0.waits } }

    public func setKey(_ key: UInt8) {
        state.withLock { $0.key = key }
        keysChanged.signal()
    }

    public func stopRefusing() {
        state.withLock { $0.refusing = false }
    }

    public func open(_ payload: [UInt8]) -> OpenOutcome {
        let now = DispatchTime.now().uptimeNanoseconds
        return state.withLock { state in
            if state.refusing { return .dropped(.replay, needsKeyFrame: true) }
            guard let key = state.key else {
                let deadline = state.deadline ?? now + timeout
                state.deadline = deadline
                return now < deadline ? .held(until: deadline) : .dropped(.noKey, needsKeyFrame: true)
            }
            guard let frame = TestFrame.open(payload, key: key, codec: codec) else {
                return .dropped(.badTag, needsKeyFrame: false)
            }
            return .opened(frame, needsKeyFrame: false)
        }
    }

    public func waitForKeys(until deadline: UInt64) {
        state.withLock { $0.waits += 1 }
        _ = keysChanged.wait(timeout: DispatchTime(uptimeNanoseconds: deadline))
    }
}

/// Hands frames on unchanged, as an eavesdropper without keys would.
public final class PassthroughDecryptor: FrameDecryptor {
    public init() {}

    public func open(_ payload: [UInt8]) -> OpenOutcome { .opened(payload, needsKeyFrame: false) }
    public func waitForKeys(until deadline: UInt64) {}
}
