extension Endpoint {
    /// Sign-in, devices, the account (wire-protocol 1.8, 1.9, 9).
    static let accountTable: [Endpoint: EndpointDescription] = [
        .appConfig: EndpointDescription(
            .get, "/app-config", "Returns the sign-in methods that this server offers.", by: .none,
            answer: .value(AppConfig.self)),
        .login: EndpointDescription(
            .post, "/login",
            "Requests a one-time code, or signs in with a Google ID token. The first sign-in creates the account.",
            by: .none,
            body: LoginRequest.self, answer: .value(AuthResponse.self),
            errors: [
                .loginFailed, .requestOTPFailed, .sendOTPFailed, .reachedMaxResendAttempts, .registerDeviceFailed,
                .keptForAnother, .accountSuspended, .recentlyRemoved,
            ]),
        .signInChallenge: EndpointDescription(
            .post, "/sign-in-challenge",
            "Returns a challenge for a device to sign so that the server recognizes it. It is valid once, for 60 "
                + "seconds.",
            by: .none, answer: .value(SignInChallenge.self)),
        .appleLogin: EndpointDescription(
            .post, "/apple-login", "Signs a device in with Apple's identity token, its authorization code, or both.",
            by: .none, body: AppleLoginRequest.self, answer: .value(AuthResponse.self),
            errors: [
                .appleLoginFailed, .requestOTPFailed, .sendOTPFailed, .reachedMaxResendAttempts, .registerDeviceFailed,
                .keptForAnother, .accountSuspended, .recentlyRemoved,
            ]),
        .verifyLogin: EndpointDescription(
            .post, "/verify-login", "Signs a device in with a one-time code.", by: .none, body: VerifyLoginRequest.self,
            answer: .value(VerifyLoginResponse.self),
            errors: [
                .loginFailed, .invalidOTP, .otpMismatched, .otpExpired, .tooManyFailedAttempts, .registerDeviceFailed,
                .keptForAnother, .accountSuspended, .recentlyRemoved,
            ]),
        .resendOTP: EndpointDescription(
            .post, "/resend-otp",
            "Sends another one-time code. With an access token, sends it to an address or number to be added to the "
                + "account.",
            by: .optional,
            body: ResendOTPRequest.self, answer: .text,
            errors: [
                .loginFailed, .requestOTPFailed, .sendOTPFailed, .resendOTPFailed, .reachedMaxResendAttempts,
                .emailAlreadyRegistered, .phoneAlreadyRegistered, .recentlyRemoved,
            ]),
        .verify: EndpointDescription(
            .post, "/verify",
            "Verifies with a one-time code that the caller owns an address or number. The proof is valid for ten "
                + "minutes and one change.",
            by: .optional,
            body: VerifyRequest.self, answer: .text,
            errors: [
                .loginFailed, .invalidOTP, .otpMismatched, .otpExpired, .tooManyFailedAttempts, .verifyOTPFailed,
            ]),
        .refreshToken: EndpointDescription(
            .post, "/refresh-token", "Exchanges a refresh token for a new access token and refresh token.", by: .none,
            body: RefreshTokenRequest.self, answer: .value(RefreshTokenResponse.self),
            errors: [.refreshTokenExpired, .accountSuspended, .tooManyRequests]),
        .logout: EndpointDescription(
            .post, "/logout", "Signs out the calling device.", answer: .text, isOpenToSuspended: true),
        .terminateSession: EndpointDescription(
            .post, "/terminate-session/{id}", "Signs out one of the caller's devices.",
            aliases: ["DELETE /devices/{id}"], answer: .text, errors: [.deviceNotFound]),
        .terminateOthers: EndpointDescription(
            .post, "/terminate-others", "Signs out all of the caller's devices except the calling one.", answer: .text),
        .devices: EndpointDescription(
            .get, "/devices", "Lists the caller's devices.", answer: .value(DevicesResponse.self)),
        .registerDevice: EndpointDescription(
            .post, "/register_device", "Updates the calling device's push tokens, public key and identity.",
            body: RegisterDeviceRequest.self, answer: .value(StatusResponse.self), errors: [.registerDeviceFailed]),
        .addDeviceStatement: EndpointDescription(
            .post, "/device-statements",
            "Stores a vouch or a revocation signed by the calling device. It is returned along with the caller's "
                + "public keys.",
            body: DeviceStatementRequest.self, answer: .value(StatusResponse.self),
            errors: [.deviceStatementFailed, .tooManyDeviceStatements]),
        .webPushKey: EndpointDescription(
            .get, "/push/key",
            "Returns the VAPID public key with which browsers subscribe to push notifications, and whether the push "
                + "service has ended the calling device's subscription.",
            answer: .value(WebPushKey.self)),
        .setWebPushSubscription: EndpointDescription(
            .put, "/push/subscription", "Stores the calling device's push subscription, replacing the previous one.",
            body: WebPushSubscriptionRequest.self, answer: .value(StatusResponse.self),
            errors: [.pushNotificationFailed]),
        .removeWebPushSubscription: EndpointDescription(
            .delete, "/push/subscription", "Deletes the calling device's push subscription.",
            answer: .value(StatusResponse.self)),
        .user: EndpointDescription(
            .get, "/user", "Returns the caller's account.", answer: .value(UserResponse.self),
            isOpenToSuspended: true, errors: [.userNotFound]),
        .updateUser: EndpointDescription(
            .patch, "/user",
            "Changes the caller's name, e-mail address or phone number. A new address or number needs a proof from "
                + "`verify`.",
            aliases: ["PUT /user"], body: UpdateUserRequest.self, answer: .value(UserResponse.self),
            errors: [
                .userNotFound, .updateUserFailed, .emailAlreadyRegistered, .phoneAlreadyRegistered, .tooManyRequests,
                .verifyOTPFailed, .freshProofRequired, .recentlyRemoved,
            ]),
        .deleteUser: EndpointDescription(
            .delete, "/user", "Schedules the account for deletion in 15 days and returns the date.",
            answer: .value(DeleteUserResponse.self), isOpenToSuspended: true,
            errors: [.userNotFound, .freshProofRequired]),
        .cancelDelete: EndpointDescription(
            .post, "/user/cancel-delete",
            "Cancels the scheduled deletion of the account.", answer: .value(EmptyResponse.self),
            isOpenToSuspended: true, errors: [.userNotFound]),
        .exportAccount: EndpointDescription(
            .get, "/user/export",
            "Returns all data that the server stores about the caller's account, as a file download.",
            answer: .value(AccountExport.self), isOpenToSuspended: true,
            errors: [.userNotFound, .tooManyRequests, .freshProofRequired]),
        .publicKeys: EndpointDescription(
            .post, "/user/publicKeys",
            "Returns the public keys of all devices of the given people, if the caller is allowed to ring them.",
            aliases: ["/user/publicKey"], body: PublicKeysRequest.self, answer: .value(PublicKeysResponse.self),
            errors: [.getPublicKeysFailed]),
        .publicKeysByQuery: EndpointDescription(
            .get, "/user/publicKeys",
            "Returns the same as `POST /user/publicKeys`, for `?userIds=1,2`.", aliases: ["/user/publicKey"],
            query: [.init(name: "userIds", value: .numbers, isRequired: false)],
            answer: .value(PublicKeysResponse.self), errors: [.getPublicKeysFailed]),
        .loginMethods: EndpointDescription(
            .get, "/user/login-methods", "Lists the account's sign-in methods.",
            answer: .value(LoginMethodsResponse.self)),
        .addLoginMethod: EndpointDescription(
            .post, "/user/login-methods",
            "Adds a sign-in method: an address or number with a proof from `verify` or a one-time code, or a Google "
                + "or Apple account with a token.",
            body: AddLoginMethodRequest.self, answer: .value(LoginMethodsResponse.self),
            errors: [
                .loginFailed, .appleLoginFailed, .loginMethodTaken, .loginMethodPresent, .verifyOTPFailed, .invalidOTP,
                .otpMismatched, .otpExpired, .tooManyFailedAttempts,
                .emailAlreadyRegistered, .phoneAlreadyRegistered, .updateUserFailed, .freshProofRequired,
                .recentlyRemoved,
            ]),
        .leaveForLoginMethod: EndpointDescription(
            .post, "/user/login-methods/departure",
            "Returns the URL at which the page can add a Google or Apple account, and sets a cookie that binds the "
                + "redirect back to this browser.",
            body: LoginMethodDepartureRequest.self, answer: .value(LoginMethodDepartureResponse.self),
            errors: [.loginFailed, .appleLoginFailed, .loginMethodPresent]),
        .primaryLoginMethod: EndpointDescription(
            .put, "/user/login-methods/primary", "Sets the primary sign-in method.",
            body: PrimaryLoginMethodRequest.self, answer: .value(LoginMethodsResponse.self),
            errors: [.updateUserFailed, .freshProofRequired]),
        .removeLoginMethod: EndpointDescription(
            .delete, "/user/login-methods/{id}", "Removes a sign-in method. The last one cannot be removed.",
            answer: .value(LoginMethodsResponse.self), errors: [.updateUserFailed, .freshProofRequired]),
        .takeBackLoginMethod: EndpointDescription(
            .post, "/user/login-methods/take-back",
            "Restores a removed sign-in method, removes all methods added since, and signs out all devices.",
            by: .none, body: TakeBackRequest.self, answer: .value(StatusResponse.self),
            errors: [.wayBackOver, .tooManyRequests]),
    ]
}
