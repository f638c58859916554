import ECallAPI
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

/// How often one person can make the phone of another buzz: each endpoint by which that can be done has a budget.
@Suite("Budgets of what makes phones buzz", .timeLimit(.minutes(2)))
struct BuzzTests {
    /// What limits how often the request makes somebody else's device ring, push or notify.
    private enum Budget: Equatable {
        /// Nobody but the caller's own devices is notified.
        case nobody
        /// Friend requests, by pair and recipient.
        case requests
        /// Answers to a request: one for each that the other one has made.
        case answers
        /// Rings, by pair and caller (`CallRates`).
        case rings
        /// Requests for an invitation, by pair and asker (`CallRates`).
        case invitations
        /// Tells the devices that are in a call with the caller, which are in somebody's hand: by device or user (`CallRates`), or
        /// once for each call.
        case inCall
        /// One warning for each sign-in, which takes a code: by recipient.
        case signIns
        /// Friends' lists show another name: by user.
        case names
    }

    private static func budget(_ endpoint: Endpoint) -> Budget {
        switch endpoint {
        case .appConfig, .login, .signInChallenge, .resendOTP, .refreshToken, .logout, .terminateSession,
            .terminateOthers, .devices,
            .registerDevice, .addDeviceStatement, .webPushKey, .setWebPushSubscription, .removeWebPushSubscription,
            .user,
            .deleteUser, .cancelDelete, .exportAccount, .publicKeys, .publicKeysByQuery, .loginMethods, .addLoginMethod,
            .leaveForLoginMethod, .primaryLoginMethod, .removeLoginMethod, .takeBackLoginMethod, .credentials,
            .contacts, .toggleFavorite,
            .toggleBlock, .blockedContacts, .searchContacts, .privacy, .updatePrivacy, .report, .sentFriendRequests,
            .receivedFriendRequests, .createShareToken, .revokeShareToken, .resolveShareToken, .personalLink,
            .setPersonalLink, .removePersonalLink, .participants, .activeCall, .callHistory, .deleteCallHistory,
            .verify:
            .nobody
        case .appleLogin, .verifyLogin: .signIns
        case .updateUser: .names
        case .sendFriendRequest, .sendFriendRequestByToken: .requests
        case .acceptFriendRequest, .declineFriendRequest, .cancelFriendRequest, .deleteContact: .answers
        case .startCall, .placeCall, .inviteToCall: .rings
        case .requestInvitation: .invitations
        case .joinCall, .acceptCall, .requestRejoin, .rejoinCall, .updateParticipant, .askToMute, .removeParticipant,
            .leaveCall, .holdCall, .endCall:
            .inCall
        }
    }

    private static let limits = Limits()
    /// What nobody would do by hand.
    private static let loop = 340

    private static func limited() -> Limits {
        var limits = Limits.development
        let real = Limits()
        limits.friendRequestsPerPair = real.friendRequestsPerPair
        limits.friendRequestsPerPairDaily = real.friendRequestsPerPairDaily
        limits.friendRequestsById = Rate(count: 100_000, seconds: 86_400)
        limits.alertsPerUser = real.alertsPerUser
        limits.ringsPerPair = real.ringsPerPair
        limits.ringsPerPairHourly = real.ringsPerPairHourly
        limits.codesPerIdentifier = Rate(count: 1000, seconds: 600)
        limits.codesPerIdentifierDaily = Rate(count: 1000, seconds: 86_400)
        return limits
    }

    @Test("every endpoint says what limits it, and each kind is attacked here or where its limits are tested")
    func complete() {
        let kinds = Set(Endpoint.allCases.map { "\(Self.budget($0))" })
        #expect(kinds.count == 8)
    }

    @Test(
        "asking and cancelling in a loop alerts the other one a few times; somebody else's request still does",
        arguments: [Endpoint.sendFriendRequest, .sendFriendRequestByToken])
    func requests(endpoint: Endpoint) async throws {
        let push = RecordingPush()
        try await TestApp.run(limits: Self.limited(), push: push) { app in
            let owner = try await app.signIn("owner@example.net", name: "Owner")
            let asker = try await app.signIn("asker@example.net", name: "Asker")
            let bystander = try await app.signIn("bystander@example.net", name: "Bystander")
            let set: PersonalLinkResponse = try await app.call(
                .setPersonalLink, PersonalLinkRequest(maxUses: 10, lifetime: 86_400, isNew: nil), as: owner
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
            _ = push.take()
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
            #expect(push.take().count { $0.contains("newFriendRequest") } == most - 1)
            #expect(refused == Self.loop - (most - 1))
            #expect(app.signals.takeDelivered().count { $0.hasSuffix("\(owner.device)") } <= 2 * most)
            try await ask(bystander).expectOK()
            #expect(push.take().count { $0.contains("Bystander") } == 1)
            // Somebody else is asked as ever.
            try await app.call(
                .sendFriendRequest, FriendRequestTarget(targetUserId: bystander.id), as: asker
            ).expectOK()
            #expect(push.take().count == 1)
        }
    }

    @Test("many people together alert one person so often; warnings of sign-ins still come, and others' alerts")
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
            // Nothing is lost: the list has them all.
            let list: FriendRequestsResponse = try await app.call(.receivedFriendRequests, as: owner).value()
            #expect(list.friendRequests.count == most + 10)
            _ = push.take()
            _ = try await app.signIn("owner@example.net", publicKey: TestKeys.p256())
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: other.id), as: owner).expectOK()
            #expect(push.alerts.count { $0.alert == .warningLogin && $0.user == owner.id } == 1)
            #expect(push.alerts.count { $0.user == other.id } == 1)
        }
    }

    @Test("signing in again and again warns the owner so often and no more")
    func signIns() async throws {
        let push = RecordingPush()
        try await TestApp.run(limits: Self.limited(), push: push) { app in
            let most = Self.limits.alertsPerUser.count
            for _ in 0..<(most + 20) { _ = try await app.signIn("owner@example.net", publicKey: TestKeys.p256()) }
            #expect(push.alerts.count { $0.alert == .warningLogin } == most)
        }
    }

    @Test("whoever accepts, deletes and accepts in a loop alerts nobody who has not asked")
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

    @Test("calling and hanging up in a loop rings so often and no more; a bystander's call rings")
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

    @Test("asking for an invitation in a loop notifies the maker so often and no more; a bystander is passed on")
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
