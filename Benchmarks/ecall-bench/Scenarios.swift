import Foundation
import NIOCore

/// What was measured of one server.
struct Figures: Sendable {
    var rows: [(what: String, value: String)] = []

    mutating func add(_ what: String, _ value: String) {
        rows.append((what, value))
        FileHandle.standardError.write(Data("  \(what): \(value)\n".utf8))
    }
}

func percentile(_ sorted: [Double], _ part: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}

func text(_ value: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }

extension Target {
    /// How fast sessions come up, and what each costs while it is idle.
    func measureConnections(_ count: Int, width: Int, on loop: any EventLoop, into figures: inout Figures) async throws
    {
        let before = Usage.memory(processID)
        let start = ContinuousClock.now
        let lines = try await sessions(0..<count, width: width, on: loop)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let beats = HeartBeats(lines, on: loop)
        // Limit: two rounds of heart-beats in both directions.
        try await Task.sleep(for: .seconds(20))
        let after = Usage.memory(processID)
        beats.stop()
        figures.add("\(count) sessions (CONNECT, SUBSCRIBE, RECEIPT)", "\(text(Double(count) / seconds, 0))/s")
        figures.add(
            "memory per idle session", "\(text(Double(after - before) / Double(count), 1)) kB (\(before) → \(after) kB)"
        )
        for line in lines { await line.wire.close() }
    }

    /// From a frame to the MESSAGE it becomes at one receiver.
    ///
    /// - Parameters:
    ///   - frames: the frame that the sender of each pair sends.
    ///   - inFlight: how many are on their way at a time, spread over all pairs.
    func measureRouting(
        _ pairs: [(sender: Line, receiver: Line)], frames: [ByteBuffer], inFlight: Int, seconds: Int,
        on loop: any EventLoop, into figures: inout Figures
    ) async throws {
        let promise = loop.makePromise(of: [Double].self)
        let (server, own) = (Usage.processor(processID), Usage.ownProcessor(getpid()))
        let (senders, receivers) = (pairs.map(\.sender.wire), pairs.map(\.receiver.wire))
        let result = try await loop.flatSubmit {
            let load = RoutingLoad(
                senders: senders, frames: frames, end: .now() + .seconds(Int64(seconds)), promise: promise)
            let bound = NIOLoopBound(load, eventLoop: loop)
            for (index, receiver) in receivers.enumerated() {
                receiver.listen { event in
                    if case .text(let bytes) = event, bytes.readableBytes > 1 { bound.value.arrived(at: index) }
                }
            }
            for _ in 0..<inFlight { load.sendNext() }
            loop.scheduleTask(in: .seconds(Int64(seconds) + 1)) { bound.value.finish() }
            return promise.futureResult
        }.get()
        for pair in pairs { pair.receiver.wire.listen { [inbox = pair.receiver.inbox] in inbox.put($0) } }
        let sorted = result.sorted()
        let each = [Usage.processor(processID) - server, Usage.ownProcessor(getpid()) - own].map {
            text($0 / Double(sorted.count) * 1_000_000, 0)
        }
        figures.add(
            "routing, \(inFlight) in flight, \(pairs.count) pairs",
            "\(text(Double(sorted.count) / Double(seconds), 0))/s, p50 \(text(percentile(sorted, 0.5))) ms, p99 \(text(percentile(sorted, 0.99))) ms; processor time \(each[0]) µs, of the generator \(each[1]) µs"
        )
    }

    /// From one order to its MESSAGE at every receiver.
    func measureFanOut(
        to receivers: [Line], rounds: Int, on loop: any EventLoop, into figures: inout Figures,
        order: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        var times: [Double] = []
        let start = ContinuousClock.now
        for round in 0..<rounds {
            let begun = ContinuousClock.now
            let count = receivers.count
            let all = loop.makePromise(of: Void.self)
            let counter = Countdown(count) { all.succeed() }
            for receiver in receivers {
                receiver.wire.listen { event in
                    if case .text(let bytes) = event, bytes.readableBytes > 1 { counter.down() }
                }
            }
            try await order(round)
            try await all.futureResult.get()
            times.append((ContinuousClock.now - begun) / .milliseconds(1))
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let sorted = times.sorted()
        figures.add(
            "fan-out 1 → \(receivers.count), one after the other",
            "\(text(Double(rounds * receivers.count) / seconds, 0)) deliveries/s, p50 \(text(percentile(sorted, 0.5))) ms, p99 \(text(percentile(sorted, 0.99))) ms"
        )
    }
}

/// Keeps so many messages on their way, from pair to pair. Confined to its event loop.
private final class RoutingLoad {
    private let senders: [Wire]
    private let frames: [ByteBuffer]
    private let end: NIODeadline
    private let promise: EventLoopPromise<[Double]>
    private var sentAt: [[NIODeadline]]
    private var next = 0
    private var times: [Double] = []
    private var isOver = false

    init(senders: [Wire], frames: [ByteBuffer], end: NIODeadline, promise: EventLoopPromise<[Double]>) {
        self.senders = senders
        self.frames = frames
        self.end = end
        self.promise = promise
        sentAt = Array(repeating: [], count: senders.count)
    }

    func sendNext() {
        let now = NIODeadline.now()
        guard now < end else { return }
        sentAt[next].append(now)
        senders[next].send(frames[next])
        next = (next + 1) % senders.count
    }

    func arrived(at pair: Int) {
        guard !isOver, !sentAt[pair].isEmpty else { return }
        let now = NIODeadline.now()
        let took = now - sentAt[pair].removeFirst()
        if now < end { times.append(Double(took.nanoseconds) / 1_000_000) }
        sendNext()
    }

    func finish() {
        guard !isOver else { return }
        isOver = true
        promise.succeed(times)
    }
}
