extension ErrorCode {
    /// The meaning of a code.
    public enum Meaning: Sendable, Equatable {
        case answered(String)
        /// The app knows the code; no endpoint here answers with it, for this reason.
        case reserved(String)
    }

    /// The situation in which it is answered, or the reason why it never is.
    public var meaning: Meaning {
        Self.meanings[self] ?? .reserved("it has no meaning yet")
    }

    private static let meanings: [ErrorCode: Meaning] = [
        .accessTokenExpired: .answered("the access token is missing, invalid or expired: refresh it and retry"),
        .refreshTokenExpired: .answered("the refresh token was used, expired or revoked: sign in again"),
        .deviceNotRegistered: .answered("the device was signed out"),
        .userNotFound: .answered("the caller's account no longer exists"),
        .accountSuspended: .answered(
            "the operator suspended the caller's account; its export and deletion still work, and so does a sign-in "
                + "with `forDataOnly`"),
        .invalidOTP: .answered("no code is pending, or the code has the wrong number of digits"),
        .otpMismatched: .answered("the code is wrong"),
        .otpExpired: .answered("the code is older than ten minutes"),
        .tooManyFailedAttempts: .answered("too many wrong attempts: request a new code"),
        .reachedMaxResendAttempts: .answered("too many codes were requested: retry later"),
        .requestOTPFailed: .answered(
            "no code was sent: the channel is off, or too many codes were requested from this network"),
        .sendOTPFailed: .answered("the code could not be delivered"),
        .resendOTPFailed: .answered("no code was sent, because the account already has this address"),
        .verifyOTPFailed: .answered("the new address or number must be verified first, with `verify`"),
        .loginFailed: .answered(
            "the address, number or name is invalid, or Google's token could not be verified"),
        .appleLoginFailed: .answered("Apple's token could not be verified, or sign-in with Apple is off"),
        .invalidSignature: .answered("the request's signature is missing or invalid, or its time is wrong"),
        .getUserFailed: .reserved("the caller's account exists, or the error is ErrUserNotFound"),
        .updateUserFailed: .answered("the change is not possible; the title gives the reason"),
        .emailAlreadyRegistered: .answered("another account has the address"),
        .phoneAlreadyRegistered: .answered("another account has the number"),
        .loginMethodTaken: .answered("this Google or Apple account is linked to another account"),
        .loginMethodPresent: .answered(
            "the caller's account is linked to a different Google or Apple account: remove that first"),
        .freshProofRequired: .answered(
            "the change needs fresh proof of ownership: the device's key, a code, or a sign-in in the last ten minutes"
        ),
        .recentlyRemoved: .answered(
            "the address, number, or Google or Apple account was removed from another account, which can still restore "
                + "it"
        ),
        .wayBackOver: .answered(
            "the sign-in method was already restored, can no longer be restored, or belongs to another server"),
        .userAlreadyRegistered: .reserved("there is no separate sign-up: a person with an account is signed in"),
        .keptForAnother: .answered("the device stores the keys of another account (`keptAccount`)"),
        .registerUserFailed: .reserved("there is no separate sign-up: a failed one is ErrLoginFailed"),
        .logoutFailed: .reserved("signing out cannot fail"),
        .registerDeviceFailed: .answered("a property of the device is invalid"),
        .deviceStatementFailed: .answered(
            "the statement is not a vouch or revocation, is too long, or is not signed by the calling device's "
                + "registered identity"
        ),
        .tooManyDeviceStatements: .answered(
            "the device already has 16 statements, or the account 32, and none of them can be dropped"),
        .getDevicesFailed: .reserved("listing cannot fail"),
        .deviceNotFound: .answered("the caller does not have this device"),
        .devicesNotFound: .reserved("the calling device is always in the list"),
        .checkDeviceFailed: .reserved("a device is checked by its token; a failed check is ErrDeviceNotRegistered"),
        .updateDeviceTokenFailed: .reserved(
            "push tokens are set with `register_device`, which fails with ErrRegisterDeviceFailed"),
        .terminateOthersFailed: .reserved("signing out other devices cannot fail"),
        .locationLookupFailed: .reserved("an unknown location is returned as an empty string"),
        .pushNotificationFailed: .answered(
            "the server does not accept this push subscription; the title gives the reason"),
        .getPublicKeyFailed: .reserved("only ErrGetPublicKeysFailed is returned"),
        .getPublicKeysFailed: .answered("the keys of too many people were requested at once"),
        .encryptedAESKeyMissed: .answered("the request has no encrypted key for any callee who could be rung"),
        .allCalleesBusy: .answered("all callees are in other calls"),
        .userNotAvailable: .answered("no callee can be reached"),
        .userAlreadyInCall: .answered("the caller is in another call, or everyone invited is already in this one"),
        .joinedByOtherDevice: .answered("another device of the caller has already answered"),
        .callNotFound: .answered("the call does not exist"),
        .callNotAvailable: .answered("the call has ended"),
        .startCallFailed: .answered("the call cannot be started; the title gives the reason"),
        .inviteUserFailed: .answered("no one can be invited; the title gives the reason"),
        .joinCallFailed: .answered("the call cannot be joined"),
        .rejoinCallFailed: .answered("the device has not asked for a key, or no device in the call could answer"),
        .endCallFailed: .reserved("ending a call cannot fail"),
        .updateCallFailed: .reserved("calls change only through their participants"),
        .updateParticipantFailed: .answered("the caller is not allowed to change this participant in this way"),
        .tooManyUnmuted: .answered("sixteen other participants are unmuted: one of them must mute first"),
        .notAllowed: .answered("only the maker of the call can do that"),
        .removedFromCall: .answered(
            "the maker of the call removed the caller, who can return only when someone in the call invites them again"
        ),
        .getParticipantsFailed: .reserved("a call that does not exist has no participants"),
        .getActiveCallFailed: .reserved("not being in a call is a valid answer"),
        .getBusyCalleesFailed: .reserved("the answer to starting a call lists the busy callees"),
        .getCallRecordsFailed: .reserved("listing cannot fail"),
        .getCallHistoriesFailed: .reserved("listing cannot fail"),
        .deleteCallsFailed: .reserved(
            "calls are only removed from a person's history, which fails with ErrDeleteCallHistoriesFailed"),
        .deleteCallHistoriesFailed: .answered("the request names too many calls"),
        .alreadyFriends: .answered("the two people are already contacts"),
        .sendFriendRequestFailed: .answered("the request cannot be sent; the title gives the reason"),
        .acceptRequestFailed: .answered("the request does not exist"),
        .declineRequestFailed: .reserved("declining a request that does not exist succeeds"),
        .cancelRequestFailed: .reserved("withdrawing a request that does not exist succeeds"),
        .getRequestsFailed: .reserved("listing cannot fail"),
        .getContactsFailed: .answered("the contact does not exist"),
        .addContactFailed: .reserved("accepting a request creates contacts"),
        .deleteContactFailed: .reserved("removing a contact that does not exist succeeds"),
        .toggleFavoriteFailed: .answered("the contact does not exist"),
        .toggleBlockFailed: .answered("no person with this ID can be blocked"),
        .searchFailed: .answered("the search does not have exactly one of address, number and key hash"),
        .tooManySearches: .answered("the rate limit is exceeded: retry later"),
        .tokenNotFound: .answered("the token is unknown or revoked"),
        .tokenExpired: .answered("the token is older than 24 hours"),
        .tokenUsed: .answered("the token has already been used"),
        .selfResolve: .answered("the caller created the token"),
        .tooManyShareTokens: .answered("the caller created more than twenty tokens in an hour"),
        .badRequest: .answered("the request is invalid; the title names the member"),
        .requestTooLarge: .answered("the body is larger than 256 kB"),
        .unsupportedMediaType: .answered("the body is not declared as `application/json`"),
        .crossSiteRequest: .answered("a page of another site sent the request without an access token"),
        .notFound: .answered("the path does not exist"),
        .methodNotAllowed: .answered("the path does not support this method; `Allow` lists the ones it does"),
        .tooManyRequests: .answered("the rate limit is exceeded: retry later"),
        .storageUnavailable: .answered(
            "the server's disk is full or not responding; nothing was stored, and the request can be retried"),
        .internalError: .answered("the server failed; the request can be retried"),
    ]
}
