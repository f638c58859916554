import ECallSecurity
import Foundation
import Testing

@testable import FrameCrypto

/// The results for frames of one track on their way to one receiver, recorded for all implementations. `ECALL_WRITE_VECTORS=1`
/// records anew.
@Suite("Recorded flows of frames")
struct FrameFlowTests {
    struct Step: Codable, Equatable {
        struct Key: Codable, Equatable {
            let generation: UInt32
            let step: UInt8
            /// The base key of the track is this byte, 32 times; a ratchet adds one.
            let value: UInt8
        }
        /// Milliseconds.
        let at: UInt64
        var receive: Key?
        var forget: Bool?
        /// A payload, and its result.
        var open: String?
        /// The slot was switched a moment ago.
        var settling: Bool?
        var word: String?
    }

    struct Flow: Codable {
        let name: String
        let codec: FrameCodec
        var steps: [Step] = []
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Vectors/frame-flows.json").standardized

    /// Runs a flow and writes down what happens.
    struct Recorder {
        var track: TrackPair
        var flow: Flow

        init(_ name: String, _ codec: FrameCodec = .opus) {
            track = TrackPair(codec)
            flow = Flow(name: name, codec: codec)
        }

        mutating func receive(_ generation: UInt32, step: UInt8 = 0, at: UInt64 = 0) {
            let key = Step.Key(generation: generation, step: step, value: TrackPair.key(generation, step).value)
            perform(Step(at: at, receive: key))
        }

        mutating func forget(at: UInt64) { perform(Step(at: at, forget: true)) }

        mutating func open(_ payload: [UInt8], at: UInt64, settling: Bool? = nil) {
            perform(Step(at: at, open: payload.hex, settling: settling))
        }

        mutating func perform(_ step: Step) {
            var step = step
            let now = step.at * millisecond
            if let key = step.receive {
                track.keys.receive(
                    CountedKey(value: key.value), generation: key.generation, step: key.step, now: now)
            }
            if step.forget == true {
                track.keys.forget()
                track.opener.forget()
            }
            if let payload = step.open {
                step.word = track.open([UInt8](hex: payload), now: now, isSettling: step.settling ?? false).word
            }
            flow.steps.append(step)
        }
    }

    @Test("flows are repeated")
    func repeated() throws {
        if ProcessInfo.processInfo.environment["ECALL_WRITE_VECTORS"] != nil {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            try encoder.encode(Self.record()).write(to: Self.file)
        }
        let flows = try JSONDecoder().decode([Flow].self, from: Data(contentsOf: Self.file))
        #expect(flows.map(\.name) == Self.record().map(\.name))
        for flow in flows {
            var repeated = Recorder(flow.name, flow.codec)
            for var step in flow.steps {
                step.word = nil
                repeated.perform(step)
            }
            #expect(repeated.flow.steps == flow.steps, "\(flow.name)")
        }
    }

    private static func record() -> [Flow] {
        [
            layersChangeRun(), lowerRunRefused(), slotSwitchInFlight(), oldGenerationWithheld(), comesBack(),
            newcomer(), forged(),
        ]
    }

    private static func layersChangeRun() -> Flow {
        var scene = Recorder("41 layers-change-run")
        scene.receive(7)
        let (old, further) = (scene.track.sealer(layer: 0), scene.track.sealer(layer: 2))
        let new = scene.track.sealer(run: 1, layer: 1)
        for sealer in [old, further] { scene.open(sealer.sealed([1]), at: 0) }
        scene.open(new.sealed([1]), at: 1_000)
        scene.open(old.sealed([2]), at: 2_999)
        scene.open(further.sealed([2]), at: 3_000)
        scene.open(new.sealed([2]), at: 100_000)
        return scene.flow
    }

    private static func lowerRunRefused() -> Flow {
        var scene = Recorder("42 lower-run-refused")
        scene.receive(7)
        let (shown, withheldLayer) = (scene.track.sealer(run: 3), scene.track.sealer(run: 3, layer: 2))
        let (withheldRun, next) = (scene.track.sealer(run: 4), scene.track.sealer(run: 5))
        let another = scene.track.sealer(run: 5, random: 6)
        scene.open(shown.sealed([1]), at: 0)
        scene.open(next.sealed([1]), at: 1)
        for sealer in [withheldLayer, withheldRun, another, shown] { scene.open(sealer.sealed([2]), at: 2) }
        return scene.flow
    }

    private static func slotSwitchInFlight() -> Flow {
        var scene = Recorder("43 slot-switch-in-flight")
        scene.receive(7)
        let (sender, before) = (scene.track.sealer(), scene.track.sealer(9, random: 6))
        let frames = [sender.sealed([1]), sender.sealed([2]), sender.sealed([3])]
        scene.open(frames[0], at: 0)
        // Frames in flight of the sender before are neither held nor asked for; the new one's open at once.
        scene.open(before.sealed([1]), at: 1_000, settling: true)
        scene.open(frames[1], at: 1_001, settling: true)
        scene.open(frames[0], at: 1_002, settling: true)
        // Windows survive switching away and back.
        scene.open(frames[1], at: 60_000, settling: true)
        scene.open(frames[2], at: 60_001, settling: true)
        let held = before.sealed([2])
        scene.open(held, at: 62_000)
        scene.open(held, at: 62_300)
        return scene.flow
    }

    private static func oldGenerationWithheld() -> Flow {
        var scene = Recorder("old generation withheld by the SFU")
        scene.receive(7)
        let (old, new) = (scene.track.sealer(), scene.track.sealer(8, run: 1))
        let kept = (0..<4).map { old.sealed([UInt8($0)]) }
        scene.open(kept[0], at: 0)
        scene.receive(8, at: 1_000)
        scene.open(new.sealed([1]), at: 2_000)
        scene.open(kept[1], at: 3_999)
        scene.open(kept[2], at: 4_000)
        scene.open(kept[0], at: 4_000)
        return scene.flow
    }

    private static func comesBack() -> Flow {
        var scene = Recorder("away and back with the same key, then anew")
        scene.receive(7)
        let (sealer, anew) = (scene.track.sealer(run: 4), scene.track.sealer(3))
        let frames = (0..<4).map { sealer.sealed([UInt8($0)]) }
        scene.open(frames[0], at: 0)
        scene.forget(at: 1_000)
        scene.open(frames[1], at: 1_001)
        scene.receive(7, at: 2_000)
        for index in [0, 1, 2, 2] { scene.open(frames[index], at: 2_001) }
        scene.forget(at: 3_000)
        scene.receive(3, at: 3_000)
        scene.open(anew.sealed([1]), at: 3_001)
        scene.open(frames[3], at: 3_001)
        return scene.flow
    }

    private static func newcomer() -> Flow {
        var scene = Recorder("a newcomer opens nothing earlier, and waits for what is to come", .vp8)
        let early = scene.track.sealer(step: 2)
        let (given, later) = (scene.track.sealer(step: 3, run: 1), scene.track.sealer(step: 5, run: 2))
        let next = scene.track.sealer(8, run: 3)
        let key: [UInt8] = [0x10, 0, 0, 0x9D, 1, 0x2A, 0x80, 2, 0xE0, 1, 5, 6, 7, 8]
        scene.receive(7, step: 3)
        scene.open(early.sealed(key), at: 0)
        for sealer in [given, later] { scene.open(sealer.sealed(key), at: 1) }
        let ahead = next.sealed(key)
        scene.open(ahead, at: 10)
        scene.open(ahead, at: 309)
        scene.open(ahead, at: 310)
        scene.receive(8, at: 400)
        scene.open(ahead, at: 400)
        return scene.flow
    }

    private static func forged() -> Flow {
        var scene = Recorder("forged KIDs close nothing and cost twenty trials a second")
        scene.receive(7)
        let sealer = scene.track.sealer()
        scene.open(sealer.sealed([1]), at: 0)
        for run in 1...21 as ClosedRange<UInt16> {
            let keyID = SenderFrameKeyID(generation: 7, step: 63, run: run, random: 1, layer: 0)
            scene.open(TrackPair.forged(keyID), at: 500)
        }
        scene.open(sealer.sealed([2]), at: 501)
        return scene.flow
    }
}
