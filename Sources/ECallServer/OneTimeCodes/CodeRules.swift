import ECallAPI
import Notifications
import ServerFoundation

/// A requested code, reduced to what limits depend on.
struct CodeMessage: Sendable, Hashable {
    /// The purpose of the code, and the length that the client accepts.
    enum Use: Sendable, Hashable {
        /// A sign-in by a client whose field accepts ten digits.
        case signIn
        /// A sign-in by any other client: the stock app's field has six places.
        case shortSignIn
        /// The proof of a further address for a signed-in account.
        case proof
    }

    /// A keyed hash of the address or number.
    let recipient: String
    let channel: MessageChannel
    /// The calling code of a number; empty for mail.
    let country: String
    /// The networks of the request's source, the smallest first.
    let tiers: [ClientAddress.Tier]
    var use = Use.shortSignIn
    /// Whether a device of the account was seen at this address, so that it may be the owner's.
    var isFromKnownPlace = false
    /// The hash of the requesting key if a device of the account has it; nil otherwise.
    var knownKey: String?

    /// The recipient combined with the requesting address.
    var place: String { "\(recipient) \(tiers.first?.key ?? "")" }
}

/// The length and purpose of a code. Wrong attempts are counted per kind, because each is guessed with another probability.
enum CodeKind: String, Sendable, Hashable, CaseIterable {
    /// For a client that accepts longer codes, while no one is guessing.
    case six
    case eight, ten
    /// For a client that accepts six digits only: requested by strangers, and from where the account is in use.
    case short, shortAtKnownPlace
    case proof

    var digits: Int {
        switch self {
        case .six, .short, .shortAtKnownPlace, .proof: 6
        case .eight: 8
        case .ten: 10
        }
    }
}

/// The share of an account's codes that a code is taken from. Strangers cannot use up the shares reserved for its owner.
enum CodeLane: String, Sendable, Hashable {
    /// Each network in which a device of the account was seen has its own share.
    case knownPlace
    /// Each key of the account's devices has its own share. Contacts know the key.
    case knownKey
    /// The first code in a while of a requesting network, such as that of a travelling owner.
    case first
    /// The share common to strangers.
    case shared
}

struct CodeShape: Sendable, Hashable {
    let kind: CodeKind
    let attempts: Int
    let lane: CodeLane
}

/// The counters and limits of codes. Pure: the caller supplies the time.
///
/// The right code is never refused. Guessing makes later codes longer or, for clients that accept six digits only, fewer:
/// decision 111 has the arithmetic.
struct CodeRules: Sendable {
    /// The exhausted limit.
    enum Refusal: Error, Sendable, Hashable, CaseIterable {
        case address, recipient, server, textMessages, country, shortCodes
    }

    private let limits: Limits
    private var requests: RateLimiter
    private var tries: RateLimiter
    private var addresses: RateLimiter
    /// The strangers' share of a recipient's codes.
    private var shared: [RateLimiter]
    /// The part of a recipient's codes that one address may use up.
    private var parts: [RateLimiter]
    /// First codes, per requesting network and per recipient.
    private var firsts: [RateLimiter]
    private var firstsInAll: [RateLimiter]
    /// The shares reserved for an address and for a key that the account is known by.
    private var knownPlaces: [RateLimiter]
    private var knownKeys: [RateLimiter]
    private var knownKeyParts: [RateLimiter]
    private var all: RateLimiter
    private var texts: RateLimiter
    private var countries: RateLimiter
    /// Wrong attempts of a day by kind and by recipient, and the remaining attempts at recently sent codes. Their sum is
    /// what a guesser has had, or may still have.
    private var wrong: RateLimiter
    private var open: RateLimiter

    /// The fraction of the server's total that is reserved for known places and keys: one in this many.
    private static let keptBack = 5

    init(_ limits: Limits) {
        self.limits = limits
        requests = RateLimiter(limits.codeRequestsPerAddress)
        tries = RateLimiter(limits.verificationsPerAddress)
        addresses = RateLimiter(limits.codesPerAddress)
        shared = [limits.codesPerIdentifier, limits.codesPerIdentifierDaily].map { RateLimiter($0) }
        parts = [limits.codesPerIdentifierAndAddress, limits.codesPerIdentifierAndAddressDaily].map { RateLimiter($0) }
        firsts = [limits.firstCodesPerAddress, limits.firstCodesPerAddressDaily].map { RateLimiter($0) }
        firstsInAll = [limits.firstCodesPerIdentifier, limits.firstCodesPerIdentifierDaily].map { RateLimiter($0) }
        (knownPlaces, knownKeys, knownKeyParts) = (shared, shared, parts)
        all = RateLimiter(limits.codesInAll)
        texts = RateLimiter(limits.textMessages)
        countries = RateLimiter(limits.textMessagesPerCountry)
        wrong = RateLimiter(Rate(count: .max, seconds: Self.day))
        open = RateLimiter(Rate(count: .max, seconds: limits.codeLifetime))
    }

    private static let day = 86_400

    /// Counts a request for a code, whatever its outcome.
    mutating func allowRequest(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        requests.allow(from: tiers, at: now) && addresses.permits(from: tiers, at: now)
    }

    /// Counts an attempt at a code.
    mutating func allowTry(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        tries.allow(from: tiers, at: now)
    }

    mutating func noteWrong(_ kind: CodeKind, of recipient: String, _ count: Int = 1, at now: Timestamp) {
        wrong.count("of \(recipient)", count, at: now)
        // No limit depends on ten-digit codes.
        if kind != .ten { wrong.count(kind.rawValue, count, at: now) }
    }

    // MARK: - What is sent

    /// Returns the code that may be sent, or throws the limit that forbids it; counts nothing.
    mutating func shape(of message: CodeMessage, at now: Timestamp) throws(Refusal) -> CodeShape {
        guard addresses.permits(from: message.tiers, at: now) else { throw .address }
        guard let lane = lane(of: message, at: now) else { throw .recipient }
        guard Self.permits(&all, "", lane, at: now) else { throw .server }
        if message.channel == .sms {
            guard Self.permits(&texts, "", lane, at: now) else { throw .textMessages }
            guard Self.permits(&countries, message.country, lane, at: now) else { throw .country }
        }
        let (kind, attempts) = try kind(of: message, at: now)
        return CodeShape(kind: kind, attempts: attempts, lane: lane)
    }

    /// Counts a sent code against all its limits.
    mutating func note(_ message: CodeMessage, _ shape: CodeShape, at now: Timestamp) {
        for tier in message.tiers { addresses.count(tier.key, at: now) }
        switch shape.lane {
        case .knownPlace: Self.count(&knownPlaces, message.place, at: now)
        case .knownKey:
            Self.count(&knownKeys, message.keyOfRecipient, at: now)
            Self.count(&knownKeyParts, message.place, at: now)
        case .first:
            Self.count(&parts, message.place, at: now)
            for tier in message.tiers { Self.count(&firsts, "\(message.recipient) \(tier.key)", at: now) }
            Self.count(&firstsInAll, message.recipient, at: now)
        case .shared:
            Self.count(&parts, message.place, at: now)
            Self.count(&shared, message.recipient, at: now)
        }
        noteSent(message, shape, at: now, isOpen: true)
    }

    /// Counts a code sent by an earlier process, except for the network, which is not stored.
    ///
    /// - Parameter isOpen: whether it can still be attempted.
    mutating func restore(_ message: CodeMessage, _ shape: CodeShape, sentAt: Timestamp, isOpen: Bool) {
        switch shape.lane {
        case .knownPlace, .knownKey: break
        case .first: Self.count(&firstsInAll, message.recipient, at: sentAt)
        case .shared: Self.count(&shared, message.recipient, at: sentAt)
        }
        noteSent(message, shape, at: sentAt, isOpen: isOpen)
    }

    private mutating func noteSent(_ message: CodeMessage, _ shape: CodeShape, at now: Timestamp, isOpen: Bool) {
        all.count("", at: now)
        if message.channel == .sms {
            texts.count("", at: now)
            countries.count(message.country, at: now)
        }
        guard isOpen else { return }
        open.count("of \(message.recipient)", shape.attempts, at: now)
        open.count(shape.kind.rawValue, shape.attempts, at: now)
    }

    /// Returns the first share with room.
    private mutating func lane(of message: CodeMessage, at now: Timestamp) -> CodeLane? {
        if message.isFromKnownPlace, Self.permits(&knownPlaces, message.place, at: now) { return .knownPlace }
        if message.knownKey != nil, Self.permits(&knownKeys, message.keyOfRecipient, at: now),
            Self.permits(&knownKeyParts, message.place, at: now)
        {
            return .knownKey
        }
        guard Self.permits(&parts, message.place, at: now) else { return nil }
        let isFirst = message.tiers.allSatisfy { tier in
            Self.permits(&firsts, "\(message.recipient) \(tier.key)", at: now, times: tier.shares)
        }
        if isFirst, Self.permits(&firstsInAll, message.recipient, at: now) { return .first }
        return Self.permits(&shared, message.recipient, at: now) ? .shared : nil
    }

    private static func permits(
        _ budget: inout RateLimiter, _ key: String, _ lane: CodeLane, at now: Timestamp
    ) -> Bool {
        switch lane {
        case .knownPlace, .knownKey: budget.permits(key, at: now)
        case .first, .shared: budget.amount(key, at: now) < budget.rate.count - budget.rate.count / keptBack
        }
    }

    private static func permits(
        _ limiters: inout [RateLimiter], _ key: String, at now: Timestamp, times factor: Int = 1
    ) -> Bool {
        limiters.indices.allSatisfy { limiters[$0].permits(key, at: now, times: factor) }
    }

    private static func count(_ limiters: inout [RateLimiter], _ key: String, at now: Timestamp) {
        for index in limiters.indices { limiters[index].count(key, at: now) }
    }

    // MARK: - How long it is

    /// The shorter a code, the fewer attempts at it: per recipient and day, and in total.
    private mutating func kind(of message: CodeMessage, at now: Timestamp) throws(Refusal) -> (CodeKind, Int) {
        let (attempts, most) = (limits.codeAttempts, limits.wrongCodesPerIdentifier)
        let guessed = exposure("of \(message.recipient)", at: now)
        switch message.use {
        case .signIn:
            if guessed < most, hasRoom(.six, limits.wrongCodesInAll, at: now) { return (.six, attempts) }
            let isEnough = guessed < most * Self.tenfold
            return (isEnough && hasRoom(.eight, limits.wrongLongerCodesInAll, at: now) ? .eight : .ten, attempts)
        case .shortSignIn:
            let kind = message.isFromKnownPlace ? CodeKind.shortAtKnownPlace : .short
            // Strangers must not exhaust the codes of the owner at home.
            guard message.isFromKnownPlace || guessed < most * 2 else { throw .shortCodes }
            guard hasRoom(kind, limits.wrongShortCodesInAll, at: now) else { throw .shortCodes }
            let isUnderPressure = guessed >= most || !hasRoom(kind, limits.wrongShortCodesInAll / 2, at: now)
            return (kind, isUnderPressure ? 1 : attempts)
        case .proof:
            guard hasRoom(.proof, limits.wrongShortCodesInAll, at: now) else { throw .shortCodes }
            return (.proof, attempts)
        }
    }

    /// The factor of wrong attempts from which a code of eight digits gets ten.
    private static let tenfold = 5

    private mutating func hasRoom(_ kind: CodeKind, _ most: Int, at now: Timestamp) -> Bool {
        exposure(kind.rawValue, at: now) + limits.codeAttempts <= most
    }

    /// Wrong attempts, plus those that can still be made.
    private mutating func exposure(_ key: String, at now: Timestamp) -> Int {
        wrong.amount(key, at: now) + open.amount(key, at: now)
    }
}

extension CodeMessage {
    /// The recipient combined with the requesting key.
    fileprivate var keyOfRecipient: String { "\(recipient) \(knownKey ?? "")" }
}
