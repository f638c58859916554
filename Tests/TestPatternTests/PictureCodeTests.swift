import TestSupport
import Testing

@testable import TestPattern

@Suite("Picture code", .timeLimit(.minutes(1)))
struct PictureCodeTests {
    /// A picture in memory, with rows further apart than they are wide.
    struct Picture {
        let width: Int
        let height: Int
        let stride: Int
        var bytes: [UInt8]

        init(width: Int, height: Int, padding: Int = 24, fill: (Int, Int) -> UInt8 = { _, _ in 128 }) {
            self.width = width
            self.height = height
            stride = width + padding
            bytes = (0..<height).flatMap { y in (0..<(width + padding)).map { x in fill(x, y) } }
        }

        mutating func draw(_ code: PictureCode) {
            let (width, height, stride) = (width, height, stride)
            bytes.withUnsafeMutableBytes { bytes in
                guard let plane = LumaPlane.Mutable(bytes: bytes, width: width, height: height, stride: stride) else {
                    return
                }
                code.draw(into: plane)
            }
        }

        var code: PictureCode? {
            bytes.withUnsafeBytes { bytes in
                LumaPlane(bytes: bytes, width: width, height: height, stride: stride)
                    .flatMap(PictureCode.init(reading:))
            }
        }

        /// A box blur of this radius: what strong compression leaves of edges.
        func blurred(_ radius: Int) -> Picture {
            var result = self
            for y in 0..<height {
                for x in 0..<width {
                    var sum = 0
                    var count = 0
                    for dy in max(0, y - radius)...min(height - 1, y + radius) {
                        for dx in max(0, x - radius)...min(width - 1, x + radius) {
                            sum += Int(bytes[dy * stride + dx])
                            count += 1
                        }
                    }
                    result.bytes[y * stride + x] = UInt8(sum / count)
                }
            }
            return result
        }
    }

    @Test(
        "A code is read back from pictures of every size",
        arguments: [(640, 480), (1280, 720), (854, 480), (320, 240), (160, 120), (176, 144), (480, 640)])
    func sizes(width: Int, height: Int) {
        for sender: UInt16 in [0, 1, 7, 255, 256, 65_535] {
            let code = PictureCode(sender: sender, nanoseconds: 123_456_789_012_000)
            var picture = Picture(width: width, height: height)
            picture.draw(code)
            #expect(picture.code == code)
        }
    }

    @Test(
        "Nothing is drawn outside the picture, nor into a picture that is too small",
        arguments: [(8, 8), (31, 23), (640, 480)])
    func bounds(width: Int, height: Int) {
        var picture = Picture(width: width, height: height) { _, _ in 77 }
        picture.draw(PictureCode(sender: 0xFFFF, nanoseconds: UInt64.max))
        for y in 0..<height {
            #expect((width..<picture.stride).allSatisfy { picture.bytes[y * picture.stride + $0] == 77 })
        }
        if width < 32 { #expect(picture.code == nil) }
    }

    @Test(
        "A plane that its bytes do not hold is refused",
        arguments: [(10, 10, 9, 100), (10, 10, 10, 99), (0, 10, 10, 100), (10, -1, 10, 100)])
    func badPlane(width: Int, height: Int, stride: Int, count: Int) {
        [UInt8](repeating: 0, count: count).withUnsafeBytes { bytes in
            #expect(LumaPlane(bytes: bytes, width: width, height: height, stride: stride) == nil)
        }
    }

    @Test("Noise of the encoder does not hide the code", arguments: [5.0, 15, 30, 45])
    func noise(deviation: Double) {
        var random = SeededGenerator.fromEnvironment()
        let code = PictureCode(sender: 7, nanoseconds: 5_000_000_000)
        var picture = Picture(width: 320, height: 240)
        picture.draw(code)
        for index in picture.bytes.indices {
            let value = Double(picture.bytes[index]) + deviation * random.gaussian()
            picture.bytes[index] = UInt8(min(max(value, 0), 255))
        }
        #expect(picture.code == code)
    }

    @Test("Blur does not hide the code", arguments: [1, 3])
    func blur(radius: Int) {
        let code = PictureCode(sender: 300, nanoseconds: 77_000_000)
        var picture = Picture(width: 320, height: 240)
        picture.draw(code)
        #expect(picture.blurred(radius).code == code)
    }

    @Test("A code with one wrong cell is not read")
    func wrongCell() {
        var picture = Picture(width: 320, height: 240)
        picture.draw(PictureCode(sender: 7, nanoseconds: 1))
        for cell in stride(from: 0, to: 96, by: 5) {
            var damaged = picture
            for y in 0..<16 {
                for x in 0..<16 {
                    let index = ((cell / 12) * 16 + y) * damaged.stride + (cell % 12) * 16 + x
                    damaged.bytes[index] = 251 - damaged.bytes[index]
                }
            }
            #expect(damaged.code == nil)
        }
    }

    @Test("Ten thousand pictures without a code hold none")
    func falsePositives() {
        var random = SeededGenerator.fromEnvironment()
        var found = 0
        for index in 0..<10_000 {
            let level = UInt8.random(in: 0...255, using: &random)
            let slope = Int.random(in: -3...3, using: &random)
            var picture = Picture(width: 32, height: 22, padding: 0)
            switch index % 4 {
            case 0:
                picture.bytes = [UInt8](repeating: level, count: picture.bytes.count)
            case 1:
                for index in picture.bytes.indices {
                    picture.bytes[index] = UInt8(truncatingIfNeeded: Int(level) + slope * (index % 32 + index / 32))
                }
            case 2:
                for index in picture.bytes.indices {
                    picture.bytes[index] = UInt8(truncatingIfNeeded: random.next() >> 40)
                }
            default:
                // Random cells that are clearly readable: only the checksum prevents a false reading.
                let bits = (0..<96).map { _ in Bool.random(using: &random) }
                for index in picture.bytes.indices {
                    let cell = min(index / 64, 7) * 12 + min(index % 32 / 2, 11)
                    picture.bytes[index] = bits[cell] ? 235 : 16
                }
            }
            if picture.code != nil { found += 1 }
        }
        #expect(found == 0, "seed \(random.seed)")
    }

    @Test("The age of a picture survives the wrap of its clock")
    func age() {
        let code = PictureCode(sender: 1, nanoseconds: ((1 << 48) - 5) * 1_000)
        #expect(code.age(at: ((1 << 48) + 20) * 1_000) == 25_000)
        #expect(PictureCode(sender: 1, nanoseconds: 2_000_999).age(at: 3_000_000) == 1_000_000)
    }
}
