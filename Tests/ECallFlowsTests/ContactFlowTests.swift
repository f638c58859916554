import ECallAPI
import ECallAccount
import ECallContacts
import ECallCore
import ECallLanguage
import ECallSecurity
import Foundation
import KeyDistribution
import Testing

@testable import ECallCalls
@testable import ECallFlows

@Suite("The flow of one contact", .timeLimit(.minutes(1)))
struct ContactFlowTests {
    typealias Row = (action: ContactFlow.Action, effects: [ContactFlow.Effect])
    typealias Part = CallHistoryService.Part

    private static let offline = ContactsError.server(.offline(host: "h"))
    private static let lost = AccountError.server(.timeout)
    private static let firstCalls = ContactFlow.Effect.loadCalls(name: "Bo", before: nil)

    private static func contact(isFavorite: Bool = false, isBlocked: Bool = false, saidName: String? = nil) -> Contact {
        var contact = Contact(
            userId: 1, contactId: 2, contactName: "Bo", isFavorite: isFavorite, isBlocked: isBlocked,
            lastInteraction: nil)
        contact.saidName = saidName
        return contact
    }

    /// Greater numbers are newer.
    private static func call(_ id: UInt64, with user: UserID = 2) -> CallRecord {
        let moment = Timestamp(milliseconds: Int64(id) * 60_000)
        return CallRecord(
            id: CallID(id), callType: .incoming, callMediaType: .audio, callCategory: .personal, startedAt: moment,
            answeredAt: nil, endedAt: moment, status: .missed, janusRoomId: 1, duration: 0,
            participants: [
                Participant(
                    userId: user, deviceId: 0, displayName: "Bo", isHost: true, callId: CallID(id), isHostKey: false,
                    feedId: nil, isMuted: false, isVideoEnabled: false, status: .left)
            ])
    }

    private static func part(_ ids: [UInt64], next: String? = nil) -> Part {
        Part(calls: ids.map { call($0) }, next: next)
    }

    private static func run(_ rows: [Row], from flow: ContactFlow = ContactFlow(2)) -> ContactFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static func opened(_ contact: Contact = contact(), _ calls: Part = part([9, 8])) -> ContactFlow {
        let devices: [ContactFlow.Effect] = contact.isBlocked ? [] : [.loadDevices]
        return run([
            (.refreshed, [.load]), (.loaded(.success(contact)), devices + [firstCalls]),
            (.callsLoaded(after: nil, .success(calls)), []),
        ])
    }

    @Test("a contact can be called once they are loaded, unless they are blocked")
    func calls() {
        #expect(!ContactFlow(2).canCall && Self.opened().canCall)
        #expect(!Self.opened(Self.contact(isBlocked: true)).canCall)
    }

    @Test("each change is offered only where it applies, and one is made at a time")
    func changes() {
        let all: [ContactFlow.Change] = [.setFavorite(true), .setFavorite(false), .block, .unblock, .remove]
        let rows: [(Contact, [Bool])] = [
            (Self.contact(), [true, false, true, false, true]),
            (Self.contact(isFavorite: true, isBlocked: true), [false, true, false, true, true]),
        ]
        for (contact, offered) in rows {
            #expect(all.map(Self.opened(contact).canChoose) == offered)
            #expect(all.map(ContactFlow(2).canChoose).contains(true) == false)
        }
        let working = Self.run(
            [
                (.chose(.setFavorite(true)), [.perform(.setFavorite(true))]), (.chose(.setFavorite(true)), []),
                (.chose(.remove), []), (.confirmed, []),
            ], from: Self.opened())
        #expect(working.work == .setFavorite(true) && working.question == nil)
        let failed = Self.run([(.changed(.setFavorite(true), Self.offline), [.load])], from: working)
        #expect(failed.problem?.text == Self.offline.text && failed.work == nil && failed.contact != nil)
        #expect(Self.run([(.sawProblem, [])], from: failed).problem == nil)
    }

    @Test("removing and blocking are confirmed once, with what is lost")
    func questions() {
        for (change, title, text) in [
            (ContactFlow.Change.remove, Text.questionsRemoveTitle(name: "Bo"), Text.questionsRemoveText),
            (.block, .questionsBlockTitle(name: "Bo"), .questionsBlockText),
        ] {
            let asked = Self.run([(.confirmed, []), (.chose(change), [])], from: Self.opened())
            #expect(asked.question?.title == title && asked.question?.text == text)
            #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: asked) == Self.opened())
            _ = Self.run([(.confirmed, [.perform(change)]), (.confirmed, [])], from: asked)
        }
    }

    @Test("a contact removed here closes the page; one removed elsewhere is reported, and can return")
    func leaves() {
        let removed = Self.run(
            [
                (.chose(.remove), []), (.confirmed, [.perform(.remove)]), (.refreshed, [.load]),
                (.changed(.remove, nil), []), (.loaded(.success(Self.contact())), []), (.refreshed, []),
                (.callsChanged, []), (.chose(.remove), []),
            ], from: Self.opened())
        #expect(removed.presence == .removed && removed.contact == nil)
        let gone = Self.run(
            [
                (.chose(.block), []), (.refreshed, [.load]), (.loaded(.success(nil)), []), (.confirmed, []),
                (.chose(.setFavorite(true)), []), (.startedReport, []),
                (.reachedEnd, []),
            ], from: Self.opened())
        #expect(gone.presence == .gone && gone.question == nil && gone.report == nil)
        let back = Self.run(
            [(.refreshed, [.load]), (.loaded(.success(Self.contact())), [.loadDevices, Self.firstCalls])], from: gone)
        #expect(back.contact == Self.contact())
        // Someone else was faster: the error disappears with the contact.
        let failed = Self.run(
            [
                (.chose(.remove), []), (.confirmed, [.perform(.remove)]),
                (.changed(.remove, .noMatch("2")), [.load]), (.loaded(.success(nil)), []),
            ], from: Self.opened())
        #expect(failed.presence == .gone && failed.problem == nil)
        // Blocked on another device while it is asked about here.
        let blocked = Self.run(
            [
                (.chose(.block), []), (.refreshed, [.load]),
                (.loaded(.success(Self.contact(isBlocked: true))), [Self.firstCalls]),
            ], from: Self.opened())
        #expect(blocked.question == nil)
    }

    @Test("calls load in parts, skipping other people of the same name")
    func callParts() {
        let strangers = Part(calls: [Self.call(8, with: 3)], next: "b")
        let flow = Self.run(
            [
                (.refreshed, [.load]), (.loaded(.success(Self.contact())), [.loadDevices, Self.firstCalls]),
                (.reachedEnd, []),
                (
                    .callsLoaded(after: nil, .success(Part(calls: [Self.call(9, with: 3)], next: "a"))),
                    [
                        .loadCalls(name: "Bo", before: "a")
                    ]
                ),
                (.callsLoaded(after: "a", .success(strangers)), [.loadCalls(name: "Bo", before: "b")]),
                (.callsLoaded(after: "b", .success(Self.part([7, 6], next: "c"))), []),
                (.reachedEnd, [.loadCalls(name: "Bo", before: "c")]), (.reachedEnd, []),
                (.callsLoaded(after: "c", .success(Self.part([6, 5]))), []), (.reachedEnd, []),
            ])
        #expect(flow.calls.map(\.id) == [7, 6, 5] && !flow.hasMoreCalls && flow.areCallsLoaded)
        // A server that repeats the same cursor is not asked endlessly.
        _ = Self.run([
            (.refreshed, [.load]), (.loaded(.success(Self.contact())), [.loadDevices, Self.firstCalls]),
            (.callsLoaded(after: nil, .success(strangers)), [.loadCalls(name: "Bo", before: "b")]),
            (.callsLoaded(after: "b", .success(strangers)), []),
        ])
        let renamed = Self.contact(saidName: "Bob")
        let other = Self.run([
            (.refreshed, [.load]),
            (.loaded(.success(renamed)), [.loadDevices, .loadCalls(name: "Bob", before: nil)]),
        ])
        #expect(other.nameDoubt == .nameRenamedRow(said: "Bob") && Self.opened().nameDoubt == nil)
    }

    @Test("a new call appears on top, a removed one disappears, and loaded parts stay")
    func refreshesCalls() {
        let scrolled = Self.run(
            [
                (.reachedEnd, [.loadCalls(name: "Bo", before: "a")]),
                (.callsLoaded(after: "a", .success(Self.part([7, 6], next: "b"))), []),
                (.callsChanged, [Self.firstCalls]), (.callsChanged, []),
                (.callsLoaded(after: nil, .success(Self.part([10, 8], next: "x"))), [Self.firstCalls]),
                (.callsLoaded(after: nil, .success(Self.part([10, 8], next: "x"))), []),
                (.reachedEnd, [.loadCalls(name: "Bo", before: "b")]),
            ], from: Self.opened(Self.contact(), Self.part([9, 8], next: "a")))
        #expect(scrolled.calls.map(\.id) == [10, 8, 7, 6])
        let failed = Self.run(
            [(.callsChanged, [Self.firstCalls]), (.callsLoaded(after: nil, .failure(Self.lost)), [])],
            from: Self.opened())
        #expect(failed.problem?.text == Self.lost.text && failed.calls.count == 2 && failed.callsFailure == nil)
    }

    @Test("each part that cannot be loaded is reported in its place, or beside what is there")
    func failures() {
        let first = Self.run([(.refreshed, [.load]), (.refreshed, []), (.loaded(.failure(Self.offline)), [.load])])
        #expect(first.presence == .failed(Self.offline) && first.problem == nil)
        let parts = Self.run([
            (.refreshed, [.load]), (.loaded(.success(Self.contact())), [.loadDevices, Self.firstCalls]),
            (.callsLoaded(after: nil, .failure(Self.lost)), []), (.devicesLoaded(.failure(.offline)), []),
        ])
        #expect(parts.callsFailure == Self.lost && parts.devices == .failed(.offline) && parts.problem == nil)
        let later = Self.run(
            [
                (.devicesLoaded(.success(.init(known: [], hasOlderApps: true))), []),
                (.devicesLoaded(.failure(.offline)), []), (.refreshed, [.load]), (.loaded(.failure(Self.offline)), []),
            ], from: parts)
        #expect(later.problem == .devices(.offline) && later.devices.value?.hasOlderApps == true)
    }

    @Test("a report concerns the contact, and stays open when they are removed")
    func reports() {
        let open = Self.run([(.startedReport, []), (.startedReport, [])], from: Self.opened())
        #expect(open.report == ReportFlow(of: 2, name: "Bo"))
        let request = ReportRequest(userId: 2, reason: .spam)
        let sending = Self.run(
            [
                (.report(.choseReason(.spam)), []), (.report(.sent), [.report(.report(request))]), (.leftReport, []),
                (.refreshed, [.load]), (.loaded(.success(nil)), []), (.report(.done(nil)), []),
            ], from: open)
        #expect(sending.report?.isSent == true && Self.run([(.leftReport, [])], from: sending).report == nil)
    }

    // MARK: - Trust

    private static func device(
        _ trust: DeviceTrust, _ word: DevicePast.Word, says: String? = nil, since: DevicePast.Moment? = nil
    ) throws -> KnownDevice {
        let identity = try SignedIdentity.make(
            address: DeviceAddress(userID: 2, deviceID: 21), serial: 1, rsa: try DeviceKeyPair.generate().publicKey,
            signingKey: .generate(), createdAt: 1)
        return KnownDevice(
            identity: ShownIdentity(identity), trust: trust,
            past: DevicePast(says: says, since: since, word: word))
    }

    private static let words = DeviceWords(
        locale: Locale(identifier: "en_GB"), timeZone: TimeZone(secondsFromGMT: 0) ?? .current)

    @Test("trust is described by its basis and the advice, and numbers are compared only where useful")
    func trust() throws {
        let moment = DevicePast.Moment(milliseconds: 1_795_867_200_000, hasYear: false)
        let old = DevicePast.Moment(milliseconds: 1_795_867_200_000, hasYear: true)
        let rows: [(DeviceTrust, DevicePast.Word, String, Text, Bool)] = [
            (.new, .listed, "Not seen in a call yet", .contactTrustUnmetText, true),
            (.known, .calls(count: 3, since: moment), "In 3 calls since November", .contactTrustCallsText, true),
            (.known, .calls(count: 1, since: old), "In 1 call since November 2026", .contactTrustCallsText, true),
            (.known, .calls(count: 0, since: nil), "In earlier calls", .contactTrustCallsText, true),
            (.known, .confirmed(at: moment), "Confirmed by you on 28 Nov", .contactTrustConfirmedText, true),
            (.verified, .verified(at: moment), "Verified", .contactTrustVerifiedText, false),
            (
                .vouched, .vouched(since: old), "Confirmed by another device · since 28 Nov 2026",
                .contactTrustVouchedText, true
            ),
            (.held(.newDevice), .held, "New device", .contactTrustNewDeviceText, true),
            (.held(.changedKey), .held, "Device identity changed", .contactTrustChangedKeyText, true),
            (.held(.revoked), .held, "Signed out", .contactTrustRevokedText, false),
            (.held(.unverified), .held, "Not verified", .contactTrustUnverifiedText, true),
            (.held(.refused), .held, "Not theirs", .contactTrustRefusedText, true),
        ]
        for (trust, word, said, sentence, isComparable) in rows {
            let device = try Self.device(trust, word)
            let flow = Self.run(
                [(.devicesLoaded(.success(.init(known: [device], hasOlderApps: false))), [])], from: Self.opened())
            let shown = try #require(flow.trust(in: Self.words))
            #expect(Texts(.english).string(shown.word) == said && shown.sentence == sentence, "\(trust)")
            #expect(shown.comparable == (isComparable ? 21 : nil) && shown.isHeld == trust.isHeld)
            #expect(shown.isVerified == (trust == .verified))
        }
        let held = try Self.device(.held(.newDevice), .held)
        #expect(Self.words.note(on: held) == .trustWordListed)
    }

    @Test("no trust is shown without devices or for a blocked contact, and an older app is named as such")
    func noTrust() throws {
        func shown(_ devices: TrustService.Devices, of contact: Contact = Self.contact()) -> ContactFlow.Trust? {
            Self.run([(.devicesLoaded(.success(devices)), [])], from: Self.opened(contact)).trust(in: Self.words)
        }
        #expect(shown(.init(known: [], hasOlderApps: false)) == nil)
        #expect(shown(.init(known: [], hasOlderApps: true))?.word == .contactTrustOlder)
        let verified = try Self.device(.verified, .verified(at: nil))
        #expect(shown(.init(known: [verified], hasOlderApps: true))?.isVerified == false)
        #expect(shown(.init(known: [verified], hasOlderApps: false), of: Self.contact(isBlocked: true)) == nil)
        #expect(Self.opened().trust() == nil)
    }

    @Test("a device has the same name everywhere")
    func deviceNames() throws {
        let since = DevicePast.Moment(milliseconds: 1_795_867_200_000, hasYear: false)
        func name(_ says: String?, _ since: DevicePast.Moment?) -> String {
            Texts(.english).string(Self.words.name(of: DevicePast(says: says, since: since, word: .listed)))
        }
        #expect(name("iOS", since) == "Says it’s iOS · since 28 Nov" && name("iOS", nil) == "Says it’s iOS")
        #expect(name(nil, nil) == "Device" && name(nil, since) == "Device · since 28 Nov")
    }

    @Test("an action has no effect in a state that does not offer it, and a second tap has none")
    func explores() {
        let actions: [ContactFlow.Action] = [
            .refreshed, .callsChanged, .chose(.setFavorite(true)), .chose(.setFavorite(false)),
            .chose(.block), .chose(.unblock), .chose(.remove), .confirmed, .thoughtBetter, .startedReport,
            .report(.sent), .leftReport, .reachedEnd, .loaded(.success(Self.contact())),
            .loaded(.success(Self.contact(isFavorite: true, isBlocked: true))), .loaded(.success(nil)),
            .callsLoaded(after: nil, .success(Self.part([9], next: "a"))), .changed(.block, nil),
            .changed(.remove, nil),
        ]
        let exploration = FlowExploration(from: ContactFlow(2), actions, most: 30_000) { before, action in
            // In an app, work that was not begun has no result.
            switch action {
            case .changed(let change, _): before.work == change
            default: true
            }
        }
        #expect(exploration.isComplete && exploration.steps.count > 1_000)
        for step in exploration.steps {
            let before = step.before
            let isOffered =
                switch step.action {
                case .chose(let change): before.canChoose(change)
                case .confirmed: before.question.map { before.canChoose($0.change) } ?? false
                case .report: before.report?.canSend == true
                case .reachedEnd: before.contact != nil && before.hasMoreCalls
                case .callsChanged: before.contact != nil
                case .refreshed: before.presence != .removed
                case .loaded, .callsLoaded: true
                case .changed: true
                default: false
                }
            #expect(step.effects.isEmpty || isOffered, "\(step.action) in \(before)")
            #expect(step.after.question == nil || step.after.contact != nil, "\(step.action) in \(before)")
            guard !step.effects.isEmpty else { continue }
            switch step.action {
            case .chose, .confirmed, .report, .reachedEnd:
                var twice = step.after
                #expect(twice.send(step.action) == [] && twice == step.after, "\(step.action) in \(before)")
            default: break
            }
        }
    }
}
