import Crypto
import ECallAPI

/// Sign-in and sign-up are one thing: a code is sent, and whoever knows it has the account (wire-protocol 2.2).
///
/// Nothing that can be seen from outside depends on whether the account was there before (W18).
struct SignInService: Sendable {
    let database: any Database
    let codeKey: SymmetricKey
    let messages: any MessageSender
    let clock: WallClock
    let limits: Limits

    let limiter: CodeLimiter

    // MARK: - Sending

    /// Sends a code and returns the account's id, of a new, unverified account where there was none.
    ///
    /// Waits a few seconds at most for the provider: what is certain by then to have failed is said.
    func requestCode(
        for identifier: LoginIdentifier, name: DisplayName?, address: String, language: MessageLanguage = .english
    ) async throws -> UserID {
        let now = clock.now()
        let (user, message) = try await prepare(identifier, address: address, language, at: now) { sql, _ in
            let users = UserRepository(sql)
            guard let user = try users.find(identifier) else {
                let name = name?.text ?? identifier.defaultDisplayName
                return (try users.create(identifier, displayName: name, at: now), true)
            }
            // Before the first code anyone may have typed the address; afterwards the name is the owner's alone.
            if let name, !user.isVerified { try users.rename(user.id, to: name) }
            return (user.id, true)
        }
        guard let message else { return user }
        do {
            try await messages.send(message)
        } catch {
            // The next request shall not be taken for a repetition of one that never arrived.
            try await database.write { sql in
                let codes = OneTimeCodeRepository(sql)
                if try codes.find(identifier)?.sentAt == now { try codes.remove(identifier) }
            }
            throw APIFailure(.sendOTPFailed, "The code could not be sent; please check the address and try again")
        }
        return user
    }

    /// Sends another code where one was asked for; does nothing, and says nothing of it, where none was. Does not wait
    /// for the provider: the time it takes would tell whether a code was pending.
    func resendCode(
        for identifier: LoginIdentifier, address: String, language: MessageLanguage = .english
    ) async throws {
        let (_, message) = try await prepare(identifier, address: address, language, at: clock.now()) { _, pending in
            ((), pending != nil)
        }
        if let message { await messages.post(message) }
    }

    private func isRepeated(_ pending: PendingCode?, at now: Timestamp) -> Bool {
        guard let pending, pending.attemptsLeft > 0 else { return false }
        return now < pending.sentAt.advanced(bySeconds: limits.repeatedRequestWindow)
    }

    /// Counts the request, stores a new code together with what `prepare` does, and returns the message that carries it
    /// where `prepare` says so. Of requests that come at the same moment one gets a message.
    private func prepare<Value: Sendable>(
        _ identifier: LoginIdentifier, address: String, _ language: MessageLanguage, at now: Timestamp,
        prepare: @escaping @Sendable (any SQLConnection, PendingCode?) throws -> (Value, isWanted: Bool)
    ) async throws -> (Value, OutgoingMessage?) {
        try messages.requireChannel(of: identifier)
        let code = OneTimeCode.random()
        let fresh = PendingCode(
            digest: code.digest(for: identifier, key: codeKey), sentAt: now,
            expiresAt: now.advanced(bySeconds: limits.codeLifetime), attemptsLeft: limits.codeAttempts)
        let (value, isSent) = try await database.write { sql in
            let codes = OneTimeCodeRepository(sql)
            let pending = try codes.find(identifier)
            if isRepeated(pending, at: now) { return (try prepare(sql, pending).0, false) }
            try limiter.countRequest(for: identifier, from: address, at: now)
            let (value, isWanted) = try prepare(sql, pending)
            guard isWanted else { return (value, false) }
            try codes.store(fresh, for: identifier)
            return (value, true)
        }
        guard isSent else { return (value, nil) }
        return (
            value,
            OneTimeCodeMessage.make(
                code: code.digits, for: identifier, minutes: max(1, limits.codeLifetime / 60), language: language,
                expiresAt: fresh.expiresAt)
        )
    }

    // MARK: - Verifying

    /// Uses the code up and signs the device in: all in one transaction, so that one code makes one sign-in.
    ///
    /// - Parameter external: an identity that waited for this code; from now on it leads to the account.
    func verify(
        _ text: String, for identifier: LoginIdentifier, device: DeviceDetails, address: String,
        linking external: ExternalIdentity? = nil
    ) async throws -> SignedIn {
        let now = clock.now()
        guard let code = OneTimeCode(text) else { throw APIFailure(.invalidOTP, "The code has six digits") }
        try limiter.countTry(from: address, at: now)
        let digest = code.digest(for: identifier, key: codeKey)
        let (attempt, signedIn) = try await database.write { sql -> (CodeAttempt, SignedIn?) in
            let codes = OneTimeCodeRepository(sql)
            let attempt = CodeAttempt.judge(try codes.find(identifier), digest: digest, at: now)
            if case .wrong(let left) = attempt { try codes.setAttempts(left, for: identifier) }
            guard attempt == .accepted else { return (attempt, nil) }
            try codes.remove(identifier)
            guard let user = try UserRepository(sql).find(identifier) else { return (.nothingPending, nil) }
            try UserRepository(sql).markVerified(user.id, by: LoginMethodKey(identifier), at: now)
            if let external { try ExternalAccounts(sql).linkProven(external, to: user.id, at: now) }
            let (id, isNew) = try DeviceRepository(sql).register(user.id, device, ip: address, at: now)
            let identity = DeviceIdentity(user: user.id, device: id)
            return (attempt, SignedIn(identity: identity, isNewDevice: isNew, deletedAt: user.deletedAt))
        }
        guard let signedIn else { throw attempt.failure }
        return signedIn
    }

    /// Signs the device in without any proof: `ServerSettings.trustsVerifiedClaim` only.
    func trust(
        _ identifier: LoginIdentifier, name: DisplayName?, device: DeviceDetails, address: String
    ) async throws -> (SignedIn, User) {
        let now = clock.now()
        return try await database.write { sql in
            let users = UserRepository(sql)
            let name = name?.text ?? identifier.defaultDisplayName
            let id = try users.find(identifier)?.id ?? users.create(identifier, displayName: name, at: now)
            try users.markVerified(id, by: LoginMethodKey(identifier), at: now)
            guard let user = try users.find(id) else { throw APIFailure(.loginFailed, "Please try again") }
            let (device, isNew) = try DeviceRepository(sql).register(id, device, ip: address, at: now)
            let identity = DeviceIdentity(user: id, device: device)
            return (SignedIn(identity: identity, isNewDevice: isNew, deletedAt: user.deletedAt), user)
        }
    }
}

/// A device that has just proved whose it is, and has no tokens yet.
struct SignedIn: Sendable, Hashable {
    let identity: DeviceIdentity
    let isNewDevice: Bool
    /// When the account will be deleted, if it will.
    let deletedAt: Timestamp?
}

extension MessageSender {
    /// Throws `ErrRequestOTPFailed` where no message can be sent to such an identifier.
    func requireChannel(of identifier: LoginIdentifier) throws {
        guard channels.contains(identifier.channel) else {
            let way = identifier.channel == .email ? "e-mail" : "phone"
            throw APIFailure(.requestOTPFailed, "This server does not offer sign-in by \(way)")
        }
    }
}

extension CodeAttempt {
    /// The answer to a try that failed. Always 400: a 401 would be taken for success (wire-protocol 1.8, 3).
    var failure: APIFailure {
        switch self {
        case .wrong(let left) where left > 0: APIFailure(.otpMismatched, "Wrong code")
        // The sign-in screen disables its buttons at this very sentence (wire-protocol 1.5).
        case .wrong, .exhausted: APIFailure(.tooManyFailedAttempts, "Too many failed attempts.")
        case .expired: APIFailure(.otpExpired, "The code has expired")
        case .accepted, .nothingPending: APIFailure(.invalidOTP, "Invalid or expired code")
        }
    }
}
