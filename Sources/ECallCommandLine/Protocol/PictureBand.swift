import ECallAPI
import ECallCalls
import ECallMedia
import Foundation

/// Some rows of a picture, as it travels from the agent to the command that draws it: a line is no longer than 64 KiB.
struct PictureBand: Codable, Sendable, Equatable {
    /// Bytes of pixels in one band at most.
    static let longest = 40_000

    /// The person, their name, and the kind of picture.
    var user: UserID
    var name: String
    var kind: PictureKind
    var width: Int
    var height: Int
    var row: Int
    /// Red, green and blue bytes, row by row.
    var pixels: Data

    /// A picture in bands, from the top.
    static func bands(
        of picture: Picture, from user: UserID, name: String, _ kind: PictureKind = .camera
    ) -> [PictureBand] {
        let line = 3 * picture.width
        guard line > 0, line <= longest else { return [] }
        let rows = longest / line
        return stride(from: 0, to: picture.height, by: rows).map { row in
            let end = min(row + rows, picture.height)
            return PictureBand(
                user: user, name: name, kind: kind, width: picture.width, height: picture.height, row: row,
                pixels: Data(picture.pixels[(row * line)..<(end * line)]))
        }
    }
}

/// A person's camera or screen.
struct PictureSource: Hashable, Sendable {
    let user: UserID
    let kind: PictureKind
}

extension PictureBand {
    var source: PictureSource { PictureSource(user: user, kind: kind) }
}

/// Assembles pictures from their bands. Pure. A band that doesn't continue the previous one is dropped.
struct PictureAssembly: Sendable {
    private var begun: [PictureSource: Picture] = [:]

    /// The whole picture, once its last band has arrived.
    mutating func take(_ band: PictureBand) -> Picture? {
        // Before anything is calculated with them: they are foreign.
        guard (1...4_096).contains(band.width), (1...4_096).contains(band.height),
            (0..<band.height).contains(band.row)
        else { return nil }
        let line = 3 * band.width
        guard !band.pixels.isEmpty, band.pixels.count % line == 0 else { return nil }
        if band.row == 0 { begun[band.source] = Picture(width: band.width, height: band.height, pixels: []) }
        guard var picture = begun[band.source], picture.width == band.width, picture.height == band.height,
            picture.pixels.count == band.row * line, band.row + band.pixels.count / line <= band.height
        else {
            begun[band.source] = nil
            return nil
        }
        picture.pixels += band.pixels
        let isWhole = picture.pixels.count == band.height * line
        begun[band.source] = isWhole ? nil : picture
        return isWhole ? picture : nil
    }
}
