import CGStreamer
import ECallMedia
import FrameCrypto

/// Waits until every packetizer has said what it sends: only then does an offer name the sources (SSRC), which an SFU
/// needs to tell bundled tracks apart.
final class NegotiatedCaps: Sendable {
    private let missing: LockedValue<Set<String>>
    private let complete = FirstResult<Bool>()

    init(_ pipeline: Pipeline, packetizers: [String]) throws(MediaError) {
        missing = LockedValue(Set(packetizers))
        for name in packetizers {
            guard let pad = try pipeline.child(name).staticPad("src") else {
                throw .pipeline(element: name, message: "no source pad")
            }
            pad.addProbe(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { [missing, complete] _, info in
                guard let event = info.event, ecall_event_type(event) == GST_EVENT_CAPS else { return .pass }
                let all = missing.withLock { missing in
                    missing.remove(name)
                    return missing.isEmpty
                }
                if all { complete.send(true) }
                return .pass
            }
        }
    }

    /// Returns after two seconds at the latest: a source that is slow to start does not prevent an offer.
    func wait() async {
        guard missing.withLock({ !$0.isEmpty }) else { return }
        _ = await complete.value(within: .seconds(2))
    }
}
