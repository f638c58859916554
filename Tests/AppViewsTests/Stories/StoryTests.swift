import ECallAPI
import ECallAccount
import ECallCalls
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import Foundation
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews
@testable import ECallKit
@testable import ECallServerTestSupport

/// People's ways from screen to screen, over the real server in this process.
@Suite("Stories", .timeLimit(.minutes(1)))
@MainActor
struct StoryTests {
    private static func withServer(_ body: (ObservedServer, URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-story-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(ObservedServer(), directory)
    }

    /// Ana's and Bo's phones, who are contacts.
    private static func withContacts(
        _ body: (_ ana: Phone, _ bo: Phone, _ bosAccount: Account, URL) async throws -> Void
    ) async throws {
        try await withServer { server, directory in
            let (ana, bo) = (
                try Phone(server, "Ana’s iPhone", in: directory), try Phone(server, "Bo’s iPhone", in: directory)
            )
            _ = try await ana.signIn("ana@example.net", name: "Ana")
            let account = try await bo.signIn("bo@example.net", name: "Bo")
            try await ana.befriend(bo)
            try await body(ana, bo, account, directory)
            await ana.client.close()
            await bo.client.close()
        }
    }

    /// 000-14, 004-13
    @Test("two people sign in by code, one adds the other by link, and each sees the contact and the calls with them")
    func contactByLink() async throws {
        try await Self.withContacts { ana, bo, account, _ in
            let contacts = ana.flows.contacts()
            let contact = ana.contact(account.userId)
            let list = OpenScreen(
                ContactsView(
                    store: contacts, now: ana.now, call: { _, _ in }, detail: { _, _ in contact.view },
                    add: { EmptyView() }),
                contacts)
            await list.appeared()
            try await list.press("Bo, No calls yet")
            await list.walk.settled()
            await contact.store.settled()
            #expect(list.walk.has("Bo") && list.walk.has("You haven’t called each other yet."))

            let me = try await ana.client.account.profile().id
            try await ana.server.real.addCalls(2, of: me, with: account.userId)
            contact.store.send(.callsChanged)
            await contact.store.settled()
            #expect(contact.store.state.calls.count == 2 && !list.walk.has("You haven’t called each other yet."))

            let history = ana.flows.history()
            let calls = OpenScreen(
                HistoryView(
                    store: history, now: ana.now, call: { _, _ in }, choose: {}, detail: { _, _ in EmptyView() }
                ).inLondon(),
                history)
            await calls.appeared()
            #expect(calls.walk.labels.contains { $0.hasPrefix("Bo, ") })
        }
    }

    @Test("a run of calls is opened from the list, and deleted there")
    func deletesCalls() async throws {
        try await Self.withContacts { ana, _, account, _ in
            let me = try await ana.client.account.profile().id
            try await ana.server.real.addCalls(1, of: me, with: account.userId)
            let history = ana.flows.history()
            history.send(.refreshed)
            await history.settled()
            let days = HistoryDay.days(of: try #require(history.state.calls.value), now: ana.client.contacts.now)
            let detail = ana.flows.historyDetail(of: try #require(days.first?.runs.first))
            let outward = Outward()
            let screen = OpenScreen(
                HistoryView(store: history, now: ana.now, call: { _, _ in }, choose: {}) { _, _ in
                    HistoryDetailView(
                        store: detail, now: ana.now, call: { _, _ in }, open: { _ in }, tell: { _ in },
                        leave: { outward.tell("leave") })
                }
                .inLondon(), history)
            await screen.appeared()
            try await screen.press(startingWith: "Bo, ")
            await screen.walk.settled()
            await detail.settled()
            try await screen.press("Delete this call")
            try await screen.press("Delete")
            await detail.settled()
            _ = screen.walk.elements
            #expect(outward.told == ["leave"])
            history.send(.refreshed)
            await history.settled()
            #expect(history.state.calls.value == [])
        }
    }

    @Test("a contact is reported: the operator gets the reason and the words, and the sheet goes")
    func report() async throws {
        try await Self.withContacts { ana, _, account, _ in
            let contact = ana.contact(account.userId)
            let screen = OpenScreen(contact.view, contact.store)
            await screen.appeared()
            try await screen.press("More")
            try await screen.press("Report…")
            try await screen.choose("Harassment", on: "Reason")
            try await screen.type("Calls at night", into: "What happened")
            ana.server.fail(.unreachable)
            try await screen.press("Report")
            #expect(screen.walk.has("Report Bo?") && ana.outward.told.isEmpty)
            ana.server.fail(nil)
            try await screen.press("Report")
            #expect(ana.outward.told == ["You reported Bo to the operator."] && !screen.walk.has("Report Bo?"))
            let sent = ana.server.bodies.last { $0.contains("Calls at night") } ?? ""
            let request = try JSONDecoder().decode(ReportRequest.self, from: Data(sent.utf8))
            #expect(
                request
                    == ReportRequest(
                        userId: account.userId, reason: .harassment, note: "Calls at night", callId: nil))
        }
    }

    @Test("an account is deleted, and kept after all")
    func accountDeletedAndKept() async throws {
        try await Self.withServer { server, directory in
            let ana = try Phone(server, "iPhone", in: directory)
            _ = try await ana.signIn("ana@example.net", name: "Ana")
            let store = ana.flows.account()
            let screen = OpenScreen(AccountView(store: store, now: ana.now, save: { _ in }).inLondon(), store)
            await screen.appeared()
            try await screen.press("Delete account")
            #expect(screen.walk.has("Delete your account?"))
            try await screen.press("Cancel")
            #expect(try await ana.client.account.profile().deletedAt == nil)
            try await screen.press("Delete account")
            try await screen.press("Delete account")
            #expect(screen.walk.labels.contains { $0.hasPrefix("Your account will be deleted on ") })
            #expect(try await ana.client.account.profile().deletedAt != nil)
            try await screen.press("Keep account")
            #expect(!screen.walk.labels.contains { $0.hasPrefix("Your account will be deleted on ") })
            #expect(try await ana.client.account.profile().deletedAt == nil)
            await ana.client.close()
        }
    }

    @Test("a device is compared: both phones show the same number; a new device of the same person is held")
    func newDevice() async throws {
        try await Self.withContacts { ana, bo, account, directory in
            _ = try await ana.client.goOnline()
            _ = try await bo.client.goOnline()
            let contact = ana.contact(account.userId)
            let screen = OpenScreen(contact.view, contact.store)
            await screen.appeared()
            #expect(screen.walk.labels.contains { $0.hasSuffix("Not seen in a call yet") })
            try await screen.press("Compare numbers")
            #expect(ana.outward.told == ["compare \(account.deviceId)"])

            let me = try await ana.client.account.profile()
            let comparing = ana.flows.comparing(with: account.userId)
            let compare = OpenScreen(CompareView(store: comparing, name: "Bo", scan: {}), comparing)
            let others = bo.flows.comparing(with: me.id)
            let other = OpenScreen(CompareView(store: others, name: "Ana", scan: {}), others)
            await compare.appeared()
            await other.appeared()
            let numbers = [compare.walk, other.walk].map {
                $0.elements.filter { $0.label == "Safety number" }.map(\.value)
            }
            #expect(numbers[0] == numbers[1] && numbers[0].count == 1)
            try await compare.press(startingWith: "They match")
            try await screen.refresh()
            #expect(screen.walk.labels.contains { $0.hasPrefix("Verified") } && !screen.walk.has("Compare numbers"))

            let second = try Phone(ana.server, "Bo’s iPad", in: directory)
            let new = try await second.signIn("bo@example.net")
            _ = try await second.client.goOnline()
            try await screen.refresh()
            #expect(screen.walk.labels.contains { $0.hasPrefix("New device, Ask them if it’s theirs.") })
            try await screen.press("Compare numbers")
            #expect(ana.outward.told.last == "compare \(new.deviceId)")
            await second.client.close()
        }
    }

    @Test("two contacts are chosen for a call; where it fails, the choice stays, and the reason is told")
    func chooses() async throws {
        try await Self.withContacts { ana, _, account, directory in
            let cai = try Phone(ana.server, "Cai’s iPhone", in: directory)
            let cais = try await cai.signIn("cai@example.net", name: "Cai")
            try await ana.befriend(cai)
            let calls = try await ana.client.goOnline().calls
            let (store, outward) = (ana.flows.selectContacts(for: .call), Outward())
            let screen = OpenScreen(
                SelectContactsView(
                    store: store, confirm: { people, isVideo in outward.tell("\(people) \(isVideo)") },
                    leave: { outward.tell("leave") }), store)
            await screen.appeared()
            try await screen.press("Cai")
            try await screen.press("Bo")
            try await screen.press("Call 2 people")
            #expect(outward.told == ["\([cais.userId, account.userId]) false"])
            guard case .confirmed(let people) = store.state.step else {
                Issue.record("\(store.state.step)")
                return
            }
            do throws(CallFailure) {
                _ = try await calls.call(people, options: CallOptions(video: false))
                Issue.record("there is no media engine")
            } catch {
                store.send(.failed(error))
                #expect(screen.walk.has(Texts().string(error.text)) && screen.walk.has("Remove Cai"))
            }
            await cai.client.close()
        }
    }
}
