import MediaServers
import ServerFoundation

/// Determines whether the port ranges of Janus and coturn carry the calls that the limits allow. Pure.
enum MediaPorts {
    /// The connections of one person to Janus, each with a port per address family: what the person sends, and all sound.
    private static let soundConnections = 2
    /// The pictures that a small screen shows at once, each with a connection of its own.
    private static let pictures = 4
    /// The allocations in a call of two with video: six connections by UDP, TCP and TLS.
    private static let relaysOfTwo = 18

    /// The reason why no call at all can be carried; nil if one can.
    static func problem(janus: ClosedRange<Int>, families: Int) -> String? {
        let needed = 2 * soundConnections * families
        guard janus.count < needed else { return nil }
        return "media.janusPorts has \(janus.count) ports, and a call of two takes \(needed); widen it"
    }

    /// Ranges in which the largest calls do not fit.
    static func warnings(
        janus: ClosedRange<Int>, relays: ClosedRange<Int>, participants: Int, families: Int
    ) -> [String] {
        var warnings: [String] = []
        let (sound, whole) = (
            participants * soundConnections * families, participants * (soundConnections + pictures) * families
        )
        if janus.count < whole, problem(janus: janus, families: families) == nil {
            let calls = janus.count / (2 * (soundConnections + 1) * families)
            warnings.append(
                "media.janusPorts has \(janus.count) ports, which are used up by \(calls) call\(calls == 1 ? "" : "s") of two "
                    + "with video; one call of \(participants) (limits.callParticipants) takes \(whole), or \(sound) without "
                    + "video: whoever comes after that has no sound")
        }
        let available = relays.count * 9 / 10
        if available < relaysOfTwo * families {
            warnings.append(
                "media.relayPorts has \(relays.count) ports, of which \(available) are used; a call of two with video takes up "
                    + "to \(relaysOfTwo * families): whoever needs a relay after that has no sound")
        }
        return warnings
    }
}
