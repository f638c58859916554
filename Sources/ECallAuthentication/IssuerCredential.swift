public import ECallAPI
public import Foundation

/// The issuer that vouches for a person in place of a code.
public enum IdentityIssuer: String, Sendable, Equatable, CaseIterable {
    case google, apple

    public var method: LoginMethodType {
        switch self {
        case .google: .google
        case .apple: .apple
        }
    }

    /// The same in all languages.
    public var name: String {
        switch self {
        case .google: "Google"
        case .apple: "Apple"
        }
    }
}

/// The credential from Google or Apple for a person who signed in there: for one sign-in, or to become another sign-in method
/// of an account; never stored and never printed.
public struct IssuerCredential: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    public let issuer: IdentityIssuer
    /// The issuer's identifier of this person, as reported to the app; empty if it was not. The server does not rely on it.
    public let subject: String
    /// The name that others see; counts for a new account. Empty if the issuer gave none.
    public let name: String
    private let token: String
    private let code: String

    private init(_ issuer: IdentityIssuer, subject: String, name: String, token: String, code: String) {
        (self.issuer, self.subject, self.name) = (issuer, subject, name)
        (self.token, self.code) = (token, code)
    }

    /// Makes the credential from the token of Google's SDK, for the client that `AppConfig.googleClientId` names.
    ///
    /// - Parameter idToken: an ID token (OpenID Connect Core 2), not the access token.
    public static func google(idToken: String, name: String = "") -> IssuerCredential {
        IssuerCredential(.google, subject: "", name: name, token: idToken, code: "")
    }

    /// Creates the credential from an `ASAuthorizationAppleIDCredential`; either the token or the code is enough for the
    /// server.
    ///
    /// - Parameters:
    ///   - subject: its `user`.
    ///   - name: its `fullName`, written out; Apple says it at a person's first sign-in alone.
    public static func apple(
        subject: String, identityToken: Data?, authorizationCode: Data?, name: String = ""
    ) -> IssuerCredential {
        func text(_ data: Data?) -> String { data.map { String(decoding: $0, as: UTF8.self) } ?? "" }
        return IssuerCredential(
            .apple, subject: subject, name: name, token: text(identityToken), code: text(authorizationCode))
    }

    /// The same with another name.
    public func named(_ name: String) -> IssuerCredential {
        IssuerCredential(issuer, subject: subject, name: name, token: token, code: code)
    }

    /// Returns the request to send, and its endpoint.
    func request(_ device: DevicePayload) -> (endpoint: Endpoint, body: any Encodable & Sendable) {
        switch issuer {
        case .google: (.login, LoginRequest(displayName: name, googleIdToken: token, device: device))
        case .apple:
            (.appleLogin, AppleLoginRequest(code: code, appleIdToken: token, displayName: name, device: device))
        }
    }

    /// The same for the account that is signed in.
    package var addition: AddLoginMethodRequest {
        switch issuer {
        case .google: AddLoginMethodRequest(googleIdToken: token)
        case .apple: AddLoginMethodRequest(appleIdToken: token, appleCode: code)
        }
    }

    public var description: String { "IssuerCredential(\(issuer.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension AuthResponse {
    /// The tokens, as `verify-login` returns them; nil if a code is needed first.
    var tokens: VerifyLoginResponse? {
        guard let accessToken, let refreshToken, !accessToken.isEmpty, !refreshToken.isEmpty, let deviceId,
            let expiresIn, let refreshExpiresIn
        else { return nil }
        return VerifyLoginResponse(
            accessToken: accessToken, refreshToken: refreshToken, expiresIn: expiresIn,
            refreshExpiresIn: refreshExpiresIn, userId: userId, deviceId: deviceId, deletedAt: deletedAt)
    }
}
