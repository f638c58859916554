import ECallMedia

#if os(Linux)
    import CChafa
#endif

/// The output for a terminal. Pure.
enum TerminalPicture {
    static let escape = "\u{1B}"

    /// A picture, and the text beneath it.
    struct Labelled: Sendable, Equatable {
        var picture: Picture
        var label: String?
    }

    /// Keeps the text below the pictures, with the most recent lines.
    ///
    /// - Parameter isFirst: what is on the screen scrolls out of it, so that it can be read later.
    static func begin(_ layout: PictureLayout, lines: [String], isFirst: Bool) -> String {
        let scroll =
            isFirst ? "\(escape)[\(layout.size.rows);1H" + String(repeating: "\n", count: layout.size.rows) : ""
        let region = "\(escape)[\(layout.textRow);\(layout.size.rows)r"
        return scroll + "\(escape)[?25l\(escape)[r\(escape)[2J" + region + "\(escape)[\(layout.textRow);1H"
            + lines.suffix(layout.size.rows - layout.textRow).map { $0 + "\r\n" }.joined()
    }

    /// Returns the screen to the terminal; the text continues where it is.
    static func end(_ graphics: TerminalGraphics) -> String {
        (graphics.method == .kitty ? deleteImages : "") + "\(escape)7\(escape)[r\(escape)8\(escape)[0m\(escape)[?25h"
    }

    /// Pictures in their areas; the cursor and its colours are as before.
    static func draw(_ pictures: [Labelled], _ layout: PictureLayout, _ graphics: TerminalGraphics) -> String {
        var text = "\(escape)[?2026h\(escape)7"
        if graphics.method == .kitty { text += deleteImages }
        for (labelled, area) in zip(pictures, layout.pictures) {
            text += Self.text(of: labelled.picture, in: area, layout, graphics)
            text += Self.label(labelled.label ?? "", beneath: area)
        }
        return text + "\(escape)[0m\(escape)8\(escape)[?2026l"
    }

    /// Overwrites the previous label: another picture may have had the area before.
    private static func label(_ label: String, beneath area: PictureLayout.Area) -> String {
        let shown = fitting(label, in: area.columns - 1)
        let start = "\(escape)[0m\(escape)[\(area.row + area.rows);"
        let blank = start + "\(area.column)H" + String(repeating: " ", count: area.columns)
        return blank + (shown.isEmpty ? "" : start + "\(area.column + (area.columns - width(of: shown)) / 2)H" + shown)
    }

    /// The beginning of a text, as far as this many cells hold it.
    private static func fitting(_ text: String, in columns: Int) -> String {
        var (shown, left) = ("", columns)
        for character in text {
            left -= width(of: String(character))
            guard left >= 0 else { break }
            shown.append(character)
        }
        return shown
    }

    /// In cells: characters after the alphabets of Europe, the Near East and India may take two.
    private static func width(of text: String) -> Int {
        text.reduce(0) { $0 + ($1.unicodeScalars.contains { $0.value >= 0x1100 && $0.value != 0x2019 } ? 2 : 1) }
    }

    private static let deleteImages = "\(escape)_Ga=d,q=2\(escape)\\"

    private static func text(
        of picture: Picture, in area: PictureLayout.Area, _ layout: PictureLayout, _ graphics: TerminalGraphics
    ) -> String {
        guard let drawn = drawn(picture, in: area, layout, graphics) else { return "" }
        // In the middle of its area.
        let column = area.column + (area.columns - drawn.columns) / 2
        let row = area.row + (area.rows - drawn.rows) / 2
        guard case .characters = graphics.method else { return "\(escape)[\(row);\(column)H" + drawn.text }
        return drawn.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(area.rows).enumerated()
            .map { index, line in "\(escape)[\(row + index);\(column)H\(line)" }.joined()
    }

    private static func drawn(
        _ picture: Picture, in area: PictureLayout.Area, _ layout: PictureLayout, _ graphics: TerminalGraphics
    ) -> (text: String, columns: Int, rows: Int)? {
        #if os(Linux)
            guard picture.pixels.count == 3 * picture.width * picture.height else { return nil }
            var drawing = ECallDrawing()
            switch graphics.method {
            case .characters(let colours, let isASCII):
                drawing.method = ECALL_DRAW_CHARACTERS
                drawing.colours = Int32(colours)
                drawing.ascii = isASCII ? 1 : 0
            case .sixels: drawing.method = ECALL_DRAW_SIXELS
            case .kitty: drawing.method = ECALL_DRAW_KITTY
            }
            drawing.columns = Int32(area.columns)
            drawing.rows = Int32(area.rows)
            drawing.cell_width = Int32(layout.cellWidth)
            drawing.cell_height = Int32(layout.cellHeight)
            var (columns, rows) = (Int32(0), Int32(0))
            guard
                let text = ecall_draw(
                    picture.pixels, Int32(picture.width), Int32(picture.height), &drawing, &columns, &rows)
            else { return nil }
            defer { ecall_drawn_free(text) }
            return (String(cString: text), Int(columns), Int(rows))
        #else
            return nil
        #endif
    }
}
