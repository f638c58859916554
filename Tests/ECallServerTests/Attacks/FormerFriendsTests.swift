import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Attacks: former friends and links", .timeLimit(.minutes(1)))
struct FormerFriendsTests {
    /// Who: someone whom Vera has removed, with whom she has talked before.
    /// With: her number, her device's number, the earlier key; starting, inviting, rejoining.
    /// Gets: refusals as for any unreachable person; nothing rings, and no key is given out (before and now).
    @Test("a removed contact cannot ring anyone by any route, and gets no keys", arguments: [false, true])
    func removed(isBlockedInstead: Bool) async throws {
        try await StoredCalls.run { bench in
            let (app, vera) = (bench.app, try await bench.person("vera"))
            let eve = try await bench.person("eve", friends: [vera])
            let bo = try await bench.person("bo", friends: [eve])
            let past = try await bench.connected(eve, [vera])
            try await bench.end(past, vera)
            if isBlockedInstead {
                try await app.call(.toggleBlock, id: eve.id.rawValue, as: vera).expectOK()
            } else {
                try await app.call(.deleteContact, id: eve.id.rawValue, as: vera).expectOK()
            }
            let (rings, signals) = (bench.push.rings.count, bench.signals.kinds(to: vera.device).count)

            let started = try await app.call(.startCall, bench.request([vera], room: 78), as: eve)
            if isBlockedInstead { started.expectOK() } else { started.expect(.userNotAvailable) }
            try await app.call(.endCall, as: eve).expectOK()
            for endpoint in [Endpoint.requestRejoin, .rejoinCall, .joinCall] {
                try await app.call(endpoint, id: past.rawValue, as: eve).expect(.callNotAvailable)
            }
            let call = try await bench.connected(eve, [bo], room: 79)
            let invited = try await app.call(.inviteToCall, id: call.rawValue, bench.request([vera]), as: eve)
            if isBlockedInstead { invited.expectOK() } else { invited.expect(.userNotAvailable) }
            #expect(bench.push.rings.map(\.device).dropFirst(rings) == [bo.device])
            #expect(bench.signals.kinds(to: vera.device).count == signals)
            guard !isBlockedInstead else { return }
            let keys: PublicKeysResponse = try await app.call(
                .publicKeys, PublicKeysRequest(userIds: [vera.id]), as: eve
            ).value()
            #expect(keys.publicKeys.isEmpty)
        }
    }

    /// Who: someone who has used a link of Vera's, and was removed; and someone who has seen the link.
    /// With: the same link again.
    /// Gets: "used", and no request (before and now).
    @Test("a link works once, also for a former friend who used it")
    func usedLink() async throws {
        try await TestApp.run { app in
            let (vera, eve) = (try await app.signIn("vera@example.net"), try await app.signIn("eve@example.net"))
            let mallory = try await app.signIn("mallory@example.net")
            let token = try await app.call(.createShareToken, as: vera).value(TokenBody.self)
            try await app.call(.sendFriendRequestByToken, token, as: eve).expectOK()
            try await app.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: eve.id), as: vera).expectOK()
            try await app.call(.deleteContact, id: eve.id.rawValue, as: vera).expectOK()
            // Within a minute Eve's own device gets the same answer again, without effect.
            try await app.call(.sendFriendRequestByToken, token, as: eve).expectOK()
            app.clock.advance(seconds: 60)
            for person in [eve, mallory] {
                try await app.call(.sendFriendRequestByToken, token, as: person).expect(.tokenUsed)
                try await app.call(.resolveShareToken, token, as: person).expect(.tokenUsed)
            }
            let received: FriendRequestsResponse = try await app.call(.receivedFriendRequests, as: vera).value()
            #expect(received.friendRequests.isEmpty)
        }
    }
}
