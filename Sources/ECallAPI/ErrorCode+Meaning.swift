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
        .userNotFound: .answered("the caller's own account does not exist any more"),
        .accountSuspended: .answered(
            "the operator suspended the caller's account; its export and deletion still work, also after a sign-in "
                + "with `forDataOnly`"),
        .invalidOTP: .answered("no code is pending, or the code has another number of digits"),
        .otpMismatched: .answered("wrong code"),
        .otpExpired: .answered("the code is older than ten minutes"),
        .tooManyFailedAttempts: .answered("too many wrong attempts: request a new code"),
        .reachedMaxResendAttempts: .answered("too many codes were requested"),
        .requestOTPFailed: .answered(
            "no code is sent: the channel is off, or too many codes were requested from this address"),
        .sendOTPFailed: .answered("the code could not be delivered"),
        .resendOTPFailed: .answered("no code is sent, because the account already has the address"),
        .verifyOTPFailed: .answered("the change must first be proved with `verify`"),
        .loginFailed: .answered(
            "the address, number or name is invalid, or Google's token could not be verified"),
        .appleLoginFailed: .answered("Apple's token could not be verified, or sign-in with Apple is off"),
        .invalidSignature: .answered("the request has no signature, an invalid one, or a wrong time"),
        .getUserFailed: .reserved("the own account exists, or the error is ErrUserNotFound"),
        .updateUserFailed: .answered("the change is not possible; the title gives the reason"),
        .emailAlreadyRegistered: .answered("another account has the address"),
        .phoneAlreadyRegistered: .answered("another account has the number"),
        .loginMethodTaken: .answered("another account has this Google or Apple account"),
        .loginMethodPresent: .answered("the account has another Google or Apple account: remove that first"),
        .freshProofRequired: .answered(
            "the change needs a fresh proof of ownership: the device's key, a code, or a sign-in in the last ten minutes"
        ),
        .recentlyRemoved: .answered(
            "the address, number, or Google or Apple account was removed from another account, and can still be taken back"
        ),
        .wayBackOver: .answered("it was taken back already, can no longer be taken back, or belongs to another server"),
        .userAlreadyRegistered: .reserved("sign-in and sign-up are one: a person with an account is signed in"),
        .keptForAnother: .answered("the device has the keys of another account (`keptAccount`)"),
        .registerUserFailed: .reserved("sign-in and sign-up are one, and fail with ErrLoginFailed"),
        .logoutFailed: .reserved("signing out cannot fail"),
        .registerDeviceFailed: .answered("a property of the device is invalid"),
        .deviceStatementFailed: .answered(
            "it is not a vouch or revocation, is too long, or is not signed by the calling device's registered identity"
        ),
        .tooManyDeviceStatements: .answered(
            "the device has 16 statements, or the account 32, none of which can be dropped"),
        .getDevicesFailed: .reserved("listing cannot fail"),
        .deviceNotFound: .answered("the caller does not have this device"),
        .devicesNotFound: .reserved("the calling device is always in the list"),
        .checkDeviceFailed: .reserved("a device is checked by its token, and fails with ErrDeviceNotRegistered"),
        .updateDeviceTokenFailed: .reserved(
            "push tokens are set with register_device, which fails with ErrRegisterDeviceFailed"),
        .terminateOthersFailed: .reserved("signing others out cannot fail"),
        .locationLookupFailed: .reserved("an unknown location is an empty string"),
        .pushNotificationFailed: .answered("the server does not send to this subscription; the title gives the reason"),
        .getPublicKeyFailed: .reserved("keys are requested in the plural"),
        .getPublicKeysFailed: .answered("too many people were requested at once"),
        .encryptedAESKeyMissed: .answered("no callee who could be rung has a wrapped key"),
        .allCalleesBusy: .answered("all callees are in calls"),
        .userNotAvailable: .answered("no callee can be reached"),
        .userAlreadyInCall: .answered("the caller is in another call, or everyone invited is in this one"),
        .joinedByOtherDevice: .answered("another device of the caller has answered"),
        .callNotFound: .answered("the call does not exist"),
        .callNotAvailable: .answered("the call is over"),
        .startCallFailed: .answered("the call cannot be started; the title gives the reason"),
        .inviteUserFailed: .answered("no one can be invited; the title gives the reason"),
        .joinCallFailed: .answered("the call cannot be joined"),
        .rejoinCallFailed: .answered("the device has not asked for a key, or no one in the call could answer"),
        .endCallFailed: .reserved("ending a call cannot fail"),
        .updateCallFailed: .reserved("only participants change a call"),
        .updateParticipantFailed: .answered("the caller is not allowed to change this participant in this way"),
        .tooManyUnmuted: .answered("sixteen others in the call are unmuted: one of them must mute first"),
        .notAllowed: .answered("only the maker of the call can do that"),
        .removedFromCall: .answered(
            "the maker of the call removed the caller, who cannot return until someone in the call invites them again"
        ),
        .getParticipantsFailed: .reserved("a call that does not exist has no participants"),
        .getActiveCallFailed: .reserved("not being in a call is a valid answer"),
        .getBusyCalleesFailed: .reserved("starting a call returns the busy callees"),
        .getCallRecordsFailed: .reserved("listing cannot fail"),
        .getCallHistoriesFailed: .reserved("listing cannot fail"),
        .deleteCallsFailed: .reserved(
            "calls are removed from a history, which fails with ErrDeleteCallHistoriesFailed"),
        .deleteCallHistoriesFailed: .answered("too many calls in one request"),
        .alreadyFriends: .answered("the two are contacts"),
        .sendFriendRequestFailed: .answered("the request cannot be sent; the title gives the reason"),
        .acceptRequestFailed: .answered("the request does not exist"),
        .declineRequestFailed: .reserved("declining a request that does not exist succeeds"),
        .cancelRequestFailed: .reserved("withdrawing a request that does not exist succeeds"),
        .getRequestsFailed: .reserved("listing cannot fail"),
        .getContactsFailed: .answered("the contact does not exist"),
        .addContactFailed: .reserved("accepting a request creates contacts"),
        .deleteContactFailed: .reserved("removing a contact that does not exist succeeds"),
        .toggleFavoriteFailed: .answered("the contact does not exist"),
        .toggleBlockFailed: .answered("no one can be blocked with this number"),
        .searchFailed: .answered("a search takes exactly one of address, number and key hash"),
        .tooManySearches: .answered("the rate limit is exceeded: retry later"),
        .tokenNotFound: .answered("the token is unknown or revoked"),
        .tokenExpired: .answered("the token is older than 24 hours"),
        .tokenUsed: .answered("the token was already used"),
        .selfResolve: .answered("the token is the caller's own"),
        .tooManyShareTokens: .answered("more than twenty tokens an hour"),
        .badRequest: .answered("the request is invalid; the title names the member"),
        .requestTooLarge: .answered("the body is larger than 256 kB"),
        .unsupportedMediaType: .answered("the body is not declared as `application/json`"),
        .crossSiteRequest: .answered("a page of another site sent the request, and it has no access token"),
        .notFound: .answered("the path does not exist"),
        .methodNotAllowed: .answered("the path has other methods, listed in `Allow`"),
        .tooManyRequests: .answered("the rate limit is exceeded: retry later"),
        .storageUnavailable: .answered(
            "the server's disk is full or does not respond; nothing was stored, and the request can be retried"),
        .internalError: .answered("the server failed; the request can be retried"),
    ]
}
