import Crypto
import ECallAPI
import Logging
import Notifications
import ServerFoundation
import Synchronization

/// How many codes are sent and tried. Shared by everything that sends codes, so that no two ways add up.
///
/// What was sent is written down with the code itself, in the same transaction: limits that count money and people
/// survive a restart at no cost of their own.
final class CodeLimiter: Sendable {
    fileprivate struct State {
        var rules: CodeRules
        var lastWarning: Timestamp?
    }

    private let state: Mutex<State>
    private let key: SymmetricKey
    private let logger: Logger?

    /// - Parameter key: turns recipients into what may be written down.
    init(_ limits: Limits, key: SymmetricKey, logger: Logger? = nil) {
        state = Mutex(State(rules: CodeRules(limits)))
        (self.key, self.logger) = (key, logger)
    }

    /// Takes into account what was sent before this process.
    func restore(from database: any Database, at now: Timestamp) async throws {
        let sent = try await database.read { try SentCodeRepository($0).all(since: now.advanced(bySeconds: -86_400)) }
        state.withLock { state in
            for code in sent { state.rules.note(code.message, at: code.sentAt) }
        }
    }

    /// What a code counts as.
    func message(
        for identifier: LoginIdentifier, from address: String, isFromKnownPlace: Bool = false
    ) -> CodeMessage {
        let country =
            switch identifier {
            case .email: ""
            case .phone(let number): CallingCode.of(number)
            }
        return CodeMessage(
            recipient: HexDigest.hmac("recipient\u{0}\(identifier.text)", key: key), channel: identifier.channel,
            country: country, tiers: ClientAddress.tiers(address), isFromKnownPlace: isFromKnownPlace)
    }

    /// Counts a request, before anything else is done for it. Throws `ErrRequestOTPFailed`.
    func countRequest(from address: String, at now: Timestamp) throws(APIFailure) {
        let isAllowed = state.withLock { $0.rules.allowRequest(from: ClientAddress.tiers(address), at: now) }
        guard isAllowed else { throw CodeRules.Refusal.address.failure }
    }

    /// Throws where no such code may be sent; counts nothing, so that nobody waits for the database to be refused.
    func check(_ message: CodeMessage, at now: Timestamp) throws(APIFailure) {
        let refusal = state.withLock { state -> (CodeRules.Refusal, isNews: Bool)? in
            guard let refusal = state.rules.refusal(of: message, at: now) else { return nil }
            return (refusal, refusal.isBudget && state.isTimeToWarn(at: now))
        }
        guard let refusal else { return }
        if refusal.isNews {
            logger?.warning("A budget for codes is used up.", metadata: ["budget": "\(refusal.0)"])
        }
        throw refusal.0.failure
    }

    /// Counts a code that is to be sent, inside the transaction that stores it. Throws as `check`.
    func count(_ message: CodeMessage, at now: Timestamp, in sql: any SQLConnection) throws {
        try check(message, at: now)
        state.withLock { $0.rules.note(message, at: now) }
        try SentCodeRepository(sql).add(SentCode(message: message, sentAt: now))
    }

    /// Counts a try at a code. Throws `ErrTooManyFailedAttempts`.
    func countTry(from address: String, at now: Timestamp) throws(APIFailure) {
        let isAllowed = state.withLock { $0.rules.allowTry(from: ClientAddress.tiers(address), at: now) }
        guard isAllowed else { throw CodeAttempt.exhausted.failure }
    }

    func noteWrong(at now: Timestamp) { state.withLock { $0.rules.noteWrong(at: now) } }

    /// What stands for an address in what is written down.
    func place(_ address: String) -> String {
        HexDigest.hmac("place\u{0}\(ClientAddress.limiterKey(address))", key: key)
    }
}

extension CodeLimiter.State {
    /// Once an hour.
    fileprivate mutating func isTimeToWarn(at now: Timestamp) -> Bool {
        if let last = lastWarning, now < last.advanced(bySeconds: 3600) { return false }
        lastWarning = now
        return true
    }
}

extension CodeRules.Refusal {
    /// Whether it is one of the whole server's.
    var isBudget: Bool {
        switch self {
        case .address, .recipient: false
        case .server, .textMessages, .country: true
        }
    }

    /// Always 400: the app repeats a request that was answered with 429, and would use up more (wire-protocol 1.4).
    var failure: APIFailure {
        switch self {
        case .address:
            APIFailure(.requestOTPFailed, "Too many codes were requested from here; please try again later")
        case .recipient:
            APIFailure(.reachedMaxResendAttempts, "Too many codes were requested; please try again later")
        case .server: APIFailure(.requestOTPFailed, "This server cannot send codes right now; please try again later")
        case .textMessages, .country:
            APIFailure(
                .requestOTPFailed, "No text messages can be sent right now; please use e-mail, or try again tomorrow")
        }
    }
}

/// A code that was sent.
struct SentCode: Sendable, Hashable {
    let message: CodeMessage
    let sentAt: Timestamp
}

/// What was sent on the last day, in the database: by keyed hash to whom, never from where.
struct SentCodeRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func add(_ sent: SentCode) throws {
        // From a known place it counts for that place alone, which is not kept.
        let recipient = sent.message.isFromKnownPlace ? "" : sent.message.recipient
        try sql.execute(
            """
            INSERT INTO sent_codes (recipient_hash, sent_at, channel, country)
            VALUES (:recipient, :sent, :channel, :country) ON CONFLICT (recipient_hash, sent_at) DO NOTHING
            """,
            [
                "recipient": .text(recipient), "sent": .moment(sent.sentAt),
                "channel": .text(sent.message.channel.rawValue), "country": .text(sent.message.country),
            ])
    }

    func all(since moment: Timestamp) throws -> [SentCode] {
        try sql.query(
            "SELECT * FROM sent_codes WHERE sent_at > :moment ORDER BY sent_at", ["moment": .moment(moment)]
        ).map { row in
            let message = CodeMessage(
                recipient: try row.text("recipient_hash"),
                channel: MessageChannel(rawValue: try row.text("channel")) ?? .email,
                country: try row.text("country"), tiers: [], isFromKnownPlace: false)
            return SentCode(message: message, sentAt: try row.moment("sent_at"))
        }
    }
}
