import ECallAPI
import ECallAccount
import ECallCore
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flows of account and devices", .timeLimit(.minutes(1)))
struct AccountFlowTests {
    private static let offline = AccountError.server(.offline(host: "h"))

    private static func run<F: Flow>(_ rows: [(F.Action, [F.Effect])], from flow: F) -> F {
        var flow = flow
        for (action, effects) in rows { #expect(flow.send(action) == effects, "\(action)") }
        return flow
    }

    // MARK: - Account

    private static func profile(_ name: String = "Ana", deletedAt: Timestamp? = nil) -> AccountFlow.Profile {
        AccountFlow.Profile(
            user: UserInfo(
                id: 1, deviceId: 2, displayName: name, email: "a@b.cc", phoneNumber: "", deletedAt: deletedAt),
            loginMethods: [], isSearchable: true)
    }

    private static func opened(_ profile: AccountFlow.Profile = profile()) -> AccountFlow {
        run([(.refreshed, [.load]), (.loaded(.success(profile)), [])], from: AccountFlow())
    }

    /// 000-18
    @Test(
        "a name is saved in its canonical form, or the error says what is wrong",
        arguments: [
            (" Bea ", [AccountFlow.Effect.perform(.name("Bea"))], nil as AccountError?), ("Ana", [], nil),
            ("", [], .name(.nameMissing)), ("a:b", [], .name(.nameWithColon)),
            (String(repeating: "a", count: 51), [], .name(.nameTooLong)),
        ])
    func names(text: String, effects: [AccountFlow.Effect], problem: AccountError?) {
        let flow = Self.run([(.savedName, []), (.typedName(text), []), (.savedName, effects)], from: Self.opened())
        #expect(flow.problem == problem)
        guard !effects.isEmpty else { return }
        let failed = Self.run([(.savedName, []), (.done(.name("Bea"), Self.offline), [.load])], from: flow)
        #expect(failed.typedName == text && failed.problem == Self.offline && failed.work == nil)
        let saved = Self.run([(.done(.name("Bea"), nil), [.load])], from: flow)
        #expect(saved.typedName == nil && saved.problem == nil)
    }

    @Test("000: deletion is confirmed once, its date is shown, and it can be canceled")
    func deletion() {
        let asked = Self.run([(.confirmedDeletion, []), (.kept, []), (.askedToDelete, [])], from: Self.opened())
        #expect(asked.asksToDelete)
        #expect(Self.run([(.thoughtBetter, []), (.confirmedDeletion, [])], from: asked) == Self.opened())
        let end = Timestamp(milliseconds: 5)
        let ending = Self.run(
            [
                (.confirmedDeletion, [.perform(.deletion)]), (.done(.deletion, nil), [.load]),
                (.loaded(.success(Self.profile(deletedAt: end))), []), (.askedToDelete, []), (.confirmedDeletion, []),
            ], from: asked)
        #expect(ending.end == end && !ending.asksToDelete)
        let kept = Self.run(
            [
                (.kept, [.perform(.keeping)]), (.kept, []), (.done(.keeping, nil), [.load]),
                (.loaded(.success(Self.profile())), []),
            ],
            from: ending)
        #expect(kept == Self.opened())
        // Nothing is known yet.
        #expect(!Self.run([(.askedToDelete, [])], from: AccountFlow()).asksToDelete)
    }

    @Test("being found is set to the chosen value, not toggled, with one request at a time")
    func searchable() {
        let flow = Self.run(
            [
                (.choseSearchable(true), []), (.choseSearchable(false), [.perform(.searchable(false))]),
                (.choseSearchable(false), []), (.askedForExport, []),
            ], from: Self.opened())
        #expect(flow.work == .searchable(false))
    }

    @Test("exported data waits until it is taken")
    func export() {
        let asked = Self.run([(.askedForExport, [.perform(.export)])], from: Self.opened())
        let failed = Self.run([(.exported(.failure(Self.offline)), [])], from: asked)
        #expect(failed.problem == Self.offline && failed.work == nil && failed.export == nil)
        let got = Self.run([(.exported(.success(Data("{}".utf8))), [])], from: asked)
        #expect(got.export == Data("{}".utf8) && got.work == nil)
        #expect(Self.run([(.tookExport, [])], from: got) == Self.opened())
    }

    @Test("a failure is shown in place of missing data, and beside data that is there")
    func failures() {
        let first = Self.run([(.loaded(.failure(Self.offline)), [])], from: AccountFlow())
        #expect(first.profile == .failed(Self.offline))
        let later = Self.run([(.loaded(.failure(Self.offline)), [])], from: Self.opened())
        #expect(later.profile.value == Self.profile() && later.problem == Self.offline)
        #expect(Self.run([(.sawProblem, [])], from: later) == Self.opened())
    }

    // MARK: - Devices

    private static func device(_ id: DeviceID) -> DeviceInfo {
        DeviceInfo(
            id: id, userId: 1, deviceName: "d", systemName: "", systemVersion: "", identifier: "", ip: "", location: "",
            updatedAt: nil)
    }

    private static func devices(_ ids: [DeviceID]) -> DevicesFlow {
        run(
            [(.refreshed, [.load]), (.loaded(.success(ids.map(device))), [])],
            from: DevicesFlow(own: 1))
    }

    @Test("000: another device is signed out after a question, and this one never here")
    func signingOut() {
        let shown = Self.devices([1, 2, 3])
        #expect(Self.run([(.askedToSignOut(1), []), (.askedToSignOut(9), []), (.confirmed, [])], from: shown) == shown)
        let asked = Self.run([(.askedToSignOut(2), [])], from: shown)
        #expect(asked.question == .device(2))
        #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: asked) == shown)
        let busy = Self.run([(.confirmed, [.signOut(.device(2))]), (.askedToSignOut(2), [])], from: asked)
        #expect(busy.busy == [.device(2)] && busy.question == nil)
        let failed = Self.run([(.signedOut(.device(2), Self.offline), [.load])], from: busy)
        #expect(failed.problem == Self.offline && failed.busy.isEmpty)
        let done = Self.run(
            [(.signedOut(.device(2), nil), [.load]), (.loaded(.success([Self.device(1), Self.device(3)])), [])],
            from: busy)
        #expect(done.devices.value?.map(\.id) == [1, 3] && done.problem == nil)
    }

    @Test("000: all other devices are signed out, if there are any")
    func others() {
        let alone = Self.devices([1])
        #expect(!alone.hasOthers && Self.run([(.askedToSignOutOthers, [])], from: alone) == alone)
        let busy = Self.run(
            [(.askedToSignOutOthers, []), (.confirmed, [.signOut(.others)]), (.askedToSignOutOthers, [])],
            from: Self.devices([1, 2]))
        #expect(busy.busy == [.others] && busy.question == nil)
    }

    @Test("devices that cannot be loaded are reported")
    func deviceFailures() {
        #expect(
            Self.run([(.loaded(.failure(Self.offline)), [])], from: DevicesFlow(own: 1)).devices
                == .failed(Self.offline))
        let later = Self.run([(.loaded(.failure(Self.offline)), [])], from: Self.devices([1, 2]))
        #expect(later.devices.value?.count == 2 && later.problem == Self.offline)
    }
}
