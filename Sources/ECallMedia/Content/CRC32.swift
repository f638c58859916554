/// The CRC-32 of IEEE 802.3 (reflected polynomial 0xEDB88320). Tells an intact code from chance, nothing more.
enum CRC32 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 1 ? (remainder >> 1) ^ 0xEDB8_8320 : remainder >> 1
            }
        }
        return ~remainder
    }
}
