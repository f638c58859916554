import ECallAPI
import ECallCalls
import ECallCore
import ECallFlows
import ECallLanguage
import Foundation
import KeyDistribution
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews

@MainActor
@Suite("The whole app on its screen", .timeLimit(.minutes(1)))
struct AppRootTests {
    private static func choice(_ host: String = "calls.example.org") throws -> ServerChoice {
        ServerChoice(try ServerAddress("https://\(host)"))
    }

    private static func account() throws -> Account {
        Account(
            userId: 1, deviceId: 2, displayName: "Ana", email: "ana@example.net", phoneNumber: "",
            server: try choice().address)
    }

    /// An app whose server is known, and which reports who is signed in.
    @MainActor
    private struct App {
        let phone = FakePhone()
        let flows: FakeFlows
        let model: AppModel
        let walk: Walk

        init(
            account: Account?, isLocked: Bool = false, answer: OwnerAnswer = .isOwner,
            join: @escaping FakeFlows.Answer<JoinCallFlow> = { _ in nil }
        ) throws {
            let start = RootFlow.Start(account: account, kept: nil)
            let flows = FakeFlows(
                root: { $0 == .load ? .loaded(.success(start)) : nil },
                choose: { _ in .loaded(.success(CallStates.contacts)) }, join: join)
            self.flows = flows
            try AppRootTests.choice().save(to: phone.storage)
            if isLocked { try phone.storage.store(AppLockSetting(isOn: true, delay: .atOnce), as: .appLock) }
            phone.system.set(answer: answer)
            model = AppModel(phone: phone, suggestedServer: nil) { _ in flows }
            walk = Walk(AppRoot(model))
        }

        /// Whether it shows anything once nothing is in progress.
        func shows(_ label: String) async -> Bool {
            await AppRootTests.settled(walk, model, flows)
            return walk.has(label)
        }
    }

    /// The result of one part can lead to work of another: no chain is longer than this.
    private static func settled(_ walk: Walk, _ model: AppModel, _ flows: FakeFlows) async {
        for _ in 0..<5 {
            await walk.settled()
            await model.lock.settled()
            await model.language.settled()
            await model.permissions.settled()
            await flows.settled()
        }
    }

    private static func above(_ phone: FakePhone) -> Walk? { phone.above.map { Walk($0) } }

    @Test("the first start asks for the server, keeps a link meanwhile, and goes on with both")
    func firstStart() async throws {
        let (phone, flows) = (FakePhone(), FakeFlows(root: { _ in .loaded(.success(.init(account: nil, kept: nil))) }))
        var made: [String] = []
        let suggested = try ServerAddress("https://calls.example.org")
        let model = AppModel(phone: phone, suggestedServer: suggested) { choice in
            made.append(choice.address.host)
            return flows
        }
        let walk = Walk(AppRoot(model))
        await Self.settled(walk, model, flows)
        #expect(walk.has("Server address"))
        #expect(walk.elements.contains { $0.value == "https://calls.example.org" } && made.isEmpty)
        let link = "https://calls.example.org/share/contact/\(String(repeating: "t", count: 43))"
        walk.open(try #require(URL(string: link)))
        model.chose(try Self.choice())
        await Self.settled(walk, model, flows)
        #expect(walk.has("Sign in to add the person whose link you opened."))
        #expect(made == ["calls.example.org"])
    }

    @Test("the app's badge counts missed calls and contact requests, and is cleared after the sign-out")
    func badge() async throws {
        let app = try App(account: Self.account())
        #expect(await app.shows("Tab Bar"))
        // While the list of calls is shown, no call counts as missed any more.
        #expect(await app.walk.perform(.choose("Contacts"), on: "Tab Bar"))
        guard case .open(let visit) = app.model.place else {
            Issue.record("\(app.model.place)")
            return
        }
        func at(_ minute: Int64) -> Timestamp { Timestamp(milliseconds: minute * 60_000) }
        let counted = Badges.Counted(missed: [at(9), at(8)], requests: 3, seen: at(1))
        visit.root.send(.counted(1, counted))
        await Self.settled(app.walk, app.model, app.flows)
        #expect(app.phone.badges.last == 5)
        visit.root.send(.signedOut)
        await Self.settled(app.walk, app.model, app.flows)
        #expect(app.phone.badges.last == 0)
    }

    @Test("unreadable data is reported, and read again on request")
    func unreadable() async throws {
        let app = try App(account: Self.account())
        let phone = FakePhone()
        phone.storage.setLocked(true)
        let model = AppModel(phone: phone, suggestedServer: nil) { _ in app.flows }
        model.start()
        guard case .unreadable(let error) = model.place else {
            Issue.record("\(model.place)")
            return
        }
        #expect(error == .locked)
        phone.storage.setLocked(false)
        model.start()
        guard case .firstStart = model.place else {
            Issue.record("\(model.place)")
            return
        }
    }

    @Test("nothing is shown before the lock is known; then the tabs are")
    func opens() async throws {
        let app = try App(account: Self.account())
        #expect(app.walk.elements.isEmpty && app.phone.above != nil)
        #expect(await app.shows("Tab Bar"))
        #expect(app.phone.above == nil && app.flows.said == ["resume"])
    }

    @Test("a locked app shows only the cover, until its owner is recognized")
    func locked() async throws {
        let app = try App(account: Self.account(), isLocked: true, answer: .cancelled)
        await Self.settled(app.walk, app.model, app.flows)
        #expect(app.walk.elements.isEmpty && app.model.lock.state.shown == .lock)
        let cover = try #require(Self.above(app.phone))
        #expect(cover.labels == ["ECall", "ECall is locked", "Unlock"])
        app.phone.system.set(answer: .isOwner)
        #expect(await cover.perform(.press, on: "Unlock"))
        #expect(await app.shows("Tab Bar"))
        #expect(app.phone.above == nil)
        await app.model.changed(to: .background)
        #expect(app.walk.elements.isEmpty)
        #expect(Self.above(app.phone)?.labels == ["ECall"])
        #expect(app.flows.said.last == "suspend")
    }

    @Test("above a locked app only the call is shown; the cover returns after the call")
    func lockedCall() async throws {
        let app = try App(account: Self.account(), isLocked: true, answer: .cancelled)
        await Self.settled(app.walk, app.model, app.flows)
        #expect(app.model.above == .cover)
        let main = try #require(app.model.main)
        let ring = IncomingCall(
            id: 7, room: 1, caller: 5, callerDevice: 51, callerName: "Bo", isVideo: false, isVerified: true)
        main.call.send(.heard(.incoming(ring), at: .zero))
        await Self.settled(app.walk, app.model, app.flows)
        #expect(app.walk.elements.isEmpty && app.model.above == .call)
        let call = try #require(Self.above(app.phone))
        #expect(call.has("Answer") && !call.has("Unlock") && !call.has("Tab Bar"))
        let over = CallSummary(id: 7, reason: .cancelled, problem: nil, statistics: CallStatistics())
        main.call.send(.heard(.ended(over), at: .zero))
        await Self.settled(app.walk, app.model, app.flows)
        #expect(app.walk.elements.isEmpty && app.model.above == .cover)
        #expect(Self.above(app.phone)?.has("Unlock") == true)
    }

    @Test("a call lies above all tabs, leads to contacts and comparisons, and its end leads back to the tabs")
    func call() async throws {
        typealias S = CallStates
        let app = try App(account: Self.account())
        #expect(await app.shows("Tab Bar"))
        let main = try #require(app.model.main)
        let people = [S.maker, S.person(2) { $0.trust = .held(.newDevice) }]
        let device = try S.device(of: 2, .held(.newDevice), offer: .itsThem)
        let lifecycle: [CallFlow.Action] = [
            .called([S.bo], isVideo: true), .placed(1, .success(7), at: .zero),
            S.heard(.answered(7, by: 2, name: "Bo")), .people(people), S.looked(.inCall, .waitingForKey, [device]),
            .loadedContacts(.success(S.contacts)),
        ]
        for action in lifecycle { main.call.send(action) }
        _ = app.walk.elements
        let call = try #require(Self.above(app.phone))
        #expect(call.has("End call") && !call.has("Tab Bar"))

        #expect(await call.perform(.press, on: "Compare with Bo"))
        await Self.settled(call, app.model, app.flows)
        #expect(call.depth == 2 && call.has("Compare with Bo") && app.flows.performed.contains("CompareFlow"))
        #expect(await call.perform(.press, on: "Close") && call.has("End call"))

        #expect(await call.choose("Add people", from: "More"))
        await Self.settled(call, app.model, app.flows)
        #expect(await call.perform(.press, on: "Contact 8"))
        #expect(await call.perform(.press, on: "Add 1 person"))
        await app.flows.settled()
        #expect(app.flows.calls.all.contains(.invite([8])))
        main.call.send(.opened(nil))

        main.call.send(S.heard(.participantSharing(7, 2, name: "Bo", true)))
        _ = call.elements
        #expect(app.phone.announced == ["Bo is sharing their screen."])
        #expect(await call.perform(.press, on: "End call"))
        await app.flows.settled()
        #expect(app.flows.calls.all.contains(.hangUp(7, attempt: 1)))
        main.call.send(.wasHungUp(at: .zero))
        #expect(await call.perform(.press, on: "Close"))
        #expect(app.walk.has("Tab Bar") && app.phone.above == nil)
    }

    @Test("a call waits for the microphone permission; without it the user decides whether to go on")
    func asksBeforeCalls() async throws {
        let app = try App(account: Self.account())
        #expect(await app.shows("Tab Bar"))
        let main = try #require(app.model.main)
        main.place([5], isVideo: false)
        await Self.settled(app.walk, app.model, app.flows)
        #expect(main.call.state.call?.peer.id == 5 && app.model.permissions.state.call == nil)

        let deaf = try App(account: Self.account())
        #expect(await deaf.shows("Tab Bar"))
        deaf.phone.system.set(microphone: .denied)
        let other = try #require(deaf.model.main)
        other.place([5], isVideo: false)
        #expect(await deaf.shows("Continue without"))
        #expect(other.call.state.phase == .idle)
        #expect(await deaf.walk.perform(.press, on: "Continue without"))
        await Self.settled(deaf.walk, deaf.model, deaf.flows)
        #expect(other.call.state.call?.peer.id == 5)

        let cancelled = try App(account: Self.account())
        #expect(await cancelled.shows("Tab Bar"))
        cancelled.phone.system.set(microphone: .denied)
        let third = try #require(cancelled.model.main)
        third.place([5], isVideo: false)
        #expect(await cancelled.shows("Continue without"))
        #expect(await cancelled.walk.perform(.press, on: "Cancel"))
        #expect(third.call.state.phase == .idle && cancelled.model.permissions.state.call == nil)
    }

    @Test(
        "003-39: notices of calls are shown above the tabs and spoken once, until the account is gone"
    )
    func toasts() async throws {
        let app = try App(account: Self.account())
        #expect(await app.shows("Tab Bar"))
        let main = try #require(app.model.main)
        main.tell(.reportSent(name: "Bo"))
        let sent = Texts().string(.reportSent(name: "Bo"))
        #expect(await app.shows(sent) && app.walk.has("Dismiss"))
        #expect(app.phone.announced == [sent])
        #expect(await app.walk.perform(.choose("Settings"), on: "Tab Bar"))
        #expect(app.walk.has(sent))
        #expect(await app.walk.perform(.press, on: "Dismiss") && !app.walk.has(sent))
        main.call.send(.replied(to: .verbatim("Bo"), isSaid: false))
        let notice = try #require(main.call.state.notices.first)
        #expect(await app.shows(Texts().string(notice.text)))
        #expect(main.call.state.notices.isEmpty && main.toasts.current?.kind == (notice.isBad ? .error : .info))
        #expect(app.phone.announced == [sent, Texts().string(notice.text)])
        guard case .open(let visit) = app.model.place else { return }
        visit.root.send(.signedOut)
        #expect(await app.shows("Change server"))
        visit.root.send(.signedIn(try Self.account()))
        #expect(await app.shows("Tab Bar"))
        #expect(!app.walk.has("Dismiss"))
    }

    @Test("a video call that starts without the camera says why, over the call")
    func cameraNotice() async throws {
        let app = try App(account: Self.account())
        #expect(await app.shows("Tab Bar"))
        app.phone.system.set(camera: .denied)
        let main = try #require(app.model.main)
        main.place([5], isVideo: true)
        await Self.settled(app.walk, app.model, app.flows)
        #expect(main.call.state.call?.isVideo == false)
        let notice = Texts().string(.permissionsAppCameraDenied)
        #expect(Self.above(app.phone)?.has(notice) == true && app.phone.announced == [notice])
        // With a camera there is no notice, nor if none was requested.
        for (camera, isVideo) in [(Permission.Status.allowed, true), (.denied, false)] {
            let other = try App(account: Self.account())
            #expect(await other.shows("Tab Bar"))
            other.phone.system.set(camera: camera)
            other.model.main?.place([5], isVideo: isVideo)
            await Self.settled(other.walk, other.model, other.flows)
            #expect(other.model.main?.call.state.call != nil && other.phone.announced.isEmpty)
        }
    }

    @Test(
        "a call link asks for the microphone, sends the request, and leads into the call that rings")
    func joinsCall() async throws {
        let bo = Contact(
            userId: 1, contactId: 3, contactName: "Bo", isFavorite: false, isBlocked: false, lastInteraction: nil)
        let app = try App(account: Self.account()) { $0 == .loadContacts ? .loaded(.success([bo])) : nil }
        #expect(await app.shows("Tab Bar"))
        app.phone.system.set(microphone: .denied)
        let token = String(repeating: "t", count: 43)
        app.walk.open(try #require(URL(string: "https://calls.example.org/#/call/7/3/\(token)")))
        #expect(await app.shows("Join Bo’s call"))
        #expect(await app.walk.perform(.press, on: "Join with camera"))
        #expect(await app.shows("Continue without"))
        #expect(app.walk.elements.count { $0.label == "Continue without" } == 1)
        #expect(await app.walk.perform(.press, on: "Continue without"))
        #expect(await app.shows("Asking to join Bo’s call…"))
        let main = try #require(app.model.main)
        #expect(main.call.state.phase == .idle)
        let ring = IncomingCall(
            id: 7, room: 1, caller: 3, callerDevice: 31, callerName: "Bo", isVideo: true, isVerified: true)
        main.call.send(.heard(.incoming(ring), at: .zero))
        await Self.settled(app.walk, app.model, app.flows)
        #expect(app.flows.calls.all.contains { if case .answer(7, let start) = $0 { start.isVideo } else { false } })
        #expect(main.call.state.isMuted)
        #expect(main.call.state.phase == .connecting(isEntering: true) && app.model.above == .call)
        #expect(app.walk.has("Tab Bar") && !app.walk.has("Join Bo’s call"))
    }

    @Test("after a sign-in the app asks for its permissions once")
    func welcomes() async throws {
        let app = try App(account: nil)
        #expect(await app.shows("Change server"))
        app.model.welcome()
        guard case .open(let visit) = app.model.place else {
            Issue.record("no server")
            return
        }
        visit.root.send(.signedIn(try Self.account()))
        #expect(await app.shows("You’re all set"))
        #expect(await app.walk.perform(.press, on: "Continue"))
        #expect(app.walk.has("Tab Bar"))
    }

    @Test("the app uses the chosen language, also right to left")
    func language() async throws {
        let app = try App(account: Self.account())
        #expect(await app.shows("Tab Bar"))
        app.model.language.send(.chose(.language(.german)))
        let settings = Texts(.german).string(.settingsTitle)
        let bar = try #require(app.walk.elements.first { $0.label == "Tab Bar" })
        #expect(bar.actions.contains { $0.gesture == .choose(settings) })
        app.model.language.send(.chose(.language(.arabic)))
        await AppRootTests.settled(app.walk, app.model, app.flows)
        // The server is notified.
        while !app.flows.said.contains("language ar") { try await pause() }
        #expect(app.flows.said.contains("language de"))
    }

    /// 003-26
    @Test(
        "screens have the direction of the language, and the clock and the numbers of its region",
        arguments: [
            (Language.german, "de-AT", "leftToRight 13:20 1.234"), (.german, "de-CH", "leftToRight 13:20 1’234"),
            (.english, "en-GB", "leftToRight 13:20 1,234"), (.english, "en-US", "leftToRight 1:20\u{202F}PM 1,234"),
            (.arabic, "ar-EG", "rightToLeft ١:٢٠\u{A0}م ١٬٢٣٤"), (.arabic, "ar-MA", "rightToLeft 13:20 1.234"),
        ])
    func surroundings(language: Language, locale: String, drawn: String) {
        #expect(Walk.of(Surroundings().language(language, locale: locale)).map(\.label) == [drawn])
    }

    /// 003-26
    @Test(
        "the clock that the system's settings ask for replaces the region's",
        arguments: [
            ("en-US", Locale.HourCycle.zeroToTwentyThree, " 13:20 "), ("en-US", .oneToTwelve, " 1:20\u{202F}PM "),
            ("en-GB", .zeroToTwentyThree, " 13:20 "), ("en-GB", .oneToTwelve, " 1:20\u{202F}pm "),
        ])
    func chosenClock(locale: String, hourCycle: Locale.HourCycle, time: String) async throws {
        let app = try App(account: Self.account())
        app.phone.system.set(languages: [locale])
        app.phone.system.set(hourCycle: hourCycle)
        #expect(await app.shows("Tab Bar"))
        let drawn = Walk.of(Surroundings().language(of: app.model)).map(\.label)
        #expect(drawn.first?.contains(time) == true, "\(drawn)")
    }

    /// 003-26, 003-34
    @Test(
        "the app and the call above it write as the region does that the phone names for the language",
        arguments: [(["ar-EG"], "٢"), (["fr", "ar-MA"], "2"), (["de"], "2")])
    func region(preferred: [String], two: String) async throws {
        typealias S = CallStates
        let app = try App(account: Self.account())
        app.phone.system.set(languages: preferred)
        #expect(await app.shows("Tab Bar"))
        app.model.language.send(.chose(.language(.arabic)))
        let main = try #require(app.model.main)
        let lifecycle: [CallFlow.Action] = [
            .called([S.bo], isVideo: true), .placed(1, .success(7), at: .zero),
            S.heard(.answered(7, by: 2, name: "Bo")), .people([S.maker, S.person(2)]),
        ]
        for action in lifecycle { main.call.send(action) }
        _ = app.walk.elements
        let call = try #require(Self.above(app.phone))
        let texts = Texts(.arabic, locale: Language.arabic.tag(inRegionOf: preferred))
        #expect(
            call.has(texts.string(.callEndCall)) && call.has(texts.string(.peopleButton(count: 2))), "\(call.labels)")
        #expect(texts.string(.peopleButton(count: 2)).contains(two))
        while !app.flows.said.contains("language \(Language.arabic.tag(inRegionOf: preferred))") { try await pause() }
    }

    @Test("another server replaces the former one; choosing the same one changes nothing")
    func changesServer() async throws {
        let app = try App(account: Self.account())
        #expect(await app.shows("Tab Bar"))
        guard case .open(let before) = app.model.place else { return }
        app.model.chose(try Self.choice())
        guard case .open(let same) = app.model.place else { return }
        #expect(same === before)
        let there = try Self.choice("there.example")
        app.model.chose(there)
        guard case .open(let after) = app.model.place else { return }
        #expect(after !== before && after.choice == there)
    }
}

/// The environment in which it is drawn.
private struct Surroundings: View {
    @Environment(\.layoutDirection) private var direction
    @Environment(\.locale) private var locale

    var body: some View {
        let clock = DateFormatters.timeShort(Timestamp(milliseconds: 48_000_000), locale: locale, timeZone: .gmt)
        Text(verbatim: "\(direction) \(clock) \(1234.formatted(.number.locale(locale)))")
    }
}
