import ECallAPI
import ECallCore
import ECallFlows
import Foundation
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews
@testable import ECallKit
@testable import ECallServerTestSupport

/// What people do with the whole app, from tab to tab and in calls, over the real server in this process.
@Suite("Stories of calls", .timeLimit(.minutes(1)))
@MainActor
struct CallStoryTests {
    /// As many phones, whose people are contacts of the first one.
    private static func withApps(
        _ names: [String], _ body: ([RunningApp], [Phone], URL) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-story-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = ObservedServer()
        let network = CallNetwork(server)
        var (phones, accounts): ([Phone], [Account]) = ([], [])
        for name in names {
            let phone = try Phone(server, "\(name)’s iPhone", in: directory, network)
            accounts.append(try await phone.signIn("\(name.lowercased())@example.net", name: name))
            phones.append(phone)
        }
        for phone in phones.dropFirst() { try await phones[0].befriend(phone) }
        var apps: [RunningApp] = []
        for (phone, account) in zip(phones, accounts) { apps.append(try await RunningApp(phone, account)) }
        try await body(apps, phones, directory)
        for phone in phones { await phone.client.close() }
    }

    private static let lock = "End-to-end encrypted: the server cannot listen."

    @Test(
        "one calls from their contacts, the other's phone rings; both talk, one ends it, and the history of both has it"
    )
    func answers() async throws {
        try await Self.withApps(["Ana", "Bo"]) { apps, _, _ in
            let (ana, bo) = (apps[0], apps[1])
            try await ana.open("Contacts")
            try await ana.press("Call Bo")
            try await bo.shows("Ana is calling")
            try await ana.shows("Ringing…")
            try await bo.press("Answer")
            for one in [ana, bo] {
                try await one.shows(Self.lock)
                // The time of the call: both are heard.
                while one.model.main?.call.state.seconds == nil { try await pause() }
                #expect(one.sight.has("End call") && !one.sight.has("Tab Bar"))
            }
            try await bo.press("Mute")
            while ana.model.main?.call.state.tiles.first?.isMuted != true { try await pause() }
            try await ana.press("End call")
            for one in [ana, bo] {
                try await one.press("Close")
                try await one.open("Calls")
            }
            try await ana.shows(startingWith: "Bo, Outgoing")
            try await bo.shows(startingWith: "Ana, Incoming")
        }
    }
}
