import ECallAPI
import ECallAuthentication
import ECallCalls
import ECallCore
import ECallKit
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import AppSystem
@testable import ECallFlows
@testable import ECallFlowsTestSupport
@testable import ECallServerTestSupport

/// Ana's phone: the app's adapters over stand-ins of CallKit and PushKit, the calls of the library, and the real server in this process.
@MainActor
final class LivePhone {
    let place: Place
    let phone: StandInPhone
    let calls: PhoneCalls
    let time: ManualTime
    private(set) var told: [Text] = []
    private(set) var party: Party

    private init(
        _ place: Place, _ phone: StandInPhone, _ calls: PhoneCalls, _ time: ManualTime, _ party: Party, _ board: Board
    ) {
        (self.place, self.phone, self.calls, self.time, self.party) = (place, phone, calls, time, party)
        board.tell = { [weak self] in self?.told.append($0) }
        let watch = calls.center.watch
        calls.center.watch = { [phone] action, effects in
            watch?(action, effects)
            phone.watch(effects)
        }
    }

    @MainActor
    private final class Board {
        var client: ECallClient?
        var tell: (Text) -> Void = { _ in }
    }

    private static func make(
        _ place: Place, _ party: (@escaping Party.Wrap) async throws -> Party
    ) async throws -> LivePhone {
        let (time, board) = (ManualTime(), Board())
        let phone = StandInPhone(time)
        let ways = SystemCallRoutes.Ways(
            goOnline: { _ = try? await board.client?.goOnline() }, goOffline: { await board.client?.suspend() },
            name: { _ in "Bo" }, tell: { board.tell($0) })
        let calls = PhoneCalls(ways, phone.surroundings, time: time, parts: phone.parts)
        let party = try await party { await calls.routed($0) }
        board.client = party.client
        calls.launched()
        return LivePhone(place, phone, calls, time, party, board)
    }

    /// Ana is signed in, in the background and offline; Bo is online, and they are contacts.
    static func with(_ body: (LivePhone, _ bo: Party) async throws -> Void) async throws {
        let place = Place()
        let bo = try await Party.signIn("Bo", at: place)
        let ana = try await make(place) { try await Party.signIn("Ana", at: place, $0) }
        try await ana.party.client.named(PushTokens(voip: "0a"))
        try await place.server.real.befriend(ana.party.person, bo.person)
        try await bo.goesOnline(at: place)
        ana.phone.phone.goToBackground()
        ana.listen()
        try await body(ana, bo)
        await ana.party.client.close()
        await bo.client.close()
    }

    /// The system has ended the app, and the person starts it again.
    func restarted() async throws -> LivePhone {
        let (place, party) = (place, party)
        phone.forget()
        return try await Self.make(place) { try party.restarted(at: place, $0) }
    }

    var state: SystemCalls { calls.center.state }
    var call: SystemCall? { calls.center.state.call }
    var breaches: [PhoneDouble.Breach] { phone.phone.breaches }

    func push(_ call: CallID, isNew: Bool = true) {
        let push = RingPush(call: call, caller: 2, callerName: "Bo", isVideo: true)
        phone.push(StandInPhone.payload(push), isNew: isNew)
        listen()
    }

    func tap(_ tap: PhoneDouble.Tap) {
        phone.phone.tap(tap)
        listen()
    }

    /// Delivers the phone's pending events.
    func listen() {
        while let said = phone.say() {
            switch said {
            case .wentToBackground: calls.wentToBackground()
            case .cameToForeground: calls.cameToForeground()
            default: break
            }
        }
    }

    /// The time limit of the test is the bound.
    func until(_ isSo: (LivePhone) -> Bool) async throws {
        listen()
        while !isSo(self) {
            try await pause()
            listen()
        }
    }
}
