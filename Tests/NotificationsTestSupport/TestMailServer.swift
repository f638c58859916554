import Foundation
import Processes
import ServerTestSupport
import Testing

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

    nonisolated let ports: Ports
    private let process: PipedProcess
    private var lines: AsyncStream<String>.Iterator
    private(set) var events: [Event] = []

    private init(process: PipedProcess, ports: Ports, lines: AsyncStream<String>.Iterator) {
        (self.process, self.ports, self.lines) = (process, ports, lines)
    }

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
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/smtp_server.py").path
        let process = try PipedProcess(
            "the mail server", "/usr/bin/python3", [script, authority.certificate, authority.key])
        var lines = process.lines.makeAsyncIterator()
        guard let first = await lines.next() else { throw Failure.ended }
        return TestMailServer(
            process: process, ports: try JSONDecoder().decode(Ports.self, from: Data(first.utf8)), lines: lines)
    }

    private func stop() async {
        process.closeInput()
        _ = await process.waitForExit()
    }

    /// The next event of this kind; earlier ones are in `events`.
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
