import ECallAPI
import ECallCalls
import ECallCore
import ECallFlows
import Foundation
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews
@testable import ECallKit
@testable import ECallServerTestSupport

/// The use of the whole app, from tab to tab and in calls, over the real server in this process.
@Suite("Stories of calls", .timeLimit(.minutes(1)))
@MainActor
struct CallStoryTests {
    /// One phone for each name; the people are contacts of the first one.
    private static func withApps(
        _ names: [String], _ body: ([RunningApp], [Phone], URL) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-story-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = ObservedServer()
        let network = CallNetwork(server)
        var (signedIn, accounts): ([Phone], [Account]) = ([], [])
        for name in names {
            let phone = try Phone(server, name, in: directory)
            accounts.append(try await phone.signIn("\(name.lowercased())@example.net", name: name))
            signedIn.append(phone)
        }
        for phone in signedIn.dropFirst() { try await signedIn[0].befriend(phone) }
        // Each app is started anew, where calls can be had.
        for phone in signedIn { await phone.client.close() }
        var (phones, apps): ([Phone], [RunningApp]) = ([], [])
        for (name, account) in zip(names, accounts) {
            let phone = try Phone(server, name, in: directory, network)
            network.signedIn(account)
            phones.append(phone)
            apps.append(try await RunningApp(phone, account))
        }
        for app in apps { app.others = apps.filter { $0 !== app } }
        defer { for app in apps { app.others = [] } }
        try await body(apps, phones, directory)
        for phone in phones { await phone.client.close() }
    }

    /// Returns once as many are in the call, whose keys and sounds have come.
    private static func talks(_ app: RunningApp, with count: Int) async throws {
        while true {
            if let call = app.model.main?.call.state, call.seconds != nil, call.protection.lock == .protected,
                call.peopleList.inCall.count == count + 1
            {
                return
            }
            _ = app.sight
            try await pause()
        }
    }

    private static let lock = "End-to-end encrypted. The server can’t listen."

    @Test(
        "a contact is called and answers, both talk, one hangs up, and both histories have the call"
    )
    func answers() async throws {
        try await Self.withApps(["Ana", "Bo"]) { apps, _, _ in
            let (ana, bo) = (apps[0], apps[1])
            try await ana.open("Contacts")
            try await ana.press("Call Bo")
            try await bo.shows(startingWith: "Ana is calling")
            try await ana.shows("Ringing…")
            try await bo.press("Answer")
            for one in [ana, bo] {
                try await Self.talks(one, with: 1)
                #expect(one.sight.has(Self.lock) && one.sight.has("End call") && !one.sight.has("Tab Bar"))
            }
            try await bo.press("Mute")
            while ana.model.main?.call.state.tiles.first?.isMuted != true { try await pause() }
            try await ana.press("End call")
            for one in [ana, bo] { try await one.press("Close") }
            // Bo has not left the first tab.
            try await ana.open("Calls")
            try await ana.shows(startingWith: "Bo, Outgoing")
            try await bo.shows(startingWith: "Ana, Incoming")
        }
    }

    @Test("a third person is invited and answers, all see three, the host leaves, and the others go on")
    func group() async throws {
        try await Self.withApps(["Ana", "Bo", "Cai"]) { apps, _, _ in
            let (ana, bo, cai) = (apps[0], apps[1], apps[2])
            try await ana.open("Contacts")
            try await ana.press("Call Bo")
            try await bo.press("Answer")
            try await Self.talks(ana, with: 1)
            try await ana.press("More")
            try await ana.press("Add people")
            try await ana.press("Cai")
            try await ana.press("Add 1 person")
            try await cai.press("Answer")
            for one in apps { try await Self.talks(one, with: 2) }
            // The panel of people, which appeared once Cai was rung.
            try await ana.press("Close people")
            try await ana.press("End call")
            for one in [bo, cai] { try await Self.talks(one, with: 1) }
            try await bo.press("End call")
            for one in [bo, cai] { try await one.press("Close") }
            try await cai.shows("Tab Bar")
        }
    }

    @Test("a contact's new device is compared by scanning its code, and is verified from then on")
    func newDevice() async throws {
        try await Self.withApps(["Ana", "Bo"]) { apps, phones, directory in
            let ana = apps[0]
            let tablet = try Phone(phones[1].server, "Bo’s iPad", in: directory, systemName: "iPadOS")
            _ = try await tablet.signIn("bo@example.net")
            _ = try await tablet.client.goOnline()
            let shown = tablet.flows.comparing(with: ana.account.userId)
            shown.send(.refreshed)
            await shown.settled()
            let code = try #require(shown.state.devices.value?.first?.code)

            try await ana.open("Contacts")
            try await ana.press(startingWith: "Bo, ")
            try await ana.press(startingWith: "Says it’s iPadOS")
            try await ana.press("Scan their code")
            try await ana.shows("Camera preview")
            ana.system.system.see(code)
            try await ana.shows(startingWith: "You compared the numbers")
            try await ana.press("Close")
            try await ana.shows("a verified iPad") { $0.hasPrefix("Says it’s iPadOS") && $0.hasSuffix(", Verified") }
            await tablet.client.close()
        }
    }
}
