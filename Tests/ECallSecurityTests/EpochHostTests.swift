import ECallSecurity
import Testing

@Suite("Epoch host", .timeLimit(.minutes(1)))
struct EpochHostTests {
    private static let ms: UInt64 = 1_000_000
    private static let a = DeviceAddress(userID: 1, deviceID: 1)
    private static let b = DeviceAddress(userID: 2, deviceID: 1)
    private static let c = DeviceAddress(userID: 3, deviceID: 1)

    /// One line of a transcript: at a time in milliseconds an event, and the epochs and answers that follow.
    struct Step: Sendable {
        let at: UInt64
        let event: EpochHost.Event
        let actions: [EpochHost.Action]

        init(_ at: UInt64, _ event: EpochHost.Event, _ actions: [EpochHost.Action] = []) {
            self.at = at
            self.event = event
            self.actions = actions
        }
    }

    struct Transcript: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [Step]
        var testDescription: String { name }
    }

    private static func epoch(_ number: UInt32, _ to: [DeviceAddress], after: UInt64 = 0) -> EpochHost.Action {
        .startEpoch(epoch: number, recipients: to, adoptAfter: after * ms)
    }

    private static func next(_ at: UInt64) -> EpochHost.Action { .nextTick(at: at * ms) }

    private static let transcripts: [Transcript] = [
        Transcript(
            name: "the first join of a call",
            steps: [
                Step(0, .becameHost(members: [], newestEpoch: 0)),
                Step(1000, .deviceJoined(a), [next(1250)]),
                Step(1249, .tick, [next(1250)]),
                // Nothing else to seal with: the first key is used at once.
                Step(1250, .tick, [epoch(1, [a]), next(301_250)]),
                Step(301_250, .tick, [epoch(2, [a], after: 500), next(601_250)]),
            ]),
        Transcript(
            name: "joins are gathered",
            steps: [
                Step(0, .becameHost(members: [a], newestEpoch: 0), [epoch(1, [a]), next(300_000)]),
                Step(1000, .deviceJoined(c), [next(1250)]),
                Step(1200, .deviceJoined(b), [next(1250)]),
                Step(1250, .tick, [epoch(2, [a, b, c], after: 500), next(301_250)]),
                Step(1251, .deviceJoined(b), [next(1501)]),
                Step(1501, .tick, [epoch(3, [a, b, c], after: 500), next(301_501)]),
            ]),
        Transcript(
            name: "leaves start an epoch at once, further ones join the next",
            steps: [
                Step(0, .becameHost(members: [a, b, c], newestEpoch: 0), [epoch(1, [a, b, c]), next(300_000)]),
                Step(1000, .deviceLeft(a), [epoch(2, [b, c]), next(301_000)]),
                Step(1100, .deviceLeft(b), [next(1250)]),
                Step(1250, .tick, [epoch(3, [c]), next(301_250)]),
                Step(9000, .deviceLeft(c)),
                Step(400_000, .tick),
                Step(500_000, .deviceJoined(a), [next(500_250)]),
            ]),
        Transcript(
            name: "a leave takes the joins that were being gathered along",
            steps: [
                Step(0, .becameHost(members: [a], newestEpoch: 0), [epoch(1, [a]), next(300_000)]),
                Step(1000, .deviceJoined(b), [next(1250)]),
                Step(1100, .deviceLeft(a), [epoch(2, [b]), next(301_100)]),
                Step(1250, .tick, [next(301_100)]),
            ]),
        Transcript(
            name: "a leave of somebody unknown changes nothing",
            steps: [
                Step(0, .becameHost(members: [a], newestEpoch: 0), [epoch(1, [a]), next(300_000)]),
                Step(1, .deviceLeft(b)),
            ]),
        Transcript(
            name: "a new host starts an epoch at once; being named again changes nothing",
            steps: [
                Step(5, .deviceJoined(a)),
                Step(6, .tick),
                Step(10, .becameHost(members: [a, b], newestEpoch: 41), [epoch(42, [a, b]), next(300_010)]),
                Step(20, .becameHost(members: [c], newestEpoch: 90)),
                // The epoch of the hand-over counts as the first of a burst of leaves.
                Step(30, .deviceLeft(b), [next(260)]),
                Step(260, .tick, [epoch(43, [a]), next(300_260)]),
                Step(300, .lostHost),
                Step(301, .deviceLeft(a)),
                Step(400_000, .tick),
                Step(400_001, .keyRequested(by: a)),
            ]),
        Transcript(
            name: "the last epoch number is the end",
            steps: [
                Step(0, .becameHost(members: [a], newestEpoch: .max - 1), [epoch(.max, [a]), next(300_000)]),
                Step(300_000, .tick),
            ]),
        Transcript(
            name: "answers go to those who have had the key, once in three seconds",
            steps: [
                Step(0, .becameHost(members: [a], newestEpoch: 0), [epoch(1, [a]), next(300_000)]),
                Step(10, .keyRequested(by: a), [.answerRequest(a)]),
                Step(3009, .keyRequested(by: a)),
                Step(3010, .keyRequested(by: a), [.answerRequest(a)]),
                Step(3011, .keyRequested(by: b)),
                // Joined, but the current key is older than its join.
                Step(3012, .deviceJoined(b), [next(3262)]),
                Step(3013, .keyRequested(by: b)),
                Step(3262, .tick, [epoch(2, [a, b], after: 500), next(303_262)]),
                Step(3263, .keyRequested(by: b), [.answerRequest(b)]),
                Step(3264, .deviceLeft(b), [epoch(3, [a]), next(303_264)]),
                Step(9999, .keyRequested(by: b)),
                // A device that joins again gets nothing from before.
                Step(10_000, .deviceJoined(a), [next(10_250)]),
                Step(10_001, .keyRequested(by: a)),
            ]),
    ]

    @Test("transcripts", arguments: transcripts)
    func transcript(transcript: Transcript) {
        var host = EpochHost()
        for step in transcript.steps {
            #expect(host.handle(step.event, now: step.at * Self.ms) == step.actions, "at \(step.at) ms")
        }
    }

    @Test("20 answers a second in all")
    func answerLimit() {
        let devices = (1...30).map { DeviceAddress(userID: $0, deviceID: 1) }
        var host = EpochHost()
        _ = host.handle(.becameHost(members: Set(devices), newestEpoch: 0), now: 0)
        let answered = devices.filter { !host.handle(.keyRequested(by: $0), now: Self.ms).isEmpty }
        #expect(answered == Array(devices.prefix(20)))
        #expect(host.handle(.keyRequested(by: devices[29]), now: 1001 * Self.ms) == [.answerRequest(devices[29])])
    }
}

@Suite("Key requester", .timeLimit(.minutes(1)))
struct KeyRequesterTests {
    private static let ms: UInt64 = 1_000_000

    struct Transcript: Sendable, CustomTestStringConvertible {
        let name: String
        /// Milliseconds, event, whether it asks, next tick in milliseconds.
        let steps: [(at: UInt64, event: KeyRequester.Event, asks: Bool, next: UInt64?)]
        var testDescription: String { name }
    }

    private static let transcripts: [Transcript] = [
        Transcript(
            name: "who could not be reached asks once for the key it may have missed, and not again once answered",
            steps: [
                (0, .signalsMayBeMissing, false, nil), (100, .keyInstalled, false, nil),
                (5000, .signalsMayBeMissing, true, 15_000), (6000, .signalsMayBeMissing, false, 15_000),
                (6100, .keyInstalled, false, nil), (6200, .signalsMayBeMissing, false, 8000),
                (8000, .tick, true, 18_000), (8100, .becameHost, false, nil), (9000, .signalsMayBeMissing, false, nil),
            ]),
        Transcript(
            name: "a joiner without a key asks after two seconds, then every ten",
            steps: [
                (0, .joined, false, 2000), (300, .needsKey, false, 2000), (2000, .tick, true, 12_000),
                (2500, .needsKey, false, 12_000), (12_000, .tick, true, 22_000), (12_100, .keyInstalled, false, nil),
                (30_000, .tick, false, nil),
            ]),
        Transcript(
            name: "a joiner with a key does not ask",
            steps: [
                (0, .joined, false, 2000), (900, .keyInstalled, false, nil), (2000, .tick, false, nil),
            ]),
        Transcript(
            name: "a need asks at once, then not for three seconds",
            steps: [
                (0, .keyInstalled, false, nil), (5000, .needsKey, true, 15_000), (5100, .keyInstalled, false, nil),
                (6500, .needsKey, false, 8000), (8000, .tick, true, 18_000),
            ]),
        Transcript(
            name: "needs right after a key are its echo",
            steps: [
                (0, .keyInstalled, false, nil), (999, .needsKey, false, nil), (1000, .needsKey, true, 11_000),
            ]),
        Transcript(
            name: "one request is open at a time",
            steps: [
                (0, .keyInstalled, false, nil), (2000, .needsKey, true, 12_000), (4000, .needsKey, false, 12_000),
                (8000, .needsKey, false, 12_000), (12_000, .tick, true, 22_000),
            ]),
        Transcript(
            name: "a new host never saw the open request",
            steps: [
                (0, .keyInstalled, false, nil), (2000, .needsKey, true, 12_000), (2500, .hostChanged, false, 5000),
                (5000, .tick, true, 15_000),
            ]),
        Transcript(
            name: "a host asks nobody",
            steps: [
                (0, .joined, false, 2000), (100, .becameHost, false, nil), (3000, .needsKey, false, nil),
                (4000, .tick, false, nil),
            ]),
    ]

    @Test("transcripts", arguments: transcripts)
    func transcript(transcript: Transcript) {
        var requester = KeyRequester()
        for step in transcript.steps {
            let actions = requester.handle(step.event, now: step.at * Self.ms)
            let expected: [KeyRequester.Action] =
                (step.asks ? [.request] : []) + (step.next.map { [.nextTick(at: $0 * Self.ms)] } ?? [])
            #expect(actions == expected, "at \(step.at) ms")
        }
    }

    @Test("an answer is taken only while a request is open")
    func waiting() {
        var requester = KeyRequester()
        #expect(!requester.isWaiting(now: 0))
        _ = requester.handle(.keyInstalled, now: 0)
        let asked = 2000 * Self.ms
        _ = requester.handle(.needsKey, now: asked)
        #expect(requester.isWaiting(now: asked + 1))
        #expect(!requester.isWaiting(now: asked + KeyRequester.answerTime))
        _ = requester.handle(.keyInstalled, now: asked + 20)
        #expect(!requester.isWaiting(now: asked + 21))
    }
}
