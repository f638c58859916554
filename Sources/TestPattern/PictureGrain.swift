/// Grey with fine grain that is another in each picture.
struct PictureGrain: Sendable {
    /// The amplitude of luma, around the middle.
    private static let amplitude: UInt8 = 12
    private static let count = 1 << 16

    private let bytes: [UInt8]

    init() {
        // A linear congruential generator (Knuth, MMIX): the same grain each time.
        var state: UInt64 = 1
        bytes = (0..<Self.count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 128 - Self.amplitude + UInt8(state >> 33 & 0xFF) % (2 * Self.amplitude + 1)
        }
    }

    func draw(into plane: LumaPlane.Mutable, at nanoseconds: UInt64) {
        var start = nanoseconds &* 0x9E37_79B9_7F4A_7C15
        for row in 0..<plane.height {
            start = start &* 6_364_136_223_846_793_005 &+ 1
            let first = Int(start >> 40) % max(1, bytes.count - plane.width)
            plane.copy(bytes[first..<min(first + plane.width, bytes.count)], toRow: row)
        }
    }
}
