public import ECallAPI
public import ECallLanguage

extension ErrorCode {
    /// The text for a person; nil if the server's own title is better.
    public var text: Text? {
        switch self {
        case .invalidOTP, .otpMismatched: .errorsWrongCode
        case .otpExpired: .errorsCodeExpired
        case .tooManyFailedAttempts: .errorsTooManyFailedAttempts
        case .reachedMaxResendAttempts, .requestOTPFailed: .errorsNoMoreCodes
        case .sendOTPFailed: .errorsCodeNotSent
        case .allCalleesBusy: .errorsCalleesBusy
        case .userNotAvailable: .errorsNotAvailable
        case .userAlreadyInCall: .errorsAlreadyInCall
        case .joinedByOtherDevice: .errorsAnsweredElsewhere
        case .tooManyUnmuted: .errorsTooManyUnmuted
        case .notAllowed: .errorsNotCallMaker
        case .removedFromCall: .errorsRemovedFromCall
        case .callNotFound, .callNotAvailable: .errorsCallEnded
        case .alreadyFriends: .errorsAlreadyContacts
        case .tokenNotFound: .errorsLinkNotFound
        case .tokenExpired: .errorsLinkExpired
        case .tokenUsed: .errorsLinkUsed
        case .selfResolve: .errorsOwnLink
        case .tooManyShareTokens: .errorsTooManyLinks
        case .tooManySearches: .errorsTooManySearches
        case .tooManyRequests: .errorsTooManyRequests
        case .emailAlreadyRegistered: .errorsAddressTaken
        case .phoneAlreadyRegistered: .errorsNumberTaken
        case .loginMethodTaken: .errorsLoginMethodTaken
        case .loginMethodPresent: .errorsLoginMethodPresent
        case .freshProofRequired: .errorsFreshProofRequired
        case .recentlyRemoved: .errorsRecentlyRemoved
        case .wayBackOver: .errorsWayBackOver
        case .acceptRequestFailed: .errorsRequestGone
        case .toggleFavoriteFailed, .getContactsFailed: .errorsContactGone
        case .deviceNotFound: .errorsDeviceGone
        case .storageUnavailable: .errorsStorageUnavailable
        case .internalError: .errorsInternal
        default: nil
        }
    }
}
