/// VP8: the first 10 bytes of a key frame or 3 of an interframe stay clear (RFC 6386 section 9.1), as packetizers and
/// SFUs read them; the rest is sealed.
enum VP8Frame {
    static func parse(_ frame: [UInt8]) -> Result<PlainFrame, SealRefusal> {
        guard let first = frame.first else { return .failure(.init(reason: .emptyFrame)) }
        let clear = clearLength(first)
        guard frame.count >= clear else { return .failure(.init(reason: .emptyFrame)) }
        return .success(
            PlainFrame(clear: frame[..<clear], plaintext: frame[clear...], isKeyFrame: isKeyFrame(first)))
    }

    static func split(_ payload: [UInt8]) -> SealedFrame? {
        guard let first = payload.first, payload.count > clearLength(first) else { return nil }
        let clear = clearLength(first)
        return SealedFrame(clear: payload[..<clear], sealed: payload[clear...], isKeyFrame: isKeyFrame(first))
    }

    private static func isKeyFrame(_ first: UInt8) -> Bool { first & 1 == 0 }

    private static func clearLength(_ first: UInt8) -> Int { isKeyFrame(first) ? 10 : 3 }
}
