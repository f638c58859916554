import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import ECallServer

@Suite("Signals as clients write them", .timeLimit(.minutes(1)))
struct ClientSignalTests {
    private func read(_ json: String) -> ReceivedSignal? {
        guard case .signal(let received)? = ClientSignal(json: Array(json.utf8)) else { return nil }
        return received
    }

    private func relayed(_ json: String, _ change: (inout SignalMessage) -> Void = { _ in }) throws -> String {
        let received = try #require(read(json))
        var signal = received.signal
        change(&signal)
        return String(decoding: received.json(as: signal), as: UTF8.self)
    }

    @Test(
        "Members that nobody knows travel on as they are written",
        arguments: [
            "\"x\":1.50", "\"x\":1e400", "\"x\":-0", "\"x\":123456789012345678901234567890", "\"x\":[1, 2 ,{\"a\":[]}]",
            "\"x\":\"\\u00e9\\/\\ud83d\\ude00\"", "\"x\":{}", "\"x\":null", "\"x\":{\"b\":1,\"a\":2,\"b\":3}",
            "\"naïve\":true", "\"z\":1,\"a\":2", "\"x\":\"\\u0000\"", "\"x\":\"\\ud800\"",
        ])
    func untouched(members: String) throws {
        let json = "{\"type\":\"key_rotation\",\"callId\":5,\(members)}"
        #expect(try relayed(json) == json)
    }

    @Test("What the server changes is changed, wherever it stands; the rest keeps its place")
    func changed() throws {
        let json = " { \"callId\" : 5 , \"x\" : 1.0 , \"senderId\":1, \"type\":\"key_rotation\" } "
        let text = try relayed(json) {
            $0[id: .call] = 6
            $0[id: .sender] = nil
            $0[id: .senderDevice] = 9
        }
        #expect(text == "{\"type\":\"key_rotation\",\"callId\":6,\"x\":1.0,\"senderDeviceId\":9}")
    }

    @Test("The rules see numbers, texts and flags")
    func seen() throws {
        let signal = try #require(
            read(
                "{\"type\":\"send_aes_key\",\"callId\":9007199254740991,\"participantId\":\"5\",\"participantName\":\"a\\\"\\u00fc\",\"isMuted\":false}"
            )
        ).signal
        #expect(signal.kind == .sendAESKey && signal[id: .call]?.rawValue == 9_007_199_254_740_991)
        // A quoted number is none (wire-protocol 0.2).
        #expect(signal[id: .participant] == nil)
        #expect(signal[text: .participantName] == "a\"ü" && signal[flag: .isMuted] == false)
    }

    @Test("The old names of requirement 003 are orders, not signals", arguments: CallCommand.allCases)
    func commands(command: CallCommand) {
        for (json, id) in [("\"callId\":7", CallID(7)), ("\"callId\":0", nil), ("\"x\":1", nil)] as [(String, CallID?)]
        {
            guard
                case .command(let read, let call)? = ClientSignal(
                    json: Array("{\"type\":\"\(command.rawValue)\",\(json)}".utf8))
            else {
                Issue.record("not read: \(json)")
                continue
            }
            #expect(read == command && call == id)
        }
        #expect(SignalKind(rawValue: command.rawValue) == nil, "no signal of that name is ever sent")
    }

    @Test(
        "Junk",
        arguments: [
            "", "{", "}", "[]", "null", "{}", "{\"type\":7}", "{\"type\":\"unheard_of\"}", "{\"type\":\"call_ended\"",
            "{\"type\":\"call_ended\"}x", "{\"type\":\"call_ended\",}", "{\"type\":\"call_ended\" \"x\":1}",
            "{\"type\":\"call_ended\",\"x\":01}", "{\"type\":\"call_ended\",\"x\":1.}",
            "{\"type\":\"call_ended\",\"x\":.5}",
            "{\"type\":\"call_ended\",\"x\":+1}", "{\"type\":\"call_ended\",\"x\":1e}",
            "{\"type\":\"call_ended\",\"x\":nul}",
            "{\"type\":\"call_ended\",\"x\":\"\\x\"}", "{\"type\":\"call_ended\",\"x\":\"\\u12g4\"}",
            "{\"type\":\"call_ended\",\"x\":\"\n\"}", "{\"type\":\"call_ended\",\"x\":\"}",
            "{\"type\":\"call_ended\",x:1}",
            "{\"type\":\"call_ended\",\"type\":\"key_rotation\"}", "{\"type\":\"call_ended\",\"a\":1,\"\\u0061\":2}",
            "{\"type\":\"call_ended\",\"x\":[1,]}", "{\"type\":\"call_ended\",\"x\":[}",
            "{\"type\":\"call_ended\",\"x\":NaN}",
            "{\"type\":\"call_ended\",\"x\":\(String(repeating: "[", count: 40))\(String(repeating: "]", count: 40))}",
            "{\"type\":\"call_ended\",\(String(repeating: "\"x", count: 1))\":\"\(String(repeating: "y", count: 17_000))\"}",
            "{\"type\":\"call_ended\",\((0..<80).map { "\"m\($0)\":1" }.joined(separator: ","))}",
        ])
    func junk(json: String) {
        #expect(ClientSignal(json: Array(json.utf8)) == nil)
    }

    @Test("Bytes that are no UTF-8 are no signal")
    func notUTF8() {
        #expect(ClientSignal(json: Array("{\"type\":\"call_ended\",\"x\":\"".utf8) + [0xFF] + Array("\"}".utf8)) == nil)
    }

    @Test("Signals of the server are written as every JSON reader understands them")
    func written() throws {
        var signal = SignalMessage(
            .callEnded,
            members: [
                "list": [1, "a\n\"\\\u{1}é😀", .null, true], "object": ["b": .number(0.5), "a": .unsigned(.max)],
                "negative": -5,
            ])
        signal[id: .call] = 77
        signal[text: .callerName] = "A/B"
        let text = SignalText.encode(signal)
        #expect(!text.contains(0x0A) && !text.contains(0))
        #expect(SignalMessage(json: Data(text)) == signal)
        #expect(read(String(decoding: text, as: UTF8.self))?.json(as: signal).isEmpty == false)
    }

    @Test("Who sends too much has to wait: one device, and all of a call together")
    func rates() {
        var rates = SignalRates(limits: .init(perDevice: (10, 5), perCall: (10, 8)))
        func passed(_ device: DeviceIdentity, _ tries: Int, at now: UInt64) -> Int {
            (0..<tries).count { _ in rates.allows(device, now: now) }
        }
        #expect(passed(1, 9, at: 0) == 5)
        #expect(passed(2, 9, at: 0) == 5)
        #expect(passed(1, 9, at: 200_000_000) == 2)
        #expect((0..<20).count { _ in rates.allows(CallID(1), now: 0) } == 8)
        #expect((0..<20).count { _ in rates.allows(CallID(2), now: 0) } == 8)
        for device in 0..<3000 {
            let identity = Cast.identity(of: DeviceID(UInt64(device)))
            _ = rates.allows(identity, now: UInt64(device) * 10_000_000_000)
        }
        #expect(rates.count < 1100)
    }
}
