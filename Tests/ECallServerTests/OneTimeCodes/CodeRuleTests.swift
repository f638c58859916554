import ECallAPI
import Testing

@testable import ECallServer
@testable import Notifications
@testable import ServerFoundation

@Suite("Rules of code requests", .timeLimit(.minutes(1)))
struct CodeRuleTests {
    private static let begin = Timestamp(milliseconds: 1_000_000_000)

    /// A code's recipient and the request's source.
    private static func message(
        _ recipient: String = "ana", from address: String = "192.0.2.1", country: String = "", isKnown: Bool = false,
        key: String? = nil, use: CodeMessage.Use = .signIn
    ) -> CodeMessage {
        CodeMessage(
            recipient: recipient, channel: country.isEmpty ? .email : .sms, country: country,
            tiers: ClientAddress.tiers(address), use: use, isFromKnownPlace: isKnown, knownKey: key)
    }

    /// Sends a code; returns its shape or the refusal.
    private static func send(
        _ message: CodeMessage, _ rules: inout CodeRules, at now: Timestamp
    ) -> Result<CodeShape, CodeRules.Refusal> {
        do throws(CodeRules.Refusal) {
            let shape = try rules.shape(of: message, at: now)
            rules.note(message, shape, at: now)
            return .success(shape)
        } catch {
            return .failure(error)
        }
    }

    /// The refusals of these messages, one a second.
    private static func sent(_ messages: [CodeMessage], _ limits: Limits) -> [CodeRules.Refusal?] {
        var rules = CodeRules(limits)
        return messages.enumerated().map { second, message in
            guard case .failure(let refusal) = send(message, &rules, at: begin.advanced(bySeconds: second)) else {
                return nil
            }
            return refusal
        }
    }

    @Test("a network gets three of a recipient's codes, a known one five of its own, whatever others request")
    func recipient() {
        let stranger = Self.sent((0..<5).map { _ in Self.message() }, Limits())
        #expect(stranger == [nil, nil, nil, .recipient, .recipient])
        let owner = (0..<6).map { _ in Self.message(from: "198.51.100.1", isKnown: true) }
        let both = Self.sent((0..<80).map { Self.message(from: "192.0.2.\($0)") } + owner, Limits())
        #expect(both.prefix(80).filter { $0 == nil }.count == 65, "a first code of sixty networks, and five of all")
        #expect(both.suffix(6) == [nil, nil, nil, nil, nil, .recipient])
    }

    /// The requesters of ana's codes all day long, and how many codes each gets; whether a new network gets one in the last hour.
    private static let days:
        [(networks: Int, prefix: String, each: ClosedRange<Int>, all: ClosedRange<Int>, last: Bool)] = [
            (1, "192.0.2.", 10...10, 10...10, true), (40, "192.0.2.", 4...10, 160...180, true),
            (59, "192.0.2.", 4...10, 236...256, true), (200, "192.0.2.", 0...4, 260...260, false),
            // All from one /48: four networks' worth.
            (200, "2001:db8:0:%::", 0...4, 16...36, true),
        ]

    @Test(
        "strangers' requests every ten minutes for a day are limited per network and mailbox, and leave codes for the owner",
        arguments: days)
    func wholeDay(
        networks: Int, prefix: String, each: ClosedRange<Int>, all: ClosedRange<Int>, last: Bool
    ) {
        var (rules, counts) = (CodeRules(Limits()), [String: Int]())
        for round in 0..<144 {
            for number in 0..<networks {
                let address =
                    prefix.contains("%")
                    ? prefix.replacing("%", with: HexDigest.hex([UInt8(number)])) + "1" : "\(prefix)\(number)"
                let now = Self.begin.advanced(bySeconds: round * 600)
                if case .success = Self.send(Self.message(from: address), &rules, at: now) {
                    counts[address, default: 0] += 1
                }
            }
        }
        #expect(all.contains(counts.values.reduce(0, +)), "\(counts.values.reduce(0, +))")
        #expect(networks == 200 || counts.values.allSatisfy(each.contains), "\(Set(counts.values))")
        let end = Self.begin.advanced(bySeconds: 86_000)
        // A travelling owner, with a new device, and with a known one; then at home.
        var away = rules
        let new = try? Self.send(Self.message(from: "203.0.113.5"), &away, at: end).get()
        #expect((new != nil) == last)
        #expect((try? Self.send(Self.message(from: "203.0.113.5", key: "k"), &away, at: end).get()) != nil)
        #expect((try? Self.send(Self.message(from: "198.51.100.1", isKnown: true), &rules, at: end).get()) != nil)
        #expect((try? Self.send(Self.message("bo", from: "203.0.113.6"), &rules, at: end).get()) != nil, "a bystander")
    }

    @Test("a stranger with the owner's key can use up its share from one place only")
    func knownKey() {
        var limits = Limits()
        (limits.firstCodesPerIdentifier, limits.codesPerIdentifier) = (
            Rate(count: 0, seconds: 3600), Rate(count: 4, seconds: 600)
        )
        var rules = CodeRules(limits)
        let contact = (0..<6).map { _ in Self.send(Self.message(from: "192.0.2.1", key: "k"), &rules, at: Self.begin) }
        #expect(contact.map { (try? $0.get())?.lane } == [.knownKey, .knownKey, .knownKey, .shared, .shared, .shared])
        let owner = Self.send(Self.message(from: "203.0.113.5", key: "k"), &rules, at: Self.begin)
        #expect((try? owner.get())?.lane == .knownKey)
    }

    /// Wrong attempts at ana's codes or at everyone's, and the shape of a code that is requested then.
    private static let pressures:
        [(kind: CodeKind, of: String, wrong: Int, use: CodeMessage.Use, isKnown: Bool, shape: String)] = [
            (.six, "ana", 19, .signIn, false, "six 5"), (.six, "ana", 20, .signIn, false, "eight 5"),
            (.eight, "ana", 99, .signIn, true, "eight 5"), (.ten, "ana", 100, .signIn, false, "ten 5"),
            (.six, "bo", 495, .signIn, false, "six 5"), (.six, "bo", 496, .signIn, false, "eight 5"),
            (.short, "bo", 1_000_000, .signIn, false, "six 5"),
            (.short, "ana", 19, .shortSignIn, false, "short 5"), (.short, "ana", 20, .shortSignIn, false, "short 1"),
            (.short, "ana", 40, .shortSignIn, false, "shortCodes"),
            (.short, "ana", 40, .shortSignIn, true, "shortAtKnownPlace 1"),
            (.short, "bo", 1495, .shortSignIn, false, "short 5"), (.short, "bo", 1496, .shortSignIn, false, "short 1"),
            (.short, "bo", 2996, .shortSignIn, false, "shortCodes"),
            (.short, "bo", 1_000_000, .shortSignIn, true, "shortAtKnownPlace 5"),
            (.shortAtKnownPlace, "bo", 2996, .shortSignIn, true, "shortCodes"),
            (.shortAtKnownPlace, "bo", 1_000_000, .shortSignIn, false, "short 5"),
            (.proof, "bo", 2995, .proof, false, "proof 5"), (.proof, "bo", 2996, .proof, false, "shortCodes"),
        ]

    @Test(
        "guessing makes codes longer; clients limited to six digits get fewer attempts, and strangers finally none",
        arguments: pressures)
    func pressure(
        kind: CodeKind, of recipient: String, wrong: Int, use: CodeMessage.Use, isKnown: Bool, shape: String
    ) {
        var rules = CodeRules(Limits())
        rules.noteWrong(kind, of: recipient, wrong, at: Self.begin)
        let day = Self.begin.advanced(bySeconds: 86_399)
        #expect(Self.text(Self.send(Self.message(isKnown: isKnown, use: use), &rules, at: day)) == shape)
        // A day later the attempts are forgotten.
        var later = CodeRules(Limits())
        later.noteWrong(kind, of: recipient, wrong, at: Self.begin)
        let next = Self.send(
            Self.message(isKnown: isKnown, use: use), &later, at: Self.begin.advanced(bySeconds: 86_400))
        #expect(Self.text(next).hasSuffix(" 5"))
    }

    private static func text(_ result: Result<CodeShape, CodeRules.Refusal>) -> String {
        do throws(CodeRules.Refusal) {
            let shape = try result.get()
            #expect(shape.kind.digits == [.eight: 8, .ten: 10][shape.kind] ?? 6)
            return "\(shape.kind) \(shape.attempts)"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "codes requested together and attempted later allow no more attempts than one after the other",
        arguments: [(CodeMessage.Use.shortSignIn, 40), (.signIn, 20)])
    func atOnce(use: CodeMessage.Use, shortTries: Int) {
        var (rules, tries) = (CodeRules(Limits()), 0)
        for number in 0..<60 {
            let sent = Self.send(Self.message(from: "192.0.2.\(number)", use: use), &rules, at: Self.begin)
            if let shape = try? sent.get(), shape.kind.digits == 6 { tries += shape.attempts }
        }
        #expect(tries == shortTries)
    }

    /// The number of accounts guessed on the worse of two days, from unlimited networks, at one account or at very many.
    @Test(
        "an attacker with unlimited networks guesses few accounts a day",
        arguments: [
            (CodeMessage.Use.signIn, false, 1, 0.000_021), (.signIn, false, 40_000, 0.001),
            (.shortSignIn, false, 1, 0.000_04), (.shortSignIn, false, 40_000, 0.003),
            (.shortSignIn, true, 40_000, 0.003),
            (.proof, false, 40_000, 0.003),
        ])
    func guessing(use: CodeMessage.Use, isKnown: Bool, accounts: Int, most: Double) {
        var (rules, guessed, number) = (CodeRules(Limits()), [0.0, 0.0], 0)
        for second in stride(from: 0, to: 2 * 86_400, by: 15) {
            number += 1
            let recipient = "r\(number % accounts)"
            let address = "10.\(number / 65_536 % 256).\(number / 256 % 256).\(number % 256)"
            let now = Self.begin.advanced(bySeconds: second)
            let message = Self.message(recipient, from: address, isKnown: isKnown, use: use)
            guard case .success(let shape) = Self.send(message, &rules, at: now) else { continue }
            rules.noteWrong(shape.kind, of: recipient, shape.attempts, at: now)
            guessed[second / 86_400] +=
                Double(shape.attempts) * (0..<shape.kind.digits).reduce(1.0) { odds, _ in odds / 10 }
        }
        let worse = guessed.max() ?? 0
        // Within the budget, and not because hardly anything was attempted.
        #expect(worse <= most * 1.001 && worse > most / 3, "\(guessed) on a day")
    }

    @Test("text messages have a limit per country and in total; mail continues")
    func textMessages() {
        var limits = Limits()
        limits.textMessagesPerCountry = Rate(count: 2, seconds: 86_400)
        limits.textMessages = Rate(count: 3, seconds: 86_400)
        let messages = ["49", "49", "49", "44", "44", ""].enumerated().map {
            Self.message("r\($0.offset)", from: "192.0.2.\($0.offset)", country: $0.element)
        }
        #expect(Self.sent(messages, limits) == [nil, nil, .country, nil, .textMessages, nil])
    }

    @Test("the codes of the whole server are limited, and a fifth is reserved for known places and keys")
    func budget() {
        var limits = Limits()
        limits.codesInAll = Rate(count: 5, seconds: 3600)
        let messages = (0..<5).map { Self.message("r\($0)", from: "192.0.2.\($0)") }
        let known = [Self.message("ana", isKnown: true), Self.message("bo", key: "k")]
        #expect(Self.sent(messages + known, limits) == [nil, nil, nil, nil, .server, nil, .server])
    }

    @Test(
        "an IPv6 client counts for its /64, /56 and /48",
        arguments: [
            // All of one /64; each of its own /64 in one /56; each of its own /56 in one /48; each of its own /48.
            ("2001:db8:0:0::%", 2), ("2001:db8:0:%::1", 4), ("2001:db8:0:%00::1", 8), ("2001:db8:%::1", 20),
        ])
    func tiers(pattern: String, allowed: Int) {
        var limits = Limits()
        limits.codesPerAddress = Rate(count: 2, seconds: 3600)
        let messages = (1...20).map { number in
            Self.message("r\(number)", from: pattern.replacing("%", with: HexDigest.hex([UInt8(number)])))
        }
        #expect(Self.sent(messages, limits).filter { $0 == nil }.count == allowed)
    }

    @Test(
        "the calling code of a number is recognised",
        arguments: [
            ("+12025550100", "1"), ("+79161234567", "7"), ("+491701234567", "49"), ("+447700900123", "44"),
            ("+35312345678", "353"), ("+8801712345678", "880"), ("+99999", "999"), ("+20100", "20"),
        ])
    func countries(number: String, code: String) { #expect(CallingCode.of(number) == code) }

    @Test("a clock that was set back prolongs no limit by more than its window")
    func clockBack() {
        var limiter = RateLimiter(Rate(count: 2, seconds: 600))
        let answers = [100_000, 100_000, 100_000, 0, 599, 600].map { seconds in
            limiter.allow("a", at: Self.begin.advanced(bySeconds: seconds))
        }
        #expect(answers == [true, true, false, false, false, true])
    }
}
