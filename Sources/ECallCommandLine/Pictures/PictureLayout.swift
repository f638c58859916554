/// The places of pictures and text on the screen. Pure; rows and columns count from 1, as terminals do.
struct PictureLayout: Sendable, Equatable {
    /// Size of a screen, in cells and, if the terminal reports it, in pixels.
    struct Size: Sendable, Equatable {
        var columns: Int
        var rows: Int
        var pixelWidth = 0
        var pixelHeight = 0
    }

    /// A part of the screen.
    struct Area: Sendable, Equatable {
        var column: Int
        var row: Int
        var columns: Int
        var rows: Int
    }

    let size: Size
    /// Side by side, above the text, each with a row beneath it for its label.
    let pictures: [Area]
    /// The first row of the text, which scrolls by itself.
    let textRow: Int
    let cellWidth: Int
    let cellHeight: Int

    /// The text keeps a fourth of the screen, from 3 to 8 rows; nil if the screen is too small for both.
    init?(_ size: Size, pictures count: Int) {
        let text = min(max(size.rows / 4, 3), 8)
        let rows = size.rows - text
        guard rows >= 4, size.columns >= 16, count >= 1 else { return nil }
        self.size = size
        let isMeasured = size.pixelWidth >= size.columns && size.pixelHeight >= size.rows
        cellWidth = isMeasured ? size.pixelWidth / size.columns : 8
        cellHeight = isMeasured ? size.pixelHeight / size.rows : 16
        // No picture narrower than eight cells: who does not fit is heard.
        let shown = min(count, size.columns / 8)
        let width = size.columns / shown
        pictures = (0..<shown).map { index in
            Area(column: 1 + index * width, row: 1, columns: width, rows: rows - 1)
        }
        textRow = rows + 1
    }
}
