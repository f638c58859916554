import ECallAPI
import ECallSecurity
import Testing

@testable import KeyDistribution

/// The proofs required before a person is shown that another hears them (e2ee 6), from both sides.
@Suite("Proofs")
struct ProofRuleTests {
    /// Ana's knowledge of bo's device.
    enum Knowledge: String, CaseIterable, CustomTestStringConvertible {
        case new, known, vouched, verified, held

        var testDescription: String { rawValue }
        var cast: SceneCast {
            var cast = SceneCast.plain
            let (bo, other) = (cast.device("bo").identity, cast.device("bo2").identity)
            var pins = DevicePins()
            switch self {
            case .new: break
            case .known: pins = .knowing([bo])
            case .vouched:
                pins = .knowing([other])
                cast.vouches["bo"] = try? Vouch(text: SceneCast.vouch(by: "bo2", for: "bo"))
            case .verified: pins.verify(bo)
            case .held: pins = .knowing([.other(of: "bo")])
            }
            cast.pins["ana"] = pins
            return cast
        }
    }

    @Test(
        "two devices are shown to hear each other within a second, after the status; a held one is not",
        arguments: Knowledge.allCases)
    func bothSides(knowledge: Knowledge) {
        let flow = FlowScene(knowledge.cast)
        let scene = flow.scene
        scene.way = { kind, _, _, _ in kind == .status ? [600] : [Scene.delay] }
        scene.found("ana", inviting: ["bo"])
        scene.run(for: 1_000)
        scene.accept("bo", invitedBy: "ana")
        let sides = [("ana", "bo"), ("bo", "ana")]
        scene.run(for: 550)
        #expect(sides.allSatisfy { scene.member($1, of: $0)?.hearsUs == false })
        scene.run(for: 450)
        #expect(sides.allSatisfy { scene.member($1, of: $0)?.hearsUs == (knowledge != .held) })
        #expect(scene.allHear(["ana", "bo"]) == (knowledge != .held))
        let trust = scene.member("bo", of: "ana")?.trust.text
        #expect(trust == (knowledge == .held ? "held:changedKey" : knowledge.rawValue))
        #expect(flow.violations == [])
    }
}
