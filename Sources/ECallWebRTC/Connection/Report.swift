import ECallMedia
import Foundation
import WebRTC

/// The statistics of a connection (W3C webrtc-stats), as values.
struct Report: Sendable {
    struct Entry: Sendable {
        let id: String
        let type: String
        let numbers: [String: Double]
        let texts: [String: String]

        func whole(_ name: String) -> Int? { numbers[name].flatMap { Int(exactly: $0.rounded(.down)) } }

        /// The size of the last picture.
        var size: PictureBox? {
            guard let width = whole("frameWidth"), let height = whole("frameHeight"), width > 0, height > 0 else {
                return nil
            }
            return PictureBox(width: width, height: height)
        }
    }

    private let entries: [String: Entry]

    init(_ entries: [Entry]) { self.entries = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }

    init(_ report: RTCStatisticsReport) {
        self.init(
            report.statistics.values.map { statistics in
                var numbers: [String: Double] = [:]
                var texts: [String: String] = [:]
                for (name, value) in statistics.values {
                    if let number = value as? NSNumber { numbers[name] = number.doubleValue }
                    if let text = value as? NSString { texts[name] = text as String }
                }
                return Entry(id: statistics.id, type: statistics.type, numbers: numbers, texts: texts)
            })
    }

    private func of(_ type: String) -> [Entry] { entries.values.filter { $0.type == type } }

    /// The received stream of a media line; without its `mid`, the only line.
    func received(_ mid: String?) -> Entry? { of("inbound-rtp").first { mid == nil || $0.texts["mid"] == mid } }

    func sent(_ kind: String) -> Entry? { of("outbound-rtp").first { $0.texts["kind"] == kind } }

    /// The other side's report on the sent stream.
    func reported(_ kind: String) -> Entry? { of("remote-inbound-rtp").first { $0.texts["kind"] == kind } }

    func source(_ kind: String) -> Entry? { of("media-source").first { $0.texts["kind"] == kind } }

    private var selected: Entry? {
        of("transport").lazy.compactMap { $0.texts["selectedCandidatePairId"] }.first.flatMap { entries[$0] }
    }

    /// To the other side and back, in seconds.
    var roundTrip: Double? { selected?.numbers["currentRoundTripTime"] }

    var pair: CandidatePair? {
        guard let selected, let local = selected.texts["localCandidateId"],
            let remote = selected.texts["remoteCandidateId"],
            let localType = entries[local]?.texts["candidateType"],
            let remoteType = entries[remote]?.texts["candidateType"]
        else { return nil }
        return CandidatePair(local: localType, remote: remoteType)
    }

    /// Nil before anything is sent.
    func track(_ kind: String) -> Transmission.Track? {
        guard let sent = sent(kind), let bytes = sent.whole("bytesSent") else { return nil }
        let reported = reported(kind)
        return Transmission.Track(
            bytes: bytes, loss: reported?.numbers["fractionLost"], jitter: reported?.numbers["jitter"])
    }

    /// Nil before anything has arrived.
    func reception(_ mid: String?, _ statistics: TrackStatistics, now: UInt64) -> Reception? {
        guard let entry = received(mid), let packets = entry.whole("packetsReceived") else { return nil }
        let emitted = entry.numbers["jitterBufferEmittedCount"] ?? 0
        return Reception(
            lost: max(0, entry.whole("packetsLost") ?? 0), received: packets, jitter: entry.numbers["jitter"] ?? 0,
            freezes: statistics.gaps.until(now).freezes, frozen: statistics.frozen(until: now),
            bytes: entry.whole("bytesReceived") ?? 0, size: entry.size,
            playoutDelay: emitted > 0 ? (entry.numbers["jitterBufferDelay"] ?? 0) / emitted : 0)
    }
}
