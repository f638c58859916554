import ArgumentParser
import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import Testing

@testable import ECallCommandLine

@Suite("Contents of notifications")
struct NoticeContentTests {
    private static let everything: NoticeCapabilities = [.actions, .body, .markup]

    private static func call(_ name: String = "Bob", isVideo: Bool = false, isVerified: Bool = true) -> IncomingCall {
        IncomingCall(
            id: 17, room: 900, caller: 5, callerDevice: 55, callerName: name, isVideo: isVideo, isVerified: isVerified)
    }

    @Test("a ring is loud, stays, and has two buttons; a missed call is silent and has none")
    func kinds() {
        let ring = NoticeContent(.ring(Self.call(), problem: nil), Self.everything)
        #expect(ring.summary == "Incoming call" && ring.body == "Bob" && ring.category == "call.incoming")
        #expect(ring.urgency == .critical && ring.stays && ring.sound == "phone-incoming-call")
        #expect(ring.buttons.map(\.key) == [.answer, .decline] && ring.buttons.map(\.label) == ["Answer", "Decline"])
        #expect(
            NoticeContent(.ring(Self.call(isVideo: true), problem: nil), []).summary.hasPrefix("Incoming video call"))
        for (notice, summary) in [
            (Notice.missed(Self.call()), "Missed call"), (.missed(Self.call(isVideo: true)), "Missed call"),
            (.failed(Self.call(), problem: nil), "Call failed"),
        ] {
            let content = NoticeContent(notice, Self.everything)
            #expect(content.summary == summary && content.body == "Bob")
            #expect(content.urgency == .low && !content.stays && content.sound == nil && content.buttons.isEmpty)
        }
    }

    @Test("a name is plain text, whatever it contains")
    func hostile() {
        func body(_ name: String, _ capabilities: NoticeCapabilities = Self.everything) -> String {
            NoticeContent(.ring(Self.call(name), problem: nil), capabilities).body
        }
        #expect(body("<b>x</b>&") == "&lt;b&gt;x&lt;/b&gt;&amp;")
        #expect(body("&lt;") == "&amp;lt;")
        #expect(body("<b>x</b>&", [.actions, .body]) == "<b>x</b>&")
        #expect(body("a\nb\u{202E}c\u{0}d") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d")
        #expect(body("") == "user 5")
        #expect(body(String(repeating: "x", count: 5_000)).count == NoticeContent.longestName)
    }

    @Test("an unverified caller is never shown by name alone, ringing or missed")
    func unverified() {
        let call = Self.call("Bob", isVerified: false)
        for notice in [Notice.ring(call, problem: nil), .missed(call), .failed(call, problem: nil)] {
            #expect(NoticeContent(notice, Self.everything).body == "Bob: Caller not verified. This could be anyone.")
        }
    }

    @Test("a server without bodies shows the name in the title, one without buttons what to type")
    func poorServers() {
        let bare = NoticeContent(.ring(Self.call("<b>"), problem: nil), [])
        #expect(bare.summary == "Incoming call: <b>" && bare.body.isEmpty && bare.buttons.isEmpty)
        let plain = NoticeContent(.ring(Self.call(), problem: nil), [.body])
        #expect(plain.buttons.isEmpty)
        #expect(plain.body == "Bob\nAnswer: ecall answer - decline: ecall decline")
    }

    @Test("the reason for a failed answer is shown as plain text")
    func problems() {
        let again = NoticeContent(.ring(Self.call(), problem: .verbatim("<i>no\nmicrophone")), Self.everything)
        #expect(again.body == "Bob\nCouldn’t answer the call\n&lt;i&gt;no\u{FFFD}microphone")
        #expect(again.buttons.count == 2)
        #expect(
            NoticeContent(.failed(Self.call(), problem: .verbatim("No media.")), Self.everything).body
                == "Bob\nNo media.")
    }
}

@Suite("Desktops that show calls")
struct DesktopTests {
    @Test(
        "the session bus comes from the environment, and only sockets are used",
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/7/bus"], "unix:path=/run/user/7/bus"),
            (
                ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/a,guid=1;unix:path=/b"],
                "unix:abstract=/a,guid=1;unix:path=/b"
            ),
            (["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"], nil),
            (["DBUS_SESSION_BUS_ADDRESS": "unixexec:path=/bin/sh"], nil),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a;tcp:host=b"], nil),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=" + String(repeating: "x", count: 5_000)], nil),
            (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/user/7"], "unix:path=/run/user/7/bus"),
            (["XDG_RUNTIME_DIR": "/run/a b%;ü"], "unix:path=/run/a%20b%25%3b%c3%bc/bus"),
            (["XDG_RUNTIME_DIR": "/nowhere"], nil), (["XDG_RUNTIME_DIR": "run"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func bus(environment: [String: String], address: String?) {
        let desktop = Desktop(environment) { $0 != "/nowhere/bus" }
        #expect(desktop?.bus == address)
    }

    @Test("a call answered there is shown on the listening user's displays")
    func displays() {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/b", "DISPLAY": ":7"]
        let rendering = Rendering(displays: [.x11(name: ":7", authority: nil)])
        #expect(Desktop(environment) { _ in true } == Desktop(bus: "unix:path=/b", rendering: rendering))
    }

    @Test(
        "no desktop is used for automatic answers, or without notifications",
        arguments: [
            (["listen"], true), (["listen", "--auto-answer=anyone"], false), (["listen", "--auto-answer"], true),
            (["listen", "--no-notifications"], false),
        ])
    func wanted(arguments: [String], isShown: Bool) throws {
        let command = try #require(try ECallCommand.parseAsRoot(arguments) as? ListenCommand)
        #expect((command.desktop(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/b"]) != nil) == isShown)
    }
}
