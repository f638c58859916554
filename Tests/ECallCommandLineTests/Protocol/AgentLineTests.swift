import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import ECallSecurity
import Foundation
import Testing

@testable import ECallCommandLine

@Suite("The line protocol", .timeLimit(.minutes(1)))
struct AgentLineTests {
    static let commands: [AgentCommand] = [
        .hello(version: "2.1", secret: nil), .hello(version: "2.1", secret: ProfileSecret(bytes: Data([0, 255, 10]))),
        .stop, .signOut, .language(tag: "de-AT"), .takeBack(token: "abc", server: "http://127.0.0.1:1"), .whoAmI,
        .share,
        .personalLink(wish: .show), .personalLink(wish: .off),
        .personalLink(wish: .set(request: PersonalLinkRequest(maxUses: 5, lifetime: 86_400, isNew: true))),
        .callLink(isWithdrawn: true), .join(link: "http://h/#/call/7/1/abc", media: MediaChoice()),
        .requests, .contacts(language: nil), .contacts(language: "de-AT"), .decline(reply: nil),
        .decline(reply: .cannotTalkNow(minutes: 10)), .hangUp, .status, .checkNetwork, .media,
        .useMedia(devices: DeviceNames(microphone: "USB", cancelsEcho: false)),
        .diagnoseMemory,
        .requestCode(
            form: LoginForm(server: "http://127.0.0.1:1", email: "a@b.cd", phoneNumber: nil, displayName: "A")),
        .resendCode(form: LoginForm(phoneNumber: "+4912345", language: "vi")),
        .verify(form: LoginForm(server: nil, email: "a@b.cd", phoneNumber: nil, displayName: nil), code: "123456"),
        .add(tokenOrLink: "ecall://contact/x"), .accept(person: "bob"), .refuse(person: "bob"), .blocked,
        .favorite(person: "bob", isFavorite: true), .block(person: "bob"), .unblock(person: "5"),
        .search(text: "a@b.cd"),
        .call(people: ["bob"], media: MediaChoice(devices: DeviceNames(camera: "HD", loudspeaker: "default"))),
        .call(people: ["bob"], media: MediaChoice(video: true, testSource: 7, packetTime: .long, relayOnly: true)),
        .invite(people: ["bob", "eve"]), .participants, .mute(isMuted: nil), .mute(isMuted: true), .camera(isOn: false),
        .hear(person: "bob", isHeard: false), .volume(person: "bob", percent: 200), .askToMute(person: "5"),
        .remove(person: "bob"), .hand(isRaised: nil), .hand(isRaised: true), .react(reaction: .celebration),
        .shareScreen(display: .x11(name: ":0", authority: "/a"), window: "Edit"),
        .shareScreen(display: .wayland(socket: "/w"), window: nil), .endScreen,
        .windows(display: .x11(name: ":0", authority: nil)),
        .listen(autoAnswer: .anyone, once: false, media: MediaChoice(input: "/a b/c.mp4", recordDirectory: "/r")),
        .listen(
            autoAnswer: nil, once: false, media: MediaChoice(),
            desktop: Desktop(bus: "unix:path=/a%20b", rendering: Rendering(displays: [.wayland(socket: "/w")]))),
        .answer(
            media: MediaChoice(
                rendering: Rendering(
                    displays: [.x11(name: ":0", authority: nil), .wayland(socket: "/w")],
                    box: PictureBox(width: 320, height: 240)), checkContent: true)), .cancel(request: 3),
    ]

    @Test("every request survives encoding and decoding", arguments: commands)
    func requests(command: AgentCommand) throws {
        let request = AgentRequest(id: 9, command: command)
        let line = try AgentLine.encode(request)
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(!line.dropLast().contains(UInt8(ascii: "\n")))
        #expect(try AgentLine.decode(AgentRequest.self, from: line.dropLast()) == request)
    }

    @Test("every event survives encoding and decoding", arguments: EventSamples.all)
    func events(event: ReportedEvent) throws {
        let reply = AgentReply(id: 4, content: .event(event: event))
        #expect(try AgentLine.decode(AgentReply.self, from: try AgentLine.encode(reply).dropLast()) == reply)
    }

    @Test("every failure survives encoding and decoding", arguments: CommandStatus.allCases)
    func failures(status: CommandStatus) throws {
        let reply = AgentReply(id: 4, content: .failure(failure: CommandFailure(status, .verbatim("Because."))))
        #expect(try AgentLine.decode(AgentReply.self, from: try AgentLine.encode(reply).dropLast()) == reply)
    }

    @Test(
        "junk is malformed",
        arguments: [
            "", "{", "[]", "null", "17", "\"text\"", "{}", "{\"id\":1}", "{\"id\":\"1\",\"command\":{\"stop\":{}}}",
            "{\"id\":1,\"command\":{\"fly\":{}}}", "{\"id\":1,\"command\":{\"stop\":{},\"share\":{}}}",
            "{\"id\":1,\"command\":{\"call\":{\"people\":5}}}", "{\"id\":1,\"command\":\"stop\"}", "\u{0}\u{1}",
            String(repeating: "[", count: 20_000), "{\"id\":99999999999999999999,\"command\":{\"stop\":{}}}",
        ])
    func junk(text: String) {
        #expect(throws: AgentLine.Failure.malformed) {
            try AgentLine.decode(AgentRequest.self, from: Array(text.utf8))
        }
    }

    @Test("bytes that are not UTF-8 are malformed")
    func noText() {
        #expect(throws: AgentLine.Failure.malformed) {
            try AgentLine.decode(AgentRequest.self, from: [0xFF, 0xFE, 0x00, 0x80])
        }
    }

    @Test("a line that is too long is neither written nor read")
    func tooLong() {
        let text = String(repeating: "x", count: LineBuffer.longest)
        #expect(throws: AgentLine.Failure.tooLong) {
            try AgentLine.encode(AgentRequest(id: 1, command: .add(tokenOrLink: text)))
        }
        #expect(throws: AgentLine.Failure.tooLong) {
            try AgentLine.decode(AgentRequest.self, from: Array((text + "x").utf8))
        }
    }

    @Test("printing a value that holds a secret does not reveal it")
    func secrets() {
        let command = AgentCommand.hello(version: "2.1", secret: ProfileSecret(bytes: Data("hunter22".utf8)))
        var dumped = ""
        dump(command, to: &dumped)
        for text in ["\(command)", String(reflecting: command), dumped] {
            #expect(!text.contains("hunter22"))
            #expect(!text.contains("104"))
        }
    }
}
