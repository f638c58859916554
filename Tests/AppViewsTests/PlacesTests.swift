import ECallAPI
import ECallAccount
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import ECallSecurity
import KeyDistribution
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews
@testable import ECallCalls

@MainActor
@Suite("Navigation in the tabs", .timeLimit(.minutes(1)))
struct PlacesTests {
    private nonisolated static let lists = ContactsFlow.Lists(
        contacts: [Sample.contact(2, "Bo"), Sample.contact(3, "Cai")], received: [], sent: [], blocked: [])
    private nonisolated static let calls = [
        Sample.call(9, secondsAgo: 60), Sample.call(8, .outgoing, names: ["Bo", "Cai"], secondsAgo: 600),
    ]
    private nonisolated static let token = String(repeating: "aB3", count: 14) + "x"
    private nonisolated static let sign = "V-aG9cmTyWc4UPKIB3a2SbkUq-mamMi-E-sUX4Chl04"
    private nonisolated static let identity = Result {
        try SignedIdentity.make(
            address: DeviceAddress(userID: 1, deviceID: 12), serial: 1,
            rsa: try DeviceKeyPair.generate().publicKey, signingKey: .generate(), createdAt: 1)
    }

    /// The tabs of a person who has two contacts and two runs of calls.
    @MainActor
    private struct Tabs {
        let phone = FakePhone()
        let flows: FakeFlows
        let model: AppModel
        let visit: ServerVisit
        let main: MainStores
        let walk: Walk

        init(_ width: UserInterfaceSizeClass = .compact) async throws {
            let choice = ServerChoice(try ServerAddress("https://calls.example.org"))
            let account = Account(
                userId: 1, deviceId: 11, displayName: "Ana", email: "ana@example.net", phoneNumber: "",
                server: choice.address)
            let flows = FakeFlows(
                root: { $0 == .load ? .loaded(.success(.init(account: account, kept: nil))) : nil },
                contact: { effect in
                    switch effect {
                    case .load: .loaded(.success(Sample.contact(2, "Bo")))
                    case .loadDevices: .devicesLoaded(.success(PlacesTests.devices))
                    case .perform(let change): .changed(change, nil)
                    case .loadCalls, .report: nil
                    }
                }, choose: { _ in .loaded(.success(PlacesTests.lists.contacts)) },
                pastCall: { $0 == .loadPeople ? .peopleLoaded(.success(PlacesTests.lists)) : nil },
                devices: { _ in .loaded(.success([Sample.device(11, "iPhone"), Sample.device(12, "Mac")])) })
            self.flows = flows
            model = AppModel(phone: phone, suggestedServer: nil) { _ in flows }
            visit = ServerVisit(choice, flows: flows, opened: nil, permissions: model.permissions)
            main = visit.stores(for: account)
            walk = Walk(
                RootScreen(root: visit.root, model: model, visit: visit).inLondon()
                    .environment(\.horizontalSizeClass, width))
            visit.root.send(.started)
            await settle()
            main.contacts.send(.loaded(.success(PlacesTests.lists)))
            main.history.send(
                .loaded(after: nil, isMissed: false, .success(.init(calls: PlacesTests.calls, next: nil))))
        }

        /// No chain of results that lead to work of another part is longer than this.
        func settle() async {
            for _ in 0..<5 {
                await walk.settled()
                await model.permissions.settled()
                await flows.settled()
            }
        }

        func open(_ tab: String) async { #expect(await walk.perform(.choose(tab), on: "Tab Bar")) }

        func press(_ label: String, at location: SourceLocation = #_sourceLocation) async {
            #expect(
                await walk.perform(.press, on: label), "no \(label) among \(walk.labels)", sourceLocation: location)
            await settle()
        }

        func press(startingWith label: String, at location: SourceLocation = #_sourceLocation) async {
            await press(walk.labels.first { $0.hasPrefix(label) } ?? label, at: location)
        }

        /// Scans a code, until the camera is closed.
        func scan(_ code: String) async throws {
            await press("Scan a code")
            #expect(walk.has("Camera preview"), "\(walk.labels)")
            phone.system.see(code)
            while walk.has("Camera preview") { try await pause() }
            await settle()
        }

        func goBack() async throws {
            await walk.perform(try #require(walk.screenActions.first { $0.gesture == .goBack }))
        }
    }

    private nonisolated static var devices: TrustService.Devices {
        let known = (try? identity.get()).map {
            KnownDevice(
                identity: ShownIdentity($0), trust: .held(.newDevice),
                past: DevicePast(says: "iPad", since: nil, word: .held))
        }
        return TrustService.Devices(known: [known].compactMap(\.self), hasOlderApps: false)
    }

    @Test("a contact is opened from the list, called and compared, and their page closes once they are removed")
    func contact() async throws {
        let tabs = try await Tabs()
        await tabs.open("Contacts")
        await tabs.press(startingWith: "Bo, ")
        #expect(tabs.walk.has("Devices") && !tabs.walk.has("Cai, No calls yet"))
        await tabs.press("Compare numbers")
        #expect(tabs.walk.has("Compare with Bo") && tabs.walk.depth == 2)
        await tabs.press("Close")
        await tabs.press("Video")
        #expect(tabs.main.call.state.call?.peer == .init(id: 2, name: "Bo"))
        #expect(tabs.main.call.state.call?.isVideo == true)
        #expect(await tabs.walk.choose("Remove contact", from: "More"))
        await tabs.press("Remove")
        #expect(tabs.walk.has("Cai, No calls yet") && !tabs.walk.has("Devices"))
    }

    @Test("past calls are opened from the list, their people called again, and a contact among them opened")
    func pastCalls() async throws {
        let tabs = try await Tabs()
        await tabs.press(startingWith: "Bo, Cai, ")
        #expect(tabs.walk.has("Bo, Cai") && tabs.walk.has("Delete this call"))
        await tabs.press("Call 2 people")
        #expect(tabs.main.call.state.call?.called == [.init(id: 2, name: "Bo"), .init(id: 3, name: "Cai")])
        await tabs.press("Bo, Didn’t join")
        #expect(tabs.walk.has("Compare numbers") && !tabs.walk.has("Delete this call"))
        try await tabs.goBack()
        #expect(tabs.walk.has("Delete this call"))
        try await tabs.goBack()
        #expect(tabs.walk.labels.contains { $0.hasPrefix("Bo, Cai, ") })
    }

    @Test("a tablet shows the first contact and the first calls beside their lists, and others when pressed")
    func panes() async throws {
        let tabs = try await Tabs(.regular)
        await tabs.settle()
        #expect(tabs.walk.has("Delete this call") && tabs.walk.labels.contains { $0.hasPrefix("Bo, Cai, ") })
        // A call that is added later leaves the details as they are.
        let later = [Sample.call(10, names: ["Dee"], secondsAgo: 5)] + Self.calls
        tabs.main.history.send(.loaded(after: nil, isMissed: false, .success(.init(calls: later, next: nil))))
        await tabs.settle()
        #expect(tabs.walk.labels.contains { $0.hasPrefix("Dee, ") } && tabs.walk.has("Bo") && !tabs.walk.has("Dee"))
        tabs.main.history.send(.loaded(after: nil, isMissed: false, .success(.init(calls: Self.calls, next: nil))))
        await tabs.settle()
        await tabs.press(startingWith: "Bo, Cai, ")
        #expect(tabs.walk.has("Bo, Cai") && tabs.walk.has("Call Bo again"))
        await tabs.open("Contacts")
        await tabs.settle()
        #expect(tabs.walk.has("Devices") && tabs.walk.has("Cai, No calls yet"))
        #expect(await tabs.walk.choose("Remove contact", from: "More"))
        await tabs.press("Remove")
        #expect(!tabs.walk.has("Devices") && tabs.walk.has("Cai, No calls yet"))
        let left = ContactsFlow.Lists(contacts: [Sample.contact(3, "Cai")], received: [], sent: [], blocked: [])
        tabs.main.contacts.send(.loaded(.success(left)))
        await tabs.settle()
        #expect(tabs.walk.has("Devices") && tabs.walk.has("Cai, No calls yet"))
    }

    @Test("several contacts are chosen for a call from the call list, and without a choice no call is placed")
    func newCall() async throws {
        let tabs = try await Tabs()
        await tabs.press("New group call")
        await tabs.press("Cancel")
        #expect(tabs.walk.has("Tab Bar") && tabs.main.call.state.phase == .idle)
        await tabs.press("New group call")
        await tabs.press("Cai")
        await tabs.press("Bo")
        await tabs.press("Call 2 people")
        #expect(tabs.walk.depth == 1)
        #expect(tabs.main.call.state.call?.called == [.init(id: 3, name: "Cai"), .init(id: 2, name: "Bo")])
    }

    @Test(
        "a scanned code leads to a person, a call, or the comparison with a contact's or an own device"
    )
    func scan() async throws {
        let tabs = try await Tabs()
        await tabs.open("Add")
        try await tabs.scan("https://calls.example.org/share/contact/\(Self.token)")
        #expect(tabs.main.addContact.state.text == Self.token && tabs.walk.depth == 1)
        try await tabs.scan("ecall:2:2_21:\(Self.sign):1_11:\(Self.sign)")
        #expect(tabs.walk.has("Compare with Bo") && tabs.flows.performed.contains("CompareFlow"))
        await tabs.press("Close")
        try await tabs.scan(DeviceCode(try Self.identity.get()).text)
        #expect(tabs.walk.has("Compare device") && tabs.flows.performed.contains("VouchFlow"))
        await tabs.press("Close")
        await tabs.press("Scan a code")
        await tabs.press("Close")
        #expect(tabs.walk.has("Tab Bar") && tabs.visit.root.state.destination == nil)
        let link = "https://calls.example.org/#/call/7/2/\(Self.token)"
        try await tabs.scan(link)
        let call = OpenedLink.call(CallLink(call: 7, maker: 2, secret: Self.token))
        #expect(tabs.visit.root.state.destination == call)

        let contacts = try await Tabs()
        await contacts.open("Contacts")
        await contacts.press("Add a contact")
        #expect(contacts.walk.depth == 2)
        try await contacts.scan(link)
        #expect(contacts.visit.root.state.destination == call && !contacts.walk.has("Scan a code"))
    }

    @Test("the own code is next to the search for people, and leads to the link for several people")
    func ownCode() async throws {
        let tabs = try await Tabs()
        await tabs.open("Add")
        #expect(await tabs.walk.perform(.choose("My code"), on: "Ways to add a contact"))
        await tabs.press("Personal link")
        #expect(tabs.walk.has("Loading your personal link…") && !tabs.walk.has("Create link"))
        try await tabs.goBack()
        #expect(tabs.walk.has("Create link"))
        await tabs.open("Contacts")
        await tabs.press("Add a contact")
        await tabs.press("Close")
        #expect(tabs.walk.has("Tab Bar"))
    }

    @Test("an own device is compared above the list of devices")
    func ownDevices() async throws {
        let tabs = try await Tabs()
        await tabs.open("Settings")
        await tabs.press(startingWith: "Devices, ")
        await tabs.press(startingWith: "\(Texts().string(.devicesCompare))")
        #expect(tabs.walk.has("Compare device") && tabs.walk.depth == 2)
        await tabs.press("Close")
        #expect(tabs.walk.depth == 1)
    }
}
