import Foundation
import Synchronization
import Testing

@testable import ECallServer

/// The mail server of `smtp_server.py` (aiosmtpd) as a child process.
actor TestMailServer {
    struct Event: Decodable, Sendable {
        let event: String
        let port: String?
        let good: Bool?
        let tls: Bool?
        let sender: String?
        let recipients: [String]?
        let subject: String?
        let body: String?
        let headers: [String: String]?
        let defects: Int?
        let raw: Data?
    }

    struct Ports: Decodable, Sendable {
        let plain: Int
        let starttls: Int
        let tls: Int
    }

    enum Failure: Error { case ended }

    let ports: Ports
    private let process: Process
    private let input: Pipe
    private var lines: AsyncStream<String>.Iterator
    /// All that happened so far, as far as it was asked for.
    private(set) var events: [Event] = []

    private init(process: Process, input: Pipe, ports: Ports, lines: AsyncStream<String>.Iterator) {
        (self.process, self.input, self.ports, self.lines) = (process, input, ports, lines)
    }

    /// Runs it for the length of `body`.
    static func run(
        _ authority: TestAuthority, _ body: (TestMailServer) async throws -> Void
    ) async throws {
        let server = try await start(authority)
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private static func start(_ authority: TestAuthority) async throws -> TestMailServer {
        let process = Process()
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Servers/smtp_server.py").path
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script, authority.certificate, authority.key]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (stream, queue) = AsyncStream<String>.makeStream()
        let rest = Mutex(Data())
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            guard !data.isEmpty else {
                handle.readabilityHandler = nil
                queue.finish()
                return
            }
            rest.withLock { rest in
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    queue.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
        }
        try process.run()
        var lines = stream.makeAsyncIterator()
        guard let first = await lines.next() else { throw Failure.ended }
        return TestMailServer(
            process: process, input: input, ports: try JSONDecoder().decode(Ports.self, from: Data(first.utf8)),
            lines: lines)
    }

    private func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The next event of this kind; those before it are in `events`.
    func next(_ kind: String) async throws -> Event {
        var lines = lines
        while let line = await lines.next(isolation: self) {
            self.lines = lines
            let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            events.append(event)
            if event.event == kind { return event }
        }
        throw Failure.ended
    }

    func kinds() -> [String] { events.map(\.event) }
}
