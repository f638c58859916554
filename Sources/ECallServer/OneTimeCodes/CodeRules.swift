import ECallAPI
import Notifications
import ServerFoundation

/// A code that somebody asks for, as far as limits are concerned.
struct CodeMessage: Sendable, Hashable {
    /// What it is asked for, and what the client that asks can take.
    enum Use: Sendable, Hashable {
        /// A sign-in by a client whose field takes ten digits.
        case signIn
        /// A sign-in by a client that does not say so: the stock app's field has six places.
        case shortSignIn
        /// A further address of an account that is signed in.
        case proof
    }

    /// A keyed hash of the address or number.
    let recipient: String
    let channel: MessageChannel
    /// The calling code of a number; "" for mail.
    let country: String
    /// The networks that the request came from, the smallest first.
    let tiers: [ClientAddress.Tier]
    var use = Use.shortSignIn
    /// Whether a device of the account was seen at this address: it may be the owner.
    var isFromKnownPlace = false
    /// The hash of the key that asks, where a device of the account has it; nil otherwise.
    var knownKey: String?

    /// One recipient, as this address asks for it.
    var place: String { "\(recipient) \(tiers.first?.key ?? "")" }
}

/// What a code is like. Tries at each kind are counted apart, because each is guessed with another probability.
enum CodeKind: String, Sendable, Hashable, CaseIterable {
    /// Of a client that takes longer ones, while nobody is guessing.
    case six
    case eight, ten
    /// Of a client that takes no longer ones: asked for by strangers, and where the account is in use.
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

/// Whose share of an account's codes a code is taken from. What strangers use up is not what is kept for its owner.
enum CodeLane: String, Sendable, Hashable {
    /// A network in which a device of the account was seen has its own.
    case knownPlace
    /// A key of one of its devices has its own. Contacts know the key.
    case knownKey
    /// The first code in a while of a network that asks: an owner who travels is one of these.
    case first
    /// What strangers share.
    case shared
}

/// What is sent.
struct CodeShape: Sendable, Hashable {
    let kind: CodeKind
    let attempts: Int
    let lane: CodeLane
}

/// What is counted of codes, and when it is enough. Pure: the caller says what time it is.
///
/// Nothing here refuses the right code. Guessing makes later codes longer, or for clients that take six digits fewer:
/// decision 111 has the arithmetic.
struct CodeRules: Sendable {
    /// What is used up.
    enum Refusal: Error, Sendable, Hashable, CaseIterable {
        case address, recipient, server, textMessages, country, shortCodes
    }

    private let limits: Limits
    private var requests: RateLimiter
    private var tries: RateLimiter
    private var addresses: RateLimiter
    /// What strangers share of a recipient's codes.
    private var shared: [RateLimiter]
    /// The parts of a recipient's codes that one address may use up.
    private var parts: [RateLimiter]
    /// First codes: of each network that asks, and of the recipient.
    private var firsts: [RateLimiter]
    private var firstsInAll: [RateLimiter]
    /// What an address, and a key, have to themselves where the account is known.
    private var knownPlaces: [RateLimiter]
    private var knownKeys: [RateLimiter]
    private var knownKeyParts: [RateLimiter]
    private var all: RateLimiter
    private var texts: RateLimiter
    private var countries: RateLimiter
    /// Wrong tries of a day by kind and by recipient, and tries that codes still allow which were sent a moment ago. Both
    /// together are what a guesser has had, or may still have.
    private var wrong: RateLimiter
    private var open: RateLimiter

    /// Of everything that the whole server sends, the part that is kept for known places and keys: one in so many.
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

    /// Counts a request for a code, whatever comes of it.
    mutating func allowRequest(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        requests.allow(from: tiers, at: now) && addresses.permits(from: tiers, at: now)
    }

    /// Counts a try at a code.
    mutating func allowTry(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        tries.allow(from: tiers, at: now)
    }

    /// Counts wrong tries at a recipient's code.
    mutating func noteWrong(_ kind: CodeKind, of recipient: String, _ count: Int = 1, at now: Timestamp) {
        wrong.count("of \(recipient)", count, at: now)
        // Nothing is decided by those.
        if kind != .ten { wrong.count(kind.rawValue, count, at: now) }
    }

    // MARK: - What is sent

    /// What may be sent. Throws why nothing may; counts nothing.
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

    /// Counts a code that is sent, for everything that it counts for.
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

    /// Counts a code that an earlier process has sent: not for the network, which is not written down.
    ///
    /// - Parameter isOpen: whether it can still be tried.
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

    /// The first share that has room.
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

    /// The shorter a code, the fewer tries there are at it: of a recipient in a day, and in all.
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
            // Those of the owner at home are not for strangers to end.
            guard message.isFromKnownPlace || guessed < most * 2 else { throw .shortCodes }
            guard hasRoom(kind, limits.wrongShortCodesInAll, at: now) else { throw .shortCodes }
            let isUnderPressure = guessed >= most || !hasRoom(kind, limits.wrongShortCodesInAll / 2, at: now)
            return (kind, isUnderPressure ? 1 : attempts)
        case .proof:
            guard hasRoom(.proof, limits.wrongShortCodesInAll, at: now) else { throw .shortCodes }
            return (.proof, attempts)
        }
    }

    /// So many times as many wrong tries make a code of eight digits one of ten.
    private static let tenfold = 5

    private mutating func hasRoom(_ kind: CodeKind, _ most: Int, at now: Timestamp) -> Bool {
        exposure(kind.rawValue, at: now) + limits.codeAttempts <= most
    }

    /// Tries that were wrong, and those that may still be made.
    private mutating func exposure(_ key: String, at now: Timestamp) -> Int {
        wrong.amount(key, at: now) + open.amount(key, at: now)
    }
}

extension CodeMessage {
    /// One recipient, as this key asks for it.
    fileprivate var keyOfRecipient: String { "\(recipient) \(knownKey ?? "")" }
}
