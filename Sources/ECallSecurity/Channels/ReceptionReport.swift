import FrameCrypto

/// The reception of a sender's media at a receiver (e2ee 5, `report`).
public struct ReceptionReport: Sendable, Hashable {
    /// The reception of one track.
    public struct Arrival: Sendable, Hashable {
        /// The share that is lost, from 0 to 65 535 of 65 536 parts.
        public var loss: UInt16
        /// The interarrival jitter (RFC 3550 6.4.1), in milliseconds.
        public var jitter: UInt16

        public init(loss: UInt16 = 0, jitter: UInt16 = 0) { (self.loss, self.jitter) = (loss, jitter) }
    }

    static let length = 15
    private static let noLayer: UInt8 = 255

    public var video: Arrival
    public var audio: Arrival
    /// The bitrate of its video that the connection to the receiver can carry, in kilobits a second; 0 while nothing was too much.
    public var bitrate: UInt32
    /// The number of freezes of the video since the report before.
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
        var bytes: [UInt8] = []
        for value in [video.loss, video.jitter, audio.loss, audio.jitter] { bytes.appendBigEndian(value) }
        bytes.appendBigEndian(bitrate)
        bytes.appendBigEndian(freezes)
        return bytes + [layer ?? Self.noLayer]
    }

    init(bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        func number(_ range: Range<Int>) -> UInt32 { bytes[range].reduce(0) { $0 << 8 | UInt32($1) } }
        func short(_ start: Int) -> UInt16 { UInt16(number(start..<start + 2)) }
        self.init(
            video: Arrival(loss: short(0), jitter: short(2)), audio: Arrival(loss: short(4), jitter: short(6)),
            bitrate: number(8..<12), freezes: short(12), layer: bytes[14] == Self.noLayer ? nil : bytes[14])
    }
}
