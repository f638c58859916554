public import ECallAPI
public import ECallAuthentication
import ECallCore
import Foundation

/// The login methods of the account, and the address and number that its profile shows (requirements 000, 001;
/// wire-protocol 9.3).
extension AccountService {
    /// Sends a code to an address or number to add to the account; it is valid for some minutes.
    public func sendCode(to identifier: LoginIdentifier) async throws(AccountError) {
        let request = ResendOTPRequest(email: identifier.email, phoneNumber: identifier.phoneNumber)
        _ = try await send(.resendOTP, body: request, as: EmptyResponse.self)
    }

    /// Proves an address or number by the code that was sent to it, and adds it as a login method. Returns all of them,
    /// the primary one first.
    ///
    /// - Parameter code: spaces and dashes in it do not count.
    public func addLoginMethod(
        _ identifier: LoginIdentifier, code: String
    ) async throws(AccountError) -> [LoginMethodInfo] {
        let request = AddLoginMethodRequest(
            email: identifier.email, phoneNumber: identifier.phoneNumber, code: try Self.digits(of: code))
        return try await send(.addLoginMethod, body: request, for: .addLoginMethod, as: LoginMethodsResponse.self)
            .loginMethods
    }

    /// Adds Google or Apple as a login method, and returns all of them. The credential from the sign-in sheet can be
    /// used once. An account has one person of each issuer; `ErrLoginMethodTaken` says that another account has this
    /// one, and not which.
    public func addLoginMethod(_ credential: IssuerCredential) async throws(AccountError) -> [LoginMethodInfo] {
        try await send(
            .addLoginMethod, body: credential.addition, for: .addLoginMethod, as: LoginMethodsResponse.self
        ).loginMethods
    }

    /// Returns the methods of sign-in that this server offers.
    public func offer() async throws(AccountError) -> AppConfig { try await send(.appConfig, as: AppConfig.self) }

    /// Makes a login method the primary one, which the profile shows. Returns all of them.
    public func makePrimary(_ method: LoginMethodID) async throws(AccountError) -> [LoginMethodInfo] {
        let request = PrimaryLoginMethodRequest(id: method)
        return try await send(
            .primaryLoginMethod, body: request, for: .makePrimary(method), as: LoginMethodsResponse.self
        ).loginMethods
    }

    /// Removes a login method, but never the last one. Returns the remaining ones.
    public func removeLoginMethod(_ method: LoginMethodID) async throws(AccountError) -> [LoginMethodInfo] {
        try await send(
            .removeLoginMethod, id: method.rawValue, for: .removeLoginMethod(method), as: LoginMethodsResponse.self
        ).loginMethods
    }

    /// Proves an address or number, and replaces the one of its kind that the profile shows. Returns the new profile.
    /// The same code again is the same proof, so that a failed change can be tried again.
    public func changeAddress(to identifier: LoginIdentifier, code: String) async throws(AccountError) -> UserInfo {
        let proof = VerifyRequest(
            code: try Self.digits(of: code), email: identifier.email, phoneNumber: identifier.phoneNumber)
        _ = try await send(.verify, body: proof, as: EmptyResponse.self)
        let change = UpdateUserRequest(email: identifier.email, phoneNumber: identifier.phoneNumber)
        return try await send(.updateUser, body: change, for: .replaceAddress, as: UserResponse.self).user
    }

    /// Restores a removed login method with the code in the message about it (wire-protocol 9.8). No sign-in is needed; all
    /// devices of the account are signed out.
    ///
    /// - Parameter text: the code, or the link that ends with it.
    public func takeBack(_ text: String) async throws(AccountError) {
        let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let request = TakeBackRequest(token: typed.split(separator: "/").last.map(String.init) ?? "")
        _ = try await send(.takeBackLoginMethod, body: request, as: StatusResponse.self)
    }

    private static func digits(of code: String) throws(AccountError) -> String {
        guard let digits = PastedCode.digits(in: code) else { throw .malformedCode }
        return digits
    }
}

extension LoginIdentifier {
    fileprivate var email: String? { if case .email(let text) = self { text } else { nil } }
    fileprivate var phoneNumber: String? { if case .phone(let text) = self { text } else { nil } }
}
