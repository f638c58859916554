public import ECallAPI
public import ECallCore
import Foundation

/// Signs this device in by a one-time code, or with Google or Apple, and out (requirement 001; wire-protocol 2).
///
/// `requestCode` makes the key pair if there is none and asks for a code, `verify` trades the code for tokens and keeps
/// tokens and account; `signIn` does both with a credential from Google or Apple. `signOut` notifies the server and
/// wipes all of it. A sign-in that the server ends by itself wipes nothing: a server that lost its data, or a lost
/// answer, must not cost anyone their keys.
public actor SignIn {
    /// The state of the flow.
    public enum State: Sendable, Equatable {
        case start
        /// A code is under way to this address or number.
        case codeSent(LoginIdentifier)
        case signedIn(Account)
    }

    /// The result of a sign-in with a credential from Google or Apple.
    public enum IssuerOutcome: Sendable, Equatable {
        case signedIn(Account)
        /// The account with this address is older: a code that was sent there shows that it is still the person's.
        case codeSent(LoginIdentifier)
    }

    public private(set) var state = State.start

    /// Sent back with the code that links an account with Google or Apple; valid as long as that code.
    private struct PendingLink {
        let identifier: LoginIdentifier
        let token: String
        let way: Way
    }

    /// The method of a sign-in, as stored with the account.
    private struct Way {
        let method: LoginMethodType
        var appleSubject: String?
    }

    private var pendingLink: PendingLink?
    private let client: APIClient
    private let tokens: any TokenStore
    private let storage: any KeyStorage
    private let keys: any DeviceKeyProviding
    private let device: DeviceDescription
    private let push: PushRegistration?
    private let language: LanguageDeclaration?
    /// The tokens in the request that signs in.
    private var sentTokens = PushTokens.none
    /// The language in it.
    private var sentLanguage: String?
    private let time: any TimeSource
    private let signedIn: @Sendable (Account) async -> Void

    /// - Parameters:
    ///   - storage: where the account is kept; signing out wipes all of it.
    ///   - push: by which tokens this device is reached; nil where it never is.
    ///   - language: in which the server writes to the person; nil leaves it to the server.
    ///   - time: bounds signing out at the server.
    ///   - signedIn: called once the account is kept, before the person hears of it.
    public init(
        client: APIClient, tokens: any TokenStore, storage: any KeyStorage, keys: any DeviceKeyProviding,
        device: DeviceDescription = .current(), push: PushRegistration? = nil,
        language: LanguageDeclaration? = nil, time: any TimeSource = SystemTime(),
        signedIn: @escaping @Sendable (Account) async -> Void = { _ in }
    ) {
        self.client = client
        self.tokens = tokens
        self.storage = storage
        self.keys = keys
        self.device = device
        self.push = push
        self.language = language
        self.time = time
        self.signedIn = signedIn
    }

    /// Returns the account of this device; nil when no one is signed in.
    public func account() async throws(SignInError) -> Account? {
        do throws(KeyStorageError) {
            return try await tokens.tokens() == nil ? nil : Account.load(from: storage)
        } catch {
            throw .storage(error)
        }
    }

    /// The account that the server signed out: its keys are stored for its next sign-in. Nil if there is none.
    public func keptAccount() async throws(SignInError) -> Account? {
        do throws(KeyStorageError) {
            return try await tokens.tokens() == nil ? Account.load(from: storage) : nil
        } catch {
            throw .storage(error)
        }
    }

    /// The server has signed this device out: only the tokens, which are invalid now, are deleted.
    public func endedByServer() async throws(SignInError) {
        state = .start
        do throws(KeyStorageError) { try await tokens.clear() } catch { throw .storage(error) }
    }

    /// The number of digits of the code that was sent last.
    public private(set) var codeLength = PastedCode.lengths[0]

    private func refusal(of user: UserID) async -> SignInError? {
        do throws(SignInError) {
            try await requireKept(user)
            return nil
        } catch {
            return error
        }
    }

    /// Requires that the stored data belong to this account. Only the person can decide to drop another account's.
    private func requireKept(_ user: UserID) async throws(SignInError) {
        guard let kept = try await keptAccount(), kept.userId != user else { return }
        throw .keptForAnother(kept.label)
    }

    /// Returns the server's sign-in methods, and the client ID that Google's token must be for.
    public func offer() async throws(SignInError) -> AppConfig { try await send(.appConfig, as: AppConfig.self) }

    /// Asks for a code. Works for new and known people alike; `name` counts for new ones.
    public func requestCode(_ identifier: LoginIdentifier, name: String = "") async throws(SignInError) {
        let displayName: String
        do throws(IdentifierSyntax.Problem) {
            displayName = try IdentifierSyntax.displayName(name)
        } catch {
            throw .identifier(error)
        }
        guard try await account() == nil else { throw .alreadySignedIn }
        try await requireOffered(identifier.method)
        pendingLink = nil
        try await askForCode(identifier, displayName: displayName)
    }

    private func askForCode(_ identifier: LoginIdentifier, displayName: String) async throws(SignInError) {
        let payload = device.payload(publicKey: try await keys.publicKeyText(), language: await language?.language)
        let body = LoginRequest(
            email: identifier.email, phoneNumber: identifier.phoneNumber, displayName: displayName, verified: false,
            device: payload)
        codeLength = try await send(.login, body: body, as: AuthResponse.self).codeLength ?? PastedCode.lengths[0]
        state = .codeSent(identifier)
    }

    /// Sends another code to the same address or number.
    public func resend() async throws(SignInError) {
        guard case .codeSent(let identifier) = state else { throw .noCodeRequested }
        try await resend(to: identifier)
    }

    /// Sends another code, even if the first was requested by another process. It is requested like the first one, because the
    /// answer tells the number of digits.
    public func resend(to identifier: LoginIdentifier) async throws(SignInError) {
        try await askForCode(identifier, displayName: "")
    }

    /// Trades the code that was asked for.
    @discardableResult
    public func verify(_ code: String) async throws(SignInError) -> Account {
        guard case .codeSent(let identifier) = state else { throw .noCodeRequested }
        return try await verify(code, for: identifier)
    }

    /// Trades a code, also when it was asked for by another process, out of a message around it.
    @discardableResult
    public func verify(_ code: String, for identifier: LoginIdentifier) async throws(SignInError) -> Account {
        guard let digits = PastedCode.digits(in: code) else { throw .malformedCode }
        guard try await account() == nil else { throw .alreadySignedIn }
        let payload = try await provenPayload()
        let link = pendingLink?.identifier == identifier ? pendingLink : nil
        let answer = try await send(
            .verifyLogin,
            body: VerifyLoginRequest(
                code: digits, email: identifier.email, phoneNumber: identifier.phoneNumber, linkToken: link?.token,
                device: payload),
            as: VerifyLoginResponse.self)
        guard !answer.accessToken.isEmpty, !answer.refreshToken.isEmpty else {
            throw .server(.undecodable(.verifyLogin))
        }
        return try await keep(
            answer, email: identifier.email, phoneNumber: identifier.phoneNumber,
            link?.way ?? Way(method: identifier.method))
    }

    /// Signs in with a credential from Google or Apple: the account is found or created, and this device registered. The name
    /// is used for new people. The same credential may be sent again for two minutes if no answer arrived.
    @discardableResult
    public func signIn(with credential: IssuerCredential) async throws(SignInError) -> IssuerOutcome {
        guard try await account() == nil else { throw .alreadySignedIn }
        try await requireOffered(credential.issuer.method)
        pendingLink = nil
        let (endpoint, body) = credential.request(try await provenPayload())
        let answer = try await send(endpoint, body: body, as: AuthResponse.self)
        var way = Way(method: credential.issuer.method)
        if credential.issuer == .apple { way.appleSubject = answer.appleSubId ?? credential.subject }
        if let tokens = answer.tokens {
            let (email, phoneNumber) = (answer.email, answer.phoneNumber)
            return .signedIn(try await keep(tokens, email: email, phoneNumber: phoneNumber, way))
        }
        guard let identifier = LoginIdentifier(email: answer.email), let token = answer.linkToken else {
            throw .server(.undecodable(endpoint))
        }
        codeLength = answer.codeLength ?? PastedCode.lengths[0]
        pendingLink = PendingLink(identifier: identifier, token: token, way: way)
        state = .codeSent(identifier)
        return .codeSent(identifier)
    }

    /// Returns this device's description of itself, with the proof that it is the same device as before. For the sign-in
    /// request, never for the request for a code: the proof names an account, and the requester has shown no right to it yet.
    private func provenPayload() async throws(SignInError) -> DevicePayload {
        sentTokens = await push?.tokens ?? .none
        sentLanguage = await language?.language
        var payload = device.payload(
            publicKey: try await keys.publicKeyText(), push: sentTokens, language: sentLanguage)
        // Another account's people shall not even for a moment see a device with these keys: the server refuses it first.
        payload.keptAccount = try await keptAccount()?.userId
        let client = client
        payload.signInProof = try await keys.signInProof(
            origin: client.server.origin, date: { client.clock.date() },
            challenge: { () async throws(SignInError) -> String? in try await Self.challenge(from: client) })
        return payload
    }

    /// - Returns: nil of a server that takes no proofs.
    private static func challenge(from client: APIClient) async throws(SignInError) -> String? {
        do throws(APIClientError) {
            return try await client.send(.signInChallenge, as: SignInChallenge.self).challenge
        } catch .server(_, 404, _) {
            return nil
        } catch {
            throw .server(error)
        }
    }

    /// Keeps tokens and account, and has the person hear of it.
    private func keep(
        _ answer: VerifyLoginResponse, email: String, phoneNumber: String, _ way: Way
    ) async throws(SignInError) -> Account {
        let refusal = await refusal(of: answer.userId)
        do throws(KeyStorageError) {
            try await tokens.store(SessionTokens(answer, at: client.clock.date()))
        } catch {
            throw .storage(error)
        }
        if let refusal {
            _ = await notifyServer()
            try await endedByServer()
            throw refusal
        }
        pendingLink = nil
        let account = await profile(after: answer, email: email, phoneNumber: phoneNumber, way)
        do throws(KeyStorageError) { try account.save(to: storage) } catch { throw .storage(error) }
        // After a failure they are sent again later.
        try? await push?.signedIn(with: sentTokens)
        try? await language?.signedIn(declaring: sentLanguage)
        await signedIn(account)
        state = .signedIn(account)
        return account
    }

    /// Notifies the server, and wipes tokens, account and keys even if that fails.
    ///
    /// - Returns: whether the server was notified. If not, the device stays in the list of devices until it is removed there.
    @discardableResult
    public func signOut() async throws(SignInError) -> Bool {
        let wasNotified = await notifyServer()
        try await wipe()
        return wasNotified
    }

    /// Wipes tokens, account and keys without a word to the server, which has signed this device out already. The person
    /// asks for it.
    public func wipe() async throws(SignInError) {
        (state, pendingLink) = (.start, nil)
        // One that fails must not keep the others from being wiped.
        var failure: SignInError?
        do throws(SignInError) { try await keys.removeKeyPair() } catch { failure = error }
        do throws(KeyStorageError) { try await tokens.clear() } catch { failure = failure ?? .storage(error) }
        do throws(KeyStorageError) { try storage.removeAll() } catch { failure = failure ?? .storage(error) }
        if let failure { throw failure }
    }

    // MARK: - Parts

    /// The profile as the server has it. A sign-in does not fail because this one request does.
    private func profile(
        after answer: VerifyLoginResponse, email: String, phoneNumber: String, _ way: Way
    ) async -> Account {
        let user = try? await send(.user, as: UserResponse.self).user
        return Account(
            userId: answer.userId, deviceId: answer.deviceId, displayName: user?.displayName ?? "",
            email: user?.email ?? email, phoneNumber: user?.phoneNumber ?? phoneNumber, server: client.server,
            method: way.method, appleSubject: way.appleSubject)
    }

    private func requireOffered(_ method: LoginMethodType) async throws(SignInError) {
        guard try await offer().offers(method) else { throw .methodUnavailable(method) }
    }

    /// Logs out at the server, for 5 s at most.
    private func notifyServer() async -> Bool {
        let (client, time) = (client, time)
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await client.send(.logout, as: String.self)) != nil }
            group.addTask {
                try? await time.sleep(for: .seconds(5))
                return false
            }
            let wasNotified = await group.next() ?? false
            group.cancelAll()
            return wasNotified
        }
    }

    private func send<Response: Decodable & Sendable>(
        _ endpoint: Endpoint, body: (any Encodable & Sendable)? = nil, as type: Response.Type
    ) async throws(SignInError) -> Response {
        do throws(APIClientError) {
            return try await client.send(endpoint, body: body, as: type)
        } catch {
            if error.code == .keptForAnother, let kept = try await keptAccount() { throw .keptForAnother(kept.label) }
            throw .server(error)
        }
    }
}

extension LoginIdentifier {
    /// The address, or `""`, as the protocol writes an absent value (wire-protocol 0.2).
    var email: String { if case .email(let text) = self { text } else { "" } }
    /// The number, or `""`.
    var phoneNumber: String { if case .phone(let text) = self { text } else { "" } }
    public var method: LoginMethodType {
        switch self {
        case .email: .email
        case .phone: .phone
        }
    }
}
