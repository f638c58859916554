import CGStreamer
import ECallMedia
import FrameCrypto

/// Waits until `webrtcbin` knows the source of every media line: only then does an offer name them (SSRC), which an SFU needs to
/// tell bundled tracks apart.
final class NegotiatedCaps: Sendable {
    private let missing: LockedValue<Set<Int>>
    private let complete: FirstResult<Bool>

    init(_ webrtc: Element, lines: Range<Int>, _ clock: any Clock<Duration>) throws(MediaError) {
        missing = LockedValue(Set(lines))
        complete = FirstResult(on: clock)
        for line in lines {
            guard let pad = webrtc.staticPad("sink_\(line)") else {
                throw .pipeline(element: "webrtc", message: "no pad of a media line")
            }
            // Changes when the element has processed the format; a probe would be called earlier.
            pad.onChange(of: "caps") { [missing, complete] in
                let all = missing.withLock { missing in
                    missing.remove(line)
                    return missing.isEmpty
                }
                if all { complete.send(true) }
            }
        }
    }

    /// Returns after three seconds at the latest: a source that is slow to start does not prevent an offer.
    func wait() async {
        guard missing.withLock({ !$0.isEmpty }) else { return }
        _ = await complete.value(within: .seconds(3))
    }
}
