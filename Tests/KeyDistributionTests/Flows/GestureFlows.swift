import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 51 and 52: raised hands and reactions, which are sent to everyone.
    static let gestures: [Flow] = [
        Flow(number: 51, name: "hands") { flow in
            let scene = flow.scene
            let (ana, bo) = (scene.address("ana"), scene.address("bo"))
            beginWithout("dan", flow)
            func see(_ names: String..., raised: Bool = true) -> Bool {
                names.allSatisfy { scene.member("ana", of: $0)?.isHandRaised == raised }
            }
            // Bo is shown, cem is not: the hand goes to both at once, and repeats the last report on media.
            let report = ReceptionReport(bitrate: 500, layer: 1)
            scene.handle("ana", .receiving([bo: report]))
            scene.run(for: 100)
            scene.handle("ana", .hand(isRaised: true))
            scene.run(for: Scene.delay)
            flow.expect(see("bo", "cem"), "all see it one trip later")
            let told = scene.device("bo").reports.map(\.report)
            flow.expect(!told.isEmpty && told.allSatisfy { $0 == report }, "of bo's media all stays as it was said")
            flow.expect(scene.device("cem").reports.isEmpty, "of cem's nothing is said")

            // A hand that is lowered, raised and lowered within a second is lowered, and reported once.
            let count = flow.sent(.report, by: "ana").count
            for isRaised in [false, true, false] { scene.handle("ana", .hand(isRaised: isRaised)) }
            scene.run(for: 900)
            flow.expect(see("bo", "cem") && flow.sent(.report, by: "ana").count == count, "one signal a second")
            scene.run(for: 200)
            flow.expect(see("bo", "cem", raised: false), "the last counts")
            flow.expect(flow.sent(.report, by: "ana").count == count + 2, "one report to each")

            // A report that is lost is made up for while the hand is up.
            scene.run(for: 2_000)
            flow.loseNext(.report, from: "ana", to: "cem")
            scene.handle("ana", .hand(isRaised: true))
            scene.run(for: 9_000)
            flow.expect(see("bo") && see("cem", raised: false), "lost")
            scene.run(for: 2_000)
            flow.expect(see("bo", "cem"), "said again")
            scene.run(for: 40_000)
            flow.expect(see("bo", "cem"), "and again")

            // A newcomer sees it with the first report that can tell it.
            scene.accept("dan", invitedBy: "ana")
            let seen = flow.time(within: 3_000) { see("dan") }
            flow.expect(seen.map { $0 <= 1_000 + 4 * Scene.delay } ?? false, "a newcomer sees it, not \(seen ?? 0)")

            // No one can raise another's hand; an older report changes nothing.
            let texts = flow.sent(.report, by: "ana")
            scene.handle("ana", .hand(isRaised: false))
            scene.run(for: 2_000)
            flow.expect(see("bo", "cem", "dan", raised: false), "down")
            for text in texts {
                scene.forge(.report, from: ana, to: "bo", text)
                scene.forge(.report, from: scene.address("cem"), to: "bo", text)
            }
            scene.run(for: 100)
            flow.expect(see("bo", raised: false), "older reports raise nothing")
            flow.expect(scene.member("cem", of: "bo")?.isHandRaised == false, "nor those of another")
            flow.expect(Set(texts.map { $0.split(separator: ".")[1].count }).count == 1, "all are as long")
        },
        Flow(number: 52, name: "reactions") { flow in
            let scene = flow.scene
            let bo = scene.address("bo")
            beginWithout("dan", flow)
            func seen(_ name: String) -> [Reaction] { scene.device(name).reactions.map(\.reaction) }
            scene.handle("ana", .react(.heart))
            scene.run(for: Scene.delay)
            flow.expect(seen("bo") == [.heart] && seen("cem") == [.heart], "all see it one trip later")
            // Only the last of several within a second; the same once more is another.
            for reaction in [Reaction.laugh, .surprise, .heart] { scene.handle("ana", .react(reaction)) }
            scene.run(for: 900)
            flow.expect(seen("bo") == [.heart], "one signal a second")
            scene.run(for: 200)
            flow.expect(seen("bo") == [.heart, .heart] && seen("cem") == [.heart, .heart], "twice the same")
            // A report with other content repeats it, and it is shown once; if it was lost, it is shown then.
            flow.loseNext(.report, from: "ana", to: "cem")
            scene.run(for: 1_000)
            scene.handle("ana", .react(.applause))
            scene.run(for: 1_000)
            flow.expect(seen("bo").last == .applause && seen("cem").last == .heart, "lost for cem")
            scene.handle("ana", .hand(isRaised: true))
            scene.run(for: 100)
            flow.expect(seen("bo") == [.heart, .heart, .applause] && seen("cem") == seen("bo"), "once, for both")
            // After a few seconds no report contains it any more: a later newcomer has not missed it.
            scene.run(for: KeyDistributionLimits.reactionTime)
            scene.accept("dan", invitedBy: "ana")
            scene.run(for: 12_000)
            flow.expect(scene.member("ana", of: "dan")?.isHandRaised == true && seen("dan").isEmpty, "over for dan")

            // The report that the hand was lowered is lost for good: the hand counts as lowered when its device falls silent.
            flow.loseNext(.report, from: "ana", to: "bo")
            scene.handle("ana", .hand(isRaised: false))
            let down = flow.time(within: 60_000) { scene.member("ana", of: "bo")?.isHandRaised == false }
            let limit = KeyDistributionLimits.handTime
            flow.expect(down.map { $0 > limit - 11_000 && $0 <= limit } ?? false, "down, not after \(down ?? 0)")

            // The device with the raised hand falls silent, in the end because this device is away: then it may still receive
            // it.
            scene.handle("ana", .hand(isRaised: true))
            scene.run(for: 1_000)
            scene.way = { kind, _, _, _ in kind == .report ? [] : [Scene.delay] }
            scene.run(for: 32_000)
            flow.expect(scene.member("ana", of: "bo")?.isHandRaised == true, "not down yet")
            scene.disconnect("bo")
            scene.run(for: 4_000)
            scene.reconnect("bo")
            flow.expect(scene.member("ana", of: "bo")?.isHandRaised == true, "still up after an absence")
            scene.way = { _, _, _, _ in [Scene.delay] }
            scene.run(for: 15_000)
            flow.expect(scene.member("ana", of: "bo")?.isHandRaised == true, "and later")

            // Two that come in half a second are one too many; the second is in the next report as well.
            let told = seen("bo").count
            var isLate = true
            scene.way = { kind, _, to, _ in
                guard isLate, kind == .report, to == bo else { return [Scene.delay] }
                isLate = false
                return [1_000]
            }
            scene.handle("ana", .react(.laugh))
            scene.run(for: 100)
            scene.handle("ana", .react(.surprise))
            scene.run(for: 1_000)
            flow.expect(seen("bo").dropFirst(told) == [.laugh] && seen("cem").suffix(2) == [.laugh, .surprise], "late")
            scene.handle("ana", .hand(isRaised: false))
            scene.run(for: 1_000)
            flow.expect(seen("bo").dropFirst(told) == [.laugh, .surprise], "both")
            scene.leave("ana")
            scene.run(for: 100)
            flow.expect(scene.member("ana", of: "bo") == nil, "who has left raises no hand")
        },
    ]

    /// Ana rings three, one of whom joins later.
    private static func beginWithout(_ late: String, _ flow: FlowScene) {
        flow.scene.found("ana", inviting: ["bo", "cem", late])
        flow.scene.run(for: 1_000)
        for name in ["bo", "cem"] { flow.scene.accept(name, invitedBy: "ana") }
        flow.scene.run(for: 2_000)
        flow.expect(flow.scene.allHear(["ana", "bo", "cem"]), "three hear each other at the beginning")
    }
}
