import Foundation
import NIOCore

/// A caller's media connection: one for each call, as clients have it.
struct MediaWay: Sendable {
    private let line: Line
    private let session: UInt64
    private let handle: UInt64

    static func open(
        _ target: Target, token: String, from address: String, on loop: any EventLoop
    ) async throws -> MediaWay {
        let line = try await Line.connect(target.port, from: address, on: loop)
        line.wire.upgrade("/janus", subprotocol: "janus-protocol", bearer: token)
        try await line.inbox.upgraded()
        line.wire.text(#"{"janus":"create","transaction":"c"}"#)
        let session = try id(in: try await line.inbox.text(with: "success"))
        line.wire.text(
            #"{"janus":"attach","plugin":"janus.plugin.videoroom","session_id":\#(session),"transaction":"a"}"#)
        let handle = try id(in: try await line.inbox.text(with: "success"))
        return MediaWay(line: line, session: session, handle: handle)
    }

    private static func id(in answer: String) throws -> UInt64 {
        struct Success: Decodable {
            struct ID: Decodable { let id: UInt64 }
            let data: ID
        }
        return try JSONDecoder().decode(Success.self, from: Data(answer.utf8)).data.id
    }

    func makeRoom() async throws -> UInt64 {
        struct Created: Decodable {
            struct PluginData: Decodable {
                struct Room: Decodable { let room: UInt64 }
                let data: Room
            }
            let plugindata: PluginData
        }
        line.wire.text(
            """
            {"janus":"message","session_id":\(session),"handle_id":\(handle),"transaction":"\(UInt64.random(in: 0...UInt64.max))",\
            "body":{"request":"create","publishers":200,"is_private":false}}
            """)
        let answer = try await line.inbox.text(with: "plugindata")
        return try JSONDecoder().decode(Created.self, from: Data(answer.utf8)).plugindata.data.room
    }

    /// Destroys the session, as a client does; the server may have destroyed it already, at the end of the call.
    func close() async throws {
        line.wire.text(#"{"janus":"destroy","session_id":\#(session),"transaction":"destroy"}"#)
        _ = try await line.inbox.text(with: #""transaction":"destroy""#)
        await line.wire.close()
    }
}

/// A call that two are in, and its caller's media connection.
struct RunningCall: Sendable {
    let id: UInt64
    let media: MediaWay
}

/// Two people and their signalling sessions.
struct Pair: Sendable {
    private let target: Target
    private let loop: any EventLoop
    let caller: (id: Int, token: String, signals: Line, http: Line)
    let callee: (id: Int, token: String, signals: Line, http: Line)

    static func make(_ target: Target, _ seed: Seed, number: Int, on loop: any EventLoop) async throws -> Pair {
        let (one, other) = (2 * number, 2 * number + 1)
        return Pair(
            target: target, loop: loop,
            caller: (
                one + 1, seed.token(one), try await target.session(one, on: loop),
                try await Line.connect(target.port, on: loop)
            ),
            callee: (
                other + 1, seed.token(other), try await target.session(other, on: loop),
                try await Line.connect(target.port, on: loop)
            ))
    }

    /// The message that one of its tasks waits for; nil if none does.
    var awaited: String? {
        let lines = [
            "caller's signals": caller.signals, "caller's requests": caller.http, "callee's signals": callee.signals,
            "callee's requests": callee.http,
        ]
        return lines.compactMap { name, line in line.inbox.awaited.map { "\($0) in the \(name)" } }.first
    }

    /// From one of many addresses: the server limits the rooms that wait for a call by address.
    func openMedia() async throws -> MediaWay {
        try await MediaWay.open(target, token: caller.token, from: "127.0.1.\(1 + caller.id % 100)", on: loop)
    }

    /// Rings `callees` (user and device are the same number). Returns the call's id.
    func start(_ callees: [Int], room: UInt64) async throws -> UInt64 {
        struct Started: Decodable {
            struct Record: Decodable { let id: UInt64 }
            let callRecord: Record
        }
        let key = String(repeating: "E", count: 344)
        let keys = callees.map { "\"\($0)_\($0)\":\"\(key)\"" }.joined(separator: ",")
        let answer = try await caller.http.ask(
            "POST", "/call/start", token: caller.token,
            body: """
                {"roomId":\(room),"calleeIds":\(callees),"encryptedAESKeys":{\(keys)},"isVideo":true}
                """)
        return try JSONDecoder().decode(Started.self, from: Data(answer.utf8)).callRecord.id
    }

    func setUp() async throws -> RunningCall {
        _ = try await caller.http.ask(
            "POST", "/user/publicKeys", token: caller.token, body: "{\"userIds\":[\(callee.id)]}")
        let media = try await openMedia()
        let call = try await start([callee.id], room: try await media.makeRoom())
        _ = try await callee.signals.inbox.text(with: "call_invitation")
        _ = try await callee.http.ask("POST", "/call/\(call)/join", token: callee.token)
        _ = try await caller.signals.inbox.text(with: "participant_joined")
        return RunningCall(id: call, media: media)
    }

    func end(_ call: RunningCall) async throws {
        _ = try await caller.http.ask("POST", "/call/end", token: caller.token, body: "{\"callId\":\(call.id)}")
        _ = try await callee.signals.inbox.text(with: "call_ended")
        try await call.media.close()
    }

    func close() async {
        for line in [caller.signals, caller.http, callee.signals, callee.http] { await line.wire.close() }
    }

    /// The rotation that the key host sends to the other, 200 bytes of JSON and more.
    func rotation(in call: UInt64) -> ByteBuffer {
        let key = String(repeating: "E", count: 60)
        return Wire.frame(
            """
            SEND\ndestination:/exchange/ecall.signal.in\ncontent-type:application/json\n\n\
            {"type":"key_rotation","callId":\(call),"participantId":\(callee.id),\
            "participantDeviceId":\(callee.id),"participantName":"Bench","encryptedAESKey":"\(key)",\
            "keyRotationTimestamp":1772360430.5}\0
            """)
    }
}

extension Target {
    /// publicKeys → room → start → invitation → join → participant_joined → end → call_ended, by so many at a time.
    ///
    /// - Parameter rate: calls a second, of all workers; 0: as many as there can be.
    func measureCalls(
        _ seed: Seed, workers: Int, rate: Double, seconds: Int, on loop: any EventLoop, into results: inout BenchResults
    ) async throws {
        let pairs = try await makePairs(seed, workers, on: loop)
        let beats = HeartBeats(pairs.flatMap { [$0.caller.signals, $0.callee.signals] }, on: loop)
        defer { beats.stop() }
        let memory = MemoryLog(processID, every: .seconds(max(1, seconds / 6)))
        let end = ContinuousClock.now + .seconds(seconds)
        let interval = rate > 0 ? Duration.seconds(Double(workers) / rate) : .zero
        let times = try await withThrowingTaskGroup(of: [Double].self) { group in
            for pair in pairs {
                group.addTask {
                    var times: [Double] = []
                    while ContinuousClock.now < end {
                        let start = ContinuousClock.now
                        let call = try await pair.setUp()
                        times.append((ContinuousClock.now - start) / .milliseconds(1))
                        try await pair.end(call)
                        // Limit: the rate that was asked for.
                        try await Task.sleep(until: start + interval)
                    }
                    return times
                }
            }
            group.addTask {
                // Limit: none of the last calls takes that long.
                try await Task.sleep(for: .seconds(seconds + 20))
                throw Inbox.Unexpected(description: "calls do not end, waiting for \(pairs.compactMap(\.awaited))")
            }
            var times: [Double] = []
            for _ in pairs { times += try await group.next() ?? [] }
            group.cancelAll()
            return times
        }
        let sorted = times.sorted()
        results.add(
            "call set-ups, \(workers) at a time",
            "\(text(Double(sorted.count) / Double(seconds), 0))/s, until both are in: p50 \(text(percentile(sorted, 0.5), 1)) ms, p99 \(text(percentile(sorted, 0.99), 1)) ms"
        )
        results.add("memory while they were set up, kB", await memory.stop())
        for pair in pairs { await pair.close() }
    }

    func makePairs(_ seed: Seed, _ count: Int, on loop: any EventLoop) async throws -> [Pair] {
        try await withThrowingTaskGroup(of: Pair.self) { group in
            var pairs: [Pair] = []
            for number in 0..<count {
                if number >= 32, let made = try await group.next() { pairs.append(made) }
                group.addTask { try await Pair.make(self, seed, number: number, on: loop) }
            }
            for try await made in group { pairs.append(made) }
            return pairs
        }
    }

    /// Signals through calls: each pair is in one of its own.
    func measureCallRouting(
        _ seed: Seed, pairs count: Int, seconds: Int, on loop: any EventLoop, into results: inout BenchResults
    ) async throws {
        let pairs = try await makePairs(seed, count, on: loop)
        var calls: [RunningCall] = []
        for pair in pairs { calls.append(try await pair.setUp()) }
        let frames = zip(pairs, calls).map { $0.rotation(in: $1.id) }
        let lines = pairs.flatMap { [$0.caller.signals, $0.callee.signals] }
        let beats = HeartBeats(lines, on: loop)
        for inFlight in [1, 64, 256] {
            try await measureRouting(
                pairs.map { ($0.caller.signals, $0.callee.signals) }, frames: frames, inFlight: inFlight,
                seconds: seconds, into: &results)
        }
        beats.stop()
        for (pair, call) in zip(pairs, calls) {
            try await pair.end(call)
            await pair.close()
        }
    }

    /// All callees join at once, each over a connection of its own.
    private func measureJoins(
        of tokens: [String], to call: UInt64, on loop: any EventLoop, into results: inout BenchResults
    ) async throws {
        var lines: [Line] = []
        for _ in tokens { lines.append(try await Line.connect(port, on: loop)) }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (line, token) in zip(lines, tokens) {
                group.addTask { _ = try await line.ask("POST", "/call/\(call)/join", token: token) }
            }
            try await group.waitForAll()
        }
        results.add("\(tokens.count) joins at once", "\(text((ContinuousClock.now - start) / .milliseconds(1), 1)) ms")
        for line in lines { await line.wire.close() }
    }

    /// One participant mutes itself; all others in the call are notified.
    func measureCallFanOut(
        _ seed: Seed, members: Int, rounds: Int, on loop: any EventLoop, into results: inout BenchResults
    ) async throws {
        let host = try await Pair.make(self, seed, number: 0, on: loop)
        let media = try await host.openMedia()
        let room = try await media.makeRoom()
        let others = Array(2..<(members + 1))
        let lines = try await sessions(1..<members, width: 8, on: loop)
        // The pair's own session of number 1 has been replaced by a newer one.
        let call = try await host.start(others, room: room)
        for index in others.indices { _ = try await lines[index].inbox.text(with: "call_invitation") }
        try await measureJoins(of: others.map { seed.token($0 - 1) }, to: call, on: loop, into: &results)
        let beats = HeartBeats(lines + [host.caller.signals], on: loop)
        // Limit: the notifications of the joins are on their way and must not be counted.
        try await Task.sleep(for: .seconds(2))
        try await measureFanOut(to: lines, rounds: rounds, on: loop, into: &results) { round in
            _ = try await host.caller.http.ask(
                "PUT", "/call/\(call)/participants", token: host.caller.token,
                body: "{\"id\":0,\"callId\":\(call),\"userId\":\(host.caller.id),\"isMuted\":\(round % 2 == 0)}")
        }
        beats.stop()
        for member in [0] + others.map({ $0 - 1 }) {
            _ = try await host.caller.http.ask(
                "POST", "/call/end", token: seed.token(member), body: "{\"callId\":\(call)}")
        }
        for line in lines { await line.wire.close() }
        try await media.close()
        await host.close()
    }
}
