import Foundation
import NIOCore
import NIOPosix

/// The measurements of one server.
struct BenchResults: Sendable {
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
    /// Measures how fast sessions are established, and the cost of each while idle.
    func measureConnections(_ count: Int, width: Int, on loop: any EventLoop, into results: inout BenchResults)
        async throws
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
        results.add("\(count) sessions (CONNECT, SUBSCRIBE, RECEIPT)", "\(text(Double(count) / seconds, 0))/s")
        results.add(
            "memory per idle session", "\(text(Double(after - before) / Double(count), 1)) kB (\(before) → \(after) kB)"
        )
        for line in lines { await line.wire.close() }
    }

    /// Measures the time from a frame to the MESSAGE it becomes at one receiver.
    ///
    /// - Parameters:
    ///   - frames: the frame that the sender of each pair sends.
    ///   - inFlight: how many are on their way at a time, spread over all pairs.
    func measureRouting(
        _ pairs: [(sender: Line, receiver: Line)], frames: [ByteBuffer], inFlight: Int, seconds: Int,
        into results: inout BenchResults
    ) async throws {
        let (server, own) = (Usage.processor(processID), Usage.ownProcessor(getpid()))
        let receivers = pairs.map(\.receiver.wire.channel)
        let load = try RoutingLoad(
            senders: pairs.map(\.sender.wire.channel), receivers: receivers, frames: frames, inFlight: inFlight,
            seconds: seconds)
        for receiver in receivers { try await receiver.setOption(.autoRead, value: false).get() }
        let result = try await NIOThreadPool.singleton.runIfActive { try load.run() }
        for receiver in receivers { try await receiver.setOption(.autoRead, value: true).get() }
        let sorted = result.sorted()
        let each = [Usage.processor(processID) - server, Usage.ownProcessor(getpid()) - own].map {
            text($0 / Double(sorted.count) * 1_000_000, 0)
        }
        results.add(
            "routing, \(inFlight) in flight, \(pairs.count) pairs",
            "\(text(Double(sorted.count) / Double(seconds), 0))/s, p50 \(text(percentile(sorted, 0.5))) ms, p99 \(text(percentile(sorted, 0.99))) ms; processor time \(each[0]) µs, of the generator \(each[1]) µs"
        )
    }

    /// Measures the time from one order to its MESSAGE at every receiver.
    func measureFanOut(
        to receivers: [Line], rounds: Int, on loop: any EventLoop, into results: inout BenchResults,
        order: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        var times: [Double] = []
        let (start, processor) = (ContinuousClock.now, Usage.ownProcessor(processID))
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
        let each = (Usage.ownProcessor(processID) - processor) * 1000 / Double(rounds)
        results.add(
            "fan-out 1 → \(receivers.count), one after the other",
            "\(text(Double(rounds * receivers.count) / seconds, 0)) deliveries/s, p50 \(text(percentile(sorted, 0.5))) ms, p99 \(text(percentile(sorted, 0.99))) ms; processor time \(text(each)) ms each"
        )
    }
}
