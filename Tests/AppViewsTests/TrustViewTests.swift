import ECallAPI
import ECallAccount
import ECallFlows
import ECallLanguage
import ECallSecurity
import KeyDistribution
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews
@testable import ECallCalls

@MainActor
@Suite("Trust on screens", .timeLimit(.minutes(1)))
struct TrustViewTests {
    private static let keyPair = try? DeviceKeyPair.generate()

    private static func identity(_ user: UInt64, _ device: UInt64) throws -> SignedIdentity {
        try SignedIdentity.make(
            address: DeviceAddress(userID: user, deviceID: device), serial: 1,
            rsa: try #require(keyPair).publicKey, signingKey: .generate(), createdAt: 1)
    }

    private static func theirs(_ trust: DeviceTrust, _ offer: DeviceOffer? = nil) throws -> DeviceComparison {
        DeviceComparison(own: try identity(1, 11), other: try identity(2, 21), trust: trust, offer: offer)
    }

    private static func own(_ device: UInt64, _ trust: DeviceTrust = .new, isThis: Bool = false, canVouch: Bool = true)
        throws -> OwnDeviceComparison
    {
        OwnDeviceComparison(
            try identity(1, device), trust: trust, isThis: isThis, canVouch: canVouch, isVouchedHere: false)
    }

    private static let trusts: [DeviceTrust] =
        [.new, .known, .verified, .vouched] + DeviceTrust.Reason.allCases.map { .held($0) }

    private static func compared(_ devices: [DeviceComparison]) -> CompareFlow {
        CompareFlow().after(.loaded(.success(devices)))
    }

    private static func screen(_ state: CompareFlow) -> Screen<CompareFlow> {
        Screen(state: state) { store, outward in CompareView(store: store, name: "Bo") { outward.tell("scan") } }
    }

    @Test("each trust in a contact's device is spoken, with the available answers")
    func comparing() async throws {
        for trust in Self.trusts {
            await Self.screen(Self.compared([try Self.theirs(trust)])).check("\(trust)")
        }
        for offer in [DeviceOffer.itsThem, .anyway, .compare] {
            let state = Self.compared([try Self.theirs(.held(.newDevice), offer)])
            await Self.screen(state).check(offer.rawValue)
        }
        let device = try Self.theirs(.known)
        let states = [
            ("loading", CompareFlow()), ("offline", CompareFlow().after(.loaded(.failure(.offline)))),
            ("no device", Self.compared([])), ("busy", Self.compared([device]).after(.foundSame(21))),
            ("problem", Self.compared([device]).after(.loaded(.failure(.offline)))),
            ("same", Self.compared([device]).after(.read(.code(device.expected)))),
            ("nonsense", Self.compared([device]).after(.read(.code("x")))),
            ("short", Self.compared([device]).after(.read(.number("12")))),
            ("another", Self.compared([device]).after(.read(.code(try Self.theirs(.new).expected)))),
        ]
        #expect(Set(states.map { LoadableCase($0.1.devices) }) == Set(LoadableCase.allCases))
        for (name, state) in states { await Self.screen(state).check(name) }
    }

    @Test("a held device is let in anyway, or refused, only after a confirmation")
    func asksBeforeAnswering() async throws {
        let device = try Self.theirs(.held(.unverified), .anyway)
        let rows: [(press: String, yes: String, note: DeviceNote.Finding)] = [
            ("Confirm anyway… Device", "Confirm anyway", .letIn), ("Not Bo Device", "Not Bo", .refused),
        ]
        for row in rows {
            let open = await Self.screen(Self.compared([device])).open()
            #expect(await open.walk.perform(.press, on: row.press) && open.walk.has("Cancel"))
            #expect(await open.walk.perform(.press, on: "Cancel") && !open.walk.has("Cancel"))
            #expect(await open.walk.perform(.press, on: row.press))
            #expect(await open.walk.perform(.press, on: row.yes))
            await open.store.settled()
            #expect(open.effects.all.last == .note(DeviceNote(row.note, of: device.identity)))
        }
    }

    @Test("digits are spoken one by one, in groups")
    func digits() {
        let read = Walk.of(Digits(digits: "1234567890", label: .verbatim("Number")))
        #expect(read.map(\.label) == ["Number"] && read.map(\.value) == ["1 2 3 4 5, 6 7 8 9 0"])
    }

    // MARK: - Own devices

    private static func vouching(_ devices: [OwnDeviceComparison], isVouched: Bool = false, isRevoked: Bool = false)
        -> VouchFlow
    {
        VouchFlow().after(
            .loaded(.success(OwnDevices(devices: devices, isVouched: isVouched, isRevoked: isRevoked))))
    }

    enum ProblemCase: CaseIterable {
        case notLoaded, isLost, notSaid, notSignedOut

        init(_ problem: VouchFlow.Problem) {
            switch problem {
            case .notLoaded: self = .notLoaded
            case .isLost: self = .isLost
            case .notSaid: self = .notSaid
            case .notSignedOut: self = .notSignedOut
            }
        }
    }

    @Test("each trust in an own device is spoken, and each of its controls acts")
    func vouching() async throws {
        var states: [(String, VouchFlow)] = []
        for trust in Self.trusts {
            for canVouch in [true, false] {
                let devices = [try Self.own(11, isThis: true), try Self.own(12, trust, canVouch: canVouch)]
                states.append(("\(trust) \(canVouch)", Self.vouching(devices)))
            }
        }
        let device = try Self.own(12)
        let loaded = Self.vouching([device])
        states += [
            ("loading", VouchFlow()), ("offline", VouchFlow().after(.loaded(.failure(.offline)))),
            ("vouched", Self.vouching([device], isVouched: true)), ("lost", Self.vouching([device], isRevoked: true)),
            ("asks", loaded.after(.askedToGiveUp(12))), ("busy", loaded.after(.foundSame(12))),
            ("read", loaded.after(.read(12, .code(device.code)))),
            ("differs", loaded.after(.read(12, .number("1")))), ("problem", loaded.after(.loaded(.failure(.offline)))),
            ("not said", loaded.after(.gaveUp(12, .notSaid(.offline)))),
            ("not signed out", loaded.after(.gaveUp(12, .notSignedOut(.server(Sample.offline))))),
            ("is lost", loaded.after(.vouched(12, .success(false)))),
        ]
        #expect(Set(states.map { LoadableCase($0.1.devices) }) == Set(LoadableCase.allCases))
        #expect(Set(states.compactMap { $0.1.problem.map(ProblemCase.init) }) == Set(ProblemCase.allCases))
        for (name, state) in states {
            await Screen(state: state) { store, outward in VouchView(store: store) { outward.tell("scan \($0)") } }
                .check(name)
        }
    }
}
