import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Connections of attackers who aren't signed in: headers and bodies a byte at a time, headers up to and beyond the limit, responses that
/// are never read. A connection that is cut off comes back.
final class Attackers: Sendable {
    enum Kind: Int, CaseIterable { case slowHead, slowBody, largeHead, deaf }

    private struct Attacker {
        let kind: Kind
        let address: String
        var channel: (any Channel)?
    }

    private let port: Int
    private let attackers: Mutex<[Attacker]>
    private let cutOff = Mutex(0)

    /// - Parameter addresses: so many addresses of this machine, none of which has more than its share.
    init(_ count: Int, from addresses: Int, port: Int) {
        self.port = port
        attackers = Mutex(
            (0..<count).map { number in
                Attacker(
                    kind: Kind.allCases[number % Kind.allCases.count],
                    address: "127.0.\(1 + number % addresses / 250).\(1 + number % addresses % 250)")
            })
    }

    /// How many are connected, and how often one was cut off.
    var state: (connected: Int, cutOff: Int) {
        (
            attackers.withLock { all in all.filter { $0.channel?.isActive == true }.count },
            cutOff.withLock { $0 }
        )
    }

    /// Reconnects the closed ones, and has each send a little.
    func go(on loop: any EventLoop) async {
        let count = attackers.withLock { $0.count }
        for number in 0..<count {
            let attacker = attackers.withLock { $0[number] }
            if let channel = attacker.channel, channel.isActive {
                send(attacker.kind, on: channel)
                continue
            }
            if attacker.channel != nil { cutOff.withLock { $0 += 1 } }
            guard let channel = try? await connect(attacker.kind, from: attacker.address, on: loop) else { continue }
            attackers.withLock { $0[number].channel = channel }
            channel.writeAndFlush(ByteBuffer(string: Self.opening(attacker.kind)), promise: nil)
        }
    }

    func stop() async {
        for channel in attackers.withLock({ $0.compactMap(\.channel) }) { try? await channel.close() }
    }

    private func connect(_ kind: Kind, from address: String, on loop: any EventLoop) async throws -> any Channel {
        try await ClientBootstrap(group: loop)
            .channelOption(.socketOption(.so_rcvbuf), value: 4096)
            .channelOption(.autoRead, value: kind != .deaf)
            .bind(to: SocketAddress(ipAddress: address, port: 0))
            .connect(host: "127.0.0.1", port: port).get()
    }

    private static func opening(_ kind: Kind) -> String {
        switch kind {
        case .slowHead: "GET /healthz HTTP/1.1\r\nHost: a\r\nX: "
        case .slowBody: "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n{"
        case .largeHead: "GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 15_000)
        case .deaf: String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 50)
        }
    }

    private func send(_ kind: Kind, on channel: any Channel) {
        let text: String
        switch kind {
        case .slowHead, .slowBody: text = "x"
        case .largeHead: text = String(repeating: "x", count: 500)
        case .deaf: text = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }
}

extension Target {
    /// How long a signed-in user waits for an answer, without attackers and with them.
    func measureAttackers(
        _ count: Int, addresses: Int, seed: Seed, seconds: Int, on loop: any EventLoop, into results: inout BenchResults
    ) async throws {
        let quiet = try await requestTimes(seed, seconds: seconds, on: loop)
        let before = Usage.memory(processID)
        let attackers = Attackers(count, from: addresses, port: port)
        await attackers.go(on: loop)
        let going = Task {
            while !Task.isCancelled {
                await attackers.go(on: loop)
                // Limit: the slow ones send a byte a second.
                try? await Task.sleep(for: .seconds(1))
            }
        }
        // Longer than the time limit of a request, so that disconnected attackers come back.
        let busy = try await requestTimes(seed, seconds: max(seconds, 20), on: loop)
        let (state, after) = (attackers.state, Usage.memory(processID))
        going.cancel()
        await going.value
        await attackers.stop()
        results.add("a user's requests, alone", Self.summary(quiet))
        results.add(
            "beside \(count) attackers from \(addresses) addresses",
            "\(Self.summary(busy)); \(state.connected) connected, \(state.cutOff) times cut off, memory \(before) → \(after) kB"
        )
    }

    private static func summary(_ times: [Double]) -> String {
        let sorted = times.sorted()
        return
            "p50 \(text(percentile(sorted, 0.5))) ms, p99 \(text(percentile(sorted, 0.99))) ms, slowest \(text(sorted.last ?? 0)) ms (\(times.count))"
    }

    /// One request after the other, every tenth of a new connection; in milliseconds.
    private func requestTimes(_ seed: Seed, seconds: Int, on loop: any EventLoop) async throws -> [Double] {
        let token = seed.token(0)
        var times: [Double] = []
        let end = ContinuousClock.now + .seconds(seconds)
        var line: Line?
        while ContinuousClock.now < end {
            let begun = ContinuousClock.now
            if times.count % 10 == 0 {
                await line?.wire.close()
                line = nil
            }
            let open: Line
            if let line { open = line } else { open = try await Line.connect(port, on: loop) }
            line = open
            _ = try await open.ask("GET", "/user", token: token)
            times.append((ContinuousClock.now - begun) / .milliseconds(1))
            // Limit: one user, not a load.
            try await Task.sleep(for: .milliseconds(10))
        }
        await line?.wire.close()
        return times
    }
}
