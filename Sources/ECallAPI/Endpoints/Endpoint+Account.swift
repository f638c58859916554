extension Endpoint {
    /// Sign-in, devices, the account (wire-protocol 1.8, 1.9, 9).
    static let accountTable: [Endpoint: EndpointDescription] = [
        .appConfig: EndpointDescription(
            .get, "/app-config", "Says which ways of signing in this server offers.", by: .none,
            answer: .value(AppConfig.self)),
        .login: EndpointDescription(
            .post, "/login",
            "Asks for a one-time code, or signs in at once with a Google ID token; who is new gets an account.",
            by: .none,
            body: LoginRequest.self, answer: .value(AuthResponse.self),
            errors: [
                .loginFailed, .requestOTPFailed, .sendOTPFailed, .reachedMaxResendAttempts, .registerDeviceFailed,
                .keptForAnother, .accountSuspended, .recentlyRemoved,
            ]),
        .signInChallenge: EndpointDescription(
            .post, "/sign-in-challenge", "Gives what a device signs to be found again; good once, for 60 seconds.",
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
            "Sends another code; with a token, a code to an address or number that the account is to get.",
            by: .optional,
            body: ResendOTPRequest.self, answer: .text,
            errors: [
                .loginFailed, .requestOTPFailed, .sendOTPFailed, .resendOTPFailed, .reachedMaxResendAttempts,
                .emailAlreadyRegistered, .phoneAlreadyRegistered, .recentlyRemoved,
            ]),
        .verify: EndpointDescription(
            .post, "/verify",
            "Proves with the code that the caller has the address or number; good for ten minutes and one change.",
            by: .optional,
            body: VerifyRequest.self, answer: .text,
            errors: [
                .loginFailed, .invalidOTP, .otpMismatched, .otpExpired, .tooManyFailedAttempts, .verifyOTPFailed,
            ]),
        .refreshToken: EndpointDescription(
            .post, "/refresh-token", "Takes a refresh token and gives a new pair.", by: .none,
            body: RefreshTokenRequest.self, answer: .value(RefreshTokenResponse.self),
            errors: [.refreshTokenExpired, .accountSuspended, .tooManyRequests]),
        .logout: EndpointDescription(
            .post, "/logout", "Signs the calling device out.", answer: .text, isOpenToSuspended: true),
        .terminateSession: EndpointDescription(
            .post, "/terminate-session/{id}", "Signs one of the caller's devices out.",
            aliases: ["DELETE /devices/{id}"], answer: .text, errors: [.deviceNotFound]),
        .terminateOthers: EndpointDescription(
            .post, "/terminate-others", "Signs all of the caller's devices out but the calling one.", answer: .text),
        .devices: EndpointDescription(
            .get, "/devices", "Lists the caller's devices.", answer: .value(DevicesResponse.self)),
        .registerDevice: EndpointDescription(
            .post, "/register_device",
            "Takes over what has changed of the calling device: push tokens, public key, identity.",
            body: RegisterDeviceRequest.self, answer: .value(StatusResponse.self), errors: [.registerDeviceFailed]),
        .addDeviceStatement: EndpointDescription(
            .post, "/device-statements",
            "Keeps a vouch or a revoke by one of the caller's devices, for who asks for the caller's keys.",
            body: DeviceStatementRequest.self, answer: .value(StatusResponse.self),
            errors: [.deviceStatementFailed, .tooManyDeviceStatements]),
        .webPushKey: EndpointDescription(
            .get, "/push/key", "Gives the key that a browser subscribes to notifications with.",
            answer: .value(WebPushKey.self)),
        .setWebPushSubscription: EndpointDescription(
            .put, "/push/subscription",
            "Takes the calling device's subscription to notifications, in place of the one before.",
            body: WebPushSubscriptionRequest.self, answer: .value(StatusResponse.self),
            errors: [.pushNotificationFailed]),
        .removeWebPushSubscription: EndpointDescription(
            .delete, "/push/subscription", "Forgets the calling device's subscription to notifications.",
            answer: .value(StatusResponse.self)),
        .user: EndpointDescription(
            .get, "/user", "Tells the caller's own account.", answer: .value(UserResponse.self),
            isOpenToSuspended: true, errors: [.userNotFound]),
        .updateUser: EndpointDescription(
            .patch, "/user", "Changes the name; and the address or number, once `verify` has proved it.",
            aliases: ["PUT /user"], body: UpdateUserRequest.self, answer: .value(UserResponse.self),
            errors: [
                .userNotFound, .updateUserFailed, .emailAlreadyRegistered, .phoneAlreadyRegistered, .tooManyRequests,
                .verifyOTPFailed, .freshProofRequired, .recentlyRemoved,
            ]),
        .deleteUser: EndpointDescription(
            .delete, "/user", "Has the account deleted in 15 days; says when.",
            answer: .value(DeleteUserResponse.self), isOpenToSuspended: true,
            errors: [.userNotFound, .freshProofRequired]),
        .cancelDelete: EndpointDescription(
            .post, "/user/cancel-delete", "Keeps the account after all.", answer: .value(EmptyResponse.self),
            isOpenToSuspended: true, errors: [.userNotFound]),
        .exportAccount: EndpointDescription(
            .get, "/user/export", "Gives everything the server stores of the caller's account, as a file to keep.",
            answer: .value(AccountExport.self), isOpenToSuspended: true,
            errors: [.userNotFound, .tooManyRequests, .freshProofRequired]),
        .publicKeys: EndpointDescription(
            .post, "/user/publicKeys", "Gives the public key of each device of people the caller may ring.",
            aliases: ["/user/publicKey"], body: PublicKeysRequest.self, answer: .value(PublicKeysResponse.self),
            errors: [.getPublicKeysFailed]),
        .publicKeysByQuery: EndpointDescription(
            .get, "/user/publicKeys", "The same, asked for by `?userIds=1,2`.", aliases: ["/user/publicKey"],
            query: [.init(name: "userIds", value: .numbers, isRequired: false)],
            answer: .value(PublicKeysResponse.self), errors: [.getPublicKeysFailed]),
        .loginMethods: EndpointDescription(
            .get, "/user/login-methods", "Lists the ways into the account.", answer: .value(LoginMethodsResponse.self)),
        .addLoginMethod: EndpointDescription(
            .post, "/user/login-methods",
            "Adds an address or number that was proved by `verify` or the code here, or Google or Apple by their token.",
            body: AddLoginMethodRequest.self, answer: .value(LoginMethodsResponse.self),
            errors: [
                .loginFailed, .appleLoginFailed, .loginMethodTaken, .loginMethodPresent, .verifyOTPFailed, .invalidOTP,
                .otpMismatched, .otpExpired, .tooManyFailedAttempts,
                .emailAlreadyRegistered, .phoneAlreadyRegistered, .updateUserFailed, .freshProofRequired,
                .recentlyRemoved,
            ]),
        .leaveForLoginMethod: EndpointDescription(
            .post, "/user/login-methods/departure",
            "Says where the page goes to have Google or Apple added, and binds the way back to its browser by a cookie.",
            body: LoginMethodDepartureRequest.self, answer: .value(LoginMethodDepartureResponse.self),
            errors: [.loginFailed, .appleLoginFailed, .loginMethodPresent]),
        .primaryLoginMethod: EndpointDescription(
            .put, "/user/login-methods/primary", "Makes one of the ways the first one.",
            body: PrimaryLoginMethodRequest.self, answer: .value(LoginMethodsResponse.self),
            errors: [.updateUserFailed, .freshProofRequired]),
        .removeLoginMethod: EndpointDescription(
            .delete, "/user/login-methods/{id}", "Removes one of the ways into the account, never the last one.",
            answer: .value(LoginMethodsResponse.self), errors: [.updateUserFailed, .freshProofRequired]),
        .takeBackLoginMethod: EndpointDescription(
            .post, "/user/login-methods/take-back",
            "Takes a way into an account back that was removed: what has come since goes, and all devices are signed out.",
            by: .none, body: TakeBackRequest.self, answer: .value(StatusResponse.self),
            errors: [.wayBackOver, .tooManyRequests]),
    ]
}
