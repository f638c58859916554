import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Attacks on refreshing, and lookalikes", .timeLimit(.minutes(1)))
struct RefreshAttackTests {
    private static func refresh(_ app: TestApp, _ token: String) async throws -> Answer {
        try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: token))
    }

    /// Who: no attacker; the network lost an answer.
    /// With: a refresh token whose answer was lost, shown again ten minutes later.
    /// Gets: the family revoked, the device removed, its keys deleted (before) → a new pair, the same device (now).
    @Test("a refresh token whose answer was lost is accepted ten minutes later")
    func tunnel() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            try await Self.refresh(app, ana.refreshToken).expectOK()
            app.clock.advance(seconds: 600)
            let pair: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            try await app.call(.user, token: pair.accessToken).expectOK()
            #expect(app.signals.removed.isEmpty)
        }
    }

    /// Who: someone who copied a refresh token from a disk.
    /// With: that token, alternating with its owner, so that no token two generations behind is ever shown.
    /// Gets: access for both forever, if the previous token stayed valid → detected at the second turn, and everything is
    /// revoked (now).
    @Test("a thief who alternates with the owner is detected, and the family revoked", arguments: [600, 86_400])
    func thief(seconds: Int) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            var hands = [ana.refreshToken, ana.refreshToken]
            var answers: [Int] = []
            for turn in 0..<4 {
                app.clock.advance(seconds: seconds)
                let answer = try await Self.refresh(app, hands[turn % 2])
                answers.append(answer.status)
                guard answer.status == 200 else { break }
                hands[turn % 2] = try answer.value(RefreshTokenResponse.self).refreshToken
            }
            #expect(answers.last == 403)
            for token in hands { try await Self.refresh(app, token).expect(.refreshTokenExpired) }
            #expect(app.signals.removed == [ana.identity])
        }
    }

    /// Who: two windows, or a retry behind its own first try.
    /// With: the same token twenty times at once, and then each of the twenty answers' tokens at once.
    /// Gets: twenty valid pairs each time (before and now).
    @Test("twenty simultaneous refreshes, repeated with their answers, all succeed")
    func windows() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let first = try await atOnce(20) { _ in
                try await Self.refresh(app, ana.refreshToken).value(RefreshTokenResponse.self).refreshToken
            }
            let second = try await atOnce(20) { try await Self.refresh(app, first[$0]).status }
            #expect(second == Array(repeating: 200, count: 20))
            #expect(app.signals.removed.isEmpty)
        }
    }

    /// Who: no attacker; the server's clock was set an hour ahead and back again.
    /// With: refreshes before, between and after.
    /// Gets: a new pair each time (now).
    @Test("refreshing works while the clock jumps ahead and back")
    func clock() async throws {
        try await TestApp.run { app in
            var token = try await app.signIn("ana@example.net").refreshToken
            for jump in [3600, -3600, 3600, -3600] {
                app.clock.advance(seconds: jump)
                token = try await Self.refresh(app, token).value(RefreshTokenResponse.self).refreshToken
            }
            #expect(app.signals.removed.isEmpty)
        }
    }

    /// Who: no attacker; a device refreshes while another one signs it out.
    /// With: ten refreshes and a removal at once.
    /// Gets: pairs or 403, and in the end no access: never a 5xx, never a family without a device (now).
    @Test("a refresh during the device's removal leaves no token valid")
    func removal() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let other = try await app.signIn("ana@example.net")
            let statuses = try await atOnce(11) { index in
                if index == 5 {
                    return try await app.call(.terminateSession, id: ana.device.rawValue, as: other).status
                }
                return try await Self.refresh(app, ana.refreshToken).status
            }
            #expect(Set(statuses).isSubset(of: [200, 403]))
            try await Self.refresh(app, ana.refreshToken).expect(.refreshTokenExpired)
            try await app.call(.user, as: ana).expect(.deviceNotRegistered)
        }
    }
}
