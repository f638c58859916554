import AsyncHTTPClient
import ECallAPI
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import ECallServer

/// `ecall-server` as a process of its own, which a test may kill; with Janus and coturn of its own.
final class ServerProcess: Sendable {
    let pid: Int32
    let port: Int
    let data: String
    /// What it says on its console after its address. One consumer.
    private let lines: AsyncStream<String>
    private let ended = Occurrence()

    private init(pid: Int32, port: Int, data: String, lines: AsyncStream<String>) {
        (self.pid, self.port, self.data, self.lines) = (pid, port, data, lines)
    }

    struct Ended: Error, CustomStringConvertible {
        let output: String
        var description: String { "the server ended: \(output)" }
    }

    /// An empty folder for the length of `body`; whatever was started with it has ended afterwards.
    static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-server-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer {
            for (program, file) in [("janus", "janus.jcfg"), ("turnserver", "coturn.conf")] {
                guard let path = HostNetwork.executable(program) else { continue }
                for left in ProcessTable.processes(of: path, withArgument: "\(folder)/data/run/\(file)") {
                    kill(left.pid, SIGKILL)
                }
            }
            try? FileManager.default.removeItem(atPath: folder)
        }
        try await body(folder)
    }

    /// Starts it and waits until it listens; `wrapper` are words before the command.
    static func start(
        in folder: String, wrapper: [String] = [], arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> ServerProcess {
        let data = folder + "/data"
        let words =
            wrapper + [
                binary, "serve", "--dev", "--port", "0", "--data", data, "--media-address", "127.0.0.1",
                "--log-level", "error",
            ] + arguments
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        (process.standardOutput, process.standardError, process.standardInput) = (output, output, nil)
        try process.run()
        let (lines, queue) = AsyncStream<String>.makeStream()
        // Its console goes on: somebody has to read it.
        Thread.detachNewThread {
            var text = ""
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                text += String(decoding: data, as: UTF8.self)
                while let end = text.firstIndex(of: "\n") {
                    queue.yield(String(text[..<end]))
                    text = String(text[text.index(after: end)...])
                }
            }
            queue.finish()
        }
        var seen: [String] = []
        for await line in lines {
            seen.append(line)
            guard let found = line.firstRange(of: "listening on http://127.0.0.1:"),
                let port = Int(line[found.upperBound...])
            else { continue }
            let server = ServerProcess(pid: process.processIdentifier, port: port, data: data, lines: lines)
            Thread.detachNewThread {
                process.waitUntilExit()
                server.ended.happen()
            }
            return server
        }
        throw Ended(output: seen.joined(separator: " · "))
    }

    /// Waits until its console says `text`.
    func waitForLine(_ text: String) async throws {
        for await line in lines where line.contains(text) { return }
        throw Ended(output: "without saying: \(text)")
    }

    /// Sends a signal and waits for the end.
    func end(_ signal: Int32) async {
        kill(pid, signal)
        await ended.wait()
    }

    /// The executable beside the tests.
    static var binary: String { Stage.binaries + "/ecall-server" }

    private enum Stage {
        static let binaries = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    }

    // MARK: - Janus and coturn

    /// The process that the server has written down; nil when it does not run.
    func child(_ name: String) -> ProcessIdentity? { PIDFile(path: "\(data)/run/\(name).pid").running }

    /// What the operator of Janus sees.
    func admin() throws -> JanusAdmin {
        let text = try #require(FileManager.default.contents(atPath: data + "/run/janus.json"))
        let access = try JSONDecoder().decode(MediaServers.JanusAccess.self, from: text)
        return JanusAdmin(
            address: JanusAddress(host: "127.0.0.1", port: access.adminPort), group: HTTPClient.defaultEventLoopGroup,
            secret: access.secrets.adminSecret, adminKey: access.secrets.adminKey)
    }

    // MARK: - Requests

    func call(
        _ endpoint: Endpoint, id: UInt64? = nil, _ body: (any Encodable & Sendable)? = nil, as person: Person? = nil
    ) async throws -> Answer {
        let path = Endpoint.prefixes[0] + (id.map { endpoint.path(id: $0) } ?? endpoint.path)
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)" + path)
        request.method = .init(rawValue: endpoint.method.rawValue)
        request.headers.add(name: "Content-Type", value: "application/json")
        if let person { request.headers.add(name: "Authorization", value: "Bearer \(person.accessToken)") }
        if let body { request.body = .bytes(try JSONEncoder().encode(body)) }
        return try await send(request)
    }

    func get(_ path: String) async throws -> Answer {
        try await send(HTTPClientRequest(url: "http://127.0.0.1:\(port)" + path))
    }

    private func send(_ request: HTTPClientRequest) async throws -> Answer {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(15))
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(status: Int(response.status.code), headers: [:], body: Data(body.readableBytesView))
    }

    /// Signs a person in with a new device.
    func signIn(_ name: String) async throws -> Person {
        let email = "\(name)@example.net"
        try await call(.login, LoginRequest(email: email, displayName: name)).expectOK()
        let device = DevicePayload(publicKey: TestKeys.rsa(), deviceName: "test")
        let code = try #require(try lastCode(to: email))
        let signedIn: VerifyLoginResponse = try await call(
            .verifyLogin, VerifyLoginRequest(code: code, email: email, device: device)
        ).value()
        return Person(
            id: signedIn.userId, device: signedIn.deviceId, email: email, accessToken: signedIn.accessToken,
            refreshToken: signedIn.refreshToken)
    }

    func friends(_ one: String, _ other: String) async throws -> (Person, Person) {
        let people = (try await signIn(one), try await signIn(other))
        try await call(.sendFriendRequest, FriendRequestTarget(targetUserId: people.1.id), as: people.0).expectOK()
        try await call(.acceptFriendRequest, FriendRequestTarget(targetUserId: people.0.id), as: people.1).expectOK()
        return people
    }

    private func lastCode(to address: String) throws -> String? {
        struct Message: Decodable {
            let to: String?
            let code: String?
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: data + "/outbox").sorted().reversed() {
            let content = try Data(contentsOf: URL(filePath: data + "/outbox/" + name))
            let message = try JSONDecoder().decode(Message.self, from: content)
            if message.to == address, let code = message.code { return code }
        }
        return nil
    }
}
