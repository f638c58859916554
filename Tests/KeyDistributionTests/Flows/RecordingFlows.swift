import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flow 46: a recorder is marked for all.
    static let recording: [Flow] = [
        Flow(number: 46, name: "recording") { flow in
            let scene = flow.scene
            let bo = scene.address("bo")
            func isMarked(_ names: String...) -> Bool {
                names.allSatisfy { scene.member("bo", of: $0)?.isRecording == true }
            }
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["ana", "bo"]) && !isMarked("ana"), "nobody records at the beginning")
            let before = flow.sent(.status, by: "bo")

            scene.handle("bo", .recording(true))
            flow.expect(flow.sent(.status, by: "bo").count == before.count + 1, "said at once")
            scene.run(for: Scene.delay)
            flow.expect(isMarked("ana"), "one trip later")
            scene.handle("bo", .recording(true))
            for text in before { scene.forge(.status, from: bo, to: "ana", text) }
            scene.run(for: 1)
            flow.expect(isMarked("ana"), "an older status takes nothing back")
            flow.expect(flow.sent(.status, by: "bo").count == before.count + 1, "nothing is said twice")
            scene.run(for: 25_000)
            flow.expect(isMarked("ana"), "each later status says it as well")

            // A device is told before the recorder hears it, even if its join or its status arrives late.
            scene.accept("cem", invitedBy: "ana")
            let told = flow.time(within: 1_000) { isMarked("cem") }
            flow.expect(told.map { $0 <= 3 * Scene.delay } ?? false, "a newcomer is told at once, not \(told ?? 0)")
            scene.leave("cem")
            scene.run(for: 5_000)
            scene.stores = false
            flow.loseNext(.join, from: "bo", to: "cem")
            scene.accept("cem", invitedBy: "ana")
            let heard = flow.time(within: 10_000) { scene.hears("bo", "cem") }
            scene.run(for: Scene.delay)
            flow.expect(heard != nil && isMarked("cem"), "who asks for the join is told with it")

            let recording = flow.sent(.status, by: "bo")
            scene.handle("bo", .recording(false))
            scene.run(for: Scene.delay)
            flow.expect(!isMarked("ana") && !isMarked("cem"), "the end is said at once as well")
            for text in recording { scene.forge(.status, from: bo, to: "ana", text) }
            scene.run(for: 1)
            flow.expect(!isMarked("ana"), "what was said before marks nobody again")

            scene.disconnect("bo")
            let sent = flow.sent(.status, by: "bo").count
            scene.handle("bo", .recording(true))
            flow.expect(flow.sent(.status, by: "bo").count == sent, "nobody can be told now")
            scene.run(for: 2_000)
            scene.reconnect("bo")
            scene.run(for: 2 * Scene.delay)
            flow.expect(isMarked("ana", "cem"), "said with the first status on the new session")

            scene.leave("bo")
            scene.run(for: 100)
            flow.expect(scene.member("bo", of: "ana") == nil, "who has left is marked no more")
        },
        Flow(number: 47, name: "recording-held-back") { flow in
            let scene = flow.scene
            flow.begin()
            let bo = scene.address("bo")
            // The server lets through only what does not say it.
            scene.way = { kind, from, _, _ in kind == .status && from == bo ? [] : [Scene.delay] }
            scene.handle("bo", .recording(true))
            scene.run(for: 31_000)
            let member = scene.member("bo", of: "ana")
            flow.expect(member?.presence == .away, "who says nothing for three periods is gone")
            flow.expect(!scene.hears("bo", "ana"), "and gets no keys: nothing to record")
            scene.way = { _, _, _, _ in [Scene.delay] }
            let back = flow.time(within: 15_000) { scene.member("bo", of: "ana")?.presence == .member }
            flow.expect(back != nil && scene.member("bo", of: "ana")?.isRecording == true, "back, and marked")
            scene.kill("bo")
            scene.run(for: 35_000)
            flow.expect(scene.member("bo", of: "ana")?.isRecording == false, "who is away records nothing of ana")
        },
    ]
}
