extension Endpoint {
    /// Sign-in, devices, the account (wire-protocol 1.8, 1.9, 9).
    static let accountTable: [Endpoint: EndpointDescription] = [
        .appConfig: EndpointDescription(
            .get, "/app-config", "Returns the ways to sign in that this server offers.", by: .none,
            answer: .value(AppConfig.self)),
        .login: EndpointDescription(
            .post, "/login",
            "Requests a one-time code, or signs in with a Google ID token; new people get an account.",
            by: .none,
            body: LoginRequest.self, answer: .value(AuthResponse.self),
            errors: [
                .loginFailed, .requestOTPFailed, .sendOTPFailed, .reachedMaxResendAttempts, .registerDeviceFailed,
                .keptForAnother, .accountSuspended, .recentlyRemoved,
            ]),
        .signInChallenge: EndpointDescription(
            .post, "/sign-in-challenge",
            "Returns a challenge that a device signs to be recognized; valid once, for 60 seconds.",
            by: .none, answer: .value(SignInChallenge.self)),
        .appleLogin: EndpointDescription(
            .post, "/apple-login", "Signs a device in with Apple's identity token, authorization code, or both.",
            by: .none, body: AppleLoginRequest.self, answer: .value(AuthResponse.self),
            errors: [
                .appleLoginFailed, .requestOTPFailed, .sendOTPFailed, .reachedMaxResendAttempts, .registerDeviceFailed,
                .keptForAnother, .accountSuspended, .recentlyRemoved,
            ]),
        .verifyLogin: EndpointDescription(
            .post, "/verify-login", "Signs a device in with the code.", by: .none, body: VerifyLoginRequest.self,
            answer: .value(VerifyLoginResponse.self),
            errors: [
                .loginFailed, .invalidOTP, .otpMismatched, .otpExpired, .tooManyFailedAttempts, .registerDeviceFailed,
                .keptForAnother, .accountSuspended, .recentlyRemoved,
            ]),
        .resendOTP: EndpointDescription(
            .post, "/resend-otp",
            "Sends another code; with a token, to an address or number that will be added to the account.",
            by: .optional,
            body: ResendOTPRequest.self, answer: .text,
            errors: [
                .loginFailed, .requestOTPFailed, .sendOTPFailed, .resendOTPFailed, .reachedMaxResendAttempts,
                .emailAlreadyRegistered, .phoneAlreadyRegistered, .recentlyRemoved,
            ]),
        .verify: EndpointDescription(
            .post, "/verify",
            "Proves with the code that the caller has the address or number; valid for ten minutes and one change.",
            by: .optional,
            body: VerifyRequest.self, answer: .text,
            errors: [
                .loginFailed, .invalidOTP, .otpMismatched, .otpExpired, .tooManyFailedAttempts, .verifyOTPFailed,
            ]),
        .refreshToken: EndpointDescription(
            .post, "/refresh-token", "Exchanges a refresh token for a new pair of tokens.", by: .none,
            body: RefreshTokenRequest.self, answer: .value(RefreshTokenResponse.self),
            errors: [.refreshTokenExpired, .accountSuspended, .tooManyRequests]),
        .logout: EndpointDescription(
            .post, "/logout", "Signs the calling device out.", answer: .text, isOpenToSuspended: true),
        .terminateSession: EndpointDescription(
            .post, "/terminate-session/{id}", "Signs out one of the caller's devices.",
            aliases: ["DELETE /devices/{id}"], answer: .text, errors: [.deviceNotFound]),
        .terminateOthers: EndpointDescription(
            .post, "/terminate-others", "Signs out all of the caller's devices except the calling one.", answer: .text),
        .devices: EndpointDescription(
            .get, "/devices", "Lists the caller's devices.", answer: .value(DevicesResponse.self)),
        .registerDevice: EndpointDescription(
            .post, "/register_device",
            "Updates the calling device: push tokens, public key, identity.",
            body: RegisterDeviceRequest.self, answer: .value(StatusResponse.self), errors: [.registerDeviceFailed]),
        .addDeviceStatement: EndpointDescription(
            .post, "/device-statements",
            "Stores a vouch or revocation by one of the caller's devices; it is returned with the caller's keys.",
            body: DeviceStatementRequest.self, answer: .value(StatusResponse.self),
            errors: [.deviceStatementFailed, .tooManyDeviceStatements]),
        .webPushKey: EndpointDescription(
            .get, "/push/key",
            "Returns the key with which a browser subscribes to notifications, and whether its subscription has ended.",
            answer: .value(WebPushKey.self)),
        .setWebPushSubscription: EndpointDescription(
            .put, "/push/subscription",
            "Stores the calling device's subscription to notifications and replaces the previous one.",
            body: WebPushSubscriptionRequest.self, answer: .value(StatusResponse.self),
            errors: [.pushNotificationFailed]),
        .removeWebPushSubscription: EndpointDescription(
            .delete, "/push/subscription", "Deletes the calling device's subscription to notifications.",
            answer: .value(StatusResponse.self)),
        .user: EndpointDescription(
            .get, "/user", "Returns the caller's own account.", answer: .value(UserResponse.self),
            isOpenToSuspended: true, errors: [.userNotFound]),
        .updateUser: EndpointDescription(
            .patch, "/user", "Changes the name, or the address or number that `verify` has proved.",
            aliases: ["PUT /user"], body: UpdateUserRequest.self, answer: .value(UserResponse.self),
            errors: [
                .userNotFound, .updateUserFailed, .emailAlreadyRegistered, .phoneAlreadyRegistered, .tooManyRequests,
                .verifyOTPFailed, .freshProofRequired, .recentlyRemoved,
            ]),
        .deleteUser: EndpointDescription(
            .delete, "/user", "Schedules the account's deletion in 15 days, and returns the date.",
            answer: .value(DeleteUserResponse.self), isOpenToSuspended: true,
            errors: [.userNotFound, .freshProofRequired]),
        .cancelDelete: EndpointDescription(
            .post, "/user/cancel-delete", "Cancels the account's deletion.", answer: .value(EmptyResponse.self),
            isOpenToSuspended: true, errors: [.userNotFound]),
        .exportAccount: EndpointDescription(
            .get, "/user/export",
            "Returns everything that the server stores about the caller's account, as a file to download.",
            answer: .value(AccountExport.self), isOpenToSuspended: true,
            errors: [.userNotFound, .tooManyRequests, .freshProofRequired]),
        .publicKeys: EndpointDescription(
            .post, "/user/publicKeys", "Returns the public key of each device of people whom the caller may ring.",
            aliases: ["/user/publicKey"], body: PublicKeysRequest.self, answer: .value(PublicKeysResponse.self),
            errors: [.getPublicKeysFailed]),
        .publicKeysByQuery: EndpointDescription(
            .get, "/user/publicKeys", "The same, for `?userIds=1,2`.", aliases: ["/user/publicKey"],
            query: [.init(name: "userIds", value: .numbers, isRequired: false)],
            answer: .value(PublicKeysResponse.self), errors: [.getPublicKeysFailed]),
        .loginMethods: EndpointDescription(
            .get, "/user/login-methods", "Lists the account's ways to sign in.",
            answer: .value(LoginMethodsResponse.self)),
        .addLoginMethod: EndpointDescription(
            .post, "/user/login-methods",
            "Adds an address or number that `verify` or the code here proves, or Google or Apple with their token.",
            body: AddLoginMethodRequest.self, answer: .value(LoginMethodsResponse.self),
            errors: [
                .loginFailed, .appleLoginFailed, .loginMethodTaken, .loginMethodPresent, .verifyOTPFailed, .invalidOTP,
                .otpMismatched, .otpExpired, .tooManyFailedAttempts,
                .emailAlreadyRegistered, .phoneAlreadyRegistered, .updateUserFailed, .freshProofRequired,
                .recentlyRemoved,
            ]),
        .leaveForLoginMethod: EndpointDescription(
            .post, "/user/login-methods/departure",
            "Returns the address at which the page adds Google or Apple, and binds the return to its browser with a cookie.",
            body: LoginMethodDepartureRequest.self, answer: .value(LoginMethodDepartureResponse.self),
            errors: [.loginFailed, .appleLoginFailed, .loginMethodPresent]),
        .primaryLoginMethod: EndpointDescription(
            .put, "/user/login-methods/primary", "Makes a way to sign in the primary one.",
            body: PrimaryLoginMethodRequest.self, answer: .value(LoginMethodsResponse.self),
            errors: [.updateUserFailed, .freshProofRequired]),
        .removeLoginMethod: EndpointDescription(
            .delete, "/user/login-methods/{id}", "Removes a way to sign in, except the last one.",
            answer: .value(LoginMethodsResponse.self), errors: [.updateUserFailed, .freshProofRequired]),
        .takeBackLoginMethod: EndpointDescription(
            .post, "/user/login-methods/take-back",
            "Takes back a removed way to sign in, removes ways added since, and signs out all devices.",
            by: .none, body: TakeBackRequest.self, answer: .value(StatusResponse.self),
            errors: [.wayBackOver, .tooManyRequests]),
    ]
}
