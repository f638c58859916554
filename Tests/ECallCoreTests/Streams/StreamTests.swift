import ECallCore
import Testing

@Suite("Several readers of events", .timeLimit(.minutes(1)))
struct StreamTests {
    private func all<Value>(_ stream: AsyncStream<Value>) async -> [Value] {
        var all: [Value] = []
        for await value in stream { all.append(value) }
        return all
    }

    @Test("each reader gets every event from when it follows on, in order")
    func everything() async {
        let hub = EventHub<Int>()
        let first = hub.follow()
        hub.send(1)
        let second = hub.follow()
        hub.send(2)
        hub.send(3)
        hub.finish()
        hub.send(4)
        #expect(await all(first) == [1, 2, 3])
        #expect(await all(second) == [2, 3])
        #expect(await all(hub.follow()) == [])
    }

    @Test("events before any follower are the first reader's, if they are kept", arguments: [true, false])
    func early(isKept: Bool) async {
        let hub = EventHub<Int>(keepsForFirst: isKept)
        hub.send(1)
        let first = hub.follow()
        let second = hub.follow()
        hub.send(2)
        hub.finish()
        #expect(await all(first) == (isKept ? [1, 2] : [2]))
        #expect(await all(second) == [2])
    }

    @Test("only the newest unread events wait, also before anyone follows")
    func bounded() async {
        let hub = EventHub<Int>(keepsForFirst: true)
        let most = EventHub<Int>.backlog
        for number in 1...(most + 5) { hub.send(number) }
        let slow = hub.follow()
        #expect(await slow.first { _ in true } == 6)
        let reader = hub.follow()
        for number in 1...(most + 2) { hub.send(number) }
        hub.finish()
        let read = await all(reader)
        #expect(read.count == most && read.first == 3 && read.last == most + 2)
    }

    @Test("two simultaneous events reach all readers in one order")
    func oneOrder() async {
        let hub = EventHub<Int>()
        let (one, other) = (hub.follow(), hub.follow())
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<4 { group.addTask { for step in 0..<100 { hub.send(sender * 100 + step) } } }
        }
        hub.finish()
        let (first, second) = (await all(one), await all(other))
        #expect(first.count == 400 && first == second)
    }

    @Test("a value is reported as it is, then as it changes; a slow reader gets the newest")
    func current() async {
        let value = CurrentValue(1)
        var quick = value.follow().makeAsyncIterator()
        let slow = value.follow()
        #expect(await quick.next() == 1)
        value.set(1)
        value.set(2)
        #expect(await quick.next() == 2)
        value.set(3)
        value.finish()
        value.set(4)
        #expect(await quick.next() == 3)
        #expect(await quick.next() == nil)
        #expect(await all(slow) == [3])
        #expect(await all(value.follow()) == [3])
    }
}
