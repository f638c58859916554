extension ErrorCode {
    /// What a code means.
    public enum Meaning: Sendable, Equatable {
        case answered(String)
        /// The app knows the code; no endpoint here answers with it, for this reason.
        case reserved(String)
    }

    /// When it is answered; or why it never is.
    public var meaning: Meaning {
        Self.meanings[self] ?? .reserved("it has no meaning yet")
    }

    private static let meanings: [ErrorCode: Meaning] = [
        .accessTokenExpired: .answered("the access token is missing, wrong or expired: refresh, then ask again"),
        .refreshTokenExpired: .answered("the refresh token is used up, expired or withdrawn: sign in again"),
        .deviceNotRegistered: .answered("the device was signed out"),
        .userNotFound: .answered("the caller's own account is gone"),
        .accountSuspended: .answered(
            "the operator has suspended the caller's account; its export and its deletion answer still, also to a sign-in "
                + "with `forDataOnly`"),
        .invalidOTP: .answered("no code is pending, or it has not so many digits"),
        .otpMismatched: .answered("wrong code"),
        .otpExpired: .answered("the code is older than ten minutes"),
        .tooManyFailedAttempts: .answered("the code was tried too often: ask for a new one"),
        .reachedMaxResendAttempts: .answered("too many codes were asked for"),
        .requestOTPFailed: .answered(
            "no code is sent: the channel is off, or too many were asked for from this address"),
        .sendOTPFailed: .answered("the code could not be delivered"),
        .resendOTPFailed: .answered("no code is sent to an address that the account has already"),
        .verifyOTPFailed: .answered("the change needs a proof by `verify` first"),
        .loginFailed: .answered(
            "the address, number or name is not valid, or Google's word for it could not be verified"),
        .appleLoginFailed: .answered("Apple's word could not be verified, or is not taken here"),
        .invalidSignature: .answered("the request is not signed, or wrongly, or its time is off"),
        .getUserFailed: .reserved("the own account is there, or ErrUserNotFound"),
        .updateUserFailed: .answered("the change is not possible; the title says why"),
        .emailAlreadyRegistered: .answered("another account has the address"),
        .phoneAlreadyRegistered: .answered("another account has the number"),
        .loginMethodTaken: .answered("another account has this person of Google or Apple"),
        .loginMethodPresent: .answered("the account has another person of Google or Apple: remove that first"),
        .freshProofRequired: .answered(
            "the change needs a proof that it is the owner's: by the device's key, a code, or a sign-in of the last ten minutes"
        ),
        .recentlyRemoved: .answered(
            "the address, number, or person of Google or Apple was taken off another account, and can be taken back still"
        ),
        .wayBackOver: .answered("it was taken back already, or can be no more, or is of another server"),
        .userAlreadyRegistered: .reserved("signing in and up are one: an account that exists is signed in to"),
        .keptForAnother: .answered("the device keeps the keys of another account (`keptAccount`)"),
        .registerUserFailed: .reserved("signing in and up are one, and fail with ErrLoginFailed"),
        .logoutFailed: .reserved("signing out cannot fail"),
        .registerDeviceFailed: .answered("what the device says of itself is not valid"),
        .deviceStatementFailed: .answered(
            "it is not a vouch or a revoke, is too long, or is not signed by the identity that the calling device has registered"
        ),
        .tooManyDeviceStatements: .answered(
            "the device has 16 statements, or the account 32, that cannot be dropped"),
        .getDevicesFailed: .reserved("listing cannot fail"),
        .deviceNotFound: .answered("the caller has no such device"),
        .devicesNotFound: .reserved("the calling device is always in the list"),
        .checkDeviceFailed: .reserved("a device is checked by its token, and fails with ErrDeviceNotRegistered"),
        .updateDeviceTokenFailed: .reserved(
            "push tokens are taken by register_device, and fail with ErrRegisterDeviceFailed"),
        .terminateOthersFailed: .reserved("signing others out cannot fail"),
        .locationLookupFailed: .reserved("an unknown location is an empty text"),
        .pushNotificationFailed: .answered("the subscription is none that this server sends to; the title says why"),
        .getPublicKeyFailed: .reserved("keys are asked for in the plural"),
        .getPublicKeysFailed: .answered("too many people were asked for at once"),
        .encryptedAESKeyMissed: .answered("there is no wrapped key for anybody who could be rung"),
        .allCalleesBusy: .answered("everybody called is in a call"),
        .userNotAvailable: .answered("nobody called can be reached"),
        .userAlreadyInCall: .answered("the caller is in another call, or who is invited in this one"),
        .joinedByOtherDevice: .answered("another device of the caller has answered"),
        .callNotFound: .answered("there is no such call"),
        .callNotAvailable: .answered("the call is over"),
        .startCallFailed: .answered("the call cannot be started; the title says why"),
        .inviteUserFailed: .answered("nobody can be invited; the title says why"),
        .joinCallFailed: .answered("the call cannot be joined"),
        .rejoinCallFailed: .answered("the device has not asked for a key, or nobody is there who could answer"),
        .endCallFailed: .reserved("ending a call cannot fail"),
        .updateCallFailed: .reserved("a call is changed by its participants alone"),
        .updateParticipantFailed: .answered("the caller may not change this participant so"),
        .tooManyUnmuted: .answered("sixteen others in the call are not muted: one of them has to mute first"),
        .notAllowed: .answered("only who made the call may do that"),
        .removedFromCall: .answered(
            "who made the call has put the caller out of it, who does not come back until somebody in it invites them again"
        ),
        .getParticipantsFailed: .reserved("a call that is not there has no participants"),
        .getActiveCallFailed: .reserved("not to be in a call is an answer"),
        .getBusyCalleesFailed: .reserved("who is busy is told by starting a call"),
        .getCallRecordsFailed: .reserved("listing cannot fail"),
        .getCallHistoriesFailed: .reserved("listing cannot fail"),
        .deleteCallsFailed: .reserved("calls are taken out of a history, and fail with ErrDeleteCallHistoriesFailed"),
        .deleteCallHistoriesFailed: .answered("too many calls were named at once"),
        .alreadyFriends: .answered("the two are friends"),
        .sendFriendRequestFailed: .answered("the request cannot be made; the title says why"),
        .acceptRequestFailed: .answered("there is no such request"),
        .declineRequestFailed: .reserved("declining what is not there succeeds"),
        .cancelRequestFailed: .reserved("taking back what is not there succeeds"),
        .getRequestsFailed: .reserved("listing cannot fail"),
        .getContactsFailed: .answered("there is no such contact"),
        .addContactFailed: .reserved("contacts are made by accepting a request"),
        .deleteContactFailed: .reserved("removing what is not there succeeds"),
        .toggleFavoriteFailed: .answered("there is no such contact"),
        .toggleBlockFailed: .answered("nobody can be blocked by this number"),
        .searchFailed: .answered("a search takes exactly one of address, number and key hash"),
        .tooManySearches: .answered("later"),
        .tokenNotFound: .answered("the token is unknown or withdrawn"),
        .tokenExpired: .answered("the token is older than 24 hours"),
        .tokenUsed: .answered("the token was used"),
        .selfResolve: .answered("the token is the caller's own"),
        .tooManyShareTokens: .answered("twenty tokens an hour"),
        .badRequest: .answered("the request is not what the endpoint takes; the title names the member"),
        .requestTooLarge: .answered("the body is larger than 256 kB"),
        .unsupportedMediaType: .answered("the body is not declared as `application/json`"),
        .crossSiteRequest: .answered("a page of another site sent the request, and it has no access token"),
        .notFound: .answered("there is no such path"),
        .methodNotAllowed: .answered("the path has other methods: `Allow` names them"),
        .tooManyRequests: .answered("later"),
        .storageUnavailable: .answered(
            "the server's disk is full or does not answer; nothing was kept, the request can be made again"),
        .internalError: .answered("the server failed; the request can be made again"),
    ]
}
