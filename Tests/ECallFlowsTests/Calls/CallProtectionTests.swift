import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import Foundation
import KeyDistribution
import Testing

@testable import ECallFlows

/// The lock, the devices behind it, and the person's judgements of them.
@Suite("The protection of a call", .timeLimit(.minutes(1)))
struct CallProtectionTests {
    typealias S = CallSamples

    private static func flow(
        _ people: [CallParticipant], _ devices: [CallOverview.Device], _ state: EncryptionState = .protected
    ) -> CallFlow {
        let overview = S.overview(.inCall, state, devices: devices)
        return S.after(
            [
                .called([S.bo, S.cy], isVideo: true), .placed(1, .success(7), at: .zero),
                S.heard(.answered(7, by: 2, name: "Bo")), .people([S.person(1)] + people), .looked(overview, at: .zero),
            ])
    }

    @Test("the lock is protected only once a participant has proved that they hear this device")
    func lock() throws {
        let known = S.person(2) { $0.trust = .known }
        let held = S.person(2) { $0.trust = .held(.newDevice) }
        let (device, heldDevice) = (try S.device(of: 2), try S.device(of: 2, .held(.newDevice), offer: .itsThem))
        let keptOut = try S.device(of: 2, keepsOut: true)
        let rows: [([CallParticipant], [CallOverview.Device], EncryptionState, CallProtection.Lock)] = [
            ([], [], .waitingForKey, .waiting), ([known], [device], .waitingForKey, .waiting),
            ([known], [device], .protected, .protected), ([held], [heldDevice], .waitingForKey, .held),
            ([held, S.person(3)], [heldDevice], .waitingForKey, .waiting),
            ([known], [keptOut], .protected, .keptOut), ([known, S.person(3)], [keptOut], .protected, .protected),
        ]
        for (people, devices, state, lock) in rows {
            let flow = Self.flow(people, devices, state)
            #expect(flow.protection.lock == lock, "\(people) \(state)")
            #expect(flow.showsLock)
        }
        #expect(CallProtection.Lock.protected.text == .protectionChipProtected)
        #expect(CallProtection.Lock.keptOut.sentence == .protectionSpokenKeptOut)
        // The event counts before the next update of the call.
        let waiting = Self.flow([known], [device], .waitingForKey)
        #expect(S.run([(S.heard(.encryption(7, .protected)), [.look])], from: waiting).protection.lock == .protected)
        #expect(S.run([(S.heard(.encryption(9, .protected)), [])], from: waiting).protection.lock == .waiting)
        #expect(!S.run(S.ringing).showsLock)
    }

    @Test("the panel lists devices that hear, that keep this one out or are held, and people who record")
    func panel() throws {
        let people = [
            S.person(2) { ($0.trust, $0.isRecording) = (.known, true) }, S.person(3) { $0.trust = .verified },
            S.person(4) { $0.trust = .held(.uninvited) }, S.person(5), S.person(6) { $0.trust = .new },
            S.person(8, .left),
        ]
        let devices = [
            try S.device(of: 2, isPostQuantum: false), try S.device(of: 3, .verified),
            try S.device(of: 4, .held(.uninvited), offer: .itsThem), try S.device(of: 6, .new, keepsOut: true),
            try S.device(of: 8),
        ]
        let shown = Self.flow(people, devices).protection
        #expect(
            shown.hearing.map(\.user) == [2, 3] && shown.keptOut.map(\.user) == [6] && shown.held.map(\.user) == [4])
        #expect(shown.unheard == ["P5".text] && shown.recorders == ["Bo".text])
        #expect(shown.notPostQuantum == ["Bo".text] && shown.uncompared == ["Bo".text, "P6".text])
        #expect(shown.held.first?.advice == .heldUninvited && shown.hearing.first?.advice == nil)
        // A further device of a person who hears is held by itself.
        let beside = Self.flow(
            [people[0]], [devices[0], try S.device(of: 2, .held(.newDevice), offer: .compare)])
        #expect(beside.protection.held.first?.advice == .heldCompareFirst && beside.protection.hearing.count == 1)
    }

    @Test("a held device asks one question at a time, answered once, for the identity shown")
    func held() throws {
        let people = [S.person(2) { $0.trust = .held(.newDevice) }, S.person(3) { $0.trust = .held(.newDevice) }]
        let devices = [
            try S.device(of: 2, .held(.newDevice), offer: .itsThem),
            try S.device(of: 3, .held(.newDevice), offer: .itsThem),
        ]
        let (bo, cy) = (S.address(of: 2), S.address(of: 3))
        let flow = Self.flow(people, devices, .waitingForKey)
        #expect(flow.heldDevice?.id == bo && flow.heldDevice?.trustText() == .trustNewDevice(name: "Bo"))
        let note = DeviceNote(.letIn, of: try S.identity(of: 2))
        let said = S.run([(.isTheirs(bo), [.note(note)]), (.isTheirs(bo), []), (.isNotTheirs(bo), [])], from: flow)
        #expect(said.busyDevices == [bo])
        _ = S.run([(.noted(note, nil), [.look]), (.isTheirs(bo), [.note(note)])], from: said)
        let failed = S.after([.noted(note, .unusable(.commonFailed))], from: said)
        #expect(failed.notices.map(\.text) == [.commonFailed] && failed.busyDevices.isEmpty)
        let next = S.after(
            [.looked(S.overview(.inCall, devices: [try S.device(of: 2), devices[1]]), at: .seconds(1))], from: said)
        #expect(next.heldDevice?.id == cy)
        // A device that the open panel shows is not asked about beside it.
        #expect(S.after([.opened(.protection)], from: next).heldDevice == nil)
        _ = S.run([(.isNotTheirs(cy), [.note(DeviceNote(.refused, of: try S.identity(of: 3)))])], from: next)
        // A device that was refused is not asked about.
        let refused = Self.flow(
            [S.person(2) { $0.trust = .held(.refused) }], [try S.device(of: 2, .held(.refused), offer: .compare)])
        #expect(refused.heldDevice == nil && refused.protection.held.count == 1)
    }

    @Test("letting in anyway, and undoing it, need a confirmation")
    func confirmed() throws {
        let (bo, cy, di) = (S.address(of: 2), S.address(of: 3), S.address(of: 4))
        let people = [
            S.person(2) { $0.trust = .held(.unverified) }, S.person(3) { $0.trust = .known },
            S.person(4) { $0.trust = .held(.revoked) },
        ]
        let flow = Self.flow(
            people,
            [
                try S.device(of: 2, .held(.unverified), offer: .anyway), try S.device(of: 3),
                try S.device(of: 4, .held(.revoked), offer: .anyway),
            ])
        let anyway = S.run([(.isTheirs(bo), []), (.wantedToLetIn(bo), [])], from: flow)
        #expect(
            anyway.question?.text == .questionsLetInAnywayText(name: "Bo")
                && anyway.question?.yes == .questionsLetInAnywayYes)
        _ = S.run(
            [(.confirmed, [.note(DeviceNote(.letIn, of: try S.identity(of: 2)))]), (.confirmed, [])], from: anyway)
        _ = S.run([(.thoughtBetter, []), (.confirmed, [])], from: anyway)
        let lost = S.run([(.wantedToLetIn(di), [])], from: flow)
        #expect(
            lost.question?.text == .questionsLetInAnywayLost(name: "Di")
                && lost.protection.held.last?.isComparable == false)
        let notThem = S.run([(.wantedToLetIn(cy), []), (.isNotTheirs(cy), [])], from: flow)
        #expect(notThem.question?.title == .questionsNotThemTitle(name: "Cy"))
        _ = S.run([(.confirmed, [.note(DeviceNote(.refused, of: try S.identity(of: 3)))])], from: notThem)
    }

    @Test("trust is described with its date, and with the year if that is long ago")
    func past() throws {
        let (london, english) = (try #require(TimeZone(identifier: "Europe/London")), Locale(identifier: "en_GB"))
        let recent = DevicePast.Moment(milliseconds: 1_795_867_200_000, hasYear: false)
        let old = DevicePast.Moment(milliseconds: 1_700_000_000_000, hasYear: true)
        let rows: [(DevicePast.Word, Text?)] = [
            (.verified(at: recent), .contactTrustVerified), (.vouched(since: nil), .contactTrustVouched),
            (.vouched(since: recent), .trustWordVouchedSince(date: "28 Nov")),
            (.confirmed(at: nil), .trustWordConfirmed),
            (.confirmed(at: recent), .trustWordConfirmedOn(date: "28 Nov")),
            (.confirmed(at: old), .trustWordConfirmedOn(date: "14 Nov 2023")),
            (.calls(count: 3, since: recent), .trustWordCalls(count: 3, month: "November")),
            (.calls(count: 0, since: recent), .trustWordEarlier), (.calls(count: 2, since: nil), .trustWordEarlier),
            (.first, .trustWordFirst), (.listed, .trustWordListed), (.held, nil),
        ]
        for (word, text) in rows {
            let past = DevicePast(says: nil, since: nil, word: word)
            #expect(past.trustText(locale: english, timeZone: london) == text, "\(word)")
        }
        let named = DevicePast(says: "iPhone", since: recent, word: .first)
        #expect(
            named.name(locale: english, timeZone: london)
                == .deviceSince(device: Text.deviceSays(name: "iPhone"), date: "28 Nov"))
        #expect(DevicePast(says: nil, since: nil, word: .first).name() == .deviceUnnamed)
        let device = CallProtection.Device(
            try S.device(of: 2, .known, past: DevicePast(says: nil, since: nil, word: .confirmed(at: recent))))
        #expect(
            device.trustText(locale: english, timeZone: london)
                == .trustWas(name: "Bo", word: Text.trustWordConfirmedOn(date: "28 Nov")))
    }
}

@Suite("An incoming call", .timeLimit(.minutes(1)))
struct CallIncomingTests {
    typealias S = CallSamples

    @Test("the screen names the caller, the kind of call, the other callees, and doubts")
    func labels() {
        let plain = CallIncoming(S.incoming(), [])
        #expect(
            plain.name == "Bo".text && plain.sentence == .incomingIsCallingVideo(name: "Bo")
                && plain.kind == .incomingVideo)
        #expect(
            plain.others == nil && plain.notes.isEmpty && plain.canReply && plain.otherAnswer == .incomingAnswerSound)
        let audio = CallIncoming(S.incoming(isVideo: false), [])
        #expect(audio.sentence == .incomingIsCalling(name: "Bo") && audio.otherAnswer == .incomingAnswerVideo)
        let group = CallIncoming(
            S.incoming(), [S.person(1, .ringing), S.person(2), S.person(3, .ringing), S.person(4, .ringing)])
        #expect(
            group.name == "Bo".text && group.others == .incomingWith(names: Text.commonTwoNames(one: "Cy", other: "Di"))
        )
        let goingOn = CallIncoming(S.incoming(), [S.person(2), S.person(3), S.person(4, .ringing)])
        #expect(goingOn.sentence == .incomingAreCallingVideo(names: Text.commonTwoNames(one: "Bo", other: "Cy")))
        let many = CallIncoming(S.incoming(), [S.person(2)] + (3...6).map { S.person(UserID($0), .ringing) })
        #expect(
            many.others
                == .incomingWith(
                    names: Text.callNamesOthers(names: Text.commonTwoNamesOfMore(one: "Cy", other: "Di"), count: 2)))
        let unverified = CallIncoming(S.incoming(isVerified: false), [])
        #expect(unverified.notes == [.incomingUnverified] && !unverified.canReply)
        let newDevice = CallIncoming(S.incoming(isVerified: false, isNewDevice: true), [])
        #expect(
            newDevice.name == .incomingNewDevice(name: "Bo") && newDevice.notes == [.incomingNewDeviceText(name: "Bo")])
        let doubts: [(NameDoubt, Text)] = [
            (.renamed(kept: "Bo", said: "Bob"), .nameRenamed(kept: "Bo", said: "Bob")),
            (.namesake(of: 9, name: "Bo", isVerified: false), .nameNamesake(name: "Bo")),
            (.namesake(of: 9, name: "Bo", isVerified: true), .nameNamesakeVerified(name: "Bo")),
        ]
        for (doubt, text) in doubts { #expect(CallIncoming(S.incoming(doubt: doubt), []).notes == [text]) }
    }

    @Test("the other callees are shown for their own call only")
    func rung() {
        let list = [S.person(2), S.person(3, .ringing)]
        let flow = S.run(S.rung + [(.rung(9, list), []), (.rung(7, list), [])])
        #expect(flow.incoming?.others == .incomingWith(names: "Cy"))
        #expect(S.run(S.rung + [(.rung(9, list), [])]).incoming?.others == nil)
        #expect(S.run(S.talking).incoming == nil)
    }
}
