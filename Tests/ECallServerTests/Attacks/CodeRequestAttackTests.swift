import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Attacks on codes", .timeLimit(.minutes(1)))
struct CodeRequestAttackTests {
    private static let email = "ana@example.net"
    private static let owner = "198.51.100.7", stranger = "192.0.2.66"

    /// Sign-in in isolation, with requests from any address.
    private struct Parts: Sendable {
        let service: SignInService
        let database: CountedDatabase
        let clock: TestClock
        let outbox: TestOutbox
        let directory: String

        /// - Returns: the number of digits of the code.
        @discardableResult
        func ask(
            _ key: String = "", from address: String = owner, email: String = email, takesLong: Bool = true
        ) async throws -> Int {
            try await service.requestCode(
                .init(
                    identifier: .email(email), keyHash: key.isEmpty ? "" : try hash(key), address: address,
                    takesLongCodes: takesLong),
                name: DisplayName("Name of \(address)")
            ).digits
        }

        @discardableResult
        func verify(
            _ code: String, _ key: String, from address: String = owner, email: String = email
        ) async throws -> SignedIn {
            try await service.verify(
                code, for: .email(email),
                device: ArrivingDevice(
                    details: try DeviceDetails(DevicePayload(publicKey: key)), address: address))
        }

        /// The resulting error code; nil for success.
        func failure(_ body: () async throws -> Void) async -> ErrorCode? {
            do {
                try await body()
                return nil
            } catch { return (error as? APIFailure)?.code }
        }

        private func hash(_ key: String) throws -> String { try #require(PublicKeyText(key)).hash }
    }

    private static func parts(_ directory: String, _ limits: Limits, clock: TestClock) async throws -> Parts {
        let database = CountedDatabase(try DataDirectory(preparing: directory).openDatabase())
        // The key is the same in the next process.
        let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
        let outbox = TestOutbox(channels: Set(MessageChannel.allCases))
        let limiter = CodeLimiter(limits, key: key)
        try await limiter.restore(from: database, at: clock.now)
        let service = SignInService(
            database: database, codeKey: key, messages: outbox, clock: WallClock { clock.now }, limits: limits,
            challenges: SignInChallenges(key: key), limiter: limiter)
        return Parts(service: service, database: database, clock: clock, outbox: outbox, directory: directory)
    }

    private static func run(_ limits: Limits = Limits(), _ body: (Parts) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-codes-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(try await parts(directory, limits, clock: TestClock()))
    }

    private static func other(than code: String) -> String { code == "123456" ? "654321" : "123456" }

    /// Who: a stranger who knows someone's address.
    /// With: wrong codes for it, with a key of their own, without any, and after requesting a code themselves.
    /// Gets: the owner's code used up after five (before) → tries of their own; the owner signs in (now).
    @Test("a stranger cannot use up the owner's attempts")
    func burning() async throws {
        try await Self.run { parts in
            let (own, foreign) = (TestKeys.p256(), TestKeys.p256())
            try await parts.ask(own)
            let code = try #require(parts.outbox.lastCode(to: Self.email))
            try await parts.ask(foreign, from: Self.stranger)
            let wrong = Self.other(than: code)
            for _ in 0..<6 {
                _ = try? await parts.verify(wrong, foreign, from: Self.stranger)
                _ = try? await parts.verify(wrong, "", from: Self.stranger)
            }
            let exhausted = await parts.failure { _ = try await parts.verify(wrong, foreign, from: Self.stranger) }
            #expect(exhausted == .tooManyFailedAttempts)
            _ = try await parts.verify(code, own)
        }
    }

    /// Who: a stranger who read the code that they requested on the owner's screen, or guesses.
    /// With: the owner's code and their own key; their own code and the owner's name.
    /// Gets: nothing with another key's code (now); the account has the name given by its owner (before: the last one given).
    @Test("a code is bound to its key, and a stranger cannot name the account")
    func bound() async throws {
        try await Self.run { parts in
            let (own, foreign) = (TestKeys.p256(), TestKeys.p256())
            try await parts.ask(own)
            let code = try #require(parts.outbox.lastCode(to: Self.email))
            let early = await parts.failure { _ = try await parts.verify(code, foreign, from: Self.stranger) }
            #expect(early == .invalidOTP)
            try await parts.ask(foreign, from: Self.stranger)
            if parts.outbox.lastCode(to: Self.email) != code {
                let late = await parts.failure { _ = try await parts.verify(code, foreign, from: Self.stranger) }
                #expect(late == .otpMismatched)
            }
            let user = try await parts.verify(code, own).identity.user
            let name = try await parts.database.read { try UserRepository($0).find(user)?.displayName }
            #expect(name == "Name of \(Self.owner)")
        }
    }

    /// Who: a stranger with one address, and then with many.
    /// With: as many requests as are answered, each with another key.
    /// Gets: the owner locked out for a day (before) → three codes, and one an hour from each of forty networks; the owner
    /// gets theirs at home and away, and a bystander is not affected at all (now).
    @Test("a stranger cannot lock the owner out")
    func locking() async throws {
        try await Self.run { parts in
            for _ in 0..<10 { _ = try? await parts.ask(TestKeys.p256(), from: Self.stranger) }
            #expect(parts.outbox.messages.count == 3)
            let key = TestKeys.p256()
            try await parts.ask(key)
            _ = try await parts.verify(try #require(parts.outbox.lastCode(to: Self.email)), key)
            for _ in 0..<3 {
                for number in 0..<40 { _ = try? await parts.ask(TestKeys.p256(), from: "192.0.2.\(number)") }
            }
            let sent = parts.outbox.messages.count
            #expect((44...50).contains(sent), "\(sent)")
            let refused = await parts.failure { try await parts.ask(TestKeys.p256(), from: "192.0.2.1") }
            #expect(refused == .reachedMaxResendAttempts)
            try await parts.ask(TestKeys.p256())
            // While travelling: with the previous device, and with a new one.
            try await parts.ask(key, from: "203.0.113.1")
            let fresh = TestKeys.p256()
            try await parts.ask(fresh, from: "203.0.113.2")
            _ = try await parts.verify(try #require(parts.outbox.lastCode(to: Self.email)), fresh, from: "203.0.113.2")
            try await parts.ask(TestKeys.p256(), from: "203.0.113.3", email: "bo@example.net")
            #expect(parts.outbox.messages.count == sent + 4)
        }
    }

    /// Who: a guessing stranger with any number of networks.
    /// With: wrong codes for ana, and for many others.
    /// Gets: one account in four days, and everyone's right codes refused after ten thousand wrong ones (before) → longer
    /// codes, which the next process still sends; the right code is still accepted (now).
    @Test("guessing makes codes longer, in the next process too; the right code is always accepted")
    func guessing() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-codes-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var limits = Limits()
        (limits.wrongCodesInAll, limits.wrongLongerCodesInAll, limits.wrongShortCodesInAll) = (30, 200, 30)
        (limits.codesPerAddress, limits.wrongCodesPerIdentifier) = (Rate(count: 1000, seconds: 3600), 8)
        let clock = TestClock()
        let first = try await Self.parts(directory, limits, clock: clock)
        let bos = TestKeys.p256()
        let digits = try await first.ask(bos, email: "bo@example.net", takesLong: false)
        let bosCode = try #require(first.outbox.lastCode(to: "bo@example.net"))
        #expect(digits == 6 && bosCode.count == 6)
        // Two accounts, then many.
        func guess(_ parts: Parts, at email: String, takesLong: Bool, from address: String) async throws -> Int {
            clock.advance(seconds: 1)
            let key = TestKeys.p256()
            let digits = try await parts.ask(key, from: address, email: email, takesLong: takesLong)
            let code = try #require(parts.outbox.lastCode(to: email))
            for _ in 0..<5 {
                _ = try? await parts.verify(
                    Self.other(than: code), key, from: address, email: email)
            }
            return digits
        }
        #expect(try await guess(first, at: Self.email, takesLong: true, from: "192.0.2.1") == 6)
        #expect(try await guess(first, at: Self.email, takesLong: true, from: "192.0.2.2") == 8)
        #expect(try await guess(first, at: "cy@example.net", takesLong: true, from: "192.0.2.2") == 6, "a bystander")
        let second = try await Self.parts(directory, limits, clock: clock)
        #expect(try await guess(second, at: Self.email, takesLong: true, from: "192.0.2.3") == 8, "after a restart")
        for number in 0..<10 {
            _ = try? await guess(second, at: "x\(number)@example.net", takesLong: true, from: "192.0.3.\(number)")
            _ = try? await guess(second, at: "y\(number)@example.net", takesLong: false, from: "192.0.4.\(number)")
        }
        #expect(try await second.ask(TestKeys.p256(), email: "cy@example.net") == 8, "everybody's")
        let short = await second.failure {
            try await second.ask(TestKeys.p256(), from: "192.0.5.1", email: "new@example.net", takesLong: false)
        }
        #expect(short == .requestOTPFailed)
        #expect(try await guess(second, at: Self.email, takesLong: true, from: "192.0.2.4") == 8)
        // All budgets are full: sent codes are accepted, and so are those sent now.
        try await second.verify(bosCode, bos, email: "bo@example.net")
        try await second.ask(bos, email: "bo@example.net", takesLong: false)
        let third = try await Self.parts(directory, limits, clock: clock)
        let key = TestKeys.p256()
        #expect(try await third.ask(key) == 10)
        let long = try #require(third.outbox.lastCode(to: Self.email))
        #expect(long.count == 10)
        try await third.verify(long, key)
        // A day later all limits are reset.
        clock.advance(seconds: 2 * 86_400)
        let fourth = try await Self.parts(directory, limits, clock: clock)
        #expect(try await fourth.ask(TestKeys.p256()) == 6)
    }

    /// Who: anyone, with 200 connections.
    /// With: the same request for a code again and again, with another name each time.
    /// Gets: a transaction each, which all other writes wait for (before) → one write for the first (now).
    @Test("repetitions and refusals write nothing")
    func writes() async throws {
        try await Self.run { parts in
            let key = TestKeys.p256()
            try await parts.ask(key)
            let before = parts.database.writes
            for _ in 0..<100 { try await parts.ask(key) }
            parts.clock.advance(seconds: 1)
            for _ in 0..<100 { _ = try? await parts.ask(key) }
            for _ in 0..<100 {
                try? await parts.service.resendCode(.init(identifier: .email(Self.email), address: Self.owner))
            }
            #expect(parts.database.writes == before && parts.outbox.messages.count == 1)
            let reads = parts.database.reads
            for _ in 0..<100 { _ = await parts.failure { try await parts.ask(key) } }
            #expect(parts.database.reads == reads, "past its limit an address does not reach the database")
        }
    }

    /// Who: anyone.
    /// With: codes for addresses for which none is pending.
    /// Gets: a transaction each (before) → a read each, 120 an hour (now).
    @Test("attempts without a pending code write nothing")
    func tries() async throws {
        try await Self.run { parts in
            let (before, key) = (parts.database.writes, TestKeys.p256())
            for _ in 0..<200 { _ = try? await parts.verify("123456", key, from: Self.stranger) }
            #expect(parts.database.writes == before && parts.database.reads <= 121)
        }
    }

    /// Who: the app, which does not say for which key it wants another code.
    /// With: `resend-otp` by address alone, after a stranger requested a code as well.
    /// Gets: a code for the key that was requested from the same place (now).
    @Test("a resent code is for the requester's key")
    func resending() async throws {
        try await Self.run { parts in
            let (own, foreign) = (TestKeys.p256(), TestKeys.p256())
            try await parts.ask(own)
            try await parts.ask(foreign, from: Self.stranger)
            parts.clock.advance(seconds: 30)
            try await parts.service.resendCode(.init(identifier: .email(Self.email), address: Self.owner))
            #expect(parts.outbox.messages.count == 3)
            _ = try await parts.verify(try #require(parts.outbox.lastCode(to: Self.email)), own)
        }
    }

    /// Who: anyone who can make the server restart.
    /// With: the daily number of codes for one person, a restart, and as many again.
    /// Gets: all of them again (before) → refused (now).
    @Test("sent codes still count in the next process")
    func restart() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-codes-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var limits = Limits()
        limits.codesInAll = Rate(count: 2, seconds: 3600)
        let clock = TestClock()
        let first = try await Self.parts(directory, limits, clock: clock)
        try await first.ask(TestKeys.p256(), email: "bo@example.net")
        try await first.ask(TestKeys.p256(), email: "cy@example.net")
        let second = try await Self.parts(directory, limits, clock: clock)
        let refused = await second.failure { try await second.ask(TestKeys.p256(), email: "dee@example.net") }
        #expect(refused == .requestOTPFailed)
        clock.advance(seconds: 3600)
        let third = try await Self.parts(directory, limits, clock: clock)
        try await third.ask(TestKeys.p256(), email: "dee@example.net")
    }
}

/// Counts reads and writes of a database.
private final class CountedDatabase: Database {
    private let database: any Database
    private let counts = Mutex((reads: 0, writes: 0))

    init(_ database: any Database) { self.database = database }

    var reads: Int { counts.withLock { $0.reads } }
    var writes: Int { counts.withLock { $0.writes } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        counts.withLock { $0.reads += 1 }
        return try await database.read(body)
    }

    func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        counts.withLock { $0.writes += 1 }
        return try await database.write(durability, body)
    }
}
