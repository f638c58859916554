import ECallAPI
import FrameCrypto

/// How a sender's media arrives at a receiver (e2ee 5, `report`).
public struct ReceptionReport: Sendable, Hashable {
    /// What arrives of one track.
    public struct Arrival: Sendable, Hashable {
        /// The share that is lost, from 0 to 65 535 of 65 536 parts.
        public var loss: UInt16
        /// The interarrival jitter (RFC 3550 6.4.1), in milliseconds.
        public var jitter: UInt16

        public init(loss: UInt16 = 0, jitter: UInt16 = 0) { (self.loss, self.jitter) = (loss, jitter) }
    }

    /// The bytes of a report: what is not used is zero, so that its length tells nothing.
    static let length = 64
    private static let version: UInt8 = 1
    private static let noLayer: UInt8 = 255

    public var video: Arrival
    public var audio: Arrival
    /// What of its video the line to the receiver can carry, in kilobits a second; 0 while nothing was too much.
    public var bitrate: UInt32
    /// How often the video stood still since the report before.
    public var freezes: UInt16
    /// The layer that the receiver shows, from 0; nil for none.
    public var layer: UInt8?

    public init(
        video: Arrival = .init(), audio: Arrival = .init(), bitrate: UInt32 = 0, freezes: UInt16 = 0,
        layer: UInt8? = nil
    ) {
        (self.video, self.audio, self.bitrate, self.freezes, self.layer) = (video, audio, bitrate, freezes, layer)
    }

    var bytes: [UInt8] {
        var bytes = [Self.version]
        for value in [video.loss, video.jitter, audio.loss, audio.jitter] { bytes.appendBigEndian(value) }
        bytes.appendBigEndian(bitrate)
        bytes.appendBigEndian(freezes)
        bytes.append(layer ?? Self.noLayer)
        return bytes + [UInt8](repeating: 0, count: Self.length - bytes.count)
    }

    /// Nil for another length or version; what a later version of the same number adds is not looked at.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == Self.version else { return nil }
        func number(_ range: Range<Int>) -> UInt32 { bytes[range].reduce(0) { $0 << 8 | UInt32($1) } }
        func short(_ start: Int) -> UInt16 { UInt16(number(start..<start + 2)) }
        self.init(
            video: Arrival(loss: short(1), jitter: short(3)), audio: Arrival(loss: short(5), jitter: short(7)),
            bitrate: number(9..<13), freezes: short(13), layer: bytes[15] == Self.noLayer ? nil : bytes[15])
    }
}

/// Brings a report to the sender it is about: `n.sealed` (e2ee 5).
public struct ReportMessage: Sendable, Hashable {
    /// The report, and the tag.
    static let sealedLength = ReceptionReport.length + 16

    /// From 0, apart from the numbers of keys; rises by one for each report of a channel.
    public let n: UInt64
    public let sealed: [UInt8]

    public init(n: UInt64, sealed: [UInt8]) { (self.n, self.sealed) = (n, sealed) }

    /// Nil for anything but the one text of a report.
    public init?(text: String) {
        let parts = text.parts(at: ".")
        guard parts.count == 2, let n = SignedPayload.integer(parts[0]), let sealed = Base64URL.bytes(parts[1]),
            sealed.count == Self.sealedLength
        else { return nil }
        self.init(n: n, sealed: sealed)
    }

    public var text: String { "\(n).\(Base64URL.encode(sealed))" }

    /// Seals a report as keys are sealed, under the channel's key for reports. The caller answers for using each n once.
    public static func seal(_ report: ReceptionReport, n: UInt64, under channel: ChannelKey) -> ReportMessage {
        ReportMessage(
            n: n, sealed: MessageCipher.seal(report.bytes, key: channel.reports, nonce: KeyMessage.nonce(n)))
    }

    /// Opens it; nil on every failure.
    public func open(under channel: ChannelKey) -> ReceptionReport? {
        MessageCipher.open(sealed, key: channel.reports, nonce: KeyMessage.nonce(n))
            .flatMap { ReceptionReport(bytes: $0) }
    }
}
