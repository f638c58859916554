public import Foundation
public import UIKit

public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }

    public let code: Code

    @_spi(Phone)
    public init(_ code: Code) { self.code = code }
}

@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// A browser's sheet, which ends at an address of the app.
@MainActor
public final class ASWebAuthenticationSession: NSObject {
    public struct Callback: Sendable {
        let scheme: String

        public static func customScheme(_ customScheme: String) -> Callback { Callback(scheme: customScheme) }
    }

    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    private let url: URL
    private let callback: Callback
    private let completionHandler: (URL?, (any Error)?) -> Void

    public init(
        url URL: URL, callback: Callback, completionHandler: @escaping (URL?, (any Error)?) -> Void
    ) {
        (url, self.callback, self.completionHandler) = (URL, callback, completionHandler)
    }

    @discardableResult
    public func start() -> Bool {
        guard presentationContextProvider != nil, Self.canStart else { return false }
        Self.opened = (url, callback.scheme)
        let (url, error) = Self.answer(url)
        let told = completionHandler
        // Later, as a person answers.
        Task { @MainActor in told(url, error) }
        return true
    }

    // MARK: - Tests

    /// The URL with which the person returns, for the one that they were sent to.
    @_spi(Phone)
    public static var answer: (URL) -> (URL?, (any Error)?) = { _ in
        (nil, ASWebAuthenticationSessionError(.canceledLogin))
    }
    @_spi(Phone)
    public static var canStart = true
    @_spi(Phone)
    public private(set) static var opened: (url: URL, scheme: String)?
}
