import ECallLanguage
import Foundation
import Synchronization
import TestSupport
import Testing

import enum ECallSecurity.Reaction

@testable import ECallCommandLine

@Suite("Keys during a call", .timeLimit(.minutes(1)))
struct CallKeyTests {
    @Test(
        "keys are found among a terminal's input",
        arguments: [
            ("m", [.mute]), ("mvhp?q", [.mute, .camera, .hand, .participants, .help, .hangUp]),
            ("1627", [.react(.thumbsUp), .react(.celebration), .react(.heart)]), ("", []), ("xyz M V\n\r\t", []),
            // Arrows, F5, Alt-m, a click of the mouse, whose last letter is an m.
            ("\u{1B}[A\u{1B}OB", []), ("\u{1B}[15~", []), ("\u{1B}m", []), ("\u{1B}[<0;10;5m", []),
            ("\u{1B}[<0;10;5mm", [.mute]), ("\u{1B}\u{1B}[Aq", [.hangUp]), ("ümq", [.mute, .hangUp]),
        ] as [(String, [CallKey])])
    func parsed(text: String, keys: [CallKey]) {
        var whole = KeyParser()
        #expect(whole.take(text.utf8) == keys)
        var bytewise = KeyParser()
        #expect(text.utf8.flatMap { bytewise.take([$0]) } == keys, "cut anywhere")
    }

    @Test("every key is in the list of keys, and in the hint that mentions them")
    func list() {
        for key in CallKey.allCases {
            #expect(CallKey.lines(Texts()).contains { $0.hasPrefix("  \(key.character)  ") })
            if case .react = key { continue }
            #expect(Texts().string(.terminalKeys).contains("\(key.character) "))
        }
    }

    @Test("each reaction has a digit, in order")
    func reactions() {
        let digits = CallKey.allCases.compactMap { key in if case .react = key { key.character } else { nil } }
        #expect(digits == ["1", "2", "3", "4", "5", "6"])
    }

    @Test("keys arrive at once without echo, and the terminal is restored when no one watches")
    func keyboard() async throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let before = terminal.modes
        let keyboard = Keyboard(terminal.link.input)
        var keys = keyboard.keys.makeAsyncIterator()
        #expect(terminal.modes.c_lflag == before.c_lflag, "not before somebody watches")
        #expect(keyboard.watch() && !keyboard.watch())
        #expect(terminal.modes.c_lflag & tcflag_t(ECHO | ICANON) == 0 && terminal.modes.c_lflag & tcflag_t(ISIG) != 0)
        terminal.type("mq")
        #expect(await keys.next() == .mute)
        #expect(await keys.next() == .hangUp)
        #expect(terminal.text.isEmpty)
        keyboard.rest()
        #expect(terminal.modes.c_lflag == before.c_lflag && terminal.modes.c_cc.10 == before.c_cc.10)
        #expect(keyboard.watch(), "of the next call")
        terminal.type("v")
        #expect(await keys.next() == .camera)
        keyboard.rest()
        #expect(terminal.modes.c_lflag == before.c_lflag)
    }

    @Test("a file is not watched for keys")
    func file() throws {
        let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        #expect(!Keyboard(file.fileDescriptor).watch())
    }
}
