import CGStreamer
import ECallMedia
import Synchronization

/// The loudness of a microphone and the pictures of a camera since the last reading, as numbers that reveal nothing of the
/// content. Filled on streaming threads.
final class CaptureMeter: Sendable {
    private struct State {
        var peak: Double?
        var picture: UInt64?
        var luma: Double?
        var content: UInt64 = 0
        var untilNext = 0
    }
    private let state = Mutex(State())
    /// The number of pictures of which one is measured.
    private let interval: Int

    /// - Parameter framesPerSecond: two pictures a second are examined.
    init(framesPerSecond: Int = 2) { interval = max(1, framesPerSecond / 2) }

    /// Takes signed samples of 16 bits, the lower byte first.
    func take(sound bytes: UnsafeRawBufferPointer) {
        var peak: Int32 = 0
        for index in stride(from: 0, to: bytes.count & ~1, by: 2) {
            let sample = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
            peak = max(peak, abs(Int32(sample)))
        }
        let share = Double(peak) / 32_768
        state.withLock { $0.peak = max($0.peak ?? 0, share) }
    }

    /// Takes a picture in I420, whose first plane is the luma: black is 16, white 235 (ITU-R BT.601).
    func take(picture bytes: UnsafeRawBufferPointer) {
        let isDue = state.withLock { state in
            defer { state.untilNext = state.untilNext == 0 ? interval - 1 : state.untilNext - 1 }
            return state.untilNext == 0
        }
        let count = bytes.count * 2 / 3
        guard isDue, count > 0 else { return }
        // A camera's noise changes nearly all of them. FNV-1a (RFC 9923).
        var (sum, looked, content) = (0, 0, UInt64(0xcbf2_9ce4_8422_2325))
        for index in stride(from: 0, to: count, by: 7) {
            sum += Int(bytes[index])
            looked += 1
            content = (content ^ UInt64(bytes[index])) &* 0x100_0000_01b3
        }
        let luma = min(1, max(0, (Double(sum) / Double(looked) - 16) / 219))
        state.withLock { state in
            if state.picture == nil || state.content != content { state.picture = (state.picture ?? 0) + 1 }
            (state.content, state.luma) = (content, luma)
        }
    }

    /// The largest sample since the last reading; nil if no audio arrived.
    func takePeak() -> Double? {
        state.withLock { state in
            defer { state.peak = nil }
            return state.peak
        }
    }

    /// The number of the last picture, and its brightness.
    var picture: (number: UInt64?, luma: Double?) { state.withLock { ($0.picture, $0.luma) } }

    /// Measures the buffers that pass the elements `sounds` and `pictures` of a pipeline from now on.
    func measure(_ pipeline: Element) {
        watch(pipeline.child("sounds")) { $0.take(sound: $1) }
        watch(pipeline.child("pictures")) { $0.take(picture: $1) }
    }

    private func watch(
        _ element: Element?, _ take: @escaping @Sendable (CaptureMeter, UnsafeRawBufferPointer) -> Void
    ) {
        element?.staticPad("src")?.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { [self] _, info in
            _ = info.buffer?.withBytes { take(self, $0) }
            return .pass
        }
    }
}

/// Knows whether the sound server mutes a microphone; closed by `close`.
final class SourceMute: Sendable {
    private let state: Mutex<OpaquePointer?>

    init() { state = Mutex(ecall_source_mute_new()) }

    /// Whether the output of this `pulsesrc` is muted, as far as is known.
    func follows(_ source: Element) -> Bool {
        state.withLock { mute in mute.map { ecall_source_mute_follow($0, source.pointer) != 0 } ?? false }
    }

    func close() async {
        await onBlockingThread { [self] in
            state.withLock { mute in
                if let open = mute { ecall_source_mute_free(open) }
                mute = nil
            }
        }
    }

    deinit {
        state.withLock { mute in
            if let open = mute { ecall_source_mute_free(open) }
        }
    }
}
