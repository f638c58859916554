import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Attacks: endless notifications of changes", .timeLimit(.minutes(1)))
struct TellingTests {
    private static func retryAfter(_ answer: Answer) -> Int? { answer.headers[.retryAfter].flatMap { Int($0) } }

    private static func rename(_ person: Person, to name: String, email: String? = nil, in app: TestApp) async throws
        -> Answer
    {
        try await app.call(.updateUser, UpdateUserRequest(displayName: name, email: email), as: person)
    }

    /// Who: someone with friends.
    /// With: ever new names, as fast as answers come.
    /// Gets: a signal to every device of every friend each time (before) → five a minute and twenty an hour, then 429: the
    /// name stays, the rest of the request is not executed, and no one is notified (now).
    @Test("notifications of one person's names are limited; others' are not affected")
    func names() async throws {
        var limits = Limits.development
        (limits.namesPerUser, limits.namesPerUserHourly) = (Limits().namesPerUser, Limits().namesPerUserHourly)
        try await TestApp.run(limits: limits) { app in
            let mallory = try await app.signIn("mallory@example.net", name: "M")
            let vera = try await app.signIn("vera@example.net", name: "Vera")
            try await app.befriend(mallory, vera)
            func told(_ person: Person) -> Int {
                app.signals.delivered.count { $0.device == person.device && $0.signal.kind == .userUpdated }
            }
            var count = 0
            for round in 0..<5 {
                var answer = try await Self.rename(mallory, to: "M\(count)", in: app)
                while answer.status == 200, count < 100 {
                    count += 1
                    // An unchanged name does not count.
                    try await Self.rename(mallory, to: "M\(count - 1)", in: app).expectOK()
                    answer = try await Self.rename(mallory, to: "M\(count)", in: app)
                }
                answer.expect(.tooManyRequests)
                #expect(count == min((round + 1) * 5, 20) && told(vera) == count)
                #expect(Self.retryAfter(answer) == (round < 3 ? 60 : 3600 - round * 60))
                app.clock.advance(seconds: 60)
            }
            let pushes = app.push.alerts.count
            try await AccountTests.prove("new@example.net", as: mallory, in: app)
            try await Self.rename(mallory, to: "M99", email: "new@example.net", in: app).expect(.tooManyRequests)
            let user = try await app.call(.user, as: mallory).value(UserResponse.self).user
            #expect(user.displayName == "M\(count - 1)" && user.email == "mallory@example.net")
            #expect(told(vera) == count && app.push.alerts.count == pushes)
            // The proof is still valid for the address alone.
            try await Self.rename(mallory, to: "", email: "new@example.net", in: app).expectOK()
            // Neither Vera nor, later, Mallory is affected.
            try await Self.rename(vera, to: "Vera V", in: app).expectOK()
            #expect(told(mallory) >= count + 1)
            app.clock.advance(seconds: 3600)
            let later = try await app.signIn("new@example.net")
            #expect(later.id == mallory.id)
            try await Self.rename(later, to: "Mallory", in: app).expectOK()
        }
    }

    /// Who: a participant of a call.
    /// With: muted and not muted, video on and off, as fast as answers come.
    /// Gets: a signal to everyone in the call each time (before) → 120 a minute, then 429, and nothing changes (now).
    @Test("notifications of one device's changes in a call are limited; others' are not affected")
    func updates() async throws {
        try await StoredCalls.run(limits: Limits()) { bench in
            let ana = try await bench.person("ana")
            let mallory = try await bench.person("mallory", friends: [ana])
            let call = try await bench.connected(ana, [mallory])
            func update(_ person: Person, isMuted: Bool) async throws -> Answer {
                let body = UpdateParticipantRequest(callId: call, userId: nil, isMuted: isMuted)
                return try await bench.app.call(.updateParticipant, id: call.rawValue, body, as: person)
            }
            func told(_ person: Person) -> Int {
                bench.signals.kinds(to: person.device).count { $0 == .participantUpdated }
            }
            bench.app.clock.advance(seconds: 60)
            let before = told(ana)
            var isMuted = false
            for count in 1...120 {
                isMuted.toggle()
                // An unchanged value notifies no one and does not count.
                for _ in 0..<(count < 120 ? 2 : 1) { try await update(mallory, isMuted: isMuted).expectOK() }
            }
            #expect(told(ana) == before + 120)
            let answer = try await update(mallory, isMuted: !isMuted)
            answer.expect(.tooManyRequests)
            #expect(Self.retryAfter(answer) == 60 && told(ana) == before + 120)
            let people: ParticipantsResponse = try await bench.app.call(
                .participants, id: call.rawValue, as: ana
            ).value()
            #expect(people.participants.first { $0.userId == mallory.id }?.isMuted == isMuted)
            try await update(ana, isMuted: true).expectOK()
            bench.app.clock.advance(seconds: 60)
            try await update(mallory, isMuted: !isMuted).expectOK()
            #expect(told(ana) == before + 121)
        }
    }

    /// Who: the host of a call.
    /// With: asking a participant to mute, as fast as answers come; inviting and removing them.
    /// Gets: a notice on their screen each time (before) → six a minute, then 429, and as many removals as changes (now).
    @Test("requests to one person to mute are limited; others can be asked, and can ask")
    func muteRequests() async throws {
        try await StoredCalls.run(limits: Limits()) { bench in
            let mallory = try await bench.person("mallory")
            let vera = try await bench.person("vera", friends: [mallory])
            let fay = try await bench.person("fay", friends: [mallory])
            let gus = try await bench.person("gus")
            let hal = try await bench.person("hal", friends: [gus])
            let call = try await bench.connected(mallory, [vera, fay])
            let bystanders = try await bench.connected(gus, [hal], room: 78)
            func ask(_ user: UserID, _ call: CallID, as person: Person, _ endpoint: Endpoint = .askToMute) async throws
                -> Answer
            {
                try await bench.app.call(endpoint, id: call.rawValue, ParticipantRequest(userId: user), as: person)
            }
            func asked(_ person: Person) -> Int {
                bench.signals.delivered.count { $0.device == person.device && $0.signal.kind == .muteRequested }
            }
            bench.app.clock.advance(seconds: 60)
            for _ in 0..<6 { try await ask(vera.id, call, as: mallory).expectOK() }
            let answer = try await ask(vera.id, call, as: mallory)
            answer.expect(.tooManyRequests)
            #expect(Self.retryAfter(answer) == 60 && asked(vera) == 6)
            try await ask(fay.id, call, as: mallory).expectOK()
            try await ask(hal.id, bystanders, as: gus).expectOK()
            #expect(asked(fay) == 1 && asked(hal) == 1)
            // Removals are limited only by the general limit of changes.
            let muting = { UpdateParticipantRequest(callId: nil, userId: nil, isMuted: $0) }
            for number in 0..<113 {
                try await bench.app.call(
                    .updateParticipant, id: call.rawValue, muting(number.isMultiple(of: 2)), as: mallory
                ).expectOK()
            }
            try await ask(vera.id, call, as: mallory, .removeParticipant).expect(.tooManyRequests)
            try await ask(hal.id, bystanders, as: gus, .removeParticipant).expectOK()
            bench.app.clock.advance(seconds: 60)
            try await ask(vera.id, call, as: mallory).expectOK()
            try await ask(vera.id, call, as: mallory, .removeParticipant).expectOK()
        }
    }
}
