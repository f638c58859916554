import ECallAPI
import ECallSecurity
import Foundation
import Testing

@testable import KeyDistribution

/// The cost of keys in a call of this many devices that all have ML-KEM: messages and bytes, printed (e2ee 7).
@Suite("Costs of keys")
struct CallCostTests {
    /// DEVICES adds a number; 50 take 20 s without optimization.
    private static let counts =
        [2, 10] + [ProcessInfo.processInfo.environment["DEVICES"].flatMap(Int.init)].compactMap { $0 }

    /// People come one after the other within ten seconds.
    @Test("a newcomer costs one channel to each device, and a leaver costs each device one key", arguments: counts)
    func joins(count: Int) {
        let names = (1...count).map { "p\($0)" }
        let scene = Self.scene(names)
        let start = ContinuousClock.now
        scene.found(names[0], inviting: Array(names.dropFirst()))
        for name in names.dropFirst() {
            scene.run(for: 10_000 / UInt64(count))
            scene.accept(name, invitedBy: names[0])
        }
        scene.run(for: 2_500)
        #expect(scene.allHear(names))
        let joined = Tally(scene)
        print("\(count) joins: \(joined.text) (\(ContinuousClock.now - start))")
        #expect(joined.delivered[.open]?.count == count * (count - 1))

        guard count > 2, let last = names.last else { return }
        scene.leave(last)
        scene.kill(last)
        scene.run(for: 1_000)
        #expect(scene.allHear(names.dropLast()))
        let left = Tally(scene, since: joined)
        print("one leave of \(count): \(left.text)")
        #expect(left.sent[.key]?.count == count - 1, "each hands its new generation to all in one message")
        #expect(left.delivered[.key]?.count == (count - 1) * (count - 2))
    }

    private static func scene(_ names: [String]) -> Scene {
        var cast = SceneCast.plain
        cast.postQuantum = Set(names)
        cast.makeWrapping = { PaddedWrapping() }
        return Scene(cast: cast)
    }
}

/// The messages sent and delivered.
private struct Tally {
    private(set) var sent: [MessageKind: (count: Int, bytes: Int)]
    private(set) var delivered: [MessageKind: (count: Int, bytes: Int)]

    init(_ scene: Scene, since before: Tally? = nil) {
        (sent, delivered) = (scene.sent, scene.delivered)
        for (kind, numbers) in before?.sent ?? [:] {
            sent[kind, default: (0, 0)].count -= numbers.count
            sent[kind, default: (0, 0)].bytes -= numbers.bytes
        }
        for (kind, numbers) in before?.delivered ?? [:] {
            delivered[kind, default: (0, 0)].count -= numbers.count
            delivered[kind, default: (0, 0)].bytes -= numbers.bytes
        }
    }

    var text: String {
        let kinds = delivered.keys.filter { delivered[$0]?.count != 0 }.sorted { $0.rawValue < $1.rawValue }
        let parts = kinds.map { kind in
            let (up, down) = (sent[kind] ?? (0, 0), delivered[kind] ?? (0, 0))
            return "\(kind) \(up.count) sent, \(up.bytes) bytes, \(down.count) delivered, \(down.bytes) bytes"
        }
        let (up, down) = (sent.values.reduce(0) { $0 + $1.bytes }, delivered.values.reduce(0) { $0 + $1.bytes })
        return parts.joined(separator: "; ") + "; in all \(up) bytes up, \(down) bytes down"
    }
}
