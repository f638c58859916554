import ECallAPI
import ECallContacts
import ECallCore
import ECallLanguage
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flow of the personal link", .timeLimit(.minutes(1)))
struct PersonalLinkFlowTests {
    typealias Row = (action: PersonalLinkFlow.Action, effects: [PersonalLinkFlow.Effect])

    private static let now = Timestamp(milliseconds: 1_800_000_000_000)
    private static let day = 86_400

    private static func link(
        _ token: String = "t", people: Int = 10, used: Int = 0, lifetime: Int = 30 * day
    ) -> PersonalLink {
        PersonalLink(
            token: token, maxUses: people, usedCount: used, createdAt: now,
            expiresAt: now.advanced(bySeconds: lifetime))
    }

    private static let offline = ContactsError.server(.offline(host: "h"))
    private static let usual = PersonalLinkRequest(maxUses: 10, lifetime: 30 * day)

    private static func run(_ rows: [Row], from flow: PersonalLinkFlow = PersonalLinkFlow()) -> PersonalLinkFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static func opened(_ link: PersonalLink?) -> PersonalLinkFlow {
        run([(.opened, [.load(attempt: 1)]), (.loaded(1, .success(link)), [])])
    }

    @Test("a link is turned on with the chosen limits, once")
    func makes() {
        let request = PersonalLinkRequest(maxUses: 5, lifetime: 7 * Self.day)
        let flow = Self.run(
            [
                (.startedChange, []), (.askedToRenew, []), (.askedToTurnOff, []), (.confirmed, []),
                (.chosePeople(5), []), (.chosePeople(0), []), (.chosePeople(1_001), []),
                (.choseLifetime(7 * Self.day), []), (.choseLifetime(60), []),
                (.saved(at: Self.now), [.set(.make, request)]), (.saved(at: Self.now), []), (.chosePeople(1), []),
                (.opened, []),
            ], from: Self.opened(nil))
        #expect(flow.work == .make)
        let made = Self.link(people: 5, lifetime: 7 * Self.day)
        let done = Self.run([(.done(.make, .success(made)), [])], from: flow)
        #expect(done.link.value == .on(made) && done.notice == .personalLinkIsOn && done.work == nil)
        #expect(done.choice == PersonalLinkLimits(maxUses: 5, lifetime: 7 * Self.day))
        #expect(Self.run([(.sawNotice, [])], from: done).notice == nil)
    }

    @Test("the limits of an active link change in a form, and the link stays")
    func changes() {
        let flow = Self.opened(Self.link(people: 7))
        #expect(flow.choice == PersonalLinkLimits(maxUses: 5, lifetime: 30 * Self.day))
        let open = Self.run(
            [(.saved(at: Self.now), []), (.keptLimits, []), (.startedChange, []), (.chosePeople(50), [])], from: flow)
        #expect(open.isChanging && Self.run([(.keptLimits, [])], from: open) == flow)
        let request = PersonalLinkRequest(maxUses: 50, lifetime: 30 * Self.day)
        let done = Self.run(
            [
                (.saved(at: Self.now), [.set(.change, request)]),
                (.done(.change, .success(Self.link(people: 50))), []),
            ], from: open)
        #expect(done.notice == .personalLinkIsChanged && !done.isChanging)
    }

    @Test("a link that has ended is extended without opening the form")
    func extends() {
        for ended in [Self.link(used: 10), Self.link(lifetime: -1)] {
            let limits = PersonalLinkLimits.closest(to: ended)
            let request = PersonalLinkRequest(maxUses: limits.maxUses, lifetime: limits.lifetime)
            _ = Self.run([(.saved(at: Self.now), [.set(.change, request)])], from: Self.opened(ended))
        }
    }

    @Test("renewing and turning off are confirmed once, with what is lost")
    func asks() {
        let link = Self.link()
        let rows:
            [(PersonalLinkFlow.Action, PersonalLinkFlow.Question, PersonalLinkFlow.Effect, PersonalLinkFlow.Work)] =
                [
                    (.askedToRenew, .renew, .renew(link), .renew), (.askedToTurnOff, .turnOff, .turnOff, .turnOff),
                ]
        for (action, question, effect, work) in rows {
            let asked = Self.run([(action, [])], from: Self.opened(link))
            #expect(asked.question == question)
            #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: asked) == Self.opened(link))
            let done = Self.run([(.confirmed, [effect]), (.confirmed, []), (action, [])], from: asked)
            #expect(done.work == work && done.question == nil)
        }
        #expect(PersonalLinkFlow.Question.renew.text == .questionsRenewPersonalLinkText)
        #expect(PersonalLinkFlow.Question.turnOff.title == .questionsRemovePersonalLinkTitle)
        let off = Self.run(
            [(.askedToTurnOff, []), (.confirmed, [.turnOff]), (.done(.turnOff, .success(nil)), [])],
            from: Self.opened(link))
        #expect(off.link.value == .off && off.notice == .personalLinkIsOff && off.choice == .usual)
        let other = Self.run(
            [(.askedToRenew, []), (.confirmed, [.renew(link)]), (.done(.renew, .success(Self.link("u"))), [])],
            from: Self.opened(link))
        #expect(other.notice == .personalLinkIsNew && other.link.value == .on(Self.link("u")))
    }

    @Test("a failed change is reported, can be retried, and counts as done once the link shows it")
    func failures() {
        let failed = Self.run(
            [
                (.saved(at: Self.now), [.set(.make, Self.usual)]),
                (.done(.make, .failure(Self.offline)), [.load(attempt: 3)]),
            ], from: Self.opened(nil))
        #expect(failed.problem == .init(work: .make, error: Self.offline))
        // Still off; then it is on: the answer alone was lost.
        let still = Self.run([(.loaded(3, .success(nil)), [])], from: failed)
        #expect(still.problem != nil)
        _ = Self.run([(.retried, [.set(.make, Self.usual)])], from: still)
        let on = Self.run([(.loaded(3, .success(Self.link())), []), (.retried, [])], from: failed)
        #expect(on.problem == nil && on.link.value == .on(Self.link()))
        let first = Self.run([(.opened, [.load(attempt: 1)]), (.loaded(1, .failure(Self.offline)), [])])
        #expect(first.link == .failed(Self.offline))
        #expect(Self.run([(.retried, [.load(attempt: 2)])], from: first).link == .loading)
    }

    @Test("an answer requested before a change does not undo it, and an open form stays")
    func ordersAnswers() {
        let link = Self.link()
        let changed = Self.run(
            [
                (.refreshed, [.load(attempt: 2)]), (.askedToTurnOff, []), (.confirmed, [.turnOff]),
                (.done(.turnOff, .success(nil)), []), (.loaded(2, .success(link)), []),
            ], from: Self.opened(link))
        #expect(changed.link.value == .off)
        let open = Self.run(
            [
                (.startedChange, []), (.chosePeople(500), []), (.refreshed, [.load(attempt: 2)]),
                (.loaded(2, .success(Self.link(used: 3))), []),
            ], from: Self.opened(link))
        #expect(open.isChanging && open.choice.maxUses == 500 && open.link.value == .on(Self.link(used: 3)))
        let gone = Self.run([(.refreshed, [.load(attempt: 3)]), (.loaded(3, .success(nil)), [])], from: open)
        #expect(!gone.isChanging && gone.choice == .usual)
        // No one requested it.
        #expect(
            Self.run(
                [(.refreshed, [.load(attempt: 2)]), (.loaded(2, .failure(Self.offline)), [])], from: Self.opened(link)
            ).problem == nil)
    }

    @Test("each problem has a sentence that says what to do")
    func sentences() {
        func problem(_ error: APIClientError) -> Text {
            PersonalLinkFlow.Problem(work: .make, error: .server(error)).text
        }
        func refused(_ code: ErrorCode) -> Text { problem(.server(code: code.rawValue, status: 400, title: "x")) }
        #expect(problem(.offline(host: "h")) == .personalLinkProblemOffline)
        #expect(problem(.timeout) == .addProblemTimeoutText && problem(.signedOut(nil)) == .callFailureSignedOut)
        #expect(
            refused(.badRequest) == .personalLinkProblemBadRequest
                && refused(.tooManyShareTokens) == .errorsTooManyLinks)
        #expect(refused(.notAllowed) == .personalLinkProblemOther && problem(.cancelled) == .personalLinkProblemOther)
    }

    @Test("an action has no effect in a state that does not offer it, and a second tap has none")
    func explores() {
        let link = Self.link()
        let actions: [PersonalLinkFlow.Action] = [
            .opened, .chosePeople(5), .choseLifetime(Self.day), .startedChange, .keptLimits, .saved(at: Self.now),
            .askedToRenew, .askedToTurnOff, .confirmed, .thoughtBetter, .retried, .sawNotice,
            .done(.make, .success(link)), .done(.turnOff, .success(nil)), .done(.make, .failure(Self.offline)),
            .loaded(1, .success(link)), .loaded(1, .success(nil)), .loaded(1, .failure(Self.offline)),
        ]
        // In an app, work that was not begun has no result. Attempts are counted without end.
        let exploration = FlowExploration(from: PersonalLinkFlow(), actions, most: 20_000) { before, action in
            switch action {
            case .done(let work, let result):
                guard before.work == work else { return false }
                if case .failure = result { return before.problem == nil && !"\(before)".contains("attempt: 6") }
                return !"\(before)".contains("attempt: 6")
            case .opened, .retried, .saved, .confirmed: return !"\(before)".contains("attempt: 6")
            default: return true
            }
        }
        #expect(exploration.isComplete && exploration.steps.count > 1_000)
        for step in exploration.steps {
            let (before, after) = (step.before, step.after)
            var isOn = false
            if case .on? = before.link.value { isOn = true }
            let isFree = before.work == nil
            let isOffered =
                switch step.action {
                case .opened: isFree
                case .saved: isFree && (before.link.value == .off || before.isChanging)
                case .confirmed: isFree && before.question != nil
                case .retried: isFree && (before.problem != nil || before.link == .failed(Self.offline))
                case .done(_, .failure): true
                default: false
                }
            #expect(step.effects.isEmpty || isOffered, "\(step.action) in \(before)")
            #expect(after.question == nil || (isOn || before.question != nil), "\(step.action) in \(before)")
            if !step.effects.isEmpty, after.work != nil {
                var twice = after
                #expect(twice.send(step.action) == [] && twice == after)
            }
        }
    }
}

@Suite("Limits of a personal link", .timeLimit(.minutes(1)))
struct PersonalLinkLimitsTests {
    /// The page runs the same vectors (Tests/WebTests/personal-link.test.mjs).
    @Test("choices, renewal and end match the page")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/personal-link.json")
            .standardizedFileURL
        let vectors = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: [Any]])
        #expect(vectors["people"] as? [Int] == PersonalLinkLimits.peopleChoices)
        #expect(vectors["lifetimes"] as? [Int] == PersonalLinkLimits.lifetimeChoices)
        let start = Timestamp(milliseconds: 1_800_000_000_000)
        func link(people: Int = 10, used: Int = 0, milliseconds: Int64) -> PersonalLink {
            PersonalLink(
                token: "t", maxUses: people, usedCount: used, createdAt: start,
                expiresAt: Timestamp(milliseconds: start.milliseconds + milliseconds))
        }
        let closest = try #require(vectors["closest"] as? [[Int]])
        for row in closest {
            let found = PersonalLinkLimits.closest(to: link(people: row[0], milliseconds: Int64(row[1]) * 1_000))
            #expect(found == PersonalLinkLimits(maxUses: row[2], lifetime: row[3]), "\(row)")
        }
        let renewed = try #require(vectors["renewed"] as? [[Int]])
        for row in renewed {
            let limits = PersonalLinkLimits(of: link(milliseconds: Int64(row[0])), at: start)
            #expect(limits == PersonalLinkLimits(maxUses: 10, lifetime: row[1]), "\(row)")
        }
        let stages = try #require(vectors["stages"])
        for row in stages.compactMap({ $0 as? [Any] }) {
            let (used, left) = (try #require(row[0] as? Int), try #require(row[1] as? Int))
            let stage = link(used: used, milliseconds: Int64(left)).stage(at: start)
            #expect(stage.rawValue == row[2] as? String, "\(row)")
        }
        #expect(closest.count > 5 && renewed.count > 5 && stages.count > 5)
    }
}
