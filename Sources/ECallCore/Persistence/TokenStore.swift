public import ECallAPI
public import Foundation

/// The tokens of this device.
public struct SessionTokens: Sendable, Equatable, Codable {
    public var access: String
    public var refresh: String
    public var accessExpiry: Date
    public var refreshExpiry: Date

    public init(access: String, refresh: String, accessExpiry: Date, refreshExpiry: Date) {
        self.access = access
        self.refresh = refresh
        self.accessExpiry = accessExpiry
        self.refreshExpiry = refreshExpiry
    }

    /// Makes the tokens of a sign-in at `now`.
    public init(_ answer: VerifyLoginResponse, at now: Date) {
        self.init(
            access: answer.accessToken, refresh: answer.refreshToken,
            accessExpiry: now.addingTimeInterval(Double(answer.expiresIn)),
            refreshExpiry: now.addingTimeInterval(Double(answer.refreshExpiresIn)))
    }

    /// Makes the tokens of a refresh at `now`; an empty refresh token keeps the previous one.
    init(_ answer: RefreshTokenResponse, previous: SessionTokens, at now: Date) {
        let rolls = !answer.refreshToken.isEmpty
        self.init(
            access: answer.accessToken, refresh: rolls ? answer.refreshToken : previous.refresh,
            accessExpiry: now.addingTimeInterval(Double(answer.expiresIn)),
            refreshExpiry: rolls ? now.addingTimeInterval(Double(answer.refreshExpiresIn)) : previous.refreshExpiry)
    }

    /// Whether the access token has run out or is about to.
    func needsRefresh(at now: Date) -> Bool { accessExpiry.timeIntervalSince(now) < 10 }
}

/// Keeps the tokens of this device.
public protocol TokenStore: Sendable {
    /// Returns the tokens; nil when no one is signed in.
    func tokens() async throws(KeyStorageError) -> SessionTokens?
    /// Keeps new ones; they are safe when it returns.
    func store(_ tokens: SessionTokens) async throws(KeyStorageError)
    func clear() async throws(KeyStorageError)
}

/// The tokens in a key storage, read once.
public actor StoredTokens: TokenStore {
    private let storage: any KeyStorage
    private var cached: SessionTokens?

    public init(storage: any KeyStorage) { self.storage = storage }

    public func tokens() throws(KeyStorageError) -> SessionTokens? {
        if let cached { return cached }
        cached = try storage.value(.tokens, as: SessionTokens.self)
        return cached
    }

    public func store(_ tokens: SessionTokens) throws(KeyStorageError) {
        try storage.store(tokens, as: .tokens)
        cached = tokens
    }

    public func clear() throws(KeyStorageError) {
        cached = nil
        try storage.remove(.tokens)
    }
}
