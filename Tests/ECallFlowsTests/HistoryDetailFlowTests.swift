import ECallAPI
import ECallAccount
import ECallCalls
import ECallContacts
import ECallCore
import ECallLanguage
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flow of one run of calls", .timeLimit(.minutes(1)))
struct HistoryDetailFlowTests {
    typealias Row = (action: HistoryDetailFlow.Action, effects: [HistoryDetailFlow.Effect])
    typealias Part = CallHistoryService.Part

    private static let start: Int64 = 1_800_000_000_000
    private static let offline = ContactsError.server(.offline(host: "h"))
    private static let lost = AccountError.server(.timeout)

    private static func call(
        _ id: UInt64, _ status: CallStatus = .missed, with people: [UserID] = [2, 3, 4, 5, 6], isVideo: Bool = false
    ) -> CallRecord {
        // Greater numbers are newer.
        let startedAt = Timestamp(milliseconds: start + Int64(id) * 60_000)
        return CallRecord(
            id: CallID(id), callType: .incoming, callMediaType: isVideo ? .video : .audio,
            callCategory: people.count > 1 ? .group : .personal, startedAt: startedAt, answeredAt: nil,
            endedAt: status == .active ? nil : startedAt, status: status, janusRoomId: 1, duration: 0,
            participants: people.map {
                Participant(
                    userId: $0, deviceId: 0, displayName: $0 == 6 ? "" : "N\($0)", isHost: $0 == 2, callId: CallID(id),
                    isHostKey: false, feedId: nil, isMuted: false, isVideoEnabled: false, status: .left)
            })
    }

    private static func contact(_ id: UserID, isBlocked: Bool = false) -> Contact {
        Contact(
            userId: 1, contactId: id, contactName: "N\(id)", isFavorite: false, isBlocked: isBlocked,
            lastInteraction: nil)
    }

    private static func request(_ direction: PendingRequest.Direction, _ user: UserID) -> PendingRequest {
        PendingRequest(
            direction: direction,
            request: FriendRequest(
                id: 9, senderId: direction == .received ? user : 1, receiverId: direction == .received ? 1 : user,
                status: nil, receiverName: "N\(user)", date: Timestamp(milliseconds: 0)))
    }

    /// 2 is a contact, 3 a blocked one, 4 has been asked, 5 is a stranger, 6 one without a name; 7 is blocked, 8 asks.
    private static let lists = ContactsFlow.Lists(
        contacts: [contact(2), contact(3, isBlocked: true)], received: [request(.received, 8)],
        sent: [request(.sent, 4)], blocked: [contact(3, isBlocked: true), contact(7)])

    private static func flow(_ calls: [CallRecord]) -> HistoryDetailFlow {
        HistoryDetailFlow(HistoryRun(calls, newest: calls[0]))
    }

    private static func run(_ rows: [Row], from flow: HistoryDetailFlow) -> HistoryDetailFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static func opened(_ calls: [CallRecord] = [call(12), call(11)]) -> HistoryDetailFlow {
        run(
            [
                (.refreshed, [.loadPeople, .loadCalls]), (.peopleLoaded(.success(lists)), []),
                (.callsLoaded(.success(Part(calls: calls, next: nil))), []),
            ], from: flow(calls))
    }

    @Test("each person is classified by the lists, and can be asked, blocked and reported accordingly")
    func relations() {
        let calls = [Self.call(12, with: [2, 3, 4, 5, 6, 7, 8])]
        let flow = Self.opened(calls)
        let rows: [(UserID, HistoryDetailFlow.Relation, asks: Bool, blocks: Bool, unblocks: Bool, reports: Bool)] = [
            (2, .contact(isBlocked: false), false, false, false, false),
            (3, .contact(isBlocked: true), false, false, false, false), (4, .asked, false, true, false, true),
            (5, .stranger, true, true, false, true), (6, .stranger, false, true, false, true),
            (7, .blocked, false, false, true, true), (8, .asks, false, true, false, true),
        ]
        for row in rows {
            #expect(flow.relation(to: row.0) == row.1)
            #expect(flow.canAsk(row.0) == row.asks && flow.canBlock(row.0) == row.blocks)
            #expect(flow.canUnblock(row.0) == row.unblocks && flow.canReport(row.0) == row.reports)
            #expect(Self.flow(calls).relation(to: row.0) == nil && !Self.flow(calls).canBlock(row.0))
        }
        #expect(!flow.canBlock(99) && !flow.canReport(99) && !flow.canAsk(99))
    }

    /// 000-54
    @Test(
        "contacts who are not blocked can be called again, except during a call, which can be resumed once")
    func callsAgain() {
        #expect(Self.opened().canCall && Self.opened().callable == [2])
        let going = Self.opened([Self.call(12, .active, isVideo: true), Self.call(11)])
        let returning = Self.run(
            [(.returned, [.comeBack(12, isVideo: true)]), (.returned, [])], from: going)
        #expect(returning.running?.id == 12 && returning.isReturning && !returning.canCall)
        #expect(Self.run([(.cameBack(nil), [.loadCalls])], from: returning).problem == nil)
        #expect(Self.run([(.cameBack(.noCall), [.loadCalls])], from: returning).problem == nil)
        // It has ended meanwhile.
        let over = Self.run(
            [
                (.cameBack(.over), [.loadCalls]),
                (.callsLoaded(.success(Part(calls: [Self.call(12, .completed), Self.call(11)], next: "n"))), []),
                (.returned, []),
            ], from: returning)
        #expect(over.problem == .call(.over) && over.running == nil && over.canCall)
        for status in [CallStatus.calling] { #expect(!Self.opened([Self.call(12, status)]).canCall) }
        #expect(!Self.opened([Self.call(12, with: [3, 4])]).canCall && !Self.flow([Self.call(12)]).canCall)
    }

    @Test("calls are removed after one question that counts them")
    func removes() {
        let asked = Self.run(
            [(.confirmed, []), (.askedToRemove([99]), []), (.askedToRemove([11, 12]), [])], from: Self.opened())
        #expect(
            asked.question?.title == .historyDeleteRunTitle(count: 2) && asked.question?.text == .historyDeleteRunText)
        #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: asked) == Self.opened())
        let removing = Self.run(
            [(.confirmed, [.remove([11, 12])]), (.confirmed, []), (.askedToRemove([11]), []), (.confirmed, [])],
            from: asked)
        #expect(removing.removing == [11, 12])
        #expect(Self.run([(.removed([11, 12], nil), [])], from: removing).calls == [])
        let failed = Self.run([(.removed([11, 12], Self.lost), [])], from: removing)
        #expect(failed.calls.count == 2 && failed.problem == .history(Self.lost) && failed.removing == [])
        let one = Self.run([(.askedToRemove([11]), [])], from: Self.opened())
        #expect(one.question?.title == .questionsDeleteCallTitle && one.question?.text == .questionsDeleteCallText)
    }

    @Test("a call removed elsewhere disappears, and one older than the loaded part stays")
    func updates() {
        let calls = [Self.call(14), Self.call(13), Self.call(5)]
        let flow = Self.run(
            [(.callsLoaded(.success(Part(calls: [Self.call(14, .completed), Self.call(9)], next: "n"))), [])],
            from: Self.flow(calls))
        #expect(flow.calls.map(\.id) == [14, 5] && flow.calls[0].result == .answered)
        let all = Self.run([(.callsLoaded(.success(Part(calls: [Self.call(14)], next: nil))), [])], from: flow)
        #expect(all.calls.map(\.id) == [14])
        #expect(Self.run([(.callsLoaded(.failure(Self.lost)), [])], from: flow).calls.count == 2)
    }

    @Test("a non-contact is asked at once, blocked after a question, and unblocked at once")
    func people() {
        let flow = Self.opened()
        let asking = Self.run(
            [(.asked(5), [.ask(5)]), (.asked(5), []), (.askedToBlock(5), []), (.asked(2), [])], from: flow)
        #expect(asking.busy == [5] && asking.question == nil)
        let failed = Self.run([(.changed(5, Self.offline), [.loadPeople])], from: asking)
        #expect(failed.problem?.text == Self.offline.text && failed.busy == [])
        let blocking = Self.run([(.askedToBlock(2), []), (.confirmed, []), (.askedToBlock(5), [])], from: flow)
        #expect(
            blocking.question?.title == .questionsBlockTitle(name: "N5")
                && blocking.question?.text == .questionsBlockText)
        _ = Self.run([(.confirmed, [.setBlocked(true, 5)]), (.confirmed, [])], from: blocking)
        let blocked = Self.opened([Self.call(12, with: [7])])
        _ = Self.run([(.unblocked(7), [.setBlocked(false, 7)]), (.unblocked(7), [])], from: blocked)
        #expect(Self.run([(.unblocked(5), [])], from: flow) == flow)
    }

    @Test("a report names the newest call, and can be left unless it is being sent")
    func reports() {
        let open = Self.run(
            [(.startedReport(2), []), (.startedReport(5), []), (.startedReport(4), [])], from: Self.opened())
        #expect(open.report == ReportFlow(of: 5, name: "N5", call: 12))
        let request = ReportRequest(userId: 5, reason: .spam, callId: 12)
        let sending = Self.run(
            [
                (.report(.choseReason(.spam)), []), (.report(.sent), [.report(.report(request))]), (.leftReport, []),
            ], from: open)
        #expect(sending.report?.isSending == true)
        #expect(Self.run([(.report(.done(nil)), []), (.leftReport, [])], from: sending).report == nil)
        #expect(Self.run([(.report(.sent), [])], from: Self.opened()) == Self.opened())
    }

    @Test("a failed request is reported, and the calls stay")
    func failures() {
        let flow = Self.run(
            [(.peopleLoaded(.failure(Self.offline)), []), (.callsLoaded(.failure(Self.lost)), [])],
            from: Self.flow([Self.call(12)]))
        #expect(flow.problem == .contacts(Self.offline) && flow.calls.count == 1 && flow.relation(to: 2) == nil)
        #expect(Self.run([(.sawProblem, [])], from: flow).problem == nil)
        #expect(HistoryDetailFlow.Problem.history(Self.lost).text == Self.lost.text)
    }

    @Test("an action has no effect in a state that does not offer it, and a second tap has none")
    func explores() {
        let calls = [Self.call(12, .active, with: [2, 5]), Self.call(11, with: [2, 5])]
        let ended = Part(calls: [Self.call(12, .completed, with: [2, 5]), Self.call(11, with: [2, 5])], next: nil)
        var befriended = Self.lists
        befriended.contacts.append(Self.contact(5))
        let actions: [HistoryDetailFlow.Action] = [
            .refreshed, .returned, .askedToRemove([12]), .askedToRemove([99]), .asked(5),
            .asked(2), .askedToBlock(5), .askedToBlock(2), .unblocked(5), .startedReport(5), .report(.sent),
            .leftReport, .confirmed, .thoughtBetter, .peopleLoaded(.success(Self.lists)),
            .peopleLoaded(.success(befriended)), .callsLoaded(.success(ended)), .removed([12], nil),
            .changed(5, nil), .cameBack(nil),
        ]
        let exploration = FlowExploration(from: Self.flow(calls), actions, most: 8_000)
        #expect(exploration.isComplete && exploration.steps.count > 1_000)
        for step in exploration.steps {
            let before = step.before
            let isOffered =
                switch step.action {
                case .returned: before.canReturn
                case .asked(let user): before.canAsk(user)
                case .unblocked(let user): before.canUnblock(user)
                case .confirmed: before.question != nil
                case .report: before.report?.canSend == true
                case .refreshed, .changed, .cameBack: true
                default: false
                }
            #expect(step.effects.isEmpty || isOffered, "\(step.action) in \(before)")
            switch step.action {
            case .returned, .asked, .unblocked, .confirmed:
                var twice = step.after
                #expect(twice.send(step.action) == [] && twice == step.after)
            case .askedToRemove([99]), .askedToBlock(2), .asked(2): #expect(step.after == before)
            default: break
            }
        }
    }

    /// 000-54
    @Test("a call is described in the words of the page")
    func words() {
        let english = Locale(identifier: "en")
        func outcome(_ result: PastCall.Result, isOutgoing: Bool = false, seconds: Int = 0) -> String {
            let call = PastCall(
                id: 1, isOutgoing: isOutgoing, isVideo: false, isGroup: false, result: result,
                startedAt: Timestamp(milliseconds: 0), duration: seconds, people: [])
            return Texts(.english).string(call.outcomeText(locale: english))
        }
        #expect(Set(PastCall.Result.allCases.map { outcome($0) }).count == PastCall.Result.allCases.count)
        #expect(
            outcome(.answered, seconds: 59) == "Incoming · 59 sec"
                && outcome(.answered, seconds: 0) == "Incoming · 0 sec"
        )
        #expect(outcome(.unconnected, isOutgoing: true) == "Answered, never connected")
        #expect(outcome(.answered, isOutgoing: true, seconds: 119) == "Outgoing · 1 min")
        #expect(outcome(.answered, seconds: 3_725) == "Incoming · 1 hr, 2 min")
        let kinds = [(true, true), (true, false), (false, true), (false, false)].map { isOutgoing, isVideo in
            PastCall(
                id: 1, isOutgoing: isOutgoing, isVideo: isVideo, isGroup: false, result: .missed,
                startedAt: Timestamp(milliseconds: 0), duration: 0, people: []
            ).kindText
        }
        #expect(
            kinds == [.historyKindOutgoingVideo, .historyKindOutgoing, .historyKindIncomingVideo, .historyKindIncoming])
    }
}
