import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCore
import ECallFlows
import Foundation
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("The account on screens", .timeLimit(.minutes(1)))
struct AccountViewTests {
    private static let failure = AccountError.server(Sample.offline)

    private static func profile(end: Timestamp? = nil) -> AccountFlow.Profile {
        AccountFlow.Profile(
            user: UserInfo(
                id: 1, deviceId: 11, displayName: "Ana", email: "ana@example.net", phoneNumber: "", deletedAt: end),
            loginMethods: [], isSearchable: true)
    }

    private static func states() -> [(name: String, state: AccountFlow)] {
        let flow = AccountFlow()
        let loaded = flow.after(.loaded(.success(profile())))
        let ending = flow.after(.loaded(.success(profile(end: noon))))
        return [
            ("loading", flow), ("offline", flow.after(.loaded(.failure(failure)))), ("profile", loaded),
            ("name typed", loaded.after(.typedName("Anna"))), ("no name", loaded.after(.typedName(""), .savedName)),
            ("saving", loaded.after(.typedName("Anna"), .savedName)),
            ("hiding", loaded.after(.choseSearchable(false))), ("asks", loaded.after(.askedToDelete)),
            ("deleting", loaded.after(.askedToDelete, .confirmedDeletion)), ("ending", ending),
            ("keeping", ending.after(.kept)), ("exporting", loaded.after(.askedForExport)),
            ("not exported", loaded.after(.askedForExport, .exported(.failure(failure)))),
        ]
    }

    @Test("every part of the profile is spoken, and each of its controls acts")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { LoadableCase($0.state.profile) }) == Set(LoadableCase.allCases))
        for (name, state) in states {
            await Screen(state: state) { store, outward in
                AccountView(store: store, now: { noon }) { _ in outward.tell("saved") }
            }
            .check(name, hasProblem: state.problem != nil)
        }
    }

    /// 000-9
    @Test("an account is deleted after a confirmation, and the deletion can be canceled")
    func deletesAndKeeps() async {
        let effects = NotedEffects<AccountFlow>()
        let store = FlowStore(AccountFlow().after(.loaded(.success(Self.profile()))), effects: effects)
        let walk = Walk(AccountView(store: store, now: { noon }) { _ in })
        await walk.settled()
        #expect(await walk.perform(.press, on: "Delete account") && walk.has("Delete your account?"))
        #expect(await walk.perform(.press, on: "Delete account"))
        await store.settled()
        #expect(effects.all.contains(.perform(.deletion)))
        store.send(.done(.deletion, nil))
        store.send(.loaded(.success(Self.profile(end: noon))))
        #expect(walk.labels.contains { $0.hasPrefix("Your account will be deleted on ") })
        #expect(await walk.perform(.press, on: "Keep account"))
        await store.settled()
        #expect(effects.all.contains(.perform(.keeping)))
    }

    @Test("the exported data is passed on once it has been loaded")
    func savesExport() async {
        let outward = Outward()
        let effects = NotedEffects<AccountFlow> { effect in
            if effect == .perform(.export) { .exported(.success(Data("{}".utf8))) } else { nil }
        }
        let store = FlowStore(AccountFlow().after(.loaded(.success(Self.profile()))), effects: effects)
        let walk = Walk(
            AccountView(store: store, now: { noon }) { outward.tell(String(decoding: $0, as: UTF8.self)) })
        #expect(await walk.perform(.press, on: "Save as a file"))
        await store.settled()
        _ = walk.elements
        await walk.settled()
        #expect(outward.told == ["{}"] && store.state.export == nil)
    }

    // MARK: - Ways to sign in

    private static func methods() -> [(name: String, state: LoginMethodsFlow)] {
        let config = AppConfig(
            twilioConfigured: true, appleLoginConfigured: true, emailConfigured: true, googleLoginConfigured: true,
            googleClientId: "client")
        let flow = LoginMethodsFlow().after(.offered(.success(config)))
        let one = flow.after(.loaded(.success([Sample.method(1, .email, "ana@example.net", isPrimary: true)])))
        let all = flow.after(
            .loaded(
                .success([
                    Sample.method(1, .email, "ana@example.net", isPrimary: true),
                    Sample.method(2, .phone, "+491701234567"), Sample.method(3, .google, "ana@example.com"),
                    Sample.method(4, .apple, "ana@example.org"),
                ])))
        let adding = one.after(.startedAddress(callingCode: "49"), .typedIdentifier("bo@example.net"))
        let sent = adding.after(.askedForCode, .codeSent(.email("bo@example.net"), nil))
        return [
            ("loading", LoginMethodsFlow()),
            ("offline", LoginMethodsFlow().after(.loaded(.failure(failure)))), ("one", one), ("all", all),
            ("asks", all.after(.askedToRemove(2))), ("making first", all.after(.madePrimary(2))), ("adding", adding),
            ("no address", one.after(.startedAddress(callingCode: nil), .askedForCode)),
            ("sending", adding.after(.askedForCode)), ("code", sent), ("proving", sent.after(.typedCode("123456"))),
            ("issuer failed", one.after(.chose(.google), .cameBack(.failed))),
        ]
    }

    /// 000-7
    @Test("every sign-in method is spoken, and each control on its screen acts")
    func loginMethods() async {
        let states = Self.methods()
        #expect(Set(states.map { LoadableCase($0.state.methods) }) == Set(LoadableCase.allCases))
        for (name, state) in states {
            await Screen(state: state) { store, _ in LoginMethodsView(store: store, askIssuer: { _ in .cancelled }) }
                .check(name, hasProblem: state.problem != nil)
        }
    }

    // MARK: - Devices

    /// 000-5, 000-8, 000-69
    @Test("every device is spoken, and each control on its screen acts")
    func devices() async {
        let flow = DevicesFlow(own: 11)
        let two = flow.after(
            .loaded(
                .success([
                    Sample.device(11, "iPhone"), Sample.device(12, "Laptop"), Sample.device(13, "", seen: nil),
                ])))
        let states = [
            ("loading", flow), ("offline", flow.after(.loaded(.failure(Self.failure)))),
            ("own alone", flow.after(.loaded(.success([Sample.device(11, "iPhone")])))), ("several", two),
            ("asks", two.after(.askedToSignOut(12))), ("asks of all", two.after(.askedToSignOutOthers)),
            ("busy", two.after(.askedToSignOut(12), .confirmed)),
            ("problem", two.after(.signedOut(.others, Self.failure))),
        ]
        #expect(Set(states.map { LoadableCase($0.1.devices) }) == Set(LoadableCase.allCases))
        for (name, state) in states {
            await Screen(state: state) { store, outward in
                DevicesView(store: store, now: { noon }) { outward.tell("compare \($0)") }
            }
            .check(name)
        }
        var known = Sample.device(12, "Laptop")
        (known.systemName, known.systemVersion, known.ip, known.location) = ("macOS", "26.1", "192.0.2.1", "Oslo")
        var bare = Sample.device(13, "Old one")
        (bare.systemName, bare.systemVersion) = ("", "")
        let details = Walk.of(
            DevicesView(
                store: FlowStore(flow.after(.loaded(.success([known, bare]))), effects: NotedEffects()),
                now: { noon }, compare: { _ in }
            ).inLondon()
        ).filter { $0.role == .text }.map(\.label)
        #expect(
            details.suffix(5) == [
                "Laptop, Last seen: Today, 12:00", "System, macOS 26.1", "Location, Oslo", "IP address, 192.0.2.1",
                "Old one, Last seen: Today, 12:00",
            ])
    }
}
