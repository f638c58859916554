import FrameCrypto

/// The output of the stand-in's encoders for a picture of 640 × 480.
enum EncodedPictures {
    static func encoded(_ content: [UInt8], _ codec: FrameCodec, isKey: Bool) -> [UInt8] {
        let body = ([2, 0x80, 1, 0xE0] + content).flatMap { [0x40 | $0 >> 4, 0x40 | $0 & 15] }
        if codec == .vp8 { return (isKey ? [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 2, 0xE0, 1] : [0x11, 0, 0]) + body }
        let sets: [UInt8] = [0, 0, 0, 1, 0x67, 0x42, 0xE0, 0x1F, 0, 0, 0, 1, 0x68, 0xCE, 0x38, 0x80]
        return (isKey ? sets + [0, 0, 0, 1, 0x65, 0x88, 0x84] : [0, 0, 0, 1, 0x41, 0x9A, 0x22]) + body
    }
}
