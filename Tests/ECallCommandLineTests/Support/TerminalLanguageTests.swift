import ArgumentParser
import ECallAPI
import ECallCalls
import ECallLanguage
import Foundation
import Testing

@testable import ECallCommandLine

@Suite("Language of the terminal", .timeLimit(.minutes(1)))
struct TerminalLanguageTests {
    /// 000-70, 003-25
    @Test(
        "the environment chooses as POSIX and gettext have it",
        arguments: [
            (["LANG": "de_AT.UTF-8"], Language.german),
            (["LC_MESSAGES": "vi_VN.UTF-8", "LANG": "de_DE.UTF-8"], .vietnamese),
            (["LC_ALL": "fr_FR.UTF-8", "LC_MESSAGES": "vi_VN.UTF-8", "LANG": "de_DE.UTF-8"], .french),
            (["LC_ALL": "", "LANG": "ja_JP.UTF-8"], .japanese), ([:], .english), (["LANG": "C"], .english),
            (["LANG": "POSIX"], .english), (["LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"], .english),
            (["LANGUAGE": "qaa:ko:de", "LANG": "de_DE.UTF-8"], .korean),
            (["LANGUAGE": "ko", "LANG": "C.UTF-8"], .english),
            (["LANGUAGE": "qaa", "LANG": "th_TH.UTF-8"], .thai), (["LANGUAGE": "ko"], .english),
            (["LANG": "zh_TW.UTF-8"], .english), (["LANGUAGE": "zh_TW:fr", "LANG": "zh_TW.UTF-8"], .french),
            (["LANG": "zh_CN.utf8"], .chinese), (["LANG": "de_DE@euro"], .german), (["LANG": "qaa_NL.UTF-8"], .english),
        ] as [([String: String], Language)])
    func system(environment: [String: String], language: Language) {
        #expect(TerminalLanguage.ofSystem(environment) == language)
    }

    @Test(
        "a terminal without UTF-8 is found by the character set of its locale",
        arguments: [
            (["LANG": "de_DE.UTF-8"], true), (["LANG": "de_DE.utf8@euro"], true), (["LC_ALL": "C.UTF-8"], true),
            (["LANG": "de_DE"], false), (["LANG": "de_DE.ISO-8859-1"], false), ([:], false), (["LANG": "C"], false),
            (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true), (["LC_ALL": "C", "LC_CTYPE": "en_US.UTF-8"], false),
        ] as [([String: String], Bool)])
    func characterSet(environment: [String: String], isUTF8: Bool) {
        #expect(TerminalLanguage.isUTF8(environment) == isUTF8)
    }

    @Test("the option overrides the stored choice, which overrides the environment; the region is the environment's")
    func order() {
        let german = ["LANG": "de_AT.UTF-8"]
        #expect(TerminalLanguage(option: .khmer, kept: .vietnamese, german).tag == "km")
        #expect(TerminalLanguage(option: nil, kept: .vietnamese, german).tag == "vi")
        let own = TerminalLanguage(option: nil, kept: nil, german)
        #expect(own.tag == "de" && own.locale == "de-AT")
        // Without UTF-8 it is English, unless the person insists.
        let bare = ["LANG": "de_DE"]
        #expect(TerminalLanguage(option: nil, kept: .vietnamese, bare).tag == "en")
        #expect(TerminalLanguage(option: nil, kept: nil, bare).tag == "en")
        #expect(TerminalLanguage(option: .khmer, kept: nil, bare).tag == "km")
        #expect(
            TerminalLanguage(option: nil, kept: nil, ["LC_TIME": "en_GB.UTF-8", "LANG": "en_US.UTF-8"]).locale
                == "en-GB")
    }

    /// 000-70
    @Test(
        "the server is told the language with its region, whatever the terminal can show; a cron job tells it nothing")
    func declared() {
        typealias Wishes = (option: Language?, kept: Language?, environment: [String: String], told: String?)
        let table: [Wishes] = [
            (nil, nil, ["LANG": "de_AT.UTF-8"], "de-AT"), (nil, nil, ["LANG": "de_AT"], "de-AT"), (nil, nil, [:], nil),
            (nil, nil, ["LC_ALL": "C", "LANG": "de_AT.UTF-8"], nil), (nil, nil, ["LANG": "POSIX"], nil),
            (nil, .khmer, [:], "km"), (.thai, .khmer, ["LANG": "th_TH"], "th-TH"),
            (nil, .german, ["LANG": "vi_VN"], "de"),
            (nil, nil, ["LC_MESSAGES": "vi_VN", "LANG": "de_AT"], "vi-VN"), (nil, nil, ["LANG": "qaa_NL"], "en"),
            (nil, nil, ["LC_TIME": "en_GB", "LANG": "en_US"], "en-GB"),
            (nil, nil, ["LANG": "de_A\r\nX: y.UTF-8"], "de"),
        ]
        for (option, kept, environment, told) in table {
            #expect(
                TerminalLanguage.declared(option: option, kept: kept, environment) == told, "\(environment)")
        }
    }

    @Test("a stored choice is read again, a damaged one is ignored, and removing it twice succeeds")
    func kept() throws {
        let profile = FileManager.default.temporaryDirectory.appending(path: "ecall-language-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: profile) }
        let file = KeptLanguage(profile: profile)
        #expect(file.read() == nil)
        for language in Language.allCases {
            try file.write(language)
            #expect(file.read() == language)
        }
        for damaged in ["", "tlh", "vi\nfr", String(repeating: "vi", count: 100)] {
            try damaged.write(toFile: file.path, atomically: true, encoding: .utf8)
            #expect(file.read() == nil, "\(damaged)")
        }
        try file.write(nil)
        try file.write(nil)
        #expect(file.read() == nil)
    }

    @Test("a typed language may have a region, and an unknown one is refused with the list")
    func typed() throws {
        #expect(Language.typed("pt_BR") == .portuguese && Language.typed("zh-Hans") == .chinese)
        #expect(Language.typed("qaa") == nil && Language.typed("zh-TW") == nil)
        #expect(throws: (any Error).self) { try GlobalOptions.parse(["--language", "qaa"]) }
        #expect(try GlobalOptions.parse(["--language", "vi"]).language == "vi")
    }

    /// 003-24, 003-34
    @Test("output for people is in their language, and JSON is not", arguments: Language.allCases)
    func languages(language: Language) throws {
        let chosen = TerminalLanguage(option: language, kept: nil, [:])
        for (place, sample) in EventSamples.table.enumerated() {
            var text = EventFormatter(chosen.texts)
            let line = text.line(for: sample.event)
            #expect((line == nil) == (sample.text == nil))
            let json = PrintedLines()
            json.printer(json: true, language: chosen).event(sample.event)
            #expect(json.output == [sample.json], "\(place)")
            // An event that came through an agent reads the same in any language.
            guard case .call = sample.event else { continue }
            let reply = AgentReply(id: 1, content: .event(event: sample.event))
            let arrived = try AgentLine.decode(AgentReply.self, from: AgentLine.encode(reply).dropLast())
            guard case .event(let event) = arrived.content else { continue }
            var again = EventFormatter(chosen.texts)
            #expect(again.line(for: event) == line)
        }
        let failure = PrintedLines()
        failure.printer(json: false, language: chosen).failure(.notSignedIn)
        let english = "ecall: You are not signed in. Type: ecall login"
        #expect((failure.diagnostics == [english]) == (language == .english))
        #expect(failure.diagnostics.first?.contains("ecall login") == true)
        let script = PrintedLines()
        script.printer(json: true, language: chosen).failure(.notSignedIn)
        #expect(script.output.first?.contains("You are not signed in. Type: ecall login") == true)
    }

    @Test("a notice of a catalogued problem crosses the agent's line without being put into words")
    func wire() throws {
        let problem = CommandFailure(CallFailure.offline).text
        let reply = AgentReply(id: 1, content: .event(event: .notice(problem)))
        let arrived = try AgentLine.decode(AgentReply.self, from: AgentLine.encode(reply).dropLast())
        #expect(arrived == reply)
        let vietnamese = TerminalLanguage(option: .vietnamese, kept: nil, [:]).texts
        var text = EventFormatter(vietnamese)
        #expect(text.line(for: .notice(problem)) == vietnamese.string(.callFailureOffline))
        #expect(vietnamese.string(.callFailureOffline) != scriptTexts.string(.callFailureOffline))
    }

    /// 003-26
    @Test("dates, numbers and lists are the locale's, and names cannot drive the terminal in any language")
    func locales() {
        let german = TerminalLanguage(option: nil, kept: nil, ["LANG": "de_AT.UTF-8"]).texts
        let past = PastTimeFormatter(german, timeZone: TimeZone(identifier: "UTC") ?? .current)
        let january = DevicePast.Moment(milliseconds: 1_768_435_200_000, hasYear: false)
        #expect(past.word(.calls(count: 3, since: january)).map(german.string) == "In 3 Anrufen seit Jänner")
        let arabic = TerminalLanguage(option: nil, kept: nil, ["LANG": "ar_EG.UTF-8"]).texts
        var text = EventFormatter(arabic)
        let line = text.line(for: .call(.answered(17, by: 5, name: "B\u{1B}[2Jo")))
        #expect(line?.contains("\u{2068}B\u{FFFD}[2Jo\u{2069}") == true)
        #expect(
            CallStatusFormatter(arabic).lines(
                for: CallOverview(id: 1, state: .calling, seconds: 754, participants: []))[0]
                .contains("١٢:٣٤"))
    }
}
