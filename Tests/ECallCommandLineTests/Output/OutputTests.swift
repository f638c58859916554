import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import Foundation
import MemoryDiagnostics
import Synchronization
import Testing

@testable import ECallCommandLine

final class PrintedLines: Sendable {
    private let lines = Mutex((output: [String](), diagnostics: [String]()))
    var output: [String] { lines.withLock { $0.output } }
    var diagnostics: [String] { lines.withLock { $0.diagnostics } }

    func printer(json: Bool, language: TerminalLanguage = .english) -> Printer {
        Printer(
            json: json, language: language,
            sinks: Printer.Sinks(
                output: { line in self.lines.withLock { $0.output.append(line) } },
                diagnostics: { line in self.lines.withLock { $0.diagnostics.append(line) } }))
    }
}

@Suite("Output", .timeLimit(.minutes(1)))
struct OutputTests {
    @Test("each event has one line of text", arguments: EventSamples.table.indices)
    func text(index: Int) {
        let sample = EventSamples.table[index]
        var text = EventFormatter()
        #expect(text.line(for: sample.event) == sample.text)
    }

    @Test("each event has one stable object in JSON", arguments: EventSamples.table.indices)
    func json(index: Int) {
        let sample = EventSamples.table[index]
        let printed = PrintedLines()
        printed.printer(json: true).event(sample.event)
        #expect(printed.output == [sample.json])
        #expect(printed.diagnostics.isEmpty)
    }

    @Test("names from earlier events are used in later ones")
    func names() {
        var text = EventFormatter()
        _ = text.line(for: .call(.participantJoined(17, 5, name: "Bob")))
        #expect(text.line(for: .call(.firstPicture(17, from: 5, milliseconds: 90))) == "You see Bob (after 0.1 s).")
        #expect(text.line(for: .call(.participantLeft(17, 5))) == "Bob left the call.")
    }

    @Test("the time since the start is printed for the first picture and sound only")
    func first() {
        var text = EventFormatter()
        for (user, name) in [(UserID(5), "Bob"), (6, "Cai")] {
            _ = text.line(for: .call(.participantJoined(17, user, name: name)))
        }
        func line(_ event: CallEvent) -> String? { text.line(for: .call(event)) }
        #expect(
            line(.firstSound(17, from: 5, milliseconds: 900))
                == "Receiving audio from Bob (after 0.9 s), without playing it.")
        #expect(line(.firstPicture(17, from: 5, milliseconds: 1_200)) == "You see Bob (after 1.2 s).")
        #expect(line(.firstSound(17, from: 6, milliseconds: 36_000, isPlayed: true)) == "You hear Cai.")
        #expect(line(.firstPicture(17, from: 6, milliseconds: 36_000)) == "You see Cai.")
        #expect(line(.firstPicture(17, from: 6, milliseconds: 40_000)) == nil, "the same once more")
        _ = line(.ended(EventSamples.summary(.hungUp)))
        #expect(line(.firstPicture(18, from: 6, milliseconds: 700)) == "You see Cai (after 0.7 s).", "another call")
    }

    @Test("connection changes are reported, and for others only if the own connection is not to blame")
    func quality() {
        var text = EventFormatter()
        func bob(_ level: QualityLevel) -> String? {
            text.line(for: .call(.participantQuality(17, 5, name: "Bob", level)))
        }
        func own(_ level: QualityLevel) -> String? { text.line(for: .call(.quality(17, level))) }
        #expect(own(.good) == nil && bob(.good) == nil)
        #expect(bob(.fair) == "▂▄· Bob’s connection is fair. Audio and video may break up at times.")
        #expect(bob(.lost) == "··· Nothing is received from Bob.")
        #expect(bob(.good) == "▂▄▆ Bob’s connection is good.")
        #expect(own(.poor) == "▂·· Your connection is weak.")
        #expect(bob(.poor) == nil, "it is one's own")
        #expect(bob(.lost) == "··· Nothing is received from Bob.")
        #expect(own(.lost) == nil, "it is said that it reconnects")
        #expect(own(.good) == "▂▄▆ Your connection is good.")
        _ = text.line(for: .call(.ended(EventSamples.summary(.hungUp))))
        #expect(own(.good) == nil, "of another call")
    }

    @Test(
        "each end of a call has its sentence and exit status",
        arguments: [
            (CallEndReason.hungUp, "Call ended.", CommandStatus.cancelled, CommandStatus.ok),
            (.remoteHungUp, "Call ended: no one else is in it.", .cancelled, .ok),
            (.remoteLost, "The connection of the other side was lost.", .unreachable, .unreachable),
            (.declined, "They declined the call.", .declined, .declined),
            (.notAnswered, "They did not answer.", .notAnswered, .notAnswered),
            (.busy, "They are in another call.", .busy, .busy),
            (.answeredElsewhere, "The call was answered on another device.", .elsewhere, .elsewhere),
            (.declinedElsewhere, "The call was declined on another device.", .elsewhere, .elsewhere),
            (.cancelled, "The call was cancelled.", .cancelled, .cancelled),
            (.connectionLost, "The connection was lost.", .unreachable, .unreachable),
            (.failed, "The call failed.", .failure, .failure),
        ])
    func ends(reason: CallEndReason, sentence: String, alone: CommandStatus, withSomebody: CommandStatus) {
        var text = EventFormatter()
        #expect(text.line(for: .call(.ended(EventSamples.summary(reason)))) == sentence)
        let explained = EventSamples.summary(reason, problem: "No path.")
        // It is printed once that a person is in another call.
        let whole = reason == .busy ? sentence : "\(sentence) No path."
        #expect(text.line(for: .call(.ended(explained))) == whole)
        #expect(CommandStatus(reason, wasInCall: false) == alone && alone != .ok)
        #expect(CommandStatus(reason, wasInCall: true) == withSomebody)
    }

    @Test("a callee who sent a reply is not reported as having just declined")
    func explained() {
        var text = EventFormatter()
        let summary = EventSamples.summary(.declined)
        _ = text.line(
            for: .call(.participantReplied(summary.id, 5, name: "Bob", .cannotTalkNow(minutes: 10))))
        #expect(text.line(for: .call(.ended(summary))) == "Call ended.")
        #expect(text.line(for: .call(.ended(summary))) == "They declined the call.", "another call")
    }

    @Test(
        "an unanswered incoming call is reported as missed or declined",
        arguments: [
            (CallEndReason.notAnswered, "Missed call: you did not answer."),
            (.cancelled, "Missed call: they hung up before you answered."), (.declined, "You declined the call."),
        ])
    func missed(reason: CallEndReason, sentence: String) {
        var text = EventFormatter()
        let summary = EventSamples.summary(reason)
        let call = IncomingCall(
            id: summary.id, room: 70, caller: 1, callerDevice: 11, callerName: "Ana", isVideo: true)
        _ = text.line(for: .call(.incoming(call)))
        #expect(text.line(for: .call(.ended(summary))) == sentence)
        // The next call of the same number, from here, is another one.
        #expect(text.line(for: .call(.ended(summary))) != sentence)
    }

    @Test("a finished call is summarized in facts")
    func statistics() {
        #expect(
            EventFormatter.lines(for: EventSamples.statistics) == [
                "  sent      300 video and 500 audio frames", "  received  295 video and 490 audio frames",
                "  dropped   2 frames (2 of them bad)", "  delay     82 ms from camera to screen",
                "  path      relay/relay",
            ])
        #expect(EventFormatter.lines(for: CallStatistics()).isEmpty)
    }

    static let account = AccountDetails(
        userId: 5, deviceId: 55, name: "Bob", email: "bob@example.org", phoneNumber: "",
        server: "http://127.0.0.1:8080", keys: .plain)

    static let results: [(result: CommandResult, text: [String], json: String)] = [
        (.done, [], #"{"result":"done"}"#),
        (
            .hello(version: "2.1", keys: .sealed), [], #"{"keys":"sealed","result":"agent","version":"2.1"}"#
        ),
        (
            .codeSent(to: "bob@example.org"), ["A code is on its way to bob@example.org."],
            #"{"result":"codeSent","to":"bob@example.org"}"#
        ),
        (
            .account(account: account),
            [
                "Bob <bob@example.org>", "  user 5, device 55, at http://127.0.0.1:8080",
                "  keys protected only by file permissions",
            ],
            #"{"deviceId":55,"email":"bob@example.org","keys":"plain","name":"Bob","phoneNumber":"","result":"account","server":"http://127.0.0.1:8080","userId":5}"#
        ),
        (
            .shareToken(token: "abc", link: "http://h/share/contact/abc"),
            [
                "http://h/share/contact/abc",
                "Anyone with this link can ask to be your contact, and you decide. It works once, for 24 hours.",
            ],
            #"{"link":"http://h/share/contact/abc","result":"shareToken","token":"abc"}"#
        ),
        (
            .personalLink(state: nil),
            [
                "Your personal link is off. It no longer works, including where it’s printed. To turn it on: ecall personal-link on"
            ],
            #"{"link":null,"result":"personalLink"}"#
        ),
        (
            .personalLink(
                state: PersonalLinkState(
                    link: "http://h/share/contact/abc", maxUses: 10, usedCount: 3,
                    expiresAt: Timestamp(milliseconds: 1_800_000_000_000), hasEnded: false)),
            [
                "http://h/share/contact/abc",
                "A link to print or put in a profile. Several people can use it to send you a contact request until it expires. "
                    + "You decide whom to accept.",
                "Uses: 3 of 10", "Expires on 2027-01-15 08:00 UTC",
            ],
            #"{"expiresAt":"2027-01-15T08:00:00.000Z","hasEnded":false,"link":"http://h/share/contact/abc","maxUses":10,"result":"personalLink","usedCount":3}"#
        ),
        (
            .callLink(link: "http://h/#/call/7/1/abc"),
            [
                "http://h/#/call/7/1/abc",
                "Only your contacts can join with this link, and only while you’re in the call.",
            ],
            #"{"link":"http://h/#/call/7/1/abc","result":"callLink"}"#
        ),
        (
            .callLink(link: nil), ["The call link was deleted. No one can join with it any more."],
            #"{"link":null,"result":"callLink"}"#
        ),
        (.requestSent(name: "Bob"), ["Your request was sent to Bob."], #"{"name":"Bob","result":"requestSent"}"#),
        (.requestSent(name: nil), ["Request sent"], #"{"result":"requestSent"}"#),
        (
            .requests(received: [Person(id: 5, name: "Bob")], sent: [Person(id: 6, name: "Eve")]),
            ["Request from Bob  (5)", "Request to Eve  (6)"],
            #"{"received":[{"id":5,"name":"Bob"}],"result":"requests","sent":[{"id":6,"name":"Eve"}]}"#
        ),
        (
            .contacts(contacts: [Person(id: 6, name: "Eve", isFavorite: false, isBlocked: true)]),
            ["Eve  (6) · Blocked"],
            #"{"contacts":[{"id":6,"isBlocked":true,"isFavorite":false,"name":"Eve"}],"result":"contacts"}"#
        ),
        (
            .found(people: [FoundPerson(name: "Bob\u{1B}[2J", token: "T")]), ["Bob\u{FFFD}[2J", "  ecall add T"],
            #"{"people":[{"name":"Bob\u001b[2J","token":"T"}],"result":"found"}"#
        ),
        (
            .contacts(contacts: [Person(id: 5, name: "Bob", isFavorite: true)]), ["* Bob  (5)"],
            #"{"contacts":[{"id":5,"isFavorite":true,"name":"Bob"}],"result":"contacts"}"#
        ),
        (.person(person: Person(id: 5, name: "Bob")), [], #"{"name":"Bob","result":"person","userId":5}"#),
        (
            .memory(result: MemoryProbeResult(keyIsLive: true, copies: 1, bytesSearched: 4096)),
            ["1 copies of the call key in 4096 bytes of memory"],
            #"{"bytesSearched":4096,"copies":1,"keyIsLive":true,"result":"memory"}"#
        ),
    ]

    /// 004-21, 004-41
    @Test("each result has its lines and its object", arguments: results.indices)
    func result(index: Int) {
        let sample = Self.results[index]
        let (text, json) = (PrintedLines(), PrintedLines())
        text.printer(json: false).result(sample.result)
        json.printer(json: true).result(sample.result)
        #expect(text.output == sample.text)
        #expect(json.output == [sample.json])
    }

    @Test("the result of a call carries its statistics")
    func callResult() throws {
        let printed = PrintedLines()
        let summary = CallSummary(id: 17, reason: .hungUp, problem: nil, statistics: EventSamples.statistics)
        printed.printer(json: true).result(.call(summary: summary))
        let object = try JSONDecoder().decode(JSONValue.self, from: Data(try #require(printed.output.first).utf8))
        guard case .object(let members) = object, case .object(let counters)? = members["statistics"] else {
            Issue.record("no statistics")
            return
        }
        #expect(members["result"] == .string("call"))
        #expect(counters["videoFramesOpened"] == .integer(295))
        #expect(counters["framesDroppedBad"] == .integer(2))
    }

    @Test("a failure goes to stderr, and also to stdout in JSON")
    func failures() {
        let (text, json) = (PrintedLines(), PrintedLines())
        text.printer(json: false).failure(.notSignedIn)
        json.printer(json: true).failure(.notSignedIn)
        #expect(text.output.isEmpty)
        #expect(text.diagnostics == ["ecall: You are not signed in. Type: ecall login"])
        #expect(
            json.output == [
                #"{"error":"notSignedIn","exitStatus":3,"message":"You are not signed in. Type: ecall login"}"#
            ])
        #expect(json.diagnostics == text.diagnostics)
    }

    @Test(
        "names of strangers cannot control the terminal",
        arguments: [
            ("Bob", "Bob"), ("\u{1B}[2J\u{1B}]0;x\u{7}", "\u{FFFD}[2J\u{FFFD}]0;x\u{FFFD}"),
            ("a\nb\rc\td", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d"), ("\u{202E}txt", "\u{FFFD}txt"),
            ("\u{2028}", "\u{FFFD}"), ("\u{9B}31m", "\u{FFFD}31m"), ("Zoë 👩‍👩‍👧", "Zoë 👩‍👩‍👧"),
        ])
    func harmless(name: String, shown: String) {
        #expect(TerminalSanitizer.safe(name) == shown)
        var text = EventFormatter()
        #expect(text.line(for: .call(.answered(1, by: 5, name: name))) == "\(shown) answered.")
    }

    @Test(
        "JSON contains nothing that controls a terminal, and decodes to the same",
        arguments: [
            ("\u{9B}31m", #"\u009b31m"#), ("a\u{202E}b", #"a\u202eb"#), ("\u{7F}", #"\u007f"#),
            ("\u{E0041}", #"\udb40\udc41"#),
            ("Zoë 👩‍👩‍👧", "Zoë 👩‍👩‍👧"),
        ])
    func escapes(name: String, written: String) throws {
        let printed = PrintedLines()
        printed.printer(json: true).event(.call(.answered(1, by: 5, name: name)))
        let line = try #require(printed.output.first)
        #expect(line.contains(#""name":"\#(written)""#), "\(line)")
        let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(read?["name"] as? String == name)
    }

    @Test("the server's reasons cannot control the terminal")
    func harmlessFailure() {
        let printed = PrintedLines()
        printed.printer(json: false).failure(
            CommandFailure(.failure, .verbatim("First.\nSuspended: \u{1B}[31mspam\u{202E}")))
        #expect(printed.diagnostics == ["ecall: First.\nSuspended: \u{FFFD}[31mspam\u{FFFD}"])
    }
}
