import ECallAPI
import ECallAuthentication
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import ECallMedia
import Foundation
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews
@testable import ECallKit
@testable import ECallServerTestSupport

/// A phone with the app on it, over the real server in this process.
@MainActor
struct Phone {
    let server: ObservedServer
    let client: ECallClient
    let outward = Outward()
    private nonisolated static let engine: MediaSystem.EngineFactory = { () throws(MediaError) in SilentEngine() }

    /// - Parameter network: the ways of calls; without, calls are refused, for there is no media engine. What is waited for takes as
    ///   long as it does with one, and no time else.
    init(
        _ server: ObservedServer, _ name: String, in directory: URL, _ network: CallNetwork? = nil,
        systemName: String = "iOS"
    ) throws {
        self.server = server
        let engine = network == nil ? nil : Self.engine
        let profile = try ProfileDirectory(at: directory.appending(path: name))
        client = try ECallClient(
            storage: ProfileStore(profile, secret: nil).storage, server: nil,
            defaultServer: try ServerAddress("http://127.0.0.1"),
            device: DeviceDescription(name: name, systemName: systemName, systemVersion: "26.0", model: "iPhone"),
            environment: ClientEnvironment(
                transport: server, dialer: network ?? server,
                time: network == nil ? ManualTime(skipping: .seconds(4)) : StoryTime(),
                makeCalls: LiveCalls.factory(engine: engine)))
    }

    var flows: ClientFlows { client.flows }
    var now: Now { { [client] in client.contacts.now } }

    /// Signs in by a code, as a person does. A new person gives a name.
    func signIn(_ email: String, name: String? = nil) async throws -> Account {
        try await server.real.letTimePass()
        let (store, came) = (flows.signIn(), Shelf<Account>())
        let screen = OpenScreen(SignInView(store: store, askIssuer: { _ in .cancelled }, done: { came.put($0) }), store)
        await screen.appeared()
        try await screen.type(email, into: "E-mail or phone number")
        try await screen.press("Send code")
        try await screen.type(try await server.real.code(to: email), into: "Code")
        if let name {
            try await screen.type(name, into: "Your name")
            try await screen.press("Continue")
        }
        return try #require(came.item, "\(screen.walk.labels)")
    }

    /// The screen of a contact, as the app shows it.
    func contact(_ user: UserID) -> (view: some View, store: FlowStore<ContactFlow>) {
        let (store, now, outward) = (flows.contact(user), now, outward)
        let view = ContactView(store: store, now: now) {
            outward.tell($0 ? "video" : "call")
        } compare: {
            outward.tell("compare \($0.device)")
        } tell: {
            outward.tell(Texts().string($0))
        } leave: {
            outward.tell("leave")
        }
        return (NavigationStack { view }.inLondon(), store)
    }

    /// Becomes a contact of another phone's person, by a link that one makes and the other opens.
    func befriend(_ other: Phone) async throws {
        let making = flows.addContact()
        let code = OpenScreen(
            MyCodeView(store: making, ways: LinkSharing(draw: { _ in nil }, copy: { _ in })) {}, making)
        try await code.press("Create link")
        try await code.press("Share…")
        let adding = other.flows.addContact()
        let add = OpenScreen(
            AddContactView(
                store: adding, ways: LinkSharing(draw: { _ in nil }, copy: { _ in }), scan: {}, leave: nil,
                personalLink: { EmptyView() }), adding)
        adding.send(.opened(try #require(code.walk.shared.first).absoluteString))
        await add.settle()
        try await server.real.letTimePass()
        try await add.press("Send request")
        let contacts = flows.contacts()
        let list = OpenScreen(
            ContactsView(
                store: contacts, now: now, call: { _, _ in }, detail: { _, _ in EmptyView() }, add: { EmptyView() }),
            contacts)
        await list.appeared()
        try await list.press(startingWith: "Requests")
        try await list.press(startingWith: "Accept")
    }
}

/// A screen that a test walks over, and its flow.
@MainActor
struct OpenScreen<F: Flow> {
    struct Missing: Error { let what: String }

    let walk: Walk
    let store: FlowStore<F>

    init(_ view: some View, _ store: FlowStore<F>) { (walk, self.store) = (Walk(view), store) }

    /// Waits until the tasks that the screen started are done.
    func appeared() async {
        _ = walk.elements
        await walk.settled()
        await settle()
    }

    /// Waits for the result of the last action.
    func settle() async {
        await store.settled()
        _ = walk.elements
    }

    func press(_ label: String) async throws { try await act(.press, on: label) }

    func press(startingWith label: String) async throws {
        try await press(walk.labels.first { $0.hasPrefix(label) } ?? label)
    }

    func choose(_ choice: String, on label: String) async throws { try await act(.choose(choice), on: label) }

    func type(_ text: String, into label: String) async throws { try await act(.type, on: label, text) }

    func refresh() async throws {
        guard let refresh = walk.screenActions.first(where: { $0.gesture == .refresh }) else {
            throw Missing(what: "a way to refresh")
        }
        await walk.perform(refresh)
        await settle()
    }

    private func act(_ gesture: Element.Gesture, on label: String, _ text: String = "") async throws {
        guard await walk.perform(gesture, on: label, text) else {
            throw Missing(what: "\(gesture) on \(label), among \(walk.labels)")
        }
        await settle()
    }
}
