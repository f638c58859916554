import ECallAPI

/// What a request to start a call must look like before anything is asked about it.
enum StartCallCheck {
    /// Most callees (wire-protocol 1.10 allows groups; e2ee 6 is tested up to 50).
    static let callees = 49
    /// Most wrapped keys.
    static let keys = 500
    /// The longest wrapped key; RSA-4096 gives 684 characters.
    static let keyLength = 4096

    /// What clients may agree on; anything else is as if nothing was said.
    static let videoCodecs: Set<String> = ["h264", "vp8"]

    static func check(_ request: StartCallRequest, by caller: DeviceIdentity) throws(APIFailure) {
        guard !request.roomId.isNone else { throw APIFailure(.startCallFailed, "There is no such room") }
        guard !request.calleeIds.isEmpty, request.calleeIds.count <= callees,
            !request.calleeIds.contains(where: \.isNone)
        else { throw APIFailure(.startCallFailed, "Nobody to call, or too many") }
        guard !request.calleeIds.contains(caller.user) else {
            throw APIFailure(.startCallFailed, "You cannot call yourself")
        }
        // Printable ASCII: what base64 and its separators are made of.
        let isSane = request.encryptedAESKeys.values.allSatisfy { key in
            key.utf8.count <= keyLength && key.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        }
        guard request.encryptedAESKeys.count <= keys, isSane else {
            throw APIFailure(.encryptedAESKeyMissed, "A wrapped key is too long or not text")
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
        }
    }
}
