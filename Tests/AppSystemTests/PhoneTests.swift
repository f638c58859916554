import ECallAuthentication
import ECallCore
import ECallFlows
import ECallKit
import Foundation
import PushKit
@_spi(Phone) import Security
import TestSupport
import Testing
@_spi(Phone) import UIKit
import UserNotifications

@testable import AppSystem
@testable import AppViews

@Suite("Phone", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct PhoneTests {
    private let server: ServerChoice

    init() throws {
        Keychain.shared.reset()
        UIApplication.shared.unregisterForRemoteNotifications()
        server = ServerChoice(try ServerAddress("https://one.example"))
    }

    private func withPhone(_ body: @MainActor @Sendable (Phone) async throws -> Void) async throws {
        try await withTemporaryDirectory { @MainActor @Sendable base in try await body(Phone(files: base)) }
    }

    @Test(
        "a launch requests a push token and filters pushes; switching requests off unregisters"
    )
    func launches() async throws {
        try await withPhone { phone in
            #expect(phone.application(.shared, didFinishLaunchingWithOptions: nil))
            #expect(UIApplication.shared.isRegistered)
            #expect(UNUserNotificationCenter.current().delegate is NotificationPresenter)
            var settings = NotificationSettings()
            settings.requests = false
            #expect(await phone.notifications.save(settings))
            #expect(!UIApplication.shared.isRegistered)
            #expect(phone.application(.shared, didFinishLaunchingWithOptions: nil))
            #expect(!UIApplication.shared.isRegistered)
            settings.requests = true
            #expect(await phone.notifications.save(settings))
            #expect(UIApplication.shared.isRegistered)
        }
    }

    @Test("with calls switched off no push for calls is accepted, now and at the next launch")
    func takesNoRings() async throws {
        try await withPhone { phone in
            @MainActor func types() -> Set<PKPushType>? { phone.calls?.pushes.registry.desiredPushTypes }
            #expect(phone.application(.shared, didFinishLaunchingWithOptions: nil))
            #expect(types() == [.voIP])
            var settings = NotificationSettings()
            settings.calls = false
            #expect(await phone.notifications.save(settings))
            #expect(types() == [])
            #expect(phone.application(.shared, didFinishLaunchingWithOptions: nil))
            #expect(types() == [])
            settings.calls = true
            #expect(await phone.notifications.save(settings))
            #expect(types() == [.voIP])
        }
    }

    @Test("screens and pushes share one client for each server")
    func sharesClient() async throws {
        try await withPhone { phone in
            #expect(try phone.client() == nil)
            let client = try phone.client(for: server)
            #expect(client.server == server.address)
            try server.save(to: phone.preferences)
            #expect(try phone.client() === client)
            let other = ServerChoice(try ServerAddress("https://two.example"))
            #expect(try phone.client(for: other) !== client)
            #expect(try phone.client(for: server) !== client)
        }
    }

    @Test("a client can be made only after the first unlock")
    func unlocks() async throws {
        try await withPhone { phone in
            Keychain.shared.setUnlocked(false)
            #expect(throws: KeyStorageError.locked) { try phone.client(for: server) }
            Keychain.shared.setUnlocked(true)
            _ = try phone.client(for: server)
        }
    }

    @Test("links are copied and drawn as codes, and VoiceOver speaks announcements")
    func links() async throws {
        try await withPhone { phone in
            phone.linkWays.copy("https://one.example/share/contact/a")
            #expect(UIPasteboard.general.string == "https://one.example/share/contact/a")
            #expect(phone.linkWays.draw("https://one.example") != nil)
            #expect(phone.linkWays.draw(String(repeating: "a", count: 3000)) == nil)
            UIAccessibility.announced = []
            phone.announce("Ana has joined.")
            #expect(UIAccessibility.announced == ["Ana has joined."])
        }
    }

    @Test("tokens are formatted for APNs", arguments: [([UInt8](), ""), ([0, 10, 255], "000aff")])
    func tokens(_ bytes: [UInt8], _ text: String) { #expect(Phone.text(Data(bytes)) == text) }

    @Test("the phone reports its kind, system and model, and not its owner")
    func device() async throws {
        try await withPhone { phone in
            #expect(phone.device.name == "iPhone" && phone.device.systemName == "iOS")
            #expect(phone.device.systemVersion == "26.0")
            #expect(!phone.device.model.isEmpty && !phone.device.model.contains("\0"))
        }
    }

    @Test("the network of a client reports changes of paths")
    func environment() async throws {
        try await withPhone { phone in #expect(phone.environment(for: server).networkChanges != nil) }
    }
}
