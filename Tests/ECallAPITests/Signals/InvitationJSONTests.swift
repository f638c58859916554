import ECallAPI
import Foundation
import Testing

/// An invitation in an answer over HTTP is the signal that is sent over STOMP (wire-protocol 3.6).
@Suite("Invitations as JSON", .timeLimit(.minutes(1)))
struct InvitationJSONTests {
    private static let full = CallInvitation(
        call: 1, room: 2, caller: DeviceIdentity(user: 3, device: 4), callerName: "Ána \"A\" / \u{1F600}",
        callee: DeviceIdentity(user: 5, device: 6), isVideo: true, isOnGoing: true, videoCodec: "h264",
        encryptedAESKey: "a2V5/+==", e2ee: E2EEOpening(invite: "e30.e30.i", join: "e30.e30.j"))
    private static let bare = CallInvitation(
        call: 9_007_199_254_740_991, room: 2, caller: DeviceIdentity(user: 3, device: 4), callerName: nil,
        isVideo: false, encryptedAESKey: "")

    @Test("both forms have the same members with the same values, and each reads the other", arguments: [full, bare])
    func equalsSignal(invitation: CallInvitation) throws {
        let (signal, answer) = (Data(Signal.callInvitation(invitation).json()), try JSONEncoder().encode(invitation))
        let members = try [signal, answer].map { try JSONDecoder().decode([String: JSONValue].self, from: $0) }
        #expect(members[0] == members[1])
        #expect(try JSONDecoder().decode(CallInvitation.self, from: signal) == invitation)
        #expect(Signal(json: Array(answer)) == .callInvitation(invitation))
    }

    @Test(
        "a text that is not an invitation, or lacks a member that a ring needs, is refused",
        arguments: ["type", "callId", "roomId", "callerId", "callerDeviceId", "encryptedAESKey"])
    func refuses(missing: String) throws {
        var members = try JSONDecoder().decode(
            [String: JSONValue].self, from: JSONEncoder().encode(Self.full))
        members[missing] = nil
        let without = try JSONEncoder().encode(members)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CallInvitation.self, from: without) }
        members["type"] = "call_ended"
        let other = try JSONEncoder().encode(members)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CallInvitation.self, from: other) }
    }

    @Test("an answer of an older server has no list; one without rings has an empty list")
    func absence() throws {
        let older = try JSONDecoder().decode(ActiveCallResponse.self, from: Data("{\"active\":false}".utf8))
        #expect(older.ringing == nil)
        let answer = try JSONEncoder().encode(ActiveCallResponse(active: false, ringing: []))
        #expect(String(decoding: answer, as: UTF8.self).contains("\"ringing\":[]"))
    }
}
