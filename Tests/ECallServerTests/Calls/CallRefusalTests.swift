import CallEngine
import ECallAPI
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Refused calls", .timeLimit(.minutes(1)))
struct CallRefusalTests {
    @Test(
        "each refusal has its own error code",
        arguments: [
            (.allCalleesBusy, .allCalleesBusy), (.calleeNotAvailable, .userNotAvailable),
            (.keyMissing, .encryptedAESKeyMissed), (.alreadyInCall, .userAlreadyInCall),
            (.joinedByOtherDevice, .joinedByOtherDevice), (.notFound, .callNotFound), (.over, .callNotAvailable),
            (.notInCall, .joinCallFailed), (.unknownParticipant, .joinCallFailed), (.calleeInCall, .userAlreadyInCall),
            (.full, .joinCallFailed), (.nobodyThere, .joinCallFailed), (.notAsked, .joinCallFailed),
            (.tooManyUnmuted, .tooManyUnmuted), (.notHost, .notAllowed), (.removed, .removedFromCall),
        ] as [(CallRefusal, ErrorCode)])
    func codes(refusal: CallRefusal, code: ErrorCode) {
        #expect(refusal.failure(.joinCallFailed).code == code)
    }

    private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func start(
        room: RoomID = 5, callees: [UserID] = [2], keys: [String: String] = ["2_21": "abc"],
        e2ee: E2EEOpening? = nil
    ) -> StartCallRequest {
        StartCallRequest(roomId: room, calleeIds: callees, encryptedAESKeys: keys, isVideo: true, e2ee: e2ee)
    }

    @Test(
        "a malformed call request is refused before anything is looked up",
        arguments: [
            (start(), nil), (start(room: 0), .startCallFailed), (start(callees: []), .startCallFailed),
            (start(callees: [1]), .startCallFailed), (start(callees: [0]), .startCallFailed),
            (start(callees: (2...60).map { UserID($0) }), .startCallFailed),
            (start(keys: ["2_21": "a b"]), .encryptedAESKeyMissed),
            (start(keys: ["2_21": String(repeating: "a", count: 4097)]), .encryptedAESKeyMissed),
            (start(keys: Dictionary(uniqueKeysWithValues: (0...500).map { ("2_\($0)", "a") })), .encryptedAESKeyMissed),
            (start(e2ee: E2EEOpening(invite: text(4096), join: text(8192))), nil),
            (start(e2ee: E2EEOpening(invite: text(4097), join: "j")), .startCallFailed),
            (start(e2ee: E2EEOpening(invite: "i", join: text(8193))), .startCallFailed),
            (start(e2ee: E2EEOpening(invite: "", join: "j")), .startCallFailed),
            (start(e2ee: E2EEOpening(invite: "i", join: "a\"b")), .startCallFailed),
        ] as [(StartCallRequest, ErrorCode?)])
    func checks(request: StartCallRequest, code: ErrorCode?) {
        do {
            try StartCallCheck.check(request, by: DeviceIdentity(user: 1, device: 11), limit: 50)
            #expect(code == nil)
        } catch {
            #expect(error.code == code)
        }
    }
}
