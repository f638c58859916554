import CallEngine
import ECallAPI
import ServerFoundation

/// Checks the form of a request to start a call before anything is looked up.
enum StartCallCheck {
    /// The most wrapped keys per possible participant.
    static let keys = 10
    /// The longest wrapped key; RSA-4096 gives 684 characters.
    static let keyLength = 4096

    /// The negotiable codecs; any other value counts as absent.
    static let videoCodecs: Set<String> = ["h264", "vp8"]

    /// - Parameters:
    ///   - limit: the most people in a call.
    ///   - code: the code of refusals that have none of their own.
    static func check(
        _ request: StartCallRequest, by caller: DeviceIdentity, limit: Int, or code: ErrorCode = .startCallFailed
    ) throws(APIFailure) {
        // An inviter is in a room already.
        guard !request.roomId.isNone || code != .startCallFailed else {
            throw APIFailure(code, "There is no such room")
        }
        guard !request.calleeIds.isEmpty, request.calleeIds.count < limit,
            !request.calleeIds.contains(where: \.isNone)
        else { throw APIFailure(code, "Name at least one person to call, and no more than a call can hold") }
        guard !request.calleeIds.contains(caller.user) else {
            throw APIFailure(code, "You cannot call yourself")
        }
        // Printable ASCII, which contains base64 and its separators.
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
    /// The refusal as the client sees it; `code` if it has none of its own.
    func failure(_ code: ErrorCode) -> APIFailure {
        switch self {
        case .allCalleesBusy: APIFailure(.allCalleesBusy, "The line is busy")
        case .calleeNotAvailable: APIFailure(.userNotAvailable, "This person cannot be reached")
        case .keyMissing: APIFailure(.encryptedAESKeyMissed, "None of this person's devices has a key")
        case .alreadyInCall: APIFailure(.userAlreadyInCall, "You are in another call")
        case .joinedByOtherDevice: APIFailure(.joinedByOtherDevice, "Answered on another device")
        case .notFound: APIFailure(.callNotFound, "There is no such call")
        case .over: APIFailure(.callNotAvailable, "The call has ended")
        case .notInCall: APIFailure(code, "This device is not in the call")
        case .unknownParticipant: APIFailure(code, "There is no such participant")
        case .calleeInCall: APIFailure(.userAlreadyInCall, "This person is already in the call")
        case .full: APIFailure(code, "This call is full")
        case .tooManyUnmuted: APIFailure(.tooManyUnmuted, "Too many people are unmuted. Someone has to mute first")
        case .notHost: APIFailure(.notAllowed, "Only the person who started the call can do that")
        case .removed: APIFailure(.removedFromCall, "You were removed from this call")
        case .nobodyThere: APIFailure(code, "No one in the call can let you in")
        case .notAsked: APIFailure(code, "This device has not asked to rejoin, or its request has expired")
        }
    }
}
