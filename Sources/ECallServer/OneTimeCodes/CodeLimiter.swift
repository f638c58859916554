import Crypto
import ECallAPI
import Logging
import Notifications
import ServerFoundation
import Synchronization

/// Limits how many codes are sent and attempted. Shared by everything that sends codes, so that no two endpoints add up.
///
/// Sent codes are recorded with the code itself, in the same transaction: limits that protect money and people survive a
/// restart at no extra cost.
final class CodeLimiter: Sendable {
    fileprivate struct State {
        var rules: CodeRules
        var lastWarning: Timestamp?
    }

    private let state: Mutex<State>
    private let key: SymmetricKey
    private let lifetime: Int
    private let logger: Logger?

    /// - Parameter key: keys the hashes under which recipients are stored.
    init(_ limits: Limits, key: SymmetricKey, logger: Logger? = nil) {
        state = Mutex(State(rules: CodeRules(limits)))
        (self.key, self.logger, lifetime) = (key, logger, limits.codeLifetime)
    }

    /// Counts codes and attempts from before this process.
    func restore(from database: any Database, at now: Timestamp) async throws {
        let begin = now.advanced(bySeconds: -86_400)
        let (sent, wrong) = try await database.read { sql in
            (
                try SentCodeRepository(sql).all(since: begin),
                try WrongCodeRepository(sql).all(since: begin.advanced(bySeconds: -3600))
            )
        }
        state.withLock { state in
            for code in sent {
                let isOpen = now < code.sentAt.advanced(bySeconds: lifetime)
                state.rules.restore(code.message, code.shape, sentAt: code.sentAt, isOpen: isOpen)
            }
            for wrong in wrong {
                // Counted at the end of their hour, rather than too early.
                let moment = min(wrong.hour.advanced(bySeconds: 3600), now)
                state.rules.noteWrong(wrong.kind, of: wrong.recipient, wrong.tries, at: moment)
            }
        }
    }

    /// The properties of a code that limits depend on.
    func message(
        for identifier: LoginIdentifier, from address: String, use: CodeMessage.Use, isFromKnownPlace: Bool = false,
        knownKey: String? = nil
    ) -> CodeMessage {
        let country =
            switch identifier {
            case .email: ""
            case .phone(let number): CallingCode.of(number)
            }
        return CodeMessage(
            recipient: recipient(identifier), channel: identifier.channel, country: country,
            tiers: ClientAddress.tiers(address), use: use, isFromKnownPlace: isFromKnownPlace, knownKey: knownKey)
    }

    private func recipient(_ identifier: LoginIdentifier) -> String {
        HexDigest.hmac("recipient\u{0}\(identifier.text)", key: key)
    }

    /// Counts a request, before anything else is done for it. Throws `ErrRequestOTPFailed`.
    func countRequest(from address: String, at now: Timestamp) throws(APIFailure) {
        let isAllowed = state.withLock { $0.rules.allowRequest(from: ClientAddress.tiers(address), at: now) }
        guard isAllowed else { throw CodeRules.Refusal.address.failure }
    }

    /// Throws if such a code must not be sent; counts nothing, so that a refusal does not wait for the database.
    func check(_ message: CodeMessage, at now: Timestamp) throws(APIFailure) { _ = try decide(message, at: now) }

    /// Returns the code's shape and counts it, inside the transaction that stores it. Throws as `check`.
    @discardableResult
    func count(_ message: CodeMessage, at now: Timestamp, in sql: any SQLConnection) throws -> CodeShape {
        let shape = try decide(message, at: now) { $0.note(message, $1, at: now) }
        try SentCodeRepository(sql).add(SentCode(message: message, shape: shape, sentAt: now))
        return shape
    }

    private func decide(
        _ message: CodeMessage, at now: Timestamp, then note: (inout CodeRules, CodeShape) -> Void = { _, _ in }
    ) throws(APIFailure) -> CodeShape {
        let (decision, isNews) = state.withLock { state -> (Result<CodeShape, CodeRules.Refusal>, Bool) in
            do throws(CodeRules.Refusal) {
                let shape = try state.rules.shape(of: message, at: now)
                note(&state.rules, shape)
                return (.success(shape), false)
            } catch {
                return (.failure(error), error.isBudget && state.isTimeToWarn(at: now))
            }
        }
        do throws(CodeRules.Refusal) {
            return try decision.get()
        } catch {
            if isNews { logger?.warning("A budget for codes is used up.", metadata: ["budget": "\(error)"]) }
            throw error.failure
        }
    }

    /// Counts an attempt at a code. Throws `ErrTooManyFailedAttempts`.
    func countTry(from address: String, at now: Timestamp) throws(APIFailure) {
        let isAllowed = state.withLock { $0.rules.allowTry(from: ClientAddress.tiers(address), at: now) }
        guard isAllowed else { throw CodeAttempt.exhausted.failure }
    }

    /// Counts a wrong attempt, inside the transaction that decrements the code's attempts.
    func noteWrong(_ kind: CodeKind, for identifier: LoginIdentifier, at now: Timestamp, in sql: any SQLConnection)
        throws
    {
        let recipient = recipient(identifier)
        state.withLock { $0.rules.noteWrong(kind, of: recipient, at: now) }
        try WrongCodeRepository(sql).add(kind, of: recipient, at: now)
    }

    /// The keyed hash that replaces an address in stored data.
    func place(_ address: String) -> String {
        HexDigest.hmac("place\u{0}\(ClientAddress.limiterKey(address))", key: key)
    }
}

extension CodeLimiter.State {
    /// Returns true once an hour.
    fileprivate mutating func isTimeToWarn(at now: Timestamp) -> Bool {
        if let last = lastWarning, now < last.advanced(bySeconds: 3600) { return false }
        lastWarning = now
        return true
    }
}

extension CodeRules.Refusal {
    /// Whether it is a limit of the whole server.
    var isBudget: Bool {
        switch self {
        case .address, .recipient: false
        case .server, .textMessages, .country, .shortCodes: true
        }
    }

    /// Always 400: the app repeats a request that was answered with 429, and would use up more (wire-protocol 1.4).
    var failure: APIFailure {
        switch self {
        case .address:
            APIFailure(.requestOTPFailed, "Too many codes were requested from this network. Try again later")
        case .recipient:
            APIFailure(.reachedMaxResendAttempts, "Too many codes were requested. Try again later")
        case .server: APIFailure(.requestOTPFailed, "This server cannot send codes right now. Try again later")
        case .textMessages, .country:
            APIFailure(
                .requestOTPFailed, "No text messages can be sent right now; please use e-mail, or try again tomorrow")
        case .shortCodes:
            APIFailure(
                .requestOTPFailed,
                "No codes of six digits are sent right now, because somebody guesses at them; use the page, or try again tomorrow"
            )
        }
    }
}

struct SentCode: Sendable, Hashable {
    let message: CodeMessage
    let shape: CodeShape
    let sentAt: Timestamp
}

/// The codes sent on the last day, in the database: with a keyed hash of the recipient, and never the sender's address.
struct SentCodeRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func add(_ sent: SentCode) throws {
        // A code to a known place counts for that place alone, which is not stored.
        let recipient = sent.shape.lane == .knownPlace ? "" : sent.message.recipient
        try sql.execute(
            """
            INSERT INTO sent_codes (recipient_hash, sent_at, channel, country, lane, kind, tries)
            VALUES (:recipient, :sent, :channel, :country, :lane, :kind, :tries) ON CONFLICT (recipient_hash, sent_at) DO NOTHING
            """,
            [
                "recipient": .text(recipient), "sent": .moment(sent.sentAt),
                "channel": .text(sent.message.channel.rawValue), "country": .text(sent.message.country),
                "lane": .text(sent.shape.lane.rawValue), "kind": .text(sent.shape.kind.rawValue),
                "tries": .integer(Int64(sent.shape.attempts)),
            ])
    }

    func all(since moment: Timestamp) throws -> [SentCode] {
        try sql.query(
            "SELECT * FROM sent_codes WHERE sent_at > :moment ORDER BY sent_at", ["moment": .moment(moment)]
        ).map { row in
            let message = CodeMessage(
                recipient: try row.text("recipient_hash"),
                channel: MessageChannel(rawValue: try row.text("channel")) ?? .email,
                country: try row.text("country"), tiers: [])
            let shape = CodeShape(
                kind: CodeKind(rawValue: try row.text("kind")) ?? .short, attempts: Int(try row.integer("tries")),
                lane: CodeLane(rawValue: try row.text("lane")) ?? .shared)
            return SentCode(message: message, shape: shape, sentAt: try row.moment("sent_at"))
        }
    }
}

/// Wrong attempts of the last day, in the database: by hour and by a keyed hash of the recipient.
struct WrongCodeRepository {
    struct Count: Sendable, Hashable {
        let recipient: String
        let kind: CodeKind
        let hour: Timestamp
        let tries: Int
    }

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func add(_ kind: CodeKind, of recipient: String, at now: Timestamp) throws {
        let hour = Timestamp(milliseconds: now.milliseconds / 3_600_000 * 3_600_000)
        try sql.execute(
            """
            INSERT INTO wrong_codes (recipient_hash, hour, kind, tries) VALUES (:recipient, :hour, :kind, 1)
            ON CONFLICT (recipient_hash, hour, kind) DO UPDATE SET tries = wrong_codes.tries + 1
            """,
            ["recipient": .text(recipient), "hour": .moment(hour), "kind": .text(kind.rawValue)])
    }

    func all(since moment: Timestamp) throws -> [Count] {
        try sql.query(
            "SELECT * FROM wrong_codes WHERE hour > :moment ORDER BY hour", ["moment": .moment(moment)]
        ).compactMap { row in
            guard let kind = CodeKind(rawValue: try row.text("kind")) else { return nil }
            return Count(
                recipient: try row.text("recipient_hash"), kind: kind, hour: try row.moment("hour"),
                tries: Int(try row.integer("tries")))
        }
    }
}
