import Crypto
import ECallAPI
import Notifications
import ServerFoundation

/// Proves that the caller has an address or number that will be added to the account (wire-protocol 9.1, W20).
///
/// A proof is bound to user, device and identifier, and valid for ten minutes and one change.
struct AddressProofService: Sendable, Confidential {
    let database: any Database
    let codeKey: SymmetricKey
    let messages: any MessageSender
    let clock: WallClock
    let limits: Limits
    let limiter: CodeLimiter
    private let accountLimiter: SharedRateLimiter
    private let failedSends = FailedSends()

    init(
        database: any Database, codeKey: SymmetricKey, messages: any MessageSender, clock: WallClock, limits: Limits,
        limiter: CodeLimiter
    ) {
        self.database = database
        self.codeKey = codeKey
        self.messages = messages
        self.clock = clock
        self.limits = limits
        self.limiter = limiter
        accountLimiter = SharedRateLimiter(limits.addressProofs)
    }

    /// Sends a code. A repetition within seconds is the same request.
    ///
    /// - Parameter confirmsOwner: whether the account already has the identifier, and the code proves that its owner
    ///   requests a change of the account (wire-protocol 9.7).
    ///
    /// Throws `ErrEmailAlreadyRegistered` and `ErrPhoneAlreadyRegistered` if another account has it, within the account's
    /// rate of requests, so that addresses cannot be enumerated.
    func sendCode(
        to identifier: LoginIdentifier, for caller: DeviceIdentity, address: String, confirmsOwner: Bool = false,
        accepting language: MessageLocale = MessageLocale(.english)
    ) async throws {
        let (now, code) = (clock.now(), OneTimeCode.random())
        try limiter.countRequest(from: address, at: now)
        try messages.requireChannel(of: identifier)
        let key = "\(caller.device) \(identifier.text)"
        try failedSends.require(key, at: now)
        let fresh = PendingCode(
            digest: digest(code, identifier, caller), sentAt: now,
            expiresAt: now.advanced(bySeconds: limits.codeLifetime), attemptsLeft: limits.codeAttempts)
        if try await database.read({ try isRepeated(identifier, caller, at: now, in: $0) }) { return }
        guard accountLimiter.allow(caller.user.description, at: now) else {
            throw APIFailure(.reachedMaxResendAttempts, "Too many codes were requested. Try again later")
        }
        let message = limiter.message(for: identifier, from: address, use: .proof)
        try limiter.check(message, at: now)
        let declared = try await database.write { sql -> MessageLocale?? in
            if try isRepeated(identifier, caller, at: now, in: sql) { return nil }
            let isOwn = try LoginMethodRepository(sql).find(LoginMethodKey(identifier))?.user == caller.user
            if !(isOwn && confirmsOwner) {
                try Self.requireFree(identifier, for: caller.user, in: sql, at: now)
            }
            try limiter.count(message, at: now, in: sql)
            try AddressProofRepository(sql).store(fresh, for: identifier, caller)
            return try DeviceRepository(sql).language(of: caller)
        }
        guard let declared else { return }
        do {
            try await messages.send(
                OneTimeCodeMessage.make(
                    code: code.digits, for: identifier, minutes: max(1, limits.codeLifetime / 60),
                    in: declared ?? language,
                    expiresAt: fresh.expiresAt))
        } catch DeliveryFailure.unavailable {
            throw failedSends.note(key, at: clock.now())
        } catch {
            try await database.write { try AddressProofRepository($0).remove(identifier, caller) }
            guard error as? DeliveryFailure == .refused else { throw failedSends.note(key, at: clock.now()) }
            throw APIFailure(.sendOTPFailed, "The code could not be sent. Try again")
        }
    }

    private func isRepeated(
        _ identifier: LoginIdentifier, _ caller: DeviceIdentity, at now: Timestamp, in sql: any SQLConnection
    ) throws -> Bool {
        try AddressProofRepository(sql).find(identifier, caller)?.code
            .isRepetition(at: now, within: limits.repeatedRequestWindow) ?? false
    }

    /// Verifies the code, which permits the change.
    func verify(_ text: String, for identifier: LoginIdentifier, caller: DeviceIdentity, address: String) async throws {
        let now = clock.now()
        guard let code = OneTimeCode(text) else { throw APIFailure(.invalidOTP, "This is not a code") }
        try limiter.countTry(from: address, at: now)
        let digest = digest(code, identifier, caller)
        let first = try await database.read { sql in
            CodeAttempt.judge(try AddressProofRepository(sql).find(identifier, caller)?.code, digest: digest, at: now)
        }
        guard first.changesSomething else { throw first.failure }
        let attempt = try await database.write { sql in
            let proofs = AddressProofRepository(sql)
            let pending = try proofs.find(identifier, caller)
            // The app retries: the same code again is the same proof.
            let attempt = CodeAttempt.judge(pending?.code, digest: digest, at: now)
            switch attempt {
            case .wrong(let left):
                try proofs.setAttempts(left, for: identifier, caller)
                try limiter.noteWrong(.proof, for: identifier, at: now, in: sql)
            case .accepted where pending?.verifiedAt == nil: try proofs.markVerified(identifier, caller, at: now)
            default: break
            }
            return attempt
        }
        guard attempt == .accepted else { throw attempt.failure }
    }

    /// Uses the proof up, inside the transaction of the change. Throws `ErrVerifyOTPFailed` if there is none.
    func consume(_ identifier: LoginIdentifier, _ caller: DeviceIdentity, in sql: any SQLConnection) throws {
        let (proofs, now) = (AddressProofRepository(sql), clock.now())
        guard let verifiedAt = try proofs.find(identifier, caller)?.verifiedAt,
            now < verifiedAt.advanced(bySeconds: limits.addressProofLifetime)
        else { throw APIFailure(.verifyOTPFailed, "Verify the new address or number first") }
        try proofs.remove(identifier, caller)
    }

    /// Throws if another account has the identifier. One that was never proven is free.
    static func requireFree(
        _ identifier: LoginIdentifier, for user: UserID, in sql: any SQLConnection, at now: Timestamp
    ) throws {
        try RemovedLoginMethodRepository(sql).requireFree(LoginMethodKey(identifier), for: user, at: now)
        guard let method = try LoginMethodRepository(sql).find(LoginMethodKey(identifier)), method.verifiedAt != nil
        else { return }
        if method.user == user { throw APIFailure(.resendOTPFailed, "Your account already has this") }
        switch identifier {
        case .email: throw APIFailure(.emailAlreadyRegistered, "Another account uses this address")
        case .phone: throw APIFailure(.phoneAlreadyRegistered, "Another account uses this number")
        }
    }

    private func digest(_ code: OneTimeCode, _ identifier: LoginIdentifier, _ caller: DeviceIdentity) -> String {
        HexDigest.hmac("\(caller.user)\u{0}\(caller.device)\u{0}\(identifier.text)\u{0}\(code.digits)", key: codeKey)
    }
}
