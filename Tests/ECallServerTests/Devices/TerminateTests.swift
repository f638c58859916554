import ECallAPI
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications

@Suite("Signing other devices out", .timeLimit(.minutes(1)))
struct TerminateTests {
    @Test("000-8: one device is signed out by another, by POST and by DELETE; its sockets are closed")
    func one() async throws {
        try await TestApp.run { app in
            let here = try await app.signIn("ana@example.net")
            for isAlias in [false, true] {
                let there = try await app.signIn("ana@example.net")
                let answer =
                    isAlias
                    ? try await app.send(.delete, "/devices/\(there.device)", token: here.accessToken)
                    : try await app.call(.terminateSession, id: there.device.rawValue, as: here)
                #expect(answer.status == 200 && answer.text == "\"ok\"")
                try await app.call(.user, as: there).expect(.deviceNotRegistered)
                try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: there.refreshToken))
                    .expect(.refreshTokenExpired)
                #expect(app.signals.disconnected.last == there.identity && app.signals.removed.last == there.identity)
                // The app retries.
                try await app.call(.terminateSession, id: there.device.rawValue, as: here).expectOK()
            }
            try await app.call(.user, as: here).expectOK()
        }
    }

    @Test("another person's device and an unknown one are not found")
    func strangers() async throws {
        try await TestApp.run { app in
            let (ana, eve) = (try await app.signIn("ana@example.net"), try await app.signIn("eve@example.net"))
            for id in [ana.device.rawValue, 1, 0] {
                try await app.call(.terminateSession, id: id, as: eve).expect(.deviceNotFound)
            }
            try await app.call(.user, as: ana).expectOK()
            #expect(app.signals.disconnected.isEmpty && app.signals.removed.isEmpty)
        }
    }

    @Test("all other devices are signed out, and the calling one stays")
    func others() async throws {
        try await TestApp.run { app in
            let bob = try await app.signIn("bob@example.net")
            let here = try await app.signIn("ana@example.net")
            let others = [try await app.signIn("ana@example.net"), try await app.signIn("ana@example.net")]
            for _ in 0..<2 {
                let answer = try await app.call(.terminateOthers, as: here)
                #expect(answer.status == 200 && answer.text == "\"ok\"")
            }
            for other in others { try await app.call(.user, as: other).expect(.deviceNotRegistered) }
            #expect(Set(app.signals.disconnected) == Set(others.map(\.identity)))
            for person in [here, bob] { try await app.call(.user, as: person).expectOK() }
            let devices: DevicesResponse = try await app.call(.devices, as: here).value()
            #expect(devices.devices.map(\.id) == [here.device])
        }
    }

    @Test("the other devices are warned of a new one, even with the public key of a known one")
    func warning() async throws {
        try await TestApp.run { app in
            let key = TestKeys.p256()
            let first = try await app.signIn("ana@example.net", publicKey: key)
            #expect(app.signals.delivered.isEmpty)
            let second = try await app.signIn("ana@example.net")
            let warnings = app.signals.delivered
            #expect(warnings.map(\.device) == [first.device] && warnings.first?.signal.kind == .loginWarning)
            #expect(warnings.first?.signal.senderDevice == second.device)
            _ = try await app.signIn("ana@example.net", publicKey: key)
            #expect(app.signals.delivered.count == 3)
            #expect(app.push.alerts.filter { $0.alert == .warningLogin }.count == 3)
        }
    }
}
