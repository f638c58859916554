import ArgumentParser
import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import Foundation
import Testing

@testable import ECallCommandLine

@Suite("Command lines", .timeLimit(.minutes(1)))
struct ArgumentTests {
    @Test(
        "an invalid command line is refused",
        arguments: [
            ["fly"], ["call"], ["accept"], ["block"], ["unblock"], ["search"], ["blocked", "x"],
            ["report", "bob"], ["report", "--reason", "spam"], ["report", "bob", "--reason", "boring"],
            ["report", "bob", "--reason", "spam", "--note", String(repeating: "x", count: 501)],
            ["call", "bob", "--loud"], ["call", "bob", "--slots", "0"], ["call", "bob", "--slots", "26"],
            ["invite"], ["participants", "x"], ["mute", "--ask"], ["mute", "bob", "eve"], ["unmute", "bob", "--ask"],
            ["camera"], ["camera", "maybe"], ["hand"], ["hand", "maybe"], ["screen", "maybe"],
            ["screen", "off", "--window", "x"], ["screen", "list", "x"], ["react"], ["react", "thumbsUp"],
            ["volume", "bob"], ["volume", "bob", "201"], ["volume", "bob", "-1"],
            ["volume", "bob", "loud"], ["remove"], ["remove", "bob", "eve"],
            ["call", "bob", "--input", "a", "--test-source", "1"], ["call", "bob", "--test-source", "-1"],
            ["call", "bob", "--test-source", "65536"], ["call", "bob", "--stay-on-line", "-1"],
            ["call", "bob", "--stay-on-line", "nan"], ["listen", "--for", "inf"], ["listen", "--for", "86401"],
            ["login", "--email", "a@b.cd", "--phone", "+123456"], ["login", "--code", "1", "--request-only"],
            ["whoami", "--key-file", "a", "--passphrase-file", "b"], ["whoami", "--profile"],
            ["status", "--once", "--follow"], ["verify"], ["verify", "bob", "--code", "x", "--yes"],
            ["verify", "bob", "--yes", "--forget"], ["verify", "bob", "--device", "x"],
            ["trust", "bob", "--let-in", "21"],
            ["confirm", "--device", "21"], ["confirm", "bob", "--not-them", "--anyway"], ["confirm", "--not-them"],
            ["answer", "--confirm"], ["listen", "--auto-answer=anyone", "--anyway"],
            ["devices", "lost"], ["devices", "verify", "--yes"], ["decline", "--later", "256"],
            ["decline", "--later", "-1"], ["decline", "bob", "--later"], ["decline", "--later", "10", "bob"],
            ["media", "use"], ["media", "use", "x"],
            ["media", "x"],
            ["call", "bob", "--microphone", "x", "--test-source", "1"],
            ["call", "bob", "--camera", "x", "--input", "a"],
            ["listen", "--loudspeaker", "x", "--no-sound"], ["call", "bob", "--sound", "--no-sound"],
            ["listen", "--auto-answer=everybody"], ["listen", "--auto-answer", "bob"], ["listen", "--from", "bob"],
            ["listen", "--auto-answer=anyone", "--from", "bob"], ["listen", "--auto-answer", "--from", ","],
            ["listen", "--auto-answer", "--longest", "0"], ["listen", "--auto-answer", "--longest", "86401"],
            ["call", "bob", "--echo-cancelling", "--no-echo-cancelling"],
        ])
    func refused(arguments: [String]) {
        do {
            _ = try ECallCommand.parseAsRoot(arguments)
            Issue.record("parsed")
        } catch {
            #expect(ECallCommand.exitCode(for: error) == .validationFailure)
        }
    }

    @Test(
        "every command has its name",
        arguments: [
            ["login"], ["logout"], ["whoami"], ["share"], ["add", "x"], ["requests"], ["accept", "bob"],
            ["decline"], ["decline", "bob"], ["decline", "--later"], ["decline", "--later", "255"], ["contacts"],
            ["favorite", "bob"],
            ["favorite", "bob", "--off"], ["search", "a@b.cd"], ["block", "bob"], ["unblock", "bob"], ["blocked"],
            ["report", "bob", "--reason", "spam"], ["report", "17", "--reason", "other", "--note", "Calls at night."],
            ["call", "bob"], ["call", "bob", "--video"], ["call", "bob", "eve", "5"], ["call", "bob", "--slots", "25"],
            ["invite", "bob"], ["invite", "bob", "eve"], ["participants"], ["mute"], ["mute", "bob"],
            ["mute", "bob", "--ask"], ["unmute"], ["unmute", "bob"], ["camera", "on"], ["camera", "off"],
            ["hand", "up"], ["hand", "down"],
            ["react", "thumbs-up"], ["react", "celebration"], ["volume", "bob", "0"], ["volume", "bob", "200"],
            ["remove", "bob"], ["listen"],
            ["listen", "--auto-answer", "--once"], ["listen", "--auto-answer=anyone", "--no-leave-with-caller"],
            ["listen", "--auto-answer", "--from", "bob", "--from", "eve,ann", "--longest", "60"],
            ["listen", "--once", "--auto-answer"], ["listen", "--auto-answer", "--test-source", "2"],
            ["listen", "--silent"], ["call", "bob", "--no-sound"],
            ["listen", "--loudspeaker", "x"], ["call", "bob", "--input", "x", "--sound"], ["answer"],
            ["answer", "--video"], ["hangup"], ["status"],
            ["status", "--once"], ["status", "--follow"], ["netcheck"], ["stop"],
            ["verify", "bob"], ["verify", "bob", "--number", "12345 67890"],
            ["verify", "bob", "--device", "21", "--yes"],
            ["verify", "bob", "--forget"], ["trust"], ["trust", "bob"], ["confirm"],
            ["confirm", "bob", "--device", "21"],
            ["confirm", "bob", "--not-them"], ["confirm", "17", "--device", "21", "--anyway"], ["devices"],
            ["devices", "verify"], ["devices", "verify", "12", "--code", "ecall:2:x"], ["devices", "lost", "12"],
            ["media"], ["media", "list"], ["media", "use", "--microphone", "USB"],
            ["media", "use", "--camera", "default", "--no-echo-cancelling"],
            ["listen", "--camera", "HD", "--render", "--loudspeaker", "Desk"],
            ["agent"], ["diagnose-memory"],
        ])
    func names(arguments: [String]) throws {
        let globals = ["--profile", "p", "--home", "/h", "--server", "http://h", "--json", "--foreground"]
        _ = try ECallCommand.parseAsRoot(arguments)
        _ = try ECallCommand.parseAsRoot(arguments + globals)
    }

    @Test("an unknown command is reported, with those that begin alike")
    func unknown() {
        #expect(
            ECallProgram.unknownCommand(in: ["verfy", "Bo"])
                == "There is no command verfy. Did you mean: ecall verify? All of them: ecall --help")
        #expect(ECallProgram.unknownCommand(in: ["fly"]) == "There is no command fly. All of them: ecall --help")
        for line in [[], ["--help"], ["help"], ["call"], ["verify", "x", "y"]] {
            #expect(ECallProgram.unknownCommand(in: line) == nil)
        }
    }

    private func settings(_ arguments: [String], _ environment: [String: String]) throws -> Settings {
        Settings(try GlobalOptions.parse(arguments), environment: environment)
    }

    @Test("options override the environment, which overrides the defaults")
    func precedence() throws {
        let environment = [
            "ECALL_PROFILE": "e", "ECALL_HOME": "/e", "ECALL_SERVER": "http://e", "ECALL_PASSPHRASE": "pw",
            "ECALL_DIAGNOSTICS": "1",
        ]
        let plain = try settings([], ["HOME": "/h"])
        #expect(plain.profile == "default" && plain.profiles.path == "/h/.local/share/ecall")
        #expect(plain.server == nil && !plain.json)
        #expect(plain.secretSource == .none && !plain.diagnostics && !plain.foreground)
        let fromEnvironment = try settings([], environment)
        #expect(fromEnvironment.profile == "e" && fromEnvironment.profiles.path == "/e")
        #expect(fromEnvironment.server == "http://e" && fromEnvironment.secretSource == .passphrase("pw"))
        #expect(fromEnvironment.diagnostics)
        let options = ["--profile", "o", "--home", "/o", "--server", "http://o", "--key-file", "/k", "--json"]
        let fromOptions = try settings(options, environment)
        #expect(fromOptions.profile == "o" && fromOptions.profiles.path == "/o")
        #expect(fromOptions.server == "http://o")
        #expect(fromOptions.secretSource == .keyFile("/k") && fromOptions.json)
        #expect(try settings([], ["ECALL_PROFILE": ""]).profile == "default")
    }

    @Test(
        "a profile's name is a file name", arguments: ["..", ".x", "a/b", "a b", String(repeating: "x", count: 65)])
    func profileNames(name: String) throws {
        let settings = try settings(["--profile=\(name)", "--home", "/nowhere"], [:])
        do {
            _ = try settings.profileDirectory()
            Issue.record("taken")
        } catch {
            #expect(error.status == .usage)
        }
    }

    @Test("a folder for profiles that cannot be made is named, with how to choose another")
    func profileFolder() throws {
        let settings = try settings(["--home", "/dev/null/profiles"], [:])
        do {
            _ = try settings.profileDirectory()
            Issue.record("made")
        } catch {
            #expect(error.status == .failure)
            #expect(
                error.message.hasSuffix(
                    "Profiles are stored in /dev/null/profiles. To store them elsewhere, use --home or set ECALL_HOME.")
            )
        }
    }

    @Test("media options become the options of the call")
    func media() throws {
        let arguments = [
            "--test-source", "7", "--relay-only", "--record", "/r", "--render", "--check-content", "--stay-on-line",
            "2.5", "--for", "60", "--packet-time", "40", "--slots", "9",
        ]
        let options = try MediaOptions.parse(arguments)
        let expected = CallOptions(
            video: true, source: .test(sender: 7), audioPacketTime: .medium, relayOnly: true, recordDirectory: "/r",
            rendering: Rendering(displays: [.x11(name: ":7", authority: nil)]), checkContent: true, slots: 9)
        #expect(try options.choice(video: true, environment: ["DISPLAY": ":7"]).options == expected)
        #expect(
            options.ending(video: true)
                == ScriptedEnd(stayOnLine: .seconds(2.5), limit: .seconds(60), waitsForPicture: true))
        #expect(
            try MediaOptions.parse([]).choice(video: false).options
                == CallOptions(video: false, rendering: .soundOnly))
        #expect(throws: (any Error).self) { try MediaOptions.parse(["--packet-time", "30"]) }
    }

    @Test("a file to send must exist, and its path is made absolute for the agent")
    func input() throws {
        #expect(throws: CommandFailure.self) { try MediaOptions.parse(["--input", "/no/such"]).choice(video: true) }
        let choice = try MediaOptions.parse(["--input", "/etc/../etc/passwd"]).choice(video: true)
        #expect(choice.options.source == .file(path: "/etc/passwd"))
    }

    @Test(
        "received audio is played by default, except where a program sends, unless requested",
        arguments: [
            ([], true, false), (["--no-sound"], false, false), (["--render"], true, true),
            (["--render", "--no-sound"], false, true), (["--test-source", "1"], false, false),
            (["--input", "/etc/passwd"], false, false), (["--input", "/etc/passwd", "--sound"], true, false),
            (["--test-source", "1", "--render"], true, true),
            (["--test-source", "1", "--loudspeaker", "x"], true, false),
        ] as [([String], Bool, Bool)])
    func sound(arguments: [String], plays: Bool, shows: Bool) throws {
        let choice = try MediaOptions.parse(arguments).choice(video: false)
        #expect(choice.rendering?.playsSound ?? false == plays && choice.rendering?.showsPictures ?? false == shows)
        #expect(choice.rings == plays)
        #expect(try !MediaOptions.parse(arguments + ["--silent"]).choice(video: false).rings)
    }

    @Test("automatic answers are for trusted or listed contacts, unless for anyone")
    func autoAnswer() throws {
        func wish(_ arguments: [String]) throws -> AutoAnswer? { try AutoAnswerOptions.parse(arguments).wish }
        #expect(try wish([]) == nil)
        #expect(try wish(["--auto-answer"]) == AutoAnswer(people: .trusted))
        #expect(try wish(["--auto-answer"]) == AutoAnswer(people: .trusted, leavesWithCaller: true, longest: 3_600))
        #expect(
            try wish(["--auto-answer", "--from", "Bo", "--from", " Ann Lee , 5"])
                == AutoAnswer(people: .named(["Bo", "Ann Lee", "5"])))
        #expect(
            try wish(["--auto-answer=anyone", "--no-leave-with-caller", "--longest", "90"])
                == AutoAnswer(people: .anyone, leavesWithCaller: false, longest: 90))
        let help = ListenCommand.helpMessage().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("--auto-answer=anyone answers every call"))
        #expect(scriptTexts.string(AutoAnswer(people: .trusted).text).contains("60 min"))
    }

    @Test("a scripted call stays on the line from its first media on, once")
    func scriptedEnd() {
        let picture = ReportedEvent.call(.firstPicture(1, from: 2, milliseconds: 3))
        let sound = ReportedEvent.call(.firstSound(1, from: 2, milliseconds: 3))
        var video = ScriptedEnd(stayOnLine: .seconds(5), limit: nil, waitsForPicture: true)
        #expect(video.delay(on: .call(.ringing(1))) == nil)
        #expect(video.delay(on: sound) == nil)
        #expect(video.delay(on: picture) == .seconds(5))
        #expect(video.delay(on: picture) == nil)
        var audio = ScriptedEnd(stayOnLine: .seconds(5), limit: nil, waitsForPicture: false)
        #expect(audio.delay(on: sound) == .seconds(5))
        var never = ScriptedEnd(stayOnLine: nil, limit: .seconds(1), waitsForPicture: true)
        #expect(never.delay(on: picture) == nil)
    }

    @Test("exit statuses follow conventions, and the help lists them")
    func statuses() {
        #expect(CommandStatus.allCases.map(\.rawValue) == Array(0...15) + [129, 130, 131, 141, 143])
        #expect(Set(CommandStatus.allCases.map(\.meaning)).count == CommandStatus.allCases.count)
        let help = ECallCommand.helpMessage()
        for status in CommandStatus.allCases { #expect(help.contains("\(status.rawValue)  \(status.meaning)")) }
    }

    @Test(
        "a call's failure has its exit status",
        arguments: [
            (CallFailure.alreadyInCall, CommandStatus.wrongState), (.noCall, .wrongState),
            (.notAvailable, .unavailable), (.busy, .busy), (.notLetIn, .declined), (.signedOut, .notSignedIn),
            (.offline, .unreachable), (.server(.verbatim("No.")), .failure), (.room(.verbatim("full")), .failure),
            (.tooManyUnmuted, .wrongState), (.noPictures, .wrongState), (.notHost, .wrongState),
            (.removed, .wrongState), (.alreadyInThisCall, .wrongState),
            (.notInCall, .noSuchPerson), (.tooFewFiles(people: 3, limit: 512), .failure),
            (.tooFewThreads(people: 3, limit: 512), .failure),
            (.media(.verbatim("no camera")), .failure), (.encryption(.verbatim("no key")), .failure),
        ])
    func failures(failure: CallFailure, status: CommandStatus) {
        #expect(
            CommandFailure(failure).status == status
                && CommandFailure(failure).message.hasPrefix(scriptTexts.string(failure.text)))
    }
}
