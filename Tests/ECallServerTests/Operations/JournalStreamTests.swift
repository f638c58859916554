import ECallAPI
import Foundation
import Glibc
import Logging
import ServerTestSupport
import Synchronization
import Testing

@testable import ServerFoundation

@Suite("Priorities for the journal", .timeLimit(.minutes(1)))
struct JournalStreamTests {
    private static let levels: [(Logger.Level, Int)] = [
        (.trace, 7), (.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3), (.critical, 2),
    ]

    @Test("each level has its priority of syslog, in text and in JSON, and only for the journal", arguments: levels)
    func prefixes(level: Logger.Level, priority: Int) {
        for format in LogSettings.Format.allCases {
            for hasPriorities in [true, false] {
                var settings = LogSettings()
                (settings.level, settings.format) = (.trace, format)
                let lines = Mutex<[String]>([])
                let given = settings
                let handler = LineLogHandler(
                    label: "ecall", given, hasPriorities: hasPriorities, now: { Timestamp(milliseconds: 0) },
                    write: { line in lines.withLock { $0.append(line) } })
                Logger(label: "ecall") { _ in handler }.log(level: level, "one\ntwo")
                let line = lines.withLock { $0.joined() }
                #expect(line.hasPrefix("<\(priority)>") == hasPriorities && line.contains("two"), "\(line)")
            }
        }
    }

    @Test("every line of a text has a prefix, because the journal takes each for an entry")
    func lines() {
        #expect(JournalStream.line("one\ntwo", .error) == "<3>one\n<3>two")
    }

    @Test("standard error is the journal only if it is the very stream that systemd names")
    func streams() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(ends[0])")
        let inode = link.filter(\.isNumber)
        func isJournal(_ text: String?, _ descriptor: Int32) -> Bool {
            JournalStream.isStandardError(
                environment: text.map { ["JOURNAL_STREAM": $0] } ?? [:], descriptor: descriptor)
        }
        #expect(isJournal("8:\(inode)", ends[0]))
        #expect(!isJournal("8:\(inode)", ends[1]) && !isJournal(nil, ends[0]) && !isJournal("8:1", ends[0]))
        for text in ["", ":", "8", "8:"] { #expect(!isJournal(text, ends[0]), "\(text)") }
    }
}
