import ECallAPI
import Foundation
import Testing

@Suite("Signals", .timeLimit(.minutes(1)))
struct SignalMessageTests {
    @Test("every kind survives the way over the wire", arguments: SignalKind.allCases)
    func roundTrip(_ kind: SignalKind) throws {
        var signal = SignalMessage(kind)
        signal[id: .call] = 9001
        signal[id: .participant] = 1043
        signal[id: .participantDevice] = 81
        signal[text: .participantName] = "Bo \"the\" \u{1F600}"
        signal[flag: .isVideo] = true
        signal.epoch = 7
        signal.status = .connected
        let read = try #require(SignalMessage(json: try signal.json()))
        #expect(read == signal)
        #expect(read[id: .call] == CallID(9001))
        #expect(read.epoch == 7)
    }

    @Test("members nobody knows travel on unchanged")
    func unknownMembers() throws {
        let text = #"{"type":"key_rotation","callId":1,"extra":{"a":[1,2.5,null,true,"x"]},"big":18446744073709551615}"#
        let signal = try #require(SignalMessage(json: Data(text.utf8)))
        let again = try #require(SignalMessage(json: try signal.json()))
        #expect(
            again.members["extra"]
                == .object(["a": .array([.integer(1), .number(2.5), .null, .bool(true), .string("x")])]))
        #expect(again.members["big"] == .unsigned(.max))
    }

    @Test(
        "what is no signal is nil",
        arguments: [
            "", "{}", "[]", "null", #""key_rotation""#, #"{"type":5}"#, #"{"type":"no_such_signal"}"#, #"{"type":"#,
            #"{"type":"call_ended"} trailing"#, String(repeating: "[", count: 10_000),
            #"{"type":"call_ended","x":""# + String(repeating: "x", count: SignalMessage.largest) + "\"}",
        ])
    func junk(_ text: String) {
        #expect(SignalMessage(json: Data(text.utf8)) == nil)
    }

    @Test(
        "ids that are no ids read as absent", arguments: ["\"5\"", "-1", "0", "1.5", "9007199254740992", "null", "[1]"])
    func badIDs(_ value: String) throws {
        let signal = try #require(SignalMessage(json: Data(#"{"type":"call_ended","callId":\#(value)}"#.utf8)))
        #expect(signal[id: .call] == nil)
    }

    @Test("a reason travels in the words of the protocol; one that nobody knows is another")
    func reasons() throws {
        var signal = SignalMessage(.callEnded)
        signal.reason = .noAnswer
        #expect(signal.members["reason"] == .string("no_answer"))
        #expect(try SignalMessage(json: signal.json())?.reason == .noAnswer)
        #expect(SignalMessage(json: Data(#"{"type":"call_ended","reason":"eclipse"}"#.utf8))?.reason == .other)
        #expect(SignalMessage(json: Data(#"{"type":"call_ended","reason":5}"#.utf8))?.reason == nil)
    }

    @Test("a participant of an earlier version, or with a reason nobody knows, is still read")
    func participants() throws {
        let text =
            #"{"userId":1,"deviceId":0,"displayName":"","isHost":false,"callId":2,"isHostKey":false,"#
            + #""isMuted":false,"isVideoEnabled":true,"status":"rejected""#
        let read = { (end: String) in try JSONDecoder().decode(Participant.self, from: Data((text + end).utf8)) }
        #expect(try read("}").endReason == nil)
        #expect(try read(#","endReason":"no_answer"}"#).endReason == .noAnswer)
        #expect(try read(#","endReason":"eclipse"}"#).endReason == .other)
    }
}
