import CallEngine
import ECallAPI
import ServerFoundation

/// What a request to start a call must look like before anything is asked about it.
enum StartCallCheck {
    /// Most wrapped keys for each person who may be in a call.
    static let keys = 10
    /// The longest wrapped key; RSA-4096 gives 684 characters.
    static let keyLength = 4096

    /// What clients may agree on; anything else is as if nothing was said.
    static let videoCodecs: Set<String> = ["h264", "vp8"]

    /// - Parameters:
    ///   - limit: most people in a call.
    ///   - code: what a request is refused with that has no other code.
    static func check(
        _ request: StartCallRequest, by caller: DeviceIdentity, limit: Int, or code: ErrorCode = .startCallFailed
    ) throws(APIFailure) {
        // Who invites is in a room already.
        guard !request.roomId.isNone || code != .startCallFailed else {
            throw APIFailure(code, "There is no such room")
        }
        guard !request.calleeIds.isEmpty, request.calleeIds.count < limit,
            !request.calleeIds.contains(where: \.isNone)
        else { throw APIFailure(code, "Nobody to call, or too many") }
        guard !request.calleeIds.contains(caller.user) else {
            throw APIFailure(code, "You cannot call yourself")
        }
        // Printable ASCII: what base64 and its separators are made of.
        let isSane = request.encryptedAESKeys.values.allSatisfy { key in
            key.utf8.count <= keyLength && key.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        }
        guard request.encryptedAESKeys.count <= keys * limit, isSane else {
            throw APIFailure(.encryptedAESKeyMissed, "A wrapped key is too long or not text")
        }
        guard request.e2ee?.isPermitted ?? true else {
            throw APIFailure(code, "e2ee.join or e2ee.invite is empty, too long or not text")
        }
    }
}

extension CallRefusal {
    /// The refusal as the client sees it; `code` where it has none of its own.
    func failure(_ code: ErrorCode) -> APIFailure {
        switch self {
        case .allCalleesBusy: APIFailure(.allCalleesBusy, "The line is busy")
        case .calleeNotAvailable: APIFailure(.userNotAvailable, "This person cannot be reached")
        case .keyMissing: APIFailure(.encryptedAESKeyMissed, "There is no key for any device of this person")
        case .alreadyInCall: APIFailure(.userAlreadyInCall, "You are in another call")
        case .joinedByOtherDevice: APIFailure(.joinedByOtherDevice, "Answered on another device")
        case .notFound: APIFailure(.callNotFound, "There is no such call")
        case .over: APIFailure(.callNotAvailable, "The call is over")
        case .notInCall: APIFailure(code, "This device is not in the call")
        case .unknownParticipant: APIFailure(code, "There is no such participant")
        case .calleeInCall: APIFailure(.userAlreadyInCall, "This person is in the call already")
        case .full: APIFailure(code, "There is no room for more people in this call")
        case .tooManyUnmuted: APIFailure(.tooManyUnmuted, "As many people are heard as can be at once")
        case .nobodyThere: APIFailure(code, "Nobody is in the call who could let you in")
        case .notAsked: APIFailure(code, "This device has not asked to come back, or too long ago")
        }
    }
}
