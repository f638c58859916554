import ECallAPI
import ECallCore
import ECallFlows
import ECallKit
import ECallLanguage
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews
@testable import ECallServerTestSupport

/// The whole app on a phone whose person has signed in: what is visible, and their actions.
@MainActor
final class RunningApp {
    let system = FakePhone()
    let model: AppModel
    let account: Account
    private let app: Walk
    private var call: Walk?
    /// The other phones of a story: they continue while this one waits.
    var others: [RunningApp] = []

    init(_ phone: Phone, _ account: Account) async throws {
        self.account = account
        try ServerChoice(try ServerAddress("http://127.0.0.1")).save(to: system.storage)
        let flows = phone.client.flows
        model = AppModel(phone: system, suggestedServer: nil) { _ in flows }
        app = Walk(AppRoot(model))
        try await shows("Tab Bar")
        let (server, device) = (phone.server, DeviceIdentity(user: account.userId, device: account.deviceId))
        while try await !server.real.isOnline(device) { try await pause() }
    }

    /// The call if there is one, else the app.
    var sight: Walk {
        for other in others { other.look() }
        look()
        return call ?? app
    }

    /// Takes over changes: a screen that no one reads does nothing.
    private func look() {
        _ = app.elements
        call = system.above.map { call ?? Walk($0) }
        _ = call?.elements
    }

    /// Waits until it is on the screen.
    func shows(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await shows(what, sourceLocation: sourceLocation) { $0 == what }
    }

    func shows(startingWith what: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await shows(what, sourceLocation: sourceLocation) { $0.hasPrefix(what) }
    }

    /// - Parameter what: said where it never comes.
    func shows(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ isMeant: (String) -> Bool
    ) async throws {
        while !sight.labels.contains(where: isMeant) {
            do { try await pause() } catch {
                Issue.record("no \(what) among \(sight.labels)", sourceLocation: sourceLocation)
                throw error
            }
        }
    }

    /// Waits until it can be pressed, and presses it.
    func press(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await act(.press, on: label, sourceLocation)
    }

    func press(startingWith label: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await shows(startingWith: label, sourceLocation: sourceLocation)
        let whole = sight.labels.first { $0.hasPrefix(label) } ?? label
        try await act(.press, on: whole, sourceLocation)
    }

    func open(_ tab: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await act(.choose(tab), on: "Tab Bar", sourceLocation)
    }

    private func act(
        _ gesture: Element.Gesture, on label: String, _ sourceLocation: SourceLocation
    ) async throws {
        while await !sight.perform(gesture, on: label) {
            do { try await pause() } catch {
                Issue.record("no \(gesture) on \(label) among \(sight.labels)", sourceLocation: sourceLocation)
                throw error
            }
        }
    }
}
