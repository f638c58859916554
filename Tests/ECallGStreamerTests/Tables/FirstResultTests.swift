import Testing

@testable import ECallGStreamer

@Suite("The first result", .timeLimit(.minutes(1)))
struct FirstResultTests {
    @Test("The first of several results counts, whether it comes before or during the wait")
    func first() async {
        let results = FirstResult<Int>(on: StillClock())
        results.send(1)
        results.send(2)
        #expect(await results.value(within: .seconds(1)) == 1)
        let later = FirstResult<Int>(on: StillClock())
        async let value = later.value(within: .seconds(1))
        later.send(3)
        #expect(await value == 3)
    }

    @Test("A result that is late or never comes is not awaited, however often it is requested")
    func nothing() async {
        let late = FirstResult<Int>(on: StillClock(jumps: true))
        #expect(await late.value(within: .seconds(1)) == nil)
        let finished = FirstResult<Int>(on: StillClock())
        async let value = finished.value(within: .seconds(1))
        finished.finish()
        #expect(await value == nil)
        #expect(await finished.value(within: .seconds(1)) == nil)
    }
}
