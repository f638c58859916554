import ECallAPI
import Notifications
import OpenIDConnect
import ServerFoundation

/// Signs devices in for people whom an issuer vouches for.
struct ExternalSignIn: Sendable {
    let database: any Database
    let codes: SignInService
    let clock: WallClock
    private let links = SharedStore<PendingLink>()
    /// Recent sign-ins, for devices that did not get the answer.
    private let recent = SharedStore<SignedIn>()

    /// The time in seconds within which the code that links an identity to an account must arrive.
    static let linkLifetime = 600

    /// An identity whose address must be proven with a code.
    private struct PendingLink {
        let identity: ExternalIdentity
        let identifier: LoginIdentifier
    }

    struct SingleUse: Sendable {
        let digest: String
        let end: Timestamp
    }

    enum Outcome: Sendable {
        case signedIn(SignedIn, User)
        /// A code was sent to the identity's address; `token` together with that code links the identity.
        case codeSent(SignInService.SentTo, LoginIdentifier, token: String)
    }

    init(database: any Database, codes: SignInService, clock: WallClock) {
        (self.database, self.codes, self.clock) = (database, codes, clock)
    }

    /// Marks the token as used, finds or makes the account and registers the device, in one transaction. A retry by the
    /// same device within two minutes returns the same sign-in.
    func signIn(
        _ identity: ExternalIdentity, token: SingleUse?, name: DisplayName?, device: ArrivingDevice
    ) async throws -> Outcome {
        let now = clock.now()
        let repetition = device.repetition.map {
            [identity.issuer, identity.subject, token?.digest ?? "", $0].joined(separator: "\u{0}")
        }
        let found = try await database.write { [recent, challenges = codes.challenges] sql -> Found in
            if let token {
                let isFirst = try UsedTokenRepository(sql).use(
                    token.digest, deviceKey: device.keyHash, until: token.end, at: now)
                guard isFirst else { throw ExternalFailure.refused(.replayed) }
            }
            switch try ExternalAccounts(sql).account(of: identity, name: name, at: now) {
            case .codeNeeded(let identifier): return .codeNeeded(identifier)
            case .account(let id):
                guard let user = try UserRepository(sql).find(id) else { throw ExternalFailure.unavailable }
                if let repetition, var signedIn = recent.withLock({ $0.peek(repetition, at: now) }),
                    signedIn.identity.user == id, try DeviceRepository(sql).find(signedIn.identity) != nil
                {
                    if !device.details.forDataOnly { try SuspensionRepository(sql).require(id, at: now) }
                    signedIn.isNewDevice = false
                    return .account(signedIn, user)
                }
                let arrival = try DeviceRepository(sql).register(id, device, challenges: challenges, at: now)
                let signedIn = SignedIn(arrival, of: user)
                if let repetition {
                    recent.withLock {
                        $0.put(signedIn, under: repetition, for: UsedTokenRepository.repetition, at: now)
                    }
                }
                return .account(signedIn, user)
            }
        }
        switch found {
        case .account(let signedIn, let user): return .signedIn(signedIn, user)
        case .codeNeeded(let identifier):
            let sent = try await codes.requestCode(
                .init(
                    identifier: identifier, keyHash: device.keyHash, address: device.address,
                    takesLongCodes: device.details.takesLongCodes,
                    declared: MessageLocale(declared: device.details.language), accepted: device.accepted))
            let token = Secret.random()
            let link = PendingLink(identity: identity, identifier: identifier)
            links.withLock { $0.put(link, under: token, for: Self.linkLifetime, at: now) }
            return .codeSent(sent, identifier, token: token)
        }
    }

    /// Returns the identity that waits for a code to this address; nil if the token is unknown, expired or belongs to
    /// another address.
    func pendingIdentity(token: String?, for identifier: LoginIdentifier) -> ExternalIdentity? {
        guard let token else { return nil }
        let now = clock.now()
        guard let link = links.withLock({ $0.peek(token, at: now) }), link.identifier == identifier else { return nil }
        return link.identity
    }

    func forgetPending(token: String?) {
        guard let token else { return }
        let now = clock.now()
        _ = links.withLock { $0.take(token, at: now) }
    }

    private enum Found: Sendable {
        case account(SignedIn, User)
        case codeNeeded(LoginIdentifier)
    }
}
