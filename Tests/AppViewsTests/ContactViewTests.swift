import ECallAPI
import ECallAccount
import ECallContacts
import ECallFlows
import ECallLanguage
import ECallSecurity
import KeyDistribution
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews
@testable import ECallCalls

@MainActor
@Suite("A contact on a screen", .timeLimit(.minutes(1)))
struct ContactViewTests {
    private static let offline = ContactsError.server(Sample.offline)

    static func screen(_ state: ContactFlow) -> Screen<ContactFlow> {
        Screen(state: state) { store, outward in
            NavigationStack {
                ContactView(store: store, now: { noon }) {
                    outward.tell($0 ? "video" : "call")
                } compare: {
                    outward.tell("compare \($0.device)")
                } tell: {
                    outward.tell(Texts().string($0))
                } leave: {
                    outward.tell("leave")
                }
            }
            .inLondon()
        }
    }

    private static func device(
        _ id: DeviceID, _ trust: DeviceTrust, _ word: DevicePast.Word, says: String? = nil
    ) throws -> KnownDevice {
        let identity = try SignedIdentity.make(
            address: DeviceAddress(userID: 2, deviceID: id.rawValue), serial: 1,
            rsa: try DeviceKeyPair.generate().publicKey, signingKey: .generate(), createdAt: 1)
        return KnownDevice(
            identity: ShownIdentity(identity), trust: trust, past: DevicePast(says: says, since: nil, word: word))
    }

    private static func opened(
        _ contact: Contact = Sample.contact(2, "Bo", last: noon.advanced(bySeconds: -90_000)),
        _ calls: [CallRecord] = [Sample.call(9), Sample.call(8, .outgoing, isAnswered: false)], next: String? = nil
    ) -> ContactFlow {
        ContactFlow(2).after(
            .refreshed, .loaded(.success(contact)), .callsLoaded(after: nil, .success(.init(calls: calls, next: next))))
    }

    private static func opened(_ devices: [KnownDevice], older: Bool = false) -> ContactFlow {
        opened().after(.devicesLoaded(.success(.init(known: devices, hasOlderApps: older))))
    }

    enum Presence: CaseIterable {
        case loading, there, gone, removed, failed

        init(_ presence: ContactFlow.Presence) {
            switch presence {
            case .loading: self = .loading
            case .there: self = .there
            case .gone: self = .gone
            case .removed: self = .removed
            case .failed: self = .failed
            }
        }
    }

    private static func states() throws -> [(String, ContactFlow)] {
        let known = try device(21, .known, .calls(count: 3, since: nil), says: "iPhone")
        let verified = try device(22, .verified, .verified(at: nil), says: "Mac")
        let held = try device(23, .held(.newDevice), .held)
        let revoked = try device(24, .held(.revoked), .held, says: "Old phone")
        let there = opened([known, verified])
        return [
            ("loading", ContactFlow(2)), ("not there", ContactFlow(2).after(.refreshed, .loaded(.failure(offline)))),
            ("gone", there.after(.refreshed, .loaded(.success(nil)))), ("there", there),
            ("devices loading", opened()), ("no devices", opened([])), ("older app", opened([], older: true)),
            ("older app too", opened([known], older: true)), ("verified", opened([verified])),
            ("held", opened([held, known])), ("signed out", opened([revoked])),
            ("devices failed", opened().after(.devicesLoaded(.failure(.offline)))),
            ("calls loading", ContactFlow(2).after(.loaded(.success(Sample.contact(2, "Bo"))))),
            (
                "calls failed",
                ContactFlow(2).after(
                    .loaded(.success(Sample.contact(2, "Bo"))),
                    .callsLoaded(after: nil, .failure(.server(Sample.offline))))
            ),
            ("no calls", opened(Sample.contact(2, "Bo"), [])), ("more calls", opened(next: "8")),
            ("favourite", opened(Sample.contact(2, "Bo", isFavorite: true, said: "Robert"))),
            ("blocked", opened(Sample.contact(2, "Bo", isBlocked: true))),
            ("unblocking", opened(Sample.contact(2, "Bo", isBlocked: true)).after(.chose(.unblock))),
            ("asks to remove", there.after(.chose(.remove))), ("asks to block", there.after(.chose(.block))),
            ("removing", there.after(.chose(.remove), .confirmed)), ("reports", there.after(.startedReport)),
            ("removed", there.after(.chose(.remove), .confirmed, .changed(.remove, nil))),
        ]
    }

    @Test("every state is spoken, and everything on it leads somewhere")
    func screens() async throws {
        let states = try Self.states()
        #expect(Set(states.map { Presence($0.1.presence) }) == Set(Presence.allCases))
        #expect(Set(states.map { LoadableCase($0.1.devices) }) == Set(LoadableCase.allCases))
        for (name, state) in states { await Self.screen(state).check(name, hasProblem: state.problem != nil) }
    }

    @Test("a contact is called, compared, favoured, blocked and removed")
    func acts() async throws {
        let devices = [try Self.device(23, .held(.newDevice), .held, says: "iPad")]
        let open = await Self.screen(Self.opened(devices)).open()
        let walk = open.walk
        #expect(walk.has("Last call Yesterday, 11:00") && walk.has("Outgoing call, No answer, Today, 11:59"))
        #expect(await walk.perform(.press, on: "Video"))
        #expect(await walk.perform(.press, on: "Call"))
        #expect(await walk.perform(.press, on: "Compare numbers"))
        #expect(await walk.perform(.press, on: "Says it’s iPad, Not seen in a call yet"))
        #expect(open.outward.told == ["video", "call", "compare 23", "compare 23"])
        #expect(await walk.choose("Add to favourites", from: "More"))
        await open.store.settled()
        #expect(open.effects.all.contains(.perform(.setFavorite(true))))
        // One change at a time.
        #expect(await walk.choose("Block", from: "More") == false)
        open.store.send(.changed(.setFavorite(true), nil))
        #expect(await walk.choose("Block", from: "More") && walk.has("Block Bo?"))
        #expect(await walk.perform(.press, on: "Cancel") && open.store.state.question == nil)
        #expect(await walk.choose("Remove contact", from: "More"))
        #expect(await walk.perform(.press, on: "Remove"))
        await open.store.settled()
        #expect(open.effects.all.last == .perform(.remove))
        open.store.send(.changed(.remove, nil))
        _ = walk.elements
        #expect(open.outward.told.last == "leave")
    }

    @Test("a blocked contact can be unblocked and is neither called nor compared")
    func blocked() async {
        let open = await Self.screen(Self.opened(Sample.contact(2, "Bo", isBlocked: true))).open()
        #expect(!open.walk.has("Call") && !open.walk.has("Devices"))
        #expect(await open.walk.perform(.press, on: "Unblock"))
        await open.store.settled()
        #expect(open.effects.all.last == .perform(.unblock))
    }
}
