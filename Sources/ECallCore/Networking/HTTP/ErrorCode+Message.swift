public import ECallAPI

extension ErrorCode {
    /// What a person reads; nil where the server's own title says it best.
    public var message: String? {
        switch self {
        case .invalidOTP, .otpMismatched: "Wrong code."
        case .otpExpired: "The code has expired. Ask for a new one."
        case .tooManyFailedAttempts: "Too many failed attempts. Ask for a new code later."
        case .reachedMaxResendAttempts: "No more codes can be sent for now. Try again later."
        case .allCalleesBusy: "Busy: they are in another call."
        case .userNotAvailable: "Not available: no device of theirs can be called now."
        case .userAlreadyInCall: "You are in a call already."
        case .joinedByOtherDevice: "Answered on another device."
        case .callNotFound, .callNotAvailable: "This call has ended."
        case .alreadyFriends: "You are contacts already."
        case .tokenNotFound: "This link is not valid."
        case .tokenExpired: "This link has expired. Ask for a new one."
        case .tokenUsed: "This link has been used already. Ask for a new one."
        case .selfResolve: "This is your own link. Send it to someone else."
        case .tooManyShareTokens: "You have made too many links. Try again in an hour."
        case .tooManySearches: "You have searched too often. Try again in an hour."
        case .tooManyRequests: "Too many requests. Wait a moment."
        case .storageUnavailable: "The server cannot store anything right now. Try again in a moment."
        case .internalError: "The server has a problem. Try again later."
        default: nil
        }
    }
}
