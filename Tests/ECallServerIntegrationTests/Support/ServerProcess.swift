import AsyncHTTPClient
import ECallAPI
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Processes
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

/// `ecall-server` as a process of its own, which a test may kill; with its own Janus and coturn.
final class ServerProcess: Sendable {
    let process: PipedProcess
    let port: Int
    let data: String

    /// Its lines until it listened.
    let said: [String]

    private init(process: PipedProcess, port: Int, data: String, said: [String]) {
        (self.process, self.port, self.data, self.said) = (process, port, data, said)
    }

    /// Arguments before the command that give it a file system of its own as data directory, with `size` as in `24m`. It
    /// lives as long as the server or its children do.
    static func ownDisk(_ size: String, in folder: String) -> [String] {
        let user = geteuid() == 0 ? [] : ["--map-root-user"]
        let script =
            "mkdir -p '\(folder)/data' && mount -t tmpfs -o size=\(size),mode=700 none '\(folder)/data' && exec \"$@\""
        return ["/usr/bin/unshare", "--mount"] + user + ["/bin/sh", "-c", script, "sh"]
    }

    /// Arguments before the command that run it in the mount namespace of a process with such a file system.
    static func sameDisk(as other: ProcessIdentity) -> [String] {
        let user = geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]
        return ["/usr/bin/nsenter", "--target", "\(other.pid)", "--mount"] + user
    }

    var pid: Int32 { process.pid }

    struct Ended: Error, CustomStringConvertible {
        let output: String
        var description: String { "the server ended: \(output)" }
    }

    /// An empty folder for the length of `body`; everything started with it has ended afterwards.
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

    /// Starts it and waits until it listens; `wrapper` are arguments before the command.
    static func start(
        in folder: String, mediaAddress: String? = "127.0.0.1", mode: [String] = ["--dev"], wrapper: [String] = [],
        arguments: [String] = [], environment: [String: String] = [:], logLevel: String = "notice"
    ) async throws -> ServerProcess {
        let data = folder + "/data"
        // Its log lines come between those of its console.
        let words =
            ["/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"] + wrapper + [
                binary, "serve", "--port", "0", "--data", data, "--log-level", logLevel, "--set", "withoutPage=true",
            ] + (mediaAddress.map { ["--media-address", $0] } ?? []) + mode + arguments
        let process = try PipedProcess("ecall-server", words[0], Array(words.dropFirst()), environment: environment)
        var said: [String] = []
        for await line in process.lines {
            said.append(line)
            guard let address = line.firstMatch(of: /listening on https?:\/\/127\.0\.0\.1:([0-9]+)/)?.output.1,
                let port = Int(address)
            else { continue }
            // A disk of its own is visible only through the process.
            let view = wrapper.isEmpty ? "" : "/proc/\(process.pid)/root"
            return ServerProcess(process: process, port: port, data: view + data, said: said)
        }
        throw Ended(output: said.suffix(12).joined(separator: " · "))
    }

    /// Waits until it writes `text`, on its console or in its log.
    func waitForLine(_ text: String) async throws {
        for await line in process.lines where line.contains(text) { return }
        throw Ended(output: "without saying: \(text)")
    }

    /// Sends a signal and waits for the end.
    func end(_ signal: Int32) async {
        kill(pid, signal)
        _ = await process.waitForExit()
    }

    /// The executable beside the tests.
    static var binary: String { Stage.binaries + "/ecall-server" }

    private enum Stage {
        static let binaries = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    }

    // MARK: - Janus and coturn

    /// The process that the server has recorded; nil when it does not run.
    func child(_ name: String) -> ProcessIdentity? { PIDFile(path: "\(data)/run/\(name).pid").running }

    /// The admin API of Janus, as for its operator.
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
        // The other files are being written, and are renamed when complete.
        let names = try FileManager.default.contentsOfDirectory(atPath: data + "/outbox").sorted().reversed()
        for name in names where name.hasSuffix(".json") {
            let content = try Data(contentsOf: URL(filePath: data + "/outbox/" + name))
            let message = try JSONDecoder().decode(Message.self, from: content)
            if message.to == address, let code = message.code { return code }
        }
        return nil
    }
}
