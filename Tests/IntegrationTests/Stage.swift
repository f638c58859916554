import Foundation
import Processes
import Testing

@testable import ECallDemonstration

/// The environment of integration tests: the built programs, a directory of their own, the network made by ./test.
struct Stage {
    /// The only address media uses; `Scripts/in-namespace` makes it.
    static let mediaAddress = "10.77.0.1"
    let directory: String

    /// The directory of the test bundle, which also holds the programs.
    static var binaries: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent().path
    }

    init(_ name: String) throws {
        guard Self.hasOwnNetwork else {
            throw DemoFailure(
                "integration tests need a network of their own; start them with: ./test --only integration")
        }
        directory = NSTemporaryDirectory() + "ecall-test-\(name)-\(UUID().uuidString)"
        try? FileManager.default.removeItem(atPath: directory)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func clear() { try? FileManager.default.removeItem(atPath: directory) }

    /// Whether the address exists, and a process may listen on it.
    private static var hasOwnNetwork: Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, mediaAddress, &address.sin_addr)
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    func startServer(port: Int = 0) async throws -> DemoServer {
        try await DemoServer.start(
            binaries: Self.binaries, data: directory + "/server", mediaAddress: Self.mediaAddress, port: port)
    }

    /// Two people who are signed in and friends.
    func friends(at server: DemoServer) async throws -> (ana: Person, bo: Person) {
        let people = [("Ana", 1), ("Bo", 2)].map { name, number in
            Person(
                name, number: number, ecall: Self.binaries + "/ecall", home: directory + "/profiles",
                server: server.url)
        }
        for person in people { try await person.signIn { try server.code(for: $0) } }
        try await Demonstration.befriend(people[0], people[1])
        return (people[0], people[1])
    }

    /// Prints the logs of the processes, for a failed test.
    func printLogs() {
        let logs = ["server/log/janus.log", "server/log/coturn.log", "profiles/ana/agent.log", "profiles/bo/agent.log"]
        for name in logs {
            guard let text = try? String(contentsOfFile: directory + "/" + name, encoding: .utf8) else { continue }
            print("--- \(name)\n" + text.split(separator: "\n").suffix(150).joined(separator: "\n"))
        }
    }
}

/// Runs a test on a stage with a server, and ends everything afterwards, also when it fails.
func onStage<Value>(
    _ name: String, _ body: (Stage, DemoServer) async throws -> Value
) async throws -> Value {
    let stage = try Stage(name)
    defer { stage.clear() }
    let server = try await stage.startServer()
    let value: Value
    do {
        value = try await body(stage, server)
    } catch {
        stage.printLogs()
        for line in server.child.diagnostics { print("server: \(line)") }
        await AgentProcesses(home: stage.directory + "/profiles").end()
        await server.child.stop()
        throw error
    }
    await AgentProcesses(home: stage.directory + "/profiles").end()
    await server.child.stop()
    return value
}
