import Foundation
import Synchronization
import Testing

@testable import ECallCommandLine

/// A terminal of a test: a pseudo-terminal whose other side records output, answers questions, and knows what its screen would
/// show.
final class FakeTerminal: Sendable {
    let link: TerminalLink
    private let master: Int32
    private let written = Mutex<[UInt8]>([])

    /// - Parameter answers: what it says when a question has come.
    init(columns: Int, rows: Int, answers: [(question: String, answer: String)] = []) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN: posix_openpt(3) and its relatives are not shown to Swift.
        var (lock, number) = (Int32(0), UInt32(0))
        try #require(master >= 0 && ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(slave >= 0)
        self.master = master
        link = TerminalLink(input: slave, output: slave)
        resize(columns: columns, rows: rows)
        Thread.detachNewThread { [self] in
            var bytes = [UInt8](repeating: 0, count: 4_096)
            var asked = answers
            while case let count = read(master, &bytes, bytes.count), count > 0 {
                let all = written.withLock { written in
                    written += bytes[..<count]
                    return asked.isEmpty ? "" : String(decoding: written, as: UTF8.self)
                }
                for (question, answer) in asked where all.contains(question) {
                    _ = Array(answer.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
                    asked.removeAll { $0.question == question }
                }
            }
            close(master)
        }
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    /// Ends the reading, as closing the window would.
    func hangUp() { close(link.output) }

    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    var text: String { written.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Returns once the text has appeared.
    func until(_ part: String) async throws {
        // Polls, because a thread reads it.
        while !text.contains(part) { try await Task.sleep(for: .milliseconds(5)) }
    }

    var modes: termios {
        var modes = termios()
        tcgetattr(link.input, &modes)
        return modes
    }
}

/// A screen after some output: characters with their colours. Supports only what is implemented here.
struct FakeScreen {
    struct Cell: Equatable {
        var character: Character = " "
        var foreground = [0, 0, 0]
        var background = [0, 0, 0]
    }

    private(set) var cells: [Int: [Int: Cell]] = [:]
    private(set) var region: (first: Int, last: Int)?
    private(set) var isCursorShown = true
    private var row = 1
    private var column = 1
    private var saved = (row: 1, column: 1)
    private var pen = Cell()
    private var isInverse = false

    init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while let next = rest.popFirst() {
            switch next {
            case "\u{1B}": escape(&rest)
            case "\r": column = 1
            case "\n": row += 1
            default: put(Character(next))
            }
        }
    }

    func cell(_ row: Int, _ column: Int) -> Cell { cells[row]?[column] ?? Cell() }

    /// The line without its colours.
    func line(_ row: Int) -> String {
        let cells = cells[row] ?? [:]
        return String((1...(cells.keys.max() ?? 1)).map { cells[$0]?.character ?? " " })
    }

    private mutating func put(_ character: Character) {
        var cell = pen
        cell.character = character
        if isInverse { swap(&cell.foreground, &cell.background) }
        cells[row, default: [:]][column] = cell
        column += 1
    }

    private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
        switch rest.popFirst() {
        case "7": saved = (row, column)
        case "8": (row, column) = saved
        case "[":
            let end = rest.firstIndex { ("@"..."~").contains($0) } ?? rest.endIndex
            guard end < rest.endIndex else { return }
            let text = String(String.UnicodeScalarView(rest[..<end]))
            let final = rest[end]
            rest = rest[(end + 1)...]
            control(final, text)
        default: break
        }
    }

    private mutating func control(_ final: Unicode.Scalar, _ text: String) {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        switch final {
        case "H": (row, column) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
        case "J": cells = [:]
        case "r":
            region = numbers.count > 1 ? (numbers[0], numbers[1]) : nil
            (row, column) = (1, 1)
        case "h" where text == "?25": isCursorShown = true
        case "l" where text == "?25": isCursorShown = false
        case "m": colour(numbers[...])
        default: break
        }
    }

    private mutating func colour(_ numbers: ArraySlice<Int>) {
        var rest = numbers
        while let next = rest.popFirst() {
            switch next {
            case 0: (pen, isInverse) = (Cell(), false)
            case 7: isInverse = true
            case 38 where rest.first == 2, 48 where rest.first == 2:
                let values = Array(rest.dropFirst().prefix(3))
                if next == 38 { pen.foreground = values } else { pen.background = values }
                rest = rest.dropFirst(4)
            default: break
            }
        }
    }
}
