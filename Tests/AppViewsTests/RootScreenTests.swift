import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("The app's screens of a server", .timeLimit(.minutes(1)))
struct RootScreenTests {
    enum Case: CaseIterable {
        case starting, unreadable, server, signIn, name, main

        init(_ screen: RootFlow.Screen) {
            switch screen {
            case .starting: self = .starting
            case .unreadable: self = .unreadable
            case .server: self = .server
            case .signIn: self = .signIn
            case .name: self = .name
            case .main: self = .main
            }
        }
    }

    private static func choice() throws -> ServerChoice { ServerChoice(try ServerAddress("https://calls.example.org")) }

    private static func account(_ name: String = "Ana") throws -> Account {
        Account(
            userId: 1, deviceId: 2, displayName: name, email: "ana@example.net", phoneNumber: "",
            server: try choice().address)
    }

    private static let contactLink = OpenedText(
        "https://calls.example.org/share/contact/\(String(repeating: "t", count: 43))")
    private static let callLink = OpenedText(
        "https://calls.example.org/#/call/7/3/\(String(repeating: "t", count: 43))")

    private static func at(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }

    private static func loaded(_ account: Account?, kept: Account? = nil) throws -> RootFlow {
        RootFlow(server: try choice()).after(.started, .loaded(.success(.init(account: account, kept: kept))))
    }

    private static func screen(_ state: RootFlow, flows: FakeFlows = FakeFlows()) throws -> Screen<RootFlow> {
        let choice = try choice()
        return Screen(state: state) { store, outward in
            outward.others = { flows.performed }
            let model = AppModel(phone: FakePhone(), suggestedServer: nil) { _ in flows }
            let visit = ServerVisit(choice, flows: flows, opened: nil, permissions: model.permissions)
            return RootScreen(root: store, model: model, visit: visit)
        }
    }

    private static func main() throws -> RootFlow {
        try loaded(account()).after(
            .counted(1, .init(missed: [at(9), at(8)], requests: 3, seen: at(1))), .wentOnline(1, nil))
    }

    private static func states() throws -> [(String, RootFlow)] {
        let (main, kept) = (try main(), try loaded(nil, kept: account()))
        return [
            ("starting", RootFlow(server: try choice())), ("no server", RootFlow(server: nil)),
            (
                "unreadable",
                RootFlow(server: try choice()).after(.started, .loaded(.failure(.storage(.locked))))
            ),
            ("sign-in", try loaded(nil)), ("kept", kept), ("asking to forget", kept.after(.askedToForget)),
            ("not forgotten", kept.after(.askedToForget, .confirmed, .forgot(.storage(.locked)))),
            ("forgotten", kept.after(.askedToForget, .confirmed, .forgot(nil))),
            ("with a link", try loaded(nil).after(.opened(contactLink))),
            ("with a bad link", try loaded(nil).after(.opened(OpenedText("https://other.example/x")))),
            ("ended by the server", main.after(.connected(.signedOut(nil)))), ("signed out", main.after(.signedOut)),
            ("name", try loaded(account("ana"))), ("main", main),
            ("offline", main.after(.connected(.waiting(.seconds(5))))),
            ("bad link", main.after(.opened(OpenedText("https://other.example/x")))),
            ("link to a person", main.after(.opened(contactLink))), ("link to a call", main.after(.opened(callLink))),
        ]
    }

    @Test("every screen is spoken, and each of its controls acts")
    func screens() async throws {
        let states = try Self.states()
        #expect(Set(states.map { Case($0.1.screen) }) == Set(Case.allCases))
        for (name, state) in states { try await Self.screen(state).check(name, hasProblem: state.problem != nil) }
    }

    @Test("the sign-in gives its reason, and offers to remove kept keys")
    func signIn() async throws {
        for (name, state) in try Self.states() {
            guard let notice = state.notice else { continue }
            let open = try await Self.screen(state).open()
            #expect(open.walk.has(Texts().string(notice)), "\(name)")
        }
        let kept = try await Self.screen(Self.loaded(nil, kept: Self.account())).open()
        #expect(kept.walk.has("This device still has the keys of ana@example.net."))
        #expect(await kept.walk.perform(.press, on: "Remove keys"))
        #expect(kept.walk.has("Remove saved keys?"))
        #expect(await kept.walk.perform(.press, on: "Remove"))
        await kept.store.settled()
        #expect(kept.effects.all.contains(.forget))
    }

    @Test("tabs have spoken badges, and opening the calls clears theirs")
    func badges() async throws {
        let open = try await Self.screen(Self.main()).open()
        // The calls are the first tab, and have been seen.
        #expect(open.effects.all.contains(.keepSeen(Self.at(9))) && open.store.state.badges.missedCalls == 0)
        let bar = try #require(open.walk.elements.first { $0.label == "Tab Bar" })
        #expect(bar.value == "Calls")
        #expect(bar.actions.map(\.gesture) == ["Contacts, 3 waiting", "Add", "Settings"].map { .choose($0) })
        #expect(await open.walk.perform(.choose("Settings"), on: "Tab Bar"))
        open.store.send(.counted(1, .init(missed: [Self.at(12), Self.at(11)], requests: 0, seen: Self.at(9))))
        let later = try #require(open.walk.elements.first { $0.label == "Tab Bar" })
        #expect(later.actions.map(\.gesture).contains(.choose("Calls, 2 missed")))
        #expect(open.store.state.badges.missedCalls == 2)
        #expect(await open.walk.perform(.choose("Calls, 2 missed"), on: "Tab Bar"))
        #expect(open.store.state.badges.missedCalls == 0)
    }

    @Test("without a connection a bar says so above each tab, whose lists stay")
    func offline() async throws {
        let open = try await Self.screen(Self.main().after(.connected(.waiting(.seconds(5))))).open()
        for tab in ["Contacts, 3 waiting", "Add", "Settings", "Calls"] {
            #expect(await open.walk.perform(.choose(tab), on: "Tab Bar"))
            #expect(open.walk.elements.first?.label.hasPrefix("No connection to the server.") == true, "\(tab)")
        }
        open.store.send(.connected(.online))
        #expect(open.walk.elements.first?.label != "No connection to the server.")
    }

    @Test("every place of the settings has a screen")
    func settings() async throws {
        for place in SettingsPlace.allCases {
            let open = try await Self.screen(Self.main()).open()
            #expect(await open.walk.perform(.choose("Settings"), on: "Tab Bar"))
            let title = place == .profile ? "Ana" : Texts().string(place.title)
            let row = try #require(open.walk.labels.first { $0.hasPrefix("\(title), ") }, "\(place)")
            #expect(await open.walk.perform(.press, on: row))
            await open.walk.settled()
            #expect(open.walk.elements.count > 1 && !open.walk.has(row), "\(place): \(open.walk.labels)")
        }
    }

    @Test("signing out in the settings leads back to the sign-in")
    func signsOut() async throws {
        let flows = FakeFlows(signOut: { _ in .signedOut(nil) })
        let open = try await Self.screen(Self.main(), flows: flows).open()
        #expect(await open.walk.perform(.choose("Settings"), on: "Tab Bar"))
        #expect(await open.walk.perform(.press, on: "Sign out"))
        #expect(await open.walk.perform(.press, on: "Sign out"))
        await flows.settled()
        _ = open.walk.elements
        #expect(open.store.state.screen == .signIn && open.store.state.ending == .byPerson)
        #expect(open.walk.labels.contains { $0.hasPrefix("You’re signed out.") })
    }

    @Test("a contact link is a card with two buttons above everything, and closes once it was followed")
    func personCard() async throws {
        let person = ResolvedContact(token: "token", displayName: "Bo")
        let flows = FakeFlows(add: { effect in
            switch effect {
            case .lookUp(let text): .found(text, .success(person))
            case .ask: .requestSent(nil)
            case .makeLink, .withdraw, .personalLink: nil
            }
        })
        let open = try await Self.screen(Self.main().after(.opened(Self.contactLink)), flows: flows).open()
        await flows.settled()
        #expect(open.walk.has("Bo created this link."))
        #expect(open.walk.elements.filter { $0.role == .button }.map(\.label) == ["Send request", "Not them"])
        #expect(await open.walk.perform(.press, on: "Send request"))
        await flows.settled()
        #expect(await open.walk.perform(.press, on: "Done"))
        #expect(open.store.state.destination == nil && open.walk.has("Tab Bar"))
    }

    @Test("a link whose owner is not found says why, and can be retried or dismissed")
    func unknownPerson() async throws {
        let flows = FakeFlows(add: { if case .lookUp(let text) = $0 { .found(text, .success(nil)) } else { nil } })
        let open = try await Self.screen(Self.main().after(.opened(Self.contactLink)), flows: flows).open()
        await flows.settled()
        #expect(open.walk.has(Texts().string(.addProblemNobodyFoundText)))
        let looked = flows.performed.count
        #expect(await open.walk.perform(.press, on: "Try again"))
        await flows.settled()
        #expect(flows.performed.count == looked + 1)
        #expect(await open.walk.perform(.press, on: "Cancel"))
        #expect(open.store.state.destination == nil)
    }

    @Test("another server can be chosen at the sign-in, without a question about signing out")
    func otherServer() async throws {
        let open = try await Self.screen(Self.loaded(nil)).open()
        #expect(await open.walk.perform(.press, on: "Change server"))
        await open.walk.settled()
        #expect(open.walk.elements.contains { $0.label == "Server address" && $0.value == "https://calls.example.org" })
        #expect(await open.walk.perform(.press, on: "Close"))
        #expect(!open.walk.has("Server address"))
    }
}
