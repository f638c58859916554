import CGStreamer

/// The fixed header of an RTP packet (RFC 3550 section 5.1).
enum RTPHeader {
    /// Nil for bytes shorter than a packet.
    static func timestamp(_ packet: UnsafeMutablePointer<GstBuffer>) -> UInt32? { word(4..<8, of: packet) }

    /// Nil for bytes shorter than a packet.
    static func ssrc(_ packet: UnsafeMutablePointer<GstBuffer>) -> UInt32? { word(8..<12, of: packet) }

    private static func word(_ place: Range<Int>, of packet: UnsafeMutablePointer<GstBuffer>) -> UInt32? {
        packet.withBytes { bytes -> UInt32? in
            bytes.count < 12 ? nil : bytes[place].reduce(0) { $0 << 8 | UInt32($1) }
        } ?? nil
    }
}
