import NIOCore

/// A server of STOMP over WebSocket, as the load sees it.
struct Target: Sendable {
    let name: String
    let port: Int
    let path: String
    let processID: Int32
    let credentials: @Sendable (Int) -> (login: String, passcode: String)
    /// The destination that the connection subscribes to.
    let inbox: @Sendable (Int) -> String

    /// A connected, subscribed session.
    func session(_ number: Int, on loop: any EventLoop) async throws -> Line {
        let line = try await Line.connect(port, on: loop)
        line.wire.upgrade(path, subprotocol: "v12.stomp")
        try await line.inbox.upgraded()
        let (login, passcode) = credentials(number)
        line.wire.text(
            "CONNECT\naccept-version:1.2\nhost:/\nlogin:\(login)\npasscode:\(passcode)\nheart-beat:10000,10000\n\n\0")
        _ = try await line.inbox.text(with: "CONNECTED")
        line.wire.text("SUBSCRIBE\nid:s\nack:auto\nreceipt:r\ndestination:\(inbox(number))\n\n\0")
        _ = try await line.inbox.text(with: "RECEIPT")
        return line
    }

    /// `numbers` sessions, `width` of them at a time.
    func sessions(_ numbers: Range<Int>, width: Int, on loop: any EventLoop) async throws -> [Line] {
        try await withThrowingTaskGroup(of: [(Int, Line)].self) { group in
            for lane in 0..<width {
                group.addTask {
                    var lines: [(Int, Line)] = []
                    for number in stride(from: numbers.lowerBound + lane, to: numbers.upperBound, by: width) {
                        lines.append((number, try await session(number, on: loop)))
                    }
                    return lines
                }
            }
            var all: [(Int, Line)] = []
            for try await part in group { all += part }
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

/// Sends the heart-beats that CONNECT has promised, until it is stopped.
struct HeartBeats: Sendable {
    private let task: RepeatedTask

    init(_ lines: [Line], on loop: any EventLoop) {
        let beat = Wire.frame("\n")
        task = loop.scheduleRepeatedTask(initialDelay: .seconds(7), delay: .seconds(7)) { _ in
            for line in lines { line.wire.send(beat) }
        }
    }

    func stop() { task.cancel() }
}
