import ECallAPI
import Synchronization
import TestSupport
import Testing

@testable import Notifications

@Suite("Rings by Web Push and their ends", .timeLimit(.minutes(1)))
struct WebPushRingsTests {
    private final class Said: Sendable {
        private let state = Mutex<[String]>([])
        var all: [String] { state.withLock { $0 } }
        func add(_ text: String) { state.withLock { $0.append(text) } }
    }

    private let caller = DeviceIdentity(user: 1, device: 2)
    private let start = Timestamp(milliseconds: 1_000_000)

    private func begin(_ rings: WebPushRings, _ key: String = "k", after seconds: Int = 0) async -> UInt64 {
        let now = start.advanced(bySeconds: seconds)
        return await rings.begin(key, caller: caller, until: now.advanced(bySeconds: 60), at: now)
    }

    @Test("a ring is not sent after its end; the end is sent once")
    func over() async {
        let rings = WebPushRings()
        let number = await begin(rings)
        #expect(await rings.say("k", number, isEnd: true) { 1 } == nil)
        #expect(await rings.say("k", number, isEnd: false) { 1 } == 1)
        let end = await rings.end("k")
        #expect(end?.number == number && end?.wasTried == true && end?.caller == caller)
        #expect(await rings.end("k") == nil)
        #expect(await rings.say("k", number, isEnd: false) { 1 } == nil)
        #expect(await rings.say("k", number, isEnd: true) { 1 } == 1)
        #expect(await rings.end("another") == nil)
    }

    @Test("a new ring replaces the end of the ring before")
    func again() async {
        let rings = WebPushRings()
        let first = await begin(rings)
        _ = await rings.end("k")
        let second = await begin(rings)
        #expect(await rings.say("k", first, isEnd: true) { 1 } == nil)
        #expect(await rings.say("k", first, isEnd: false) { 1 } == nil)
        #expect(await rings.say("k", second, isEnd: false) { 1 } == 1)
    }

    @Test("an end that comes while the ring is being sent follows it, not in parallel")
    func order() async throws {
        let rings = WebPushRings()
        let said = Said()
        let number = await begin(rings)
        let (gate, open) = AsyncStream<Void>.makeStream()
        async let ring: Void? = rings.say("k", number, isEnd: false) {
            said.add("ring begins")
            for await _ in gate {}
            said.add("ring ends")
        }
        while said.all.isEmpty { try await pause() }
        #expect(await rings.end("k")?.wasTried == true)
        async let end: Void? = rings.say("k", number, isEnd: true) { said.add("end") }
        while await rings.waiting("k") == 0 { try await pause() }
        // Another device is not delayed.
        let other = await begin(rings, "other")
        #expect(await rings.say("other", other, isEnd: false) { 1 } == 1)
        open.finish()
        _ = await (ring, end)
        #expect(said.all == ["ring begins", "ring ends", "end"])
    }

    @Test("old rings are forgotten")
    func memory() async {
        let rings = WebPushRings()
        _ = await begin(rings)
        _ = await begin(rings, "later", after: 700)
        #expect(await rings.end("k") == nil)
        #expect(await rings.end("later") != nil)
    }
}
