import ECallAPI
import ECallCalls
import Foundation
import Processes

/// A person: a profile of the command line, driven by typing its commands.
struct Person: Sendable {
    let name: String
    let email: String
    /// Marks the person's test picture, and chooses the tone.
    let number: Int
    /// The directory of profiles.
    let home: String
    let ecall: String
    let environment: [String: String]

    /// - Parameter hasSmallPictures: test pictures of 320 × 180, of which several people fit one machine.
    init(
        _ name: String, number: Int, ecall: String, home: String, server: String, hasSmallPictures: Bool = false
    ) {
        self.name = name
        self.number = number
        email = "\(name.lowercased())@example.org"
        self.ecall = ecall
        self.home = home
        let own = [
            "ECALL_HOME": home, "ECALL_PROFILE": name.lowercased(), "ECALL_SERVER": server, "ECALL_DIAGNOSTICS": "1",
        ]
        environment = hasSmallPictures ? own.merging(["ECALL_TEST_SMALL": "1"]) { own, _ in own } : own
    }

    /// Starts a command that keeps running; its output is JSON lines.
    func start(_ arguments: [String]) throws -> PipedProcess {
        try PipedProcess("\(name)'s ecall \(arguments[0])", ecall, arguments + ["--json"], environment: environment)
    }

    /// Runs a command to its end and returns its output.
    @discardableResult
    func run(_ arguments: [String], input: String? = nil) async throws -> [Line] {
        let child = try start(arguments)
        return try await finish(child, input: input)
    }

    private func finish(_ child: PipedProcess, input: String?) async throws -> [Line] {
        if let input { try child.write(input + "\n") }
        child.closeInput()
        defer { child.interrupt() }
        return try await within(.seconds(60), child.name) {
            var lines: [Line] = []
            for await text in child.lines { if let line = Line(text) { lines.append(line) } }
            let status = await child.waitForExit()
            guard status == 0 else {
                let said = lines.compactMap { $0.text("message") } + child.diagnostics
                throw DemoFailure("\(child.name) failed with \(status): \(said.joined(separator: " · "))")
            }
            return lines
        }
    }

    /// Signs in with the code that `code` finds once it was sent.
    func signIn(
        _ options: [String] = [], code: @escaping @Sendable (_ to: String) async throws -> String
    ) async throws {
        let child = try start(["login", "--email", email, "--name", name] + options)
        let lines = child.lines
        let sent = try await within(.seconds(60), child.name) {
            for await text in lines where Line(text)?.text("result") == "codeSent" { return true }
            return false
        }
        guard sent else {
            throw DemoFailure("\(child.name) ended: \(child.diagnostics.joined(separator: " · "))")
        }
        _ = try await finish(child, input: try await code(email))
    }
}

/// A JSON line of the command line.
struct Line: Sendable {
    private let members: [String: JSONValue]

    init?(_ text: String) {
        guard case .object(let members) = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
            return nil
        }
        self.members = members
    }

    func text(_ member: String) -> String? { members[member]?.text }
    func number(_ member: String) -> UInt64? { members[member]?.unsignedInteger }

    /// The counters of a call that ended.
    func statistics() throws -> CallStatistics? {
        guard let value = members["statistics"] else { return nil }
        return try JSONDecoder().decode(CallStatistics.self, from: JSONEncoder().encode(value))
    }

    /// Decodes the whole line as this type.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(members))
    }
}
