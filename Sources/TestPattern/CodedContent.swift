package import ECallMedia
import Synchronization

/// Pictures with a code of sender and time, and a tone of each sender; read back from decoded media.
package struct CodedContent: TestContent {
    private let grain: PictureGrain?
    private let isSmall: Bool

    /// - Parameters:
    ///   - isGrainy: whether pictures are full of fine grain, so that an encoder uses all the bits it may: for tests of lines.
    ///     Without it they cost next to nothing.
    ///   - isSmall: whether pictures are those of the lowest layer of a page, 320 × 180 of 150 kbit/s: for tests of many on one
    ///     machine.
    package init(isGrainy: Bool = false, isSmall: Bool = false) {
        grain = isGrainy ? PictureGrain() : nil
        self.isSmall = isSmall
    }

    package func adapt(_ video: PublishedVideo) -> PublishedVideo {
        guard isSmall else { return video }
        var small = video
        (small.width, small.height, small.bitrate) = (320, 180, 150_000)
        return small
    }

    package func frequency(of sender: UInt16) -> Int { ContentCode.frequency(sender) }

    package func mark(
        _ picture: UnsafeMutableRawBufferPointer, _ layout: PictureLayout, sender: UInt16, at nanoseconds: UInt64
    ) -> Bool {
        let (width, height) = (layout.width, layout.height)
        let area = PictureCode.area(width: width, height: height)
        guard let luma = Self.plane(picture, layout.luma, width, height),
            let blue = Self.plane(picture, layout.blue, (width + 1) / 2, (height + 1) / 2),
            let red = Self.plane(picture, layout.red, (width + 1) / 2, (height + 1) / 2)
        else { return false }
        grain?.draw(into: luma, at: nanoseconds)
        PictureCode(sender: sender, nanoseconds: nanoseconds).draw(into: luma)
        for row in 0..<(area.height / 2) {
            blue.fill(row: row, from: 0, count: area.width / 2, with: 128)
            red.fill(row: row, from: 0, count: area.width / 2, with: 128)
        }
        return true
    }

    package func makeReader() -> any ContentReader { CodeReader() }

    private static func plane(
        _ bytes: UnsafeMutableRawBufferPointer, _ plane: PictureLayout.Plane, _ width: Int, _ height: Int
    ) -> LumaPlane.Mutable? {
        guard (0...bytes.count).contains(plane.offset) else { return nil }
        return LumaPlane.Mutable(
            bytes: UnsafeMutableRawBufferPointer(rebasing: bytes[plane.offset...]), width: width, height: height,
            stride: plane.stride)
    }
}

/// Reads the codes and tones of one track.
private final class CodeReader: ContentReader {
    private let tones = Mutex(ToneReader())

    func read(
        picture: UnsafeRawBufferPointer, _ layout: PictureLayout, at nanoseconds: UInt64
    ) -> ContentStatistics {
        var found = ContentStatistics()
        if let code = Self.code(picture, layout) {
            found.pictures[code.sender] = 1
            found.pictureDelays = [code.age(at: nanoseconds)]
        } else {
            found.unreadablePictures = 1
        }
        return found
    }

    func read(audio: UnsafeRawBufferPointer) -> ContentStatistics {
        let samples = (0..<(audio.count / 2)).map { index in
            Int16(littleEndian: audio.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self))
        }
        var found = ContentStatistics()
        for window in tones.withLock({ $0.read(samples) }) {
            switch window {
            case .tone(let sender): found.tones[sender, default: 0] += 1
            case .unreadable: found.unreadableTones += 1
            }
        }
        return found
    }

    private static func code(_ picture: UnsafeRawBufferPointer, _ layout: PictureLayout) -> PictureCode? {
        guard (0...picture.count).contains(layout.luma.offset) else { return nil }
        return LumaPlane(
            bytes: UnsafeRawBufferPointer(rebasing: picture[layout.luma.offset...]), width: layout.width,
            height: layout.height, stride: layout.luma.stride
        ).flatMap(PictureCode.init(reading:))
    }
}
