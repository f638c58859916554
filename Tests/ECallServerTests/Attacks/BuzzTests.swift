import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallAPI
@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Limits for requests that make phones buzz", .timeLimit(.minutes(2)))
struct BuzzTests {
    private static let limits = Limits()
    /// More than anyone would do by hand.
    private static let loop = 340

    private static func limited() -> Limits {
        var limits = Limits.development
        let real = Limits()
        limits.friendRequestsPerPair = real.friendRequestsPerPair
        limits.friendRequestsPerPairDaily = real.friendRequestsPerPairDaily
        limits.friendRequestsById = Rate(count: 100_000, seconds: 86_400)
        (limits.alertsPerUser, limits.alertsPerPair) = (real.alertsPerUser, real.alertsPerPair)
        (limits.ringsPerTarget, limits.ringsPerTargetHourly) = (real.ringsPerTarget, real.ringsPerTargetHourly)
        limits.ringsPerPair = real.ringsPerPair
        limits.ringsPerPairHourly = real.ringsPerPairHourly
        limits.codesPerIdentifier = Rate(count: 1000, seconds: 600)
        limits.codesPerIdentifierDaily = Rate(count: 1000, seconds: 86_400)
        return limits
    }

    @Test(
        "every disturbance has a number or a reason for each bound, and an existing test",
        arguments: Disturbance.allCases)
    func complete(kind: Disturbance) throws {
        let budget = kind.budget(Limits())
        let bounds = [budget.pair, budget.target, budget.causer, budget.network]
        let hasNumber = bounds.contains { if case .rates = $0 { true } else { false } }
        #expect(hasNumber || [.ownLists, .deviceStatement, .callProgress, .relay].contains(kind))
        #expect(bounds.allSatisfy { $0 != .other("") && $0 != .rates([]) })
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        #expect(FileManager.default.fileExists(atPath: tests.appending(path: kind.test).path))
        let ways =
            Endpoint.allCases.map(\.disturbances) + SignalKind.allCases.map(\.disturbances)
            + CallCommand.allCases.map(\.disturbances) + OtherRoute.allCases.map(\.disturbances)
        #expect(ways.contains { $0.contains(kind) }, "nothing leads to it")
    }

    @Test("exactly the signals that clients may send have a budget", arguments: SignalKind.allCases)
    func signals(kind: SignalKind) { #expect(kind.isRelayed == !kind.disturbances.isEmpty) }

    @Test(
        "asking and cancelling in a loop alerts the target a limited number of times; a bystander's request still does",
        arguments: [Endpoint.sendFriendRequest, .sendFriendRequestByToken])
    func requests(endpoint: Endpoint) async throws {
        let push = RecordingPush()
        try await TestApp.run(limits: Self.limited(), push: push) { app in
            let owner = try await app.signIn("owner@example.net", name: "Owner")
            let asker = try await app.signIn("asker@example.net", name: "Asker")
            let bystander = try await app.signIn("bystander@example.net", name: "Bystander")
            let set: PersonalLinkResponse = try await app.call(
                .setPersonalLink, PersonalLinkRequest(maxUses: 10, lifetime: 7 * 86_400, isNew: nil), as: owner
            ).value()
            let link = try #require(set.personalLink)
            func ask(_ person: Person) async throws -> Answer {
                endpoint == .sendFriendRequest
                    ? try await app.call(endpoint, FriendRequestTarget(targetUserId: owner.id), as: person)
                    : try await app.call(endpoint, TokenBody(token: link.token), as: person)
            }
            try await ask(asker).expectOK()
            try await ask(asker).expectOK()
            _ = app.signals.takeDelivered()
            #expect(push.take().count { $0.contains("newFriendRequest") } == 1)
            var refused = 0
            for _ in 0..<Self.loop {
                try await app.call(.cancelFriendRequest, FriendRequestTarget(targetUserId: owner.id), as: asker)
                    .expectOK()
                let answer = try await ask(asker)
                if answer.status == 429 {
                    refused += 1
                    answer.expect(.tooManyRequests)
                    #expect(answer.headers[.retryAfter] != nil)
                }
            }
            let most = Self.limits.friendRequestsPerPair.count
            #expect(push.take().isEmpty, "told once a day")
            #expect(refused == Self.loop - (most - 1))
            #expect(app.signals.takeDelivered().count { $0.hasSuffix("\(owner.device)") } <= 2 * most)
            try await ask(bystander).expectOK()
            #expect(push.take().count { $0.contains("Bystander") } == 1)
            // A bystander's target is alerted as before.
            try await app.call(
                .sendFriendRequest, FriendRequestTarget(targetUserId: bystander.id), as: asker
            ).expectOK()
            #expect(push.take().count == 1)
            app.clock.advance(seconds: 86_400)
            let again = try await app.signIn("asker@example.net")
            try await app.call(.cancelFriendRequest, FriendRequestTarget(targetUserId: owner.id), as: again).expectOK()
            _ = push.take()
            try await ask(again).expectOK()
            #expect(push.take().count { $0.contains("newFriendRequest") } == 1, "and again on the next day")
        }
    }

    @Test("many people's alerts to one person are limited; sign-in warnings and alerts to others still arrive")
    func perOwner() async throws {
        let push = RecordingPush()
        try await TestApp.run(limits: Self.limited(), push: push) { app in
            let owner = try await app.signIn("owner@example.net")
            let other = try await app.signIn("other@example.net")
            let most = Self.limits.alertsPerUser.count
            for number in 0..<(most + 10) {
                let asker = try await app.signIn("asker\(number)@example.net")
                try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: owner.id), as: asker)
                    .expectOK()
            }
            #expect(push.alerts.count { $0.user == owner.id && $0.alert != .warningLogin } == most)
            // Nothing is lost: the list has all requests.
            let list: FriendRequestsResponse = try await app.call(.receivedFriendRequests, as: owner).value()
            #expect(list.friendRequests.count == most + 10)
            _ = push.take()
            _ = try await app.signIn("owner@example.net", publicKey: TestKeys.p256())
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: other.id), as: owner).expectOK()
            #expect(push.alerts.count { $0.alert == .warningLogin && $0.user == owner.id } == 1)
            #expect(push.alerts.count { $0.user == other.id } == 1)
        }
    }

    @Test("warnings about repeated sign-ins are limited")
    func signIns() async throws {
        let push = RecordingPush()
        try await TestApp.run(limits: Self.limited(), push: push) { app in
            let most = Self.limits.alertsPerUser.count
            for _ in 0..<(most + 20) { _ = try await app.signIn("owner@example.net", publicKey: TestKeys.p256()) }
            #expect(push.alerts.count { $0.alert == .warningLogin } == most)
        }
    }

    @Test("accepting and deleting in a loop notifies no one who has not asked")
    func answers() async throws {
        let push = RecordingPush()
        try await TestApp.run(limits: Self.limited(), push: push) { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            try await app.befriend(ana, bo)
            _ = push.take()
            for _ in 0..<Self.loop {
                try await app.call(.deleteContact, id: ana.id.rawValue, as: bo).expectOK()
                try await app.call(
                    .acceptFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bo
                ).expect(.acceptRequestFailed)
                try await app.call(.declineFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bo).expectOK()
            }
            #expect(push.take().isEmpty)
            _ = app.signals.takeDelivered()
        }
    }

    @Test("befriending and unfriending in a loop alerts each side once a day; a bystander's acceptance still arrives")
    func befriending() async throws {
        let push = RecordingPush()
        try await TestApp.run(limits: Self.limited(), push: push) { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            let cy = try await app.signIn("cy@example.net")
            for _ in 0..<4 {
                try await app.befriend(ana, bo)
                try await app.call(.deleteContact, id: bo.id.rawValue, as: ana).expectOK()
            }
            func told(_ person: Person) -> Int {
                push.alerts.count { $0.user == person.id && $0.alert != .warningLogin }
            }
            #expect(told(ana) == 1 && told(bo) == 1)
            try await app.befriend(ana, cy)
            #expect(told(ana) == 2)
        }
    }

    @Test(
        "the rings that all callers together send to one person are limited; a caller who has hardly tried still gets through"
    )
    func busy() async throws {
        var limits = Limits()
        (limits.ringsPerTarget, limits.ringsPerTargetHourly) = (
            Rate(count: 1000, seconds: 60), Rate(count: 30, seconds: 3600)
        )
        limits.ringsPerPair = Rate(count: 1000, seconds: 60)
        try await StoredCalls.run(limits: limits) { bench in
            let ana = try await bench.person("ana")
            let bo = try await bench.person("bo", friends: [ana])
            let foes = [bo, try await bench.person("cy", friends: [ana, bo])]
            let late = try await bench.person("dee", friends: [ana])
            let (eve, fay) = (
                try await bench.person("eve", friends: [ana]), try await bench.person("fay", friends: [ana])
            )
            try await bench.app.call(.toggleBlock, id: eve.id.rawValue, as: ana).expectOK()
            func ring(_ caller: Person, times: Int) async throws -> Answer? {
                for _ in 0..<times {
                    let answer = try await bench.app.call(.startCall, bench.request([ana]), as: caller)
                    guard answer.status == 200 else { return answer }
                    try await bench.app.call(.endCall, as: caller).expectOK()
                }
                return nil
            }
            // A person blocked by ana rings no device and uses nothing up.
            #expect(try await ring(eve, times: 20) == nil)
            for foe in foes { #expect(try await ring(foe, times: 15) == nil) }
            for foe in foes {
                let answer = try #require(try await ring(foe, times: 1))
                answer.expect(.tooManyRequests)
                #expect(answer.headers[.retryAfter] != nil)
            }
            #expect(bench.push.rings.count == 30)
            // A bystander and a third caller get through, but not endlessly.
            #expect(try await ring(fay, times: 2) == nil)
            #expect(try await ring(late, times: 6) == nil)
            try #require(try await ring(late, times: 1)).expect(.tooManyRequests)
            #expect(bench.push.rings.count == 38)
            let other = try await bench.start(foes[0], [foes[1]], room: 80)
            try await bench.end(other, foes[0])
        }
    }

    @Test("codes to further addresses are limited per account")
    func proofs() async throws {
        try await TestApp.run(limits: Self.limited()) { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            let before = app.outbox.messages.count
            for number in 0..<(Self.limits.addressProofs.count + 5) {
                let answer = try await app.call(.resendOTP, ResendOTPRequest(email: "x\(number)@example.org"), as: ana)
                if number < Self.limits.addressProofs.count {
                    answer.expectOK()
                } else {
                    answer.expect(.reachedMaxResendAttempts)
                }
            }
            #expect(app.outbox.messages.count == before + Self.limits.addressProofs.count)
            try await app.call(.resendOTP, ResendOTPRequest(email: "y@example.org"), as: bo).expectOK()
        }
    }

    @Test("rings by calling and hanging up in a loop are limited; a bystander's call still rings")
    func rings() async throws {
        try await StoredCalls.run(limits: Self.limited()) { bench in
            let ana = try await bench.person("ana")
            let bo = try await bench.person("bo", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana])
            var rung = 0
            for _ in 0..<Self.loop {
                let answer = try await bench.app.call(.startCall, bench.request([ana]), as: bo)
                guard answer.status == 200 else {
                    answer.expect(.tooManyRequests)
                    continue
                }
                rung += 1
                let call = try answer.value(StartCallResponse.self).callRecord.id
                try await bench.app.call(.endCall, EndCallRequest(callId: call), as: bo).expectOK()
            }
            #expect(rung == Self.limits.ringsPerPair.count)
            _ = try await bench.start(cy, [ana])
        }
    }

    @Test("invitation requests in a loop are limited; a bystander's request is still passed on")
    func invitations() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let (bo, cy) = (try await bench.person("bo", friends: [ana]), try await bench.person("cy", friends: [ana]))
            let dee = try await bench.person("dee", friends: [ana])
            let call = try await bench.connected(ana, [bo])
            let body = RequestInvitationRequest(userId: ana.id, token: String(repeating: "A", count: 43))
            for minute in 0..<60 {
                for _ in 0..<6 { _ = try await bench.app.call(.requestInvitation, id: call.rawValue, body, as: cy) }
                if minute < 10 { bench.app.clock.advance(seconds: 60) }
            }
            func notices(of person: Person) -> Int {
                let request = InvitationRequest(call: call, sender: person.id, token: body.token)
                return bench.signals.delivered.count { $0.signal == .invitationRequested(request) }
            }
            #expect(notices(of: cy) == Self.limits.invitationRequestsPerPairHourly.count)
            try await bench.app.call(.requestInvitation, id: call.rawValue, body, as: dee).expectOK()
            #expect(notices(of: dee) == 1)
        }
    }
}
