import Crypto
import ECallAPI
import Notifications
import OpenIDConnect
import ServerFoundation

/// Sign-in and sign-up by code, which are the same: anyone who knows the code gets the account (wire-protocol 2.2).
///
/// Nothing visible from outside depends on whether the account existed before (W18). Requests are counted before the
/// database is asked, and only those that send a code write to it, since all share one disk.
struct SignInService: Sendable, Confidential {
    let database: any Database
    let codeKey: SymmetricKey
    let messages: any MessageSender
    let clock: WallClock
    let limits: Limits
    let challenges: SignInChallenges

    let limiter: CodeLimiter
    /// Recent sign-ins, for devices that did not get the answer.
    private let recent = SharedStore<SignedIn>()
    private let failedSends = FailedSends()

    init(
        database: any Database, codeKey: SymmetricKey, messages: any MessageSender, clock: WallClock, limits: Limits,
        challenges: SignInChallenges, limiter: CodeLimiter
    ) {
        self.database = database
        self.codeKey = codeKey
        self.messages = messages
        self.clock = clock
        self.limits = limits
        self.challenges = challenges
        self.limiter = limiter
    }

    // MARK: - Sending

    /// The request for a code, and its source.
    struct Asker: Sendable {
        let identifier: LoginIdentifier
        /// The hash of the device's public key; empty if none was given.
        var keyHash = ""
        let address: String
        var takesLongCodes = false
        /// The language that the device declares with the request; nil if it declares none.
        var declared: MessageLocale?
        /// The language of the header, for devices that declare none.
        var accepted = MessageLocale(.english)
    }

    struct SentTo: Sendable {
        let user: UserID
        let digits: Int
    }

    /// The database's state before anything is written.
    private struct Situation: Sendable {
        let user: User?
        let pending: SignInCode?
        let message: CodeMessage
        let language: MessageLocale
    }

    /// Sends a code, and creates an unverified account if there was none.
    ///
    /// Waits a few seconds at most for the provider, and reports a failure that is certain by then.
    @discardableResult
    func requestCode(_ asker: Asker, name: DisplayName? = nil) async throws -> SentTo {
        let (now, identifier) = (clock.now(), asker.identifier)
        try limiter.countRequest(from: asker.address, at: now)
        try failedSends.require(identifier.text, at: now)
        try messages.requireChannel(of: identifier)
        let seen = try await situation(of: asker) { try $0.find(identifier, keyHash: asker.keyHash) }
        if let user = seen.user, let pending = seen.pending, isRepeated(pending, at: now) {
            return SentTo(user: user.id, digits: pending.kind.digits)
        }
        try limiter.check(seen.message, at: now)
        let name = name?.text ?? seen.pending?.displayName ?? ""
        let (sent, fresh) = try await database.write { sql -> (SentTo, Fresh?) in
            let (users, codes) = (UserRepository(sql), OneTimeCodeRepository(sql))
            let known = try users.find(identifier)?.id
            // One of several simultaneous requests sends a message.
            if let known, let pending = try codes.find(identifier, keyHash: asker.keyHash),
                isRepeated(pending, at: now)
            {
                return (SentTo(user: known, digits: pending.kind.digits), nil)
            }
            let shape = try limiter.count(seen.message, at: now, in: sql)
            let fresh = newCode(shape, for: asker, keyHash: asker.keyHash, name: name, at: now)
            try codes.store(fresh.entry, for: identifier)
            // The first requester does not choose the account's name; the person who proves the address does.
            let user = try known ?? users.create(identifier, displayName: identifier.defaultDisplayName, at: now)
            return (SentTo(user: user, digits: shape.kind.digits), fresh)
        }
        guard let fresh else { return sent }
        do {
            try await messages.send(message(fresh, for: asker, seen.language))
        } catch DeliveryFailure.unavailable {
            // Delivery is retried in the background, so the code stays valid.
            throw failedSends.note(identifier.text, at: clock.now())
        } catch {
            // Otherwise the next request would be taken for a repetition of one whose message never arrived.
            try await database.write { sql in
                let codes = OneTimeCodeRepository(sql)
                guard let last = try codes.find(identifier, keyHash: asker.keyHash), last.code.sentAt == now else {
                    return
                }
                try codes.remove(last, for: identifier)
            }
            guard error as? DeliveryFailure == .refused else {
                throw failedSends.note(identifier.text, at: clock.now())
            }
            throw APIFailure(.sendOTPFailed, "The code could not be sent. Check the address, then try again")
        }
        return sent
    }

    /// Sends another code if one was requested before, and silently does nothing otherwise. Does not wait for the provider,
    /// whose latency would reveal whether a code was pending.
    ///
    /// The stock app does not name the key; our clients do.
    func resendCode(_ asker: Asker) async throws {
        let (now, identifier) = (clock.now(), asker.identifier)
        try limiter.countRequest(from: asker.address, at: now)
        try messages.requireChannel(of: identifier)
        let place = limiter.place(asker.address)
        let seen = try await situation(of: asker) { codes in
            asker.keyHash.isEmpty
                ? try codes.find(identifier, askedFrom: place)
                : try codes.find(identifier, forDevice: asker.keyHash)
        }
        guard let pending = seen.pending, !isRepeated(pending, at: now) else { return }
        try limiter.check(seen.message, at: now)
        let fresh = try await database.write { sql -> Fresh? in
            let codes = OneTimeCodeRepository(sql)
            guard let last = try codes.find(identifier, keyHash: pending.keyHash), !isRepeated(last, at: now) else {
                return nil
            }
            let shape = try limiter.count(seen.message, at: now, in: sql)
            let fresh = newCode(shape, for: asker, keyHash: pending.keyHash, name: pending.displayName, at: now)
            try codes.store(fresh.entry, for: identifier)
            return fresh
        }
        if let fresh { await messages.post(message(fresh, for: asker, seen.language)) }
    }

    private func situation(
        of asker: Asker, find: @escaping @Sendable (OneTimeCodeRepository) throws -> SignInCode?
    ) async throws -> Situation {
        try await database.read { [limiter] sql in
            let user = try UserRepository(sql).find(asker.identifier)
            let place = ClientAddress.limiterKey(asker.address)
            let devices = try user.map { $0.isVerified ? try DeviceRepository(sql).devices(of: $0.id) : [] } ?? []
            let isKnown = devices.contains { !$0.ip.isEmpty && ClientAddress.limiterKey($0.ip) == place }
            let known = devices.first { PublicKeyText($0.publicKey)?.hash == asker.keyHash }
            let pending = try find(OneTimeCodeRepository(sql))
            // The new code is for the client that requested the first, and a repeated request may omit its capabilities.
            let takesLong = asker.takesLongCodes || pending.map { [.six, .eight, .ten].contains($0.kind) } ?? false
            return Situation(
                user: user, pending: pending,
                message: limiter.message(
                    for: asker.identifier, from: asker.address, use: takesLong ? .signIn : .shortSignIn,
                    isFromKnownPlace: isKnown, knownKey: known == nil ? nil : asker.keyHash),
                language: asker.declared ?? known.flatMap { MessageLocale(declared: $0.language) } ?? asker.accepted)
        }
    }

    private struct Fresh: Sendable {
        let code: OneTimeCode
        let entry: SignInCode
    }

    private func isRepeated(_ pending: SignInCode, at now: Timestamp) -> Bool {
        pending.code.isRepetition(at: now, within: limits.repeatedRequestWindow)
    }

    private func newCode(
        _ shape: CodeShape, for asker: Asker, keyHash: String, name: String, at now: Timestamp
    ) -> Fresh {
        let code = OneTimeCode.random(shape.kind.digits)
        let pending = PendingCode(
            digest: code.digest(for: asker.identifier, key: codeKey), sentAt: now,
            expiresAt: now.advanced(bySeconds: limits.codeLifetime), attemptsLeft: shape.attempts)
        let place = limiter.place(asker.address)
        return Fresh(
            code: code,
            entry: SignInCode(
                code: pending, keyHash: keyHash, displayName: name, askedFrom: place, kind: shape.kind))
    }

    private func message(_ fresh: Fresh, for asker: Asker, _ language: MessageLocale) -> OutgoingMessage {
        OneTimeCodeMessage.make(
            code: fresh.code.digits, for: asker.identifier, minutes: max(1, limits.codeLifetime / 60),
            in: language, expiresAt: fresh.entry.code.expiresAt)
    }

    // MARK: - Verifying

    /// Uses the code up and signs the device in, in one transaction, so that one code makes one sign-in. A retry by the
    /// same device within a minute returns the same sign-in.
    ///
    /// - Parameter external: an identity that waited for this code; it now belongs to the account.
    func verify(
        _ text: String, for identifier: LoginIdentifier, device: ArrivingDevice,
        linking external: ExternalIdentity? = nil
    ) async throws -> SignedIn {
        let (now, keyHash) = (clock.now(), device.keyHash)
        guard let code = OneTimeCode(text) else { throw APIFailure(.invalidOTP, "This is not a code") }
        try limiter.countTry(from: device.address, at: now)
        let digest = code.digest(for: identifier, key: codeKey)
        let first = try await database.read { sql in
            CodeAttempt.judge(
                try OneTimeCodeRepository(sql).find(identifier, forDevice: keyHash)?.code, digest: digest, at: now)
        }
        let name = device.repetition.map { "\(identifier.text)\u{0}\(code.digits)\u{0}\($0)" }
        guard first.changesSomething else { return try again(name, at: now, or: first) }
        let request = Verification(
            identifier: identifier, digest: digest, device: device, challenges: challenges,
            external: external, family: TokenService.newFamily(), now: now)
        let (attempt, signedIn) = try await database.write { [recent, limits, limiter] sql in
            let (attempt, signedIn) = try request.run(in: sql, limiter)
            if let signedIn, let name {
                // Stored inside the transaction: a later request finds either the code or this sign-in.
                recent.withLock { $0.put(signedIn, under: name, for: limits.repeatedAnswerWindow, at: now) }
            }
            return (attempt, signedIn)
        }
        return try signedIn ?? again(name, at: now, or: attempt)
    }

    /// Returns the sign-in that the same request made a moment ago. A device without a key cannot be distinguished from others.
    private func again(_ name: String?, at now: Timestamp, or attempt: CodeAttempt) throws -> SignedIn {
        guard let name, let signedIn = recent.withLock({ $0.peek(name, at: now) }) else { throw attempt.failure }
        return signedIn
    }

    /// Signs the device in without any proof: `ServerSettings.trustsVerifiedClaim` only.
    func trust(
        _ identifier: LoginIdentifier, name: DisplayName?, device: ArrivingDevice
    ) async throws -> (SignedIn, User) {
        let now = clock.now()
        return try await database.write { [challenges] sql in
            let users = UserRepository(sql)
            let name = name?.text ?? identifier.defaultDisplayName
            let id = try users.find(identifier)?.id ?? users.create(identifier, displayName: name, at: now)
            try users.markVerified(id, by: LoginMethodKey(identifier), at: now)
            guard let user = try users.find(id) else { throw APIFailure(.loginFailed, "Try again") }
            let arrival = try DeviceRepository(sql).register(id, device, challenges: challenges, at: now)
            return (SignedIn(arrival, of: user), user)
        }
    }
}

/// An attempt with a code as a change of the database, in one transaction.
private struct Verification: Sendable {
    let identifier: LoginIdentifier
    let digest: String
    let device: ArrivingDevice
    let challenges: SignInChallenges
    let external: ExternalIdentity?
    /// The family of the device's future tokens.
    let family: String
    let now: Timestamp

    func run(in sql: any SQLConnection, _ limiter: CodeLimiter) throws -> (CodeAttempt, SignedIn?) {
        let (codes, users) = (OneTimeCodeRepository(sql), UserRepository(sql))
        guard let entry = try codes.find(identifier, forDevice: device.keyHash) else { return (.nothingPending, nil) }
        let attempt = CodeAttempt.judge(entry.code, digest: digest, at: now)
        if case .wrong(let left) = attempt {
            try codes.setAttempts(left, of: entry, for: identifier)
            try limiter.noteWrong(entry.kind, for: identifier, at: now, in: sql)
        }
        guard attempt == .accepted else { return (attempt, nil) }
        try codes.remove(entry, for: identifier)
        guard let user = try users.find(identifier) else { return (.nothingPending, nil) }
        if !user.isVerified {
            try RemovedLoginMethodRepository(sql).requireFree(LoginMethodKey(identifier), for: user.id, at: now)
        }
        if !user.isVerified, let name = DisplayName(entry.displayName) { try users.rename(user.id, to: name) }
        try users.markVerified(user.id, by: LoginMethodKey(identifier), at: now)
        if let external { try ExternalAccounts(sql).linkProven(external, to: user.id, at: now) }
        let arrival = try DeviceRepository(sql).register(user.id, device, challenges: challenges, at: now)
        var signedIn = SignedIn(arrival, of: user)
        signedIn.family = family
        try TokenFamilyRepository(sql).begin(family, signedIn.identity, createdAt: now, at: now)
        return (attempt, signedIn)
    }
}

/// A device that has just proven its account and has no tokens yet.
struct SignedIn: Sendable, Hashable {
    let identity: DeviceIdentity
    /// Whether its key was not proven: then the account's other devices are warned.
    var isNewDevice: Bool
    /// Devices that this sign-in has signed out.
    let removed: [DeviceIdentity]
    /// The time of the account's scheduled deletion, if any.
    let deletedAt: Timestamp?
    /// The family of its tokens, if it was begun with the sign-in.
    var family: String?

    init(_ arrival: DeviceArrival, of user: User) {
        identity = DeviceIdentity(user: user.id, device: arrival.id)
        (isNewDevice, removed, deletedAt) = (arrival.isNew, arrival.removed, user.deletedAt)
    }
}
