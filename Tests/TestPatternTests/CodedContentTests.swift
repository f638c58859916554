import ECallMedia
import Testing

@testable import TestPattern

@Suite("Coded content", .timeLimit(.minutes(1)))
struct CodedContentTests {
    private let layout = PictureLayout(
        width: 320, height: 240, luma: .init(offset: 0, stride: 320), blue: .init(offset: 76_800, stride: 160),
        red: .init(offset: 96_000, stride: 160))

    @Test("A marked picture is read back: sender and age; the colours below it are neutral")
    func picture() {
        var bytes = [UInt8](repeating: 90, count: 115_200)
        let isMarked = bytes.withUnsafeMutableBytes {
            CodedContent().mark($0, layout, sender: 9, at: 5_000_000)
        }
        let found = bytes.withUnsafeBytes { CodedContent().makeReader().read(picture: $0, layout, at: 7_000_000) }
        #expect(isMarked)
        #expect(found.pictures == [9: 1] && found.unreadablePictures == 0)
        #expect(found.pictureDelays == [2_000_000])
        #expect(bytes[76_800] == 128 && bytes[96_000] == 128)
    }

    @Test("A picture without a code is unreadable, and memory that ends too early is neither marked nor read")
    func unreadable() {
        var bytes = [UInt8](repeating: 90, count: 115_200)
        let reader = CodedContent().makeReader()
        #expect(bytes.withUnsafeBytes { reader.read(picture: $0, layout, at: 0) }.unreadablePictures == 1)
        bytes.removeLast()
        let isMarked = bytes.withUnsafeMutableBytes { CodedContent().mark($0, layout, sender: 9, at: 0) }
        #expect(!isMarked)
        #expect(bytes.prefix(1_000).withUnsafeBytes { reader.read(picture: $0, layout, at: 0) }.pictures.isEmpty)
    }

    @Test("Silence counts as unreadable by tenths of a second, over pieces of any length")
    func silence() {
        let reader = CodedContent().makeReader()
        var sum = ContentStatistics()
        let piece = [UInt8](repeating: 0, count: 1_920)
        for _ in 0..<11 { sum.add(piece.withUnsafeBytes { reader.read(audio: $0) }) }
        #expect(sum.unreadableTones == 2 && sum.tones.isEmpty)
    }

    @Test("Counters add up; only the last thousand delays stay")
    func adding() {
        var sum = ContentStatistics()
        var more = ContentStatistics()
        more.pictures = [1: 2]
        more.tones = [3: 4]
        more.unreadablePictures = 1
        for delay in 0..<1_005 {
            more.pictureDelays = [UInt64(delay)]
            sum.add(more)
        }
        #expect(sum.pictures == [1: 2_010] && sum.tones == [3: 4_020] && sum.unreadablePictures == 1_005)
        #expect(sum.pictureDelays.count == 1_000 && sum.pictureDelays.first == 5)
    }
}
