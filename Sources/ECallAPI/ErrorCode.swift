/// The codes of the error envelope (wire-protocol 1.5). A client chooses its text by them; the raw value is the wire form.
public enum ErrorCode: String, Sendable, CaseIterable, Codable {
    // Codes that the client acts on
    case accessTokenExpired = "ErrAccessTokenExpired"
    case refreshTokenExpired = "ErrRefreshTokenExpired"
    case deviceNotRegistered = "ErrDeviceNotRegistered"
    /// Only when the caller's own account is gone: it logs the user out whatever the HTTP status.
    case userNotFound = "ErrUserNotFound"
    /// Sent only to a person who has proved to be the account's owner.
    case accountSuspended = "ErrAccountSuspended"

    // Sign-in
    case invalidOTP = "ErrInvalidOTP"
    case otpMismatched = "ErrOTPMismatched"
    case otpExpired = "ErrOTPExpired"
    case tooManyFailedAttempts = "ErrTooManyFailedAttempts"
    case reachedMaxResendAttempts = "ErrReachedMaxResendAttempts"
    case requestOTPFailed = "ErrRequestOTPFailed"
    case sendOTPFailed = "ErrSendOTPFailed"
    case resendOTPFailed = "ErrResendOTPFailed"
    case verifyOTPFailed = "ErrVerifyOTPFailed"
    case loginFailed = "ErrLoginFailed"
    case appleLoginFailed = "ErrAppleLoginFailed"
    case invalidSignature = "ErrInvalidSignature"
    case getUserFailed = "ErrGetUserFailed"
    case updateUserFailed = "ErrUpdateUserFailed"
    case emailAlreadyRegistered = "ErrEmailAlreadyRegistered"
    case phoneAlreadyRegistered = "ErrPhoneAlreadyRegistered"
    case loginMethodTaken = "ErrLoginMethodTaken"
    case loginMethodPresent = "ErrLoginMethodPresent"
    case freshProofRequired = "ErrFreshProofRequired"
    case recentlyRemoved = "ErrRecentlyRemoved"
    case wayBackOver = "ErrWayBackOver"
    case userAlreadyRegistered = "ErrUserAlreadyRegistered"
    case keptForAnother = "ErrKeptForAnother"
    case registerUserFailed = "ErrRegisterUserFailed"
    case logoutFailed = "ErrLogoutFailed"

    // Devices and keys
    case registerDeviceFailed = "ErrRegisterDeviceFailed"
    case deviceStatementFailed = "ErrDeviceStatementFailed"
    case tooManyDeviceStatements = "ErrTooManyDeviceStatements"
    case getDevicesFailed = "ErrGetDevicesFailed"
    case deviceNotFound = "ErrDeviceNotFound"
    case devicesNotFound = "ErrDevicesNotFound"
    case checkDeviceFailed = "ErrCheckDeviceFailed"
    case updateDeviceTokenFailed = "ErrUpdateDeviceTokenFailed"
    case terminateOthersFailed = "ErrTerminateOthersFailed"
    case locationLookupFailed = "ErrIP2LocationLookupFailed"
    case pushNotificationFailed = "ErrPushNotificationFailed"
    case getPublicKeyFailed = "ErrGetPublicKeyFailed"
    case getPublicKeysFailed = "ErrGetPublicKeysFailed"
    case encryptedAESKeyMissed = "ErrEncryptedAESKeyMissed"

    // Calls
    case allCalleesBusy = "ErrAllCalleesBusy"
    case userNotAvailable = "ErrUserNotAvailable"
    case userAlreadyInCall = "ErrUserAlreadyInCall"
    case joinedByOtherDevice = "ErrJoinedByOtherDevice"
    case callNotFound = "ErrCallNotFound"
    case callNotAvailable = "ErrCallNotAvailable"
    case startCallFailed = "ErrStartCallFailed"
    case inviteUserFailed = "ErrInviteUserFailed"
    case joinCallFailed = "ErrJoinCallFailed"
    case rejoinCallFailed = "ErrRejoinCallFailed"
    case endCallFailed = "ErrEndCallFailed"
    case updateCallFailed = "ErrUpdateCallFailed"
    case updateParticipantFailed = "ErrUpdateParticipantFailed"
    case tooManyUnmuted = "ErrTooManyUnmuted"
    case notAllowed = "ErrNotAllowed"
    case removedFromCall = "ErrRemovedFromCall"
    case getParticipantsFailed = "ErrGetParticipantsFailed"
    case getActiveCallFailed = "ErrGetActiveCallFailed"
    case getBusyCalleesFailed = "ErrGetBusyCalleesFailed"
    case getCallRecordsFailed = "ErrGetCallRecordsFailed"
    case getCallHistoriesFailed = "ErrGetCallHistoriesFailed"
    case deleteCallsFailed = "ErrDeleteCallsFailed"
    case deleteCallHistoriesFailed = "ErrDeleteCallHistoriesFailed"

    // Contacts
    case alreadyFriends = "ErrAlreadyFriends"
    case sendFriendRequestFailed = "ErrSendFriendRequestFailed"
    case acceptRequestFailed = "ErrAcceptRequestFailed"
    case declineRequestFailed = "ErrDeclineRequestFailed"
    case cancelRequestFailed = "ErrCancelRequestFailed"
    case getRequestsFailed = "ErrGetRequestsFailed"
    case getContactsFailed = "ErrGetContactsFailed"
    case addContactFailed = "ErrAddContactFailed"
    case deleteContactFailed = "ErrDeleteContactFailed"
    case toggleFavoriteFailed = "ErrToggleFavoriteFailed"
    case toggleBlockFailed = "ErrToggleBlockFailed"
    case searchFailed = "ErrSearchContactsFailed"
    case tooManySearches = "ErrTooManySearches"

    // Share tokens
    case tokenNotFound = "ErrTokenNotFound"
    case tokenExpired = "ErrTokenExpired"
    case tokenUsed = "ErrTokenUsed"
    case selfResolve = "ErrSelfResolve"
    case tooManyShareTokens = "ErrTooManyShareTokens"

    // The request itself
    case badRequest = "ErrBadRequest"
    case requestTooLarge = "ErrRequestTooLarge"
    case unsupportedMediaType = "ErrUnsupportedMediaType"
    case crossSiteRequest = "ErrCrossSiteRequest"
    case notFound = "ErrNotFound"
    case methodNotAllowed = "ErrMethodNotAllowed"
    case tooManyRequests = "ErrTooManyRequests"
    case storageUnavailable = "ErrStorageUnavailable"
    case internalError = "ErrInternal"

    /// The HTTP status that belongs to the code.
    public var status: Int {
        switch self {
        case .accessTokenExpired, .deviceNotRegistered: 401
        case .refreshTokenExpired, .accountSuspended, .invalidSignature, .notAllowed, .removedFromCall,
            .crossSiteRequest, .freshProofRequired:
            403
        case .userNotFound, .deviceNotFound, .devicesNotFound, .callNotFound, .tokenNotFound, .notFound: 404
        case .methodNotAllowed: 405
        case .emailAlreadyRegistered, .phoneAlreadyRegistered, .loginMethodTaken, .loginMethodPresent,
            .userAlreadyRegistered, .keptForAnother, .allCalleesBusy,
            .userNotAvailable, .userAlreadyInCall, .joinedByOtherDevice, .alreadyFriends, .selfResolve,
            .tooManyDeviceStatements, .tooManyUnmuted, .recentlyRemoved:
            409
        case .callNotAvailable, .tokenExpired, .tokenUsed, .wayBackOver: 410
        case .requestTooLarge: 413
        case .unsupportedMediaType: 415
        case .tooManyShareTokens, .tooManySearches, .tooManyRequests: 429
        case .internalError: 500
        case .storageUnavailable: 503
        default: 400
        }
    }

    /// The `status` member inside the envelope. It differs from the HTTP status for a dead refresh token only: HTTP 403
    /// with an inner 401 makes the app log out at once (wire-protocol 1.8, 7).
    public var envelopeStatus: Int { self == .refreshTokenExpired ? 401 : status }
}
