import ECallAPI
import Notifications
import ServerFoundation

/// A code that somebody asks for, as far as limits are concerned.
struct CodeMessage: Sendable, Hashable {
    /// A keyed hash of the address or number.
    let recipient: String
    let channel: MessageChannel
    /// The calling code of a number; "" for mail.
    let country: String
    /// The networks that the request came from, the smallest first.
    let tiers: [ClientAddress.Tier]
    /// Whether a device of the account was seen at this address: it may be the owner.
    let isFromKnownPlace: Bool

    /// One recipient, as this address asks for it.
    var place: String { "\(recipient) \(tiers.first?.key ?? "")" }
}

/// What is counted of codes, and when it is enough. Pure: the caller says what time it is.
struct CodeRules: Sendable {
    /// What is used up.
    enum Refusal: Sendable, Hashable, CaseIterable {
        case address, recipient, server, textMessages, country
    }

    private var requests: RateLimiter
    private var tries: RateLimiter
    private var wrong: RateLimiter
    private var addresses: RateLimiter
    private var recipients: [RateLimiter]
    /// The parts of a recipient's codes that one address may use up.
    private var parts: [RateLimiter]
    /// What an address has to itself where the account is known.
    private var known: [RateLimiter]
    private var all: RateLimiter
    private var texts: RateLimiter
    private var countries: RateLimiter

    init(_ limits: Limits) {
        requests = RateLimiter(limits.codeRequestsPerAddress)
        tries = RateLimiter(limits.verificationsPerAddress)
        wrong = RateLimiter(limits.wrongCodesInAll)
        addresses = RateLimiter(limits.codesPerAddress)
        recipients = [limits.codesPerIdentifier, limits.codesPerIdentifierDaily].map { RateLimiter($0) }
        parts = [limits.codesPerIdentifierAndAddress, limits.codesPerIdentifierAndAddressDaily].map { RateLimiter($0) }
        known = recipients
        all = RateLimiter(limits.codesInAll)
        texts = RateLimiter(limits.textMessages)
        countries = RateLimiter(limits.textMessagesPerCountry)
    }

    /// Counts a request for a code, whatever comes of it.
    mutating func allowRequest(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        requests.allow(from: tiers, at: now) && addresses.permits(from: tiers, at: now)
    }

    /// Counts a try at a code.
    mutating func allowTry(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        tries.allow(from: tiers, at: now) && wrong.permits("", at: now)
    }

    mutating func noteWrong(at now: Timestamp) { wrong.count("", at: now) }

    /// Why no code may be sent; nil where it may. Counts nothing.
    mutating func refusal(of message: CodeMessage, at now: Timestamp) -> Refusal? {
        guard addresses.permits(from: message.tiers, at: now) else { return .address }
        guard permitsRecipient(of: message, at: now) else { return .recipient }
        guard all.permits("", at: now) else { return .server }
        guard message.channel == .sms else { return nil }
        guard texts.permits("", at: now) else { return .textMessages }
        return countries.permits(message.country, at: now) ? nil : .country
    }

    private mutating func permitsRecipient(of message: CodeMessage, at now: Timestamp) -> Bool {
        for index in recipients.indices {
            if message.isFromKnownPlace {
                guard known[index].permits(message.place, at: now) else { return false }
            } else {
                guard recipients[index].permits(message.recipient, at: now),
                    parts[index].permits(message.place, at: now)
                else { return false }
            }
        }
        return true
    }

    /// Counts a code that is sent, for everything that it counts for.
    mutating func note(_ message: CodeMessage, at now: Timestamp) {
        for tier in message.tiers { addresses.count(tier.key, at: now) }
        for index in recipients.indices {
            if message.isFromKnownPlace {
                known[index].count(message.place, at: now)
            } else {
                recipients[index].count(message.recipient, at: now)
                parts[index].count(message.place, at: now)
            }
        }
        all.count("", at: now)
        guard message.channel == .sms else { return }
        texts.count("", at: now)
        countries.count(message.country, at: now)
    }
}
