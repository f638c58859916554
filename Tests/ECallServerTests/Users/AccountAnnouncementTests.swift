import ECallAPI
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Announcements of accounts", .timeLimit(.minutes(1)))
struct AccountAnnouncementTests {
    private static func run(
        _ body: @escaping @Sendable (TestApp, AccountAnnouncements, RecordingPush) async throws -> Void
    )
        async throws
    {
        let (directory, push, signals) = (Shelf<any Directory>(), RecordingPush(), RecordingSignals())
        try await TestApp.run(
            push: push,
            callParts: { dependencies in
                directory.put(dependencies.directory)
                return .recording(signals)
            },
            { app in
                let announcements = AccountAnnouncements(
                    directory: try #require(directory.item), signals: app.signals, push: push)
                try await body(app, announcements, push)
            })
    }

    @Test("a new name is announced to the own devices and to friends, except those who have blocked the person")
    func profile() async throws {
        try await Self.run { app, announcements, push in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let second = try await app.signIn("ana@example.net")
            let bob = try await app.signIn("bob@example.net")
            let eve = try await app.signIn("eve@example.net")
            let dan = try await app.signIn("dan@example.net")
            for person in [bob, eve] { try await app.befriend(ana, person) }
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: dan.id), as: ana).expectOK()
            try await app.call(.toggleBlock, id: ana.id.rawValue, as: eve).expectOK()
            _ = (app.signals.takeDelivered(), push.take())
            await announcements.announceProfile(of: ana.id, by: ana.device, isNewName: true)
            #expect(
                Set(app.signals.takeDelivered())
                    == Set([ana.device, second.device, bob.device].map { "user_updated \(ana.id) → \($0)" }))
            #expect(push.take() == ["userInfoUpdate → \(ana.id), not \(ana.device)"])
            // A friend blocked by Ana still gets it and cannot tell.
            try await app.call(.toggleBlock, id: bob.id.rawValue, as: ana).expectOK()
            _ = app.signals.takeDelivered()
            await announcements.announceProfile(of: ana.id, isNewName: true)
            #expect(app.signals.takeDelivered().contains("user_updated \(ana.id) → \(bob.device)"))
            // Friends are not notified of other changes.
            await announcements.announceProfile(of: ana.id)
            #expect(
                Set(app.signals.takeDelivered())
                    == Set([ana.device, second.device].map { "user_updated \(ana.id) → \($0)" }))
        }
    }

    @Test("a new device is announced to the others, and neither to itself nor to anyone else")
    func login() async throws {
        try await Self.run { app, announcements, push in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let second = try await app.signIn("ana@example.net")
            let bob = try await app.signIn("bob@example.net")
            try await app.befriend(ana, bob)
            _ = (app.signals.takeDelivered(), push.take())
            await announcements.announceLogin(device: second.device, of: ana.id)
            #expect(app.signals.takeDelivered() == ["login_warning \(ana.id) → \(ana.device)"])
            #expect(push.take() == ["warningLogin → \(ana.id), not \(second.device)"])
        }
    }
}
