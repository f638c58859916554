public import Foundation
public import UIKit

public typealias ASPresentationAnchor = UIWindow

public struct ASAuthorizationError: Error {
    public enum Code: Int, Sendable, CaseIterable {
        case unknown = 1000
        case canceled = 1001
        case invalidResponse = 1002
        case notHandled = 1003
        case failed = 1004
        case notInteractive = 1005
    }

    public let code: Code

    @_spi(Phone)
    public init(_ code: Code) { self.code = code }
}

open class ASAuthorizationRequest: NSObject {}

public final class ASAuthorizationAppleIDRequest: ASAuthorizationRequest {
    public var requestedScopes: [ASAuthorization.Scope]?
}

public final class ASAuthorizationAppleIDProvider: NSObject {
    public func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }
}

public protocol ASAuthorizationCredential: NSObjectProtocol {}

public final class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    public let user: String
    public let identityToken: Data?
    public let authorizationCode: Data?
    public let fullName: PersonNameComponents?

    @_spi(Phone)
    public init(user: String, token: Data?, code: Data?, name: PersonNameComponents?) {
        (self.user, identityToken, authorizationCode, fullName) = (user, token, code, name)
    }
}

public final class ASAuthorization: NSObject {
    public struct Scope: Hashable, Sendable {
        public static let fullName = Scope(name: "full_name")
        public static let email = Scope(name: "email")

        let name: String
    }

    public let credential: any ASAuthorizationCredential

    @_spi(Phone)
    public init(_ credential: any ASAuthorizationCredential) { self.credential = credential }
}

@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// The sheet of Apple.
@MainActor
public final class ASAuthorizationController: NSObject {
    public weak var delegate: (any ASAuthorizationControllerDelegate)?
    public weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
    private let requests: [ASAuthorizationRequest]

    public init(authorizationRequests: [ASAuthorizationRequest]) { requests = authorizationRequests }

    public func performRequests() {
        _ = presentationContextProvider?.presentationAnchor(for: self)
        Self.scopes = requests.compactMap { $0 as? ASAuthorizationAppleIDRequest }.flatMap { $0.requestedScopes ?? [] }
        guard let answer = Self.answer else { return }
        // Later, as a person answers.
        Task { @MainActor [self] in
            switch answer {
            case .success(let authorization):
                delegate?.authorizationController(controller: self, didCompleteWithAuthorization: authorization)
            case .failure(let error): delegate?.authorizationController(controller: self, didCompleteWithError: error)
            }
        }
    }

    // MARK: - Tests

    /// The person's answer; none while it is nil.
    @_spi(Phone)
    public static var answer: Result<ASAuthorization, any Error>?
    @_spi(Phone)
    public private(set) static var scopes: [ASAuthorization.Scope] = []
}
