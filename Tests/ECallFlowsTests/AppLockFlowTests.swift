import ECallCore
import ECallLanguage
import Foundation
import Synchronization
import Testing

@testable import ECallFlows

@Suite("The flow of the app's lock", .timeLimit(.minutes(1)))
struct AppLockFlowTests {
    private typealias Rows = [(AppLockFlow.Action, [AppLockFlow.Effect])]

    private static func run(_ rows: [(AppLockFlow.Action, [AppLockFlow.Effect])], from flow: AppLockFlow) -> AppLockFlow
    {
        FlowTable.run(rows, from: flow)
    }

    private static func loaded(_ isOn: Bool, _ delay: AppLockSetting.Delay = .atOnce, _ check: OwnerCheck = .faceID)
        -> AppLockFlow.Action
    { .loaded(.success(AppLockSetting(isOn: isOn, delay: delay)), check) }

    private static let loading = run([(.started, [.load])], from: AppLockFlow())
    private static let off = run([(loaded(false), [])], from: loading)
    /// At the start, with the system's question open.
    private static let starting = run([(loaded(true), [.ask(.unlock)])], from: loading)
    private static let locked = run([(.answered(.unlock, .cancelled), [])], from: starting)
    private static let on = run([(.answered(.unlock, .isOwner), [])], from: starting)
    private static let background = run([(.wentToBackground(at: .seconds(10)), [])], from: on)
    private static let unreadable = run([(.loaded(.failure(.locked), .faceID), [])], from: loading)

    private static func on(_ delay: AppLockSetting.Delay) -> AppLockFlow {
        run([(loaded(true, delay), [.ask(.unlock)]), (.answered(.unlock, .isOwner), [])], from: loading)
    }

    // MARK: - Locked and unlocked

    @Test("nothing is shown before the setting is known, and an unreadable setting locks")
    func start() {
        #expect(AppLockFlow().shown == .cover && Self.loading.shown == .cover)
        #expect(Self.off.shown == .everything && Self.starting.shown == .lock && Self.locked.shown == .lock)
        #expect(Self.on.shown == .everything)
        #expect(Self.unreadable.shown == .lock && Self.unreadable.problem == .storage(.locked))
        let again = Self.run([(.askedToUnlock, [.load])], from: Self.unreadable)
        #expect(again.shown == .cover && Self.run([(Self.loaded(false), [])], from: again).shown == .everything)
    }

    @Test("a failed authentication leaves the app locked with advice, and the next try asks again")
    func answers() {
        let rows: [(OwnerAnswer, AppLockFlow.Problem?)] = [
            (.cancelled, nil), (.failed, .failed), (.lockedOut, .lockedOut), (.noPasscode, .noPasscode),
        ]
        for (answer, problem) in rows {
            let flow = Self.run([(.answered(.unlock, answer), [])], from: Self.starting)
            #expect(flow.shown == .lock && flow.problem == problem && flow.asking == nil)
            let again = Self.run([(.askedToUnlock, [.ask(.unlock)]), (.askedToUnlock, [])], from: flow)
            #expect(again.problem == nil && again.shown == .lock)
            #expect(Self.run([(.answered(.unlock, .isOwner), [])], from: again).shown == .everything)
        }
        #expect(rows.count + 1 == OwnerAnswer.allCases.count)
        // An answer without a question unlocks nothing.
        for reason in [AppLockFlow.Reason.unlock, .turnOn, .turnOff] {
            #expect(Self.run([(.answered(reason, .isOwner), [])], from: Self.locked).shown == .lock)
        }
    }

    @Test("the app locks after its delay in the background, and not sooner", arguments: AppLockSetting.Delay.allCases)
    func delays(delay: AppLockSetting.Delay) {
        let away = Self.run(
            [(.wentToBackground(at: .seconds(10)), []), (.wentToBackground(at: .seconds(20)), [])], from: Self.on(delay)
        )
        #expect(away.shown == .cover)
        let limit = .seconds(10) + delay.duration
        let late = Self.run([(.cameToForeground(at: limit), [.ask(.unlock)])], from: away)
        #expect(late.shown == .lock)
        if delay != .atOnce {
            let early = Self.run([(.cameToForeground(at: limit - .milliseconds(1)), [])], from: away)
            #expect(early.shown == .everything)
            // Each time anew.
            let again = Self.run(
                [(.wentToBackground(at: limit), []), (.cameToForeground(at: limit + delay.duration), [.ask(.unlock)])],
                from: early)
            #expect(again.shown == .lock)
        }
        // A clock that went back proves nothing.
        #expect(Self.run([(.cameToForeground(at: .seconds(9)), [.ask(.unlock)])], from: away).shown == .lock)
    }

    @Test("an app without a lock is never covered, and a lock that is not opened stays")
    func background() {
        let off = Self.run([(.wentToBackground(at: .zero), [])], from: Self.off)
        #expect(off.shown == .everything)
        #expect(Self.run([(.cameToForeground(at: .seconds(9999)), [])], from: off).shown == .everything)
        let locked = Self.run(
            [
                (.wentToBackground(at: .zero), []), (.cameToForeground(at: .zero), [.ask(.unlock)]),
                (.cameToForeground(at: .zero), []),
            ], from: Self.run([(.answered(.unlock, .failed), [])], from: Self.starting))
        #expect(locked.shown == .lock)
        // Recognized while the app went to the background: someone else may hold the device when it returns, however soon.
        for delay in AppLockSetting.Delay.allCases {
            let late = Self.run(
                [
                    (Self.loaded(true, delay), [.ask(.unlock)]), (.wentToBackground(at: .zero), []),
                    (.answered(.unlock, .isOwner), []),
                ], from: Self.loading)
            #expect(late.shown == .cover)
            #expect(Self.run([(.cameToForeground(at: .seconds(1)), [.ask(.unlock)])], from: late).shown == .lock)
        }
    }

    // MARK: - Calls

    @Test("a call stays on screen while the rest is locked, and the lock is shown again when it ends")
    func calls() {
        for flow in [Self.locked, Self.loading] {
            let call = Self.run([(.callChanged(isThere: true), []), (.askedToUnlock, [])], from: flow)
            #expect(call.shown == .call)
        }
        let call = Self.run([(.callChanged(isThere: true), [])], from: Self.locked)
        #expect(Self.run([(.callChanged(isThere: false), [.ask(.unlock)])], from: call).shown == .lock)
        // It rings while the app is away for long: no one is asked before the call is over.
        let ringing = Self.run(
            [(.callChanged(isThere: true), []), (.cameToForeground(at: .seconds(99)), [])], from: Self.background)
        #expect(ringing.shown == .call)
        let over = Self.run([(.callChanged(isThere: false), [.ask(.unlock)])], from: ringing)
        #expect(over.shown == .lock && Self.run([(.answered(.unlock, .isOwner), [])], from: over).shown == .everything)
        let open = Self.run([(.callChanged(isThere: true), [])], from: Self.on)
        #expect(open.shown == .everything)
        #expect(Self.run([(.callChanged(isThere: false), [])], from: open).shown == .everything)
        #expect(Self.run([(.callChanged(isThere: true), [])], from: Self.background).shown == .cover)
    }

    // MARK: - The setting

    @Test("turning the lock on or off authenticates the owner first, and needs a passcode")
    func setting() {
        let set = AppLockSetting(isOn: true, delay: .fiveMinutes)
        let off = Self.run([(Self.loaded(false, .fiveMinutes), [])], from: Self.loading)
        let turning = Self.run([(.turnedOn, [.ask(.turnOn)])], from: off)
        for answer in OwnerAnswer.allCases where answer != .isOwner {
            let refused = Self.run([(.answered(.turnOn, answer), [])], from: turning)
            #expect(refused.setting == off.setting && refused.shown == .everything && refused.canChange)
        }
        let saving = Self.run([(.answered(.turnOn, .isOwner), [.save(set)])], from: turning)
        #expect(saving.setting == off.setting && !saving.canChange)
        let on = Self.run([(.saved(set, nil), [])], from: saving)
        #expect(on.setting == set && on.shown == .everything)
        let failed = Self.run([(.saved(set, .system(28)), [])], from: saving)
        #expect(failed.setting == off.setting && failed.problem == .storage(.system(28)))
        let none = AppLockSetting(isOn: false, delay: .fiveMinutes)
        let turnedOff = Self.run(
            [
                (.turnedOff, [.ask(.turnOff)]), (.answered(.turnOff, .isOwner), [.save(none)]),
                (.saved(none, nil), []),
            ], from: on)
        #expect(turnedOff.setting == none)
        let bare = Self.run([(Self.loaded(false, .atOnce, .none), []), (.turnedOn, [])], from: Self.loading)
        #expect(bare.problem == .noPasscode && bare.setting?.isOn == false)
        #expect(Self.run([(.sawProblem, [])], from: bare).problem == nil)
    }

    @Test("an authentication from before the lock changes no setting")
    func lateOwner() {
        let late = Self.run(
            [
                (.turnedOff, [.ask(.turnOff)]), (.wentToBackground(at: .zero), []),
                (.cameToForeground(at: .seconds(60)), []), (.answered(.turnOff, .isOwner), []),
            ], from: Self.on)
        #expect(late.setting?.isOn == true && late.shown == .lock)
    }

    @Test("each state accepts the actions that it offers, once, and no others")
    func everyState() {
        typealias Offer = (AppLockFlow.Action, [AppLockFlow.Effect])
        let unlock: Offer = (.askedToUnlock, [.ask(.unlock)])
        let hour = AppLockSetting(isOn: true, delay: .oneHour)
        let away = Self.run([(.wentToBackground(at: .zero), [])], from: Self.off)
        let saving = Self.run([(.choseDelay(.oneHour), [.save(hour)])], from: Self.on)
        let turningOn = Self.run([(.turnedOn, [.ask(.turnOn)])], from: Self.off)
        let failed = Self.run([(.answered(.turnOn, .failed), [])], from: turningOn)
        let call = Self.run([(.callChanged(isThere: true), [])], from: Self.locked)
        let offered: [Offer] = [(.turnedOff, [.ask(.turnOff)]), (.choseDelay(.oneHour), [.save(hour)])]
        FlowTable.check(
            [
                .init("before it starts", AppLockFlow(), [(.started, [.load])]), .init("loading", Self.loading, []),
                .init("unreadable", Self.unreadable, [(.started, [.load]), (.askedToUnlock, [.load])]),
                .init("starting", Self.starting, []), .init("locked", Self.locked, [unlock]),
                .init("a call", call, []), .init("on", Self.on, offered), .init("background", Self.background, []),
                .init("off", Self.off, [(.turnedOn, [.ask(.turnOn)])]), .init("off, background", away, []),
                .init("turning on", turningOn, []),
                .init("failed", failed, [(.turnedOn, [.ask(.turnOn)]), (.sawProblem, [])]),
                .init("saving", saving, []),
            ],
            among: [.started, .askedToUnlock, .turnedOn, .turnedOff, .choseDelay(.oneHour), .sawProblem])
    }

    /// Every state that can be reached without the owner.
    @Test("no order of events opens a lock without its owner")
    func everyOrder() {
        let events: [AppLockFlow.Action] = [
            .wentToBackground(at: .seconds(1)), .cameToForeground(at: .seconds(1)), .cameToForeground(at: .seconds(99)),
            .callChanged(isThere: true), .callChanged(isThere: false), .askedToUnlock, .turnedOn, .turnedOff,
            .choseDelay(.oneHour), .answered(.unlock, .cancelled), .answered(.unlock, .failed),
            .answered(.turnOn, .isOwner), .answered(.turnOff, .isOwner), Self.loaded(false), .started,
            .saved(AppLockSetting(isOn: true), .locked),
        ]
        var states = [Self.starting, Self.locked]
        var done = 0
        while done < states.count {
            for event in events {
                var flow = states[done]
                _ = flow.send(event)
                #expect(flow.shown != .everything && flow.setting?.isOn == true, "\(event) in \(states[done])")
                if !states.contains(flow) { states.append(flow) }
            }
            done += 1
        }
        #expect(states.count > 15)
    }

    // MARK: - Effects

    private struct Owner: OwnerAuthentication {
        func check() -> OwnerCheck { .touchID }
        func ask(_ reason: AppLockFlow.Reason) -> OwnerAnswer { reason == .unlock ? .isOwner : .lockedOut }
    }

    @Test("the setting is stored between starts, and absent at first")
    @MainActor func effects() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-lock-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let preferences = try FileKeyStorage(directory: directory)
        let effects = AppLockEffects(preferences: preferences, owner: Owner())
        #expect(await effects.perform(.load) == .loaded(.success(AppLockSetting()), .touchID))
        let set = AppLockSetting(isOn: true, delay: .oneMinute)
        #expect(await effects.perform(.save(set)) == .saved(set, nil))
        #expect(await effects.perform(.load) == .loaded(.success(set), .touchID))
        #expect(await effects.perform(.ask(.turnOn)) == .answered(.turnOn, .lockedOut))
        let store = FlowStore(AppLockFlow(), effects: effects)
        store.send(.started)
        while store.state.setting == nil || store.state.asking != nil { await store.settled() }
        #expect(store.state.shown == .everything && store.state.check == .touchID)
        try preferences.write(Data("{".utf8), as: .appLock)
        #expect(await effects.perform(.load) == .loaded(.failure(.damaged(name: "app-lock")), .touchID))
    }
}
