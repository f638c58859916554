import Foundation

/// The quality of the connections of Janus, by successive looks at them. Pure: counters of Janus become differences.
package struct MediaSamples: Sendable {
    package enum Observation: Sendable, Equatable {
        /// A connection by which a device sends was found for the first time.
        case way(MediaWay)
        /// The part of the packets that was lost since the previous look, in 0 ... 1.
        case loss(Double, isUp: Bool)
        case roundTrip(seconds: Double, MediaWay)
    }

    /// Fewer packets than one second of audio has say nothing about loss.
    static let leastPackets = 50
    private static let mostLost = 0x7FFFFF

    private var before: [UInt64: JanusAdmin.Connection] = [:]

    package init() {}

    /// Takes the connections of all handles as they are now.
    package mutating func take(
        _ connections: [UInt64: JanusAdmin.Connection], relays: [String: String]
    ) -> [Observation] {
        let found = connections.sorted { $0.key < $1.key }.flatMap { handle, connection in
            observe(connection, after: before[handle], relays)
        }
        before = connections
        return found
    }

    private func observe(
        _ connection: JanusAdmin.Connection, after earlier: JanusAdmin.Connection?, _ relays: [String: String]
    ) -> [Observation] {
        let way = MediaWay(remote: connection.remote, relays: relays)
        var found: [Observation] = []
        if connection.isPublisher, earlier == nil { found.append(.way(way)) }
        guard let audio = connection.audio else { return found }
        if !connection.isPublisher, audio.roundTripMilliseconds > 0 {
            found.append(.roundTrip(seconds: Double(audio.roundTripMilliseconds) / 1000, way))
        }
        guard let since = earlier?.audio else { return found }
        let packets = audio.packets - since.packets
        let lost = Self.count(audio.lost) - Self.count(since.lost)
        // Packets that Janus receives were not lost; of those it sends, some are lost.
        let all = connection.isPublisher ? packets + max(0, lost) : packets
        if all >= Self.leastPackets {
            found.append(.loss(min(1, max(0, Double(lost) / Double(all))), isUp: connection.isPublisher))
        }
        return found
    }

    /// Receivers count in 24 bits, and below zero where packets were duplicated (RFC 3550, section 6.4.1).
    private static func count(_ lost: Int) -> Int { lost > mostLost ? 0 : lost }
}
