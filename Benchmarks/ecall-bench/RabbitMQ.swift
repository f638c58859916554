import Foundation
import NIOCore

/// RabbitMQ's Web STOMP, for comparison: the same frames from the same client on the same machine.
enum RabbitMQ {
    static let port = 25_674

    /// Runs a node of its own on 127.0.0.1, with folders of its own.
    static func run<Value>(
        script: String, directory: String, _ body: (Target) async throws -> Value
    ) async throws -> Value {
        try await Program.run("/bin/bash", [script, directory, "\(port)"], ready: "completed with") { program, _ in
            try await body(
                Target(
                    name: "RabbitMQ Web STOMP", port: port, path: "/ws", processID: program.id,
                    credentials: { _ in ("guest", "guest") }, inbox: { "/exchange/amq.direct/device-\($0)" }))
        }
    }

    static func measure(
        _ target: Target, idle: Int, pairs count: Int, seconds: Int, rounds: Int, on loop: any EventLoop
    ) async throws -> BenchResults {
        var results = BenchResults()
        try await target.measureConnections(idle, width: 16, on: loop, into: &results)

        let lines = try await target.sessions(0..<(2 * count), width: 16, on: loop)
        let beats = HeartBeats(lines, on: loop)
        let pairs = (0..<count).map { (sender: lines[2 * $0], receiver: lines[2 * $0 + 1]) }
        let body = String(repeating: "x", count: 250)
        let frames = (0..<count).map {
            Wire.frame("SEND\ndestination:\(target.inbox(2 * $0 + 1))\ncontent-type:application/json\n\n\(body)\0")
        }
        for inFlight in [1, 64, 256] {
            try await target.measureRouting(
                pairs, frames: frames, inFlight: inFlight, seconds: seconds, into: &results)
        }
        let listeners = Array(lines.prefix(49))
        for line in listeners {
            line.wire.text("SUBSCRIBE\nid:f\nack:auto\nreceipt:f\ndestination:/exchange/amq.fanout\n\n\0")
            _ = try await line.inbox.text(with: "RECEIPT")
        }
        let order = Wire.frame("SEND\ndestination:/exchange/amq.fanout\ncontent-type:application/json\n\n\(body)\0")
        let sender = lines[lines.count - 1]
        try await target.measureFanOut(to: listeners, rounds: rounds, on: loop, into: &results) { _ in
            sender.wire.send(order)
        }
        beats.stop()
        for line in lines { await line.wire.close() }
        return results
    }
}
