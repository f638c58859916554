import ECallSecurity
import Foundation
import Testing

@testable import KeyDistribution

/// A device that leaves a call of many opens nothing that is sealed later than 500 ms after that was learned, though it keeps all
/// it ever received; a newcomer opens nothing that was sealed before (e2ee 5). `Claims` looks after every event.
@Suite("The bound after a leave and the blindness before a join", .timeLimit(.minutes(5)))
struct GroupBoundTests {
    /// DEVICES adds a number; `long` takes 50.
    private static let counts =
        [2, 4, 10] + [ProcessInfo.processInfo.environment["DEVICES"].flatMap(Int.init)].compactMap { $0 }

    @Test("the bounds hold for any number of devices", arguments: counts)
    func bound(count: Int) throws {
        let names = (1...count).map { "p\($0)" }
        let newcomer = "p\(count + 1)"
        let flow = FlowScene(.plain)
        let scene = flow.scene
        // Checking after every event takes minutes with fifty: there, only the leaver's and the newcomer's knowledge is
        // checked.
        if count > 10 { scene.watch = { _ in } }
        scene.found(names[0], inviting: Array(names.dropFirst()) + [newcomer])
        scene.run(for: 500)
        for name in names.dropFirst() {
            scene.accept(name, invitedBy: names[0])
            scene.run(for: 100)
        }
        scene.run(for: 2_500)
        #expect(scene.allHear(names))

        let first = try #require(names.first), leaver = try #require(names.last)
        func sealing() -> SealingKey? { scene.device(first).sealing(scene.now) }
        let shared = try #require(sealing())
        scene.leave(leaver)
        let left = scene.now
        // It continues to receive whatever the network delivers, and keeps it.
        let replaced = flow.time(within: 5_000) { sealing().map { !shared.opens($0) } ?? (count == 2) }
        scene.run(for: 1_000)
        let kept = scene.device(leaver).everOpened[scene.address(first)] ?? []
        if let key = sealing() {
            #expect(!kept.contains { $0.opens(key) }, "the leaver opens what is sealed \(scene.now - left) ms later")
        }
        #expect(try #require(replaced) <= 500 + Scene.delay)
        #expect(scene.allHear(Array(names.dropLast())))

        let before = sealing()
        scene.accept(newcomer, invitedBy: first)
        scene.run(for: 3_000)
        #expect(scene.allHear(names.dropLast() + [newcomer]))
        if let before {
            let opened = scene.device(newcomer).everOpened[scene.address(first)] ?? []
            #expect(!opened.contains { $0.opens(before) }, "the newcomer opens what was sealed before it came")
        }
        #expect(flow.violations == [])
    }
}
