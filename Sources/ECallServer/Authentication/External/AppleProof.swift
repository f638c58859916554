import ECallAPI
import OpenIDConnect
import ServerFoundation

/// Verifies a person's sign-in with Apple by an ID token, a code, or both (wire-protocol 1.8, 6).
struct AppleProof: Sendable {
    let provider: ExternalProvider
    let clock: WallClock
    private let exchanged = SharedStore<Exchanged>()
    private let running = ExchangesUnderWay()

    /// The result of an exchanged code: the same device may send the code again for a short time.
    private struct Exchanged {
        let identity: ExternalIdentity
        let deviceKey: String
    }

    struct Person: Sendable {
        let identity: ExternalIdentity
        let token: ExternalSignIn.SingleUse?
    }

    init(provider: ExternalProvider, clock: WallClock) { (self.provider, self.clock) = (provider, clock) }

    /// At least one must prove the person, and both must name the same one. A code that Apple refuses is refused whatever
    /// the token says; while Apple is unreachable a valid token suffices.
    func person(code: String, token: String, deviceKey: String) async throws(ExternalFailure) -> Person {
        let verified: IdentityTokenVerifier.Verified? =
            token.isEmpty ? nil : try await provider.verifier.verify(token, audiences: provider.audiences)
        var traded: ExternalIdentity?
        if !code.isEmpty, provider.exchange != nil {
            let client = verified?.audience.first ?? provider.firstClientID
            do {
                traded = try await identity(behind: code, clientID: client, deviceKey: deviceKey)
            } catch ExternalFailure.unavailable where verified != nil {
                traded = nil
            } catch {
                throw error as? ExternalFailure ?? .unavailable
            }
        }
        if let verified, let traded, verified.identity.key != traded.key { throw .differentPersons }
        if let verified {
            return Person(identity: verified.identity, token: .init(digest: verified.digest, end: verified.end))
        }
        guard let traded else { throw .refused(.malformed) }
        return Person(identity: traded, token: nil)
    }

    private func identity(behind code: String, clientID: String, deviceKey: String) async throws -> ExternalIdentity {
        // The length is checked first, because a key of the store is hashed.
        guard code.utf8.count <= CodeExchange.longestCode else { throw ExternalFailure.codeRefused }
        return try await running.run(HexDigest.sha256("\(deviceKey) \(code)")) {
            let now = clock.now()
            if let known = exchanged.withLock({ $0.peek(code, at: now) }) {
                guard !deviceKey.isEmpty, known.deviceKey == deviceKey else { throw ExternalFailure.usedUp }
                return known.identity
            }
            let text = try await provider.trade(code, clientID: clientID)
            let identity = try await provider.verifier.verify(text, audiences: [clientID]).identity
            let entry = Exchanged(identity: identity, deviceKey: deviceKey)
            exchanged.withLock {
                $0.put(entry, under: code, for: UsedTokenRepository.repetition, at: clock.now())
            }
            return identity
        }
    }
}

/// Coalesces simultaneous requests with the same code into one exchange: the issuer accepts a code once.
private actor ExchangesUnderWay {
    private var tasks: [String: Task<ExternalIdentity, any Error>] = [:]

    func run(
        _ name: String, _ work: @escaping @Sendable () async throws -> ExternalIdentity
    ) async throws -> ExternalIdentity {
        if let task = tasks[name] { return try await task.value }
        let task = Task { try await work() }
        tasks[name] = task
        defer { tasks[name] = nil }
        return try await task.value
    }
}
