import Foundation
import TestSupport
import Testing

@testable import KeyDistribution

/// Calls in which everything happens at random; SEED repeats one.
@Suite("Random schedules")
struct RandomScheduleTests {
    private static let names = ["ana", "bo", "cem", "dan", "eve", "fay"]

    /// In four parts, which run side by side. They take all of a core and yield after each schedule: two threads run all
    /// tests of a machine with two cores, also those that wait for a server's answer.
    @Test(
        "every schedule keeps the claims", .timeLimit(.minutes(RandomSchedule.count > 10_000 ? 30 : 4)),
        arguments: 0..<4)
    func schedules(part: Int) async {
        var seeds = Self.seeds(of: part)
        var slowest = (after: UInt64(0), schedule: UInt64(0))
        var seals = 0
        let count = RandomSchedule.count / 4
        for _ in 0..<count {
            let schedule = RandomSchedule(seed: seeds.next())
            schedule.run()
            #expect(schedule.claims.violations == [], "SCHEDULE=\(schedule.seed)")
            #expect(schedule.calmAfter != nil, "SCHEDULE=\(schedule.seed): \(schedule.silent)")
            if let after = schedule.calmAfter, after > slowest.after { slowest = (after, schedule.seed) }
            seals += schedule.claims.seals
            await Task.yield()
        }
        print(
            "seed \(Self.seed), part \(part): \(count) schedules, \(seals) seals, all heard each other again within "
                + "\(slowest.after) ms (SCHEDULE=\(slowest.schedule))")
    }

    private static let seed = SeededGenerator.fromEnvironment().seed

    private static func seeds(of part: Int) -> SeededGenerator { SeededGenerator(seed: seed &+ UInt64(part) << 32) }

    @Test(
        "one schedule is repeated by its number",
        .enabled(if: ProcessInfo.processInfo.environment["SCHEDULE"] != nil, "SCHEDULE names none"))
    func one() throws {
        let seed = try #require(ProcessInfo.processInfo.environment["SCHEDULE"].flatMap(UInt64.init))
        let schedule = RandomSchedule(seed: seed)
        schedule.run()
        #expect(schedule.claims.violations == [])
        #expect(schedule.calmAfter != nil, "\(schedule.silent)")
    }
}

/// One call at random: people come, go, vanish, come back and reload, on a network that loses, delays and repeats.
final class RandomSchedule {
    /// SCHEDULES sets another number.
    static var count: Int { ProcessInfo.processInfo.environment["SCHEDULES"].flatMap(Int.init) ?? 400 }
    /// However it was before: a proof of presence, three periods, and a question that waits longest.
    static let calmTime: UInt64 = 60_000

    /// The longest times between two things that happen: some while the one before is still answered.
    private static let pauses: [UInt64] = [20_000, 1_500, 1_500, 300, 60]

    let seed: UInt64
    let claims = Claims()
    let scene: Scene
    /// The time on a good network after which everyone heard everyone.
    private(set) var calmAfter: UInt64?
    private var random: SeededGenerator
    private var absent: [String]
    private var away: Set<String> = []
    private var hidden: Set<String> = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        var cast = SceneCast.plain
        cast.seed = seed
        scene = Scene(cast: cast)
        let most = min(random.below(5), random.below(5), random.below(5))
        absent = Array(["ana", "bo", "cem", "dan", "eve", "fay"].prefix(2 + Int(most)))
    }

    func run() {
        scene.watch = { [claims] in claims.look(at: $0) }
        worsen()
        let everybody = absent
        scene.found(absent.removeFirst(), inviting: Array(everybody.dropFirst()))
        for _ in 0..<Int(4 + random.below(10)) {
            scene.run(for: random.below(Self.pauses[Int(random.below(UInt64(Self.pauses.count)))]))
            happen()
        }
        calm()
    }

    var silent: String {
        let names = scene.running.keys.sorted()
        return names.flatMap { one in
            names.filter { $0 != one && !scene.hears(one, $0) }.map { other in
                "\(one) not \(other) (\(scene.member(other, of: one).map { "\($0.presence) \($0.trust)" } ?? "unknown"))"
            }
        }
        .joined(separator: ", ")
    }

    private func worsen() {
        let loss = random.below(25)
        let spread = 5 + random.below(400)
        let copies = random.below(15)
        var ways = SeededGenerator(seed: random.next())
        scene.way = { _, _, _, _ in
            guard ways.below(100) >= loss else { return [] }
            let delay = 5 + ways.below(spread)
            return ways.below(100) < copies ? [delay, delay + ways.below(5_000)] : [delay]
        }
    }

    private func happen() {
        let present = scene.running.keys.sorted().filter { !away.contains($0) }
        let one = present.isEmpty ? nil : present[Int(random.below(UInt64(present.count)))]
        switch random.below(10) {
        case 0...3:
            for _ in 0..<(1 + random.below(2)) where !absent.isEmpty {
                scene.accept(absent.removeFirst(), invitedBy: "ana")
            }
        case 4:
            if let one, one != "ana" {
                scene.leave(one)
                scene.kill(one)
                absent.append(one)
            }
        case 5:
            // The server would have to name hidden people of an entry later, to a device that holds strangers.
            if let one, hidden.isEmpty { scene.reload(one) }
        case 6:
            if let one {
                scene.disconnect(one)
                away.insert(one)
            }
        case 7:
            if let one = away.sorted().first {
                away.remove(one)
                scene.reconnect(one)
            }
        case 8:
            if let one { scene.drop(one) }
            if let one { hidden.insert(one) }
        default:
            for one in hidden.sorted() where scene.running[one] != nil { scene.relist(one) }
            hidden = []
        }
    }

    /// A good network again: all present devices have to hear each other.
    private func calm() {
        scene.way = { _, _, _, _ in [Scene.delay] }
        for one in away.sorted() { scene.reconnect(one) }
        for one in hidden.sorted() where scene.running[one] != nil { scene.relist(one) }
        let names = scene.running.keys.sorted()
        for second in 0...(Self.calmTime / 500) {
            if names.count < 2 || scene.allHear(names) {
                calmAfter = second * 500
                break
            }
            scene.run(for: 500)
        }
    }
}
