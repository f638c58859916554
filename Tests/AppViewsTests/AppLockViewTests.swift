import ECallCore
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("The lock of the app on a screen", .timeLimit(.minutes(1)))
struct AppLockViewTests {
    private static func read(
        _ isOn: Bool, _ check: OwnerCheck = .faceID, delay: AppLockSetting.Delay = .atOnce
    ) -> AppLockFlow {
        AppLockFlow().after(.started, .loaded(.success(AppLockSetting(isOn: isOn, delay: delay)), check))
    }

    private static func cover(_ state: AppLockFlow) -> Screen<AppLockFlow> {
        Screen(state: state) { store, _ in AppLockView(store: store) }
    }

    private static func settings(_ state: AppLockFlow) -> Screen<AppLockFlow> {
        Screen(state: state) { store, _ in AppLockSettingsView(store: store) }
    }

    private static func locked() -> [(String, AppLockFlow)] {
        let asking = read(true)
        return [
            ("asking", asking), ("put away", asking.after(.answered(.unlock, .cancelled))),
            ("not recognized", asking.after(.answered(.unlock, .failed))),
            ("locked out", asking.after(.answered(.unlock, .lockedOut))),
            ("no passcode", asking.after(.answered(.unlock, .noPasscode))),
            ("unreadable", AppLockFlow().after(.started, .loaded(.failure(.locked), .faceID))),
        ]
    }

    @Test("the lock shows its error, and *Unlock* asks again")
    func lock() async {
        for (name, state) in Self.locked() {
            #expect(state.shown == .lock)
            await Self.cover(state).check(name, hasProblem: state.problem != nil)
            let open = await Self.cover(state).open()
            if let problem = state.problem { #expect(open.walk.has(Texts().string(problem.text)), "\(name)") }
            #expect(await open.walk.perform(.press, on: "Unlock") == (name != "asking"), "\(name)")
        }
    }

    @Test("a cover shows only the name of the app")
    func cover() async {
        for state in [AppLockFlow(), Self.read(true).after(.wentToBackground(at: .seconds(1)))] {
            #expect(state.shown == .cover)
            #expect(await Self.cover(state).open().walk.labels == ["ECall"])
        }
    }

    private static func unlocked() -> [(String, AppLockFlow)] {
        let off = read(false)
        let on = read(true).after(.answered(.unlock, .isOwner))
        var states: [(String, AppLockFlow)] = [
            ("not read", AppLockFlow()), ("off", off), ("on", on), ("turning on", off.after(.turnedOn)),
            ("turning off", on.after(.turnedOff)), ("not turned on", off.after(.turnedOn, .answered(.turnOn, .failed))),
            (
                "not saved",
                off.after(
                    .turnedOn, .answered(.turnOn, .isOwner), .saved(AppLockSetting(isOn: true), .locked))
            ),
        ]
        for delay in AppLockSetting.Delay.allCases {
            states.append(("after \(delay)", read(true, delay: delay).after(.answered(.unlock, .isOwner))))
        }
        for check in OwnerCheck.allCases where check != .none { states.append(("\(check)", read(false, check))) }
        return states
    }

    @Test("the settings of the lock are spoken, and each of their controls acts")
    func settings() async {
        for (name, state) in Self.unlocked() {
            await Self.settings(state).check(name, hasProblem: state.problem != nil)
        }
    }

    @Test("the lock is named after the device's authentication, and cannot be turned on without one")
    func checks() async {
        let names = [
            OwnerCheck.faceID: "Face ID unlocks", .touchID: "Touch ID unlocks", .opticID: "Optic ID unlocks",
            .passcode: "Your device passcode unlocks", .none: "This device has no passcode.",
        ]
        for check in OwnerCheck.allCases {
            let open = await Self.settings(Self.read(false, check)).open()
            #expect(open.walk.labels.contains { $0.hasPrefix(names[check] ?? "?") }, "\(check)")
            #expect(await open.walk.perform(.toggle, on: "Lock ECall"))
            await open.store.settled()
            #expect(open.effects.all == (check == .none ? [] : [.ask(.turnOn)]), "\(check)")
        }
    }

    @Test("a chosen delay is stored")
    func delay() async {
        let open = await Self.settings(Self.read(true).after(.answered(.unlock, .isOwner))).open()
        #expect(await open.walk.perform(.choose("5 minutes"), on: "Lock after"))
        await open.store.settled()
        #expect(open.effects.all == [.save(AppLockSetting(isOn: true, delay: .fiveMinutes))])
    }
}
