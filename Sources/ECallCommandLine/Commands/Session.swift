import ECallCore
import ECallKit
import ECallLanguage
import Foundation
import Synchronization

/// A command's connection with its profile's agent: finds it, starts it, greets it.
struct Session: Sendable {
    let settings: Settings
    let printer: Printer
    let time: any TimeSource
    private let typed = TypedSecret()

    init(_ options: GlobalOptions, time: any TimeSource = SystemTime()) {
        self.time = time
        settings = Settings(options, environment: ProcessInfo.processInfo.environment)
        printer = Printer(json: settings.json, language: settings.language)
    }

    /// The agent's description of itself.
    struct Greeting: Sendable {
        /// nil while the profile has no keys.
        let keys: KeyProtection?
    }

    typealias Body = @Sendable (AgentLink, Greeting) async throws -> Void

    /// Runs a command against the agent; reports a failure and exits with its status.
    ///
    /// - Parameters:
    ///   - needsSignIn: refuse at once, without an agent, where the profile holds nothing.
    ///   - persistence: begins again where the agent or the server is away; nil fails then.
    ///   - withoutAgent: what is the matter where no agent runs; nil starts one.
    func run(
        needsSignIn: Bool = true, withoutAgent: CommandFailure? = nil, persistence: Persistence? = nil,
        _ body: @escaping Body
    ) async throws {
        do {
            let profile = try settings.profileDirectory()
            if needsSignIn { try Self.requireSecrets(in: profile) }
            try await persisting(persistence) {
                if settings.foreground {
                    try await AgentInProcess(settings: settings, profile: profile).during { channel in
                        try await greet(over: channel, body)
                    }
                } else {
                    try await reach(profile, withoutAgent, body)
                }
            }
        } catch let reported as ReportedFailure {
            printer.reportedFailure(reported.failure)
            throw reported.failure.status.code
        } catch let failure as CommandFailure {
            printer.failure(failure)
            throw failure.status.code
        }
    }

    /// Runs checks of a command before there is an agent to ask: reports a failure and exits with its status.
    func reporting<Value>(_ work: () throws(CommandFailure) -> Value) throws -> Value {
        do throws(CommandFailure) {
            return try work()
        } catch {
            printer.failure(error)
            throw error.status.code
        }
    }

    /// Sends one command and prints its result.
    ///
    /// - Parameters:
    ///   - remark: what a person reads then.
    ///   - drawing: what is drawn for a person before that, such as the code of a link.
    func run(
        _ command: AgentCommand, withoutAgent: CommandFailure? = nil,
        remark: @escaping @Sendable (CommandResult) -> Text? = { _ in nil },
        drawing: @escaping @Sendable (CommandResult) -> String? = { _ in nil }
    ) async throws {
        try await run(withoutAgent: withoutAgent) { link, _ in
            let result = try await answered { try await link.result(of: command) { printer.content($0) } }
            printer.result(result)
            if let lines = drawing(result) { printer.remark(lines) }
            if let line = remark(result) { printer.remark(line) }
        }
    }

    /// Reports when the server keeps a person waiting: a request is repeated for most of a minute if there is no answer.
    func answered<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        async let _ = sayThatItTakesLong()
        return try await work()
    }

    private func sayThatItTakesLong() async {
        guard (try? await time.sleep(for: .seconds(4))) != nil else { return }
        let kept = Text.terminalNoAnswerYetKept(server: Settings.defaultServer, option: "--server")
        printer.progress(printer.texts.string(settings.server.map { .terminalNoAnswerYet(server: $0) } ?? kept))
    }

    private static func requireSecrets(in profile: ProfileDirectory) throws(CommandFailure) {
        let protection: ProfileStore.Protection
        do throws(KeyStorageError) {
            protection = try ProfileStore.protection(of: profile)
        } catch {
            throw CommandFailure(error)
        }
        guard protection != .none else { throw .notSignedIn }
    }

    private func reach(
        _ profile: ProfileDirectory, _ withoutAgent: CommandFailure?, _ body: @escaping Body
    ) async throws {
        let socket = AgentFiles(profile).socket
        for _ in 0..<3 {
            let channel = try await AgentConnector(settings: settings, socket: socket).connect(orElse: withoutAgent)
            do {
                return try await greet(over: channel, body)
            } catch is AgentLost {
                // It was about to end when this command connected, or was killed during a call: a new one is started.
                continue
            }
        }
        throw CommandFailure.noAgent
    }

    private func greet(over channel: AgentChannel, _ body: @escaping Body) async throws {
        try await AgentLink.withLink(over: channel) { link in
            let greeting: Greeting
            do throws(CommandFailure) {
                greeting = try await hello(link)
            } catch {
                throw error == .noAgent ? AgentLost() : error as any Error
            }
            try await body(link, greeting)
        }
    }

    private func hello(_ link: AgentLink) async throws(CommandFailure) -> Greeting {
        let secret = try SecretReader(source: settings.secretSource).secret() ?? typed.value
        do throws(CommandFailure) {
            return try await Self.hello(link, secret)
        } catch {
            guard error == .locked, Terminal.isInteractive,
                let typed = Terminal.askSecretly(
                    printer.texts.string(.terminalAskPassphrase(profile: settings.profile)) + " "), !typed.isEmpty
            else { throw error }
            let secret = ProfileSecret(bytes: Data(typed.utf8))
            let greeting = try await Self.hello(link, secret)
            self.typed.value = secret
            return greeting
        }
    }

    /// Greets again with a secret for keys that are yet to be made.
    static func hello(_ link: AgentLink, _ secret: ProfileSecret?) async throws(CommandFailure) -> Greeting {
        let answer = try await link.result(of: .hello(version: AgentVersion.current, secret: secret))
        guard case .hello(let version, let keys) = answer else { throw .malformed }
        guard version == AgentVersion.current else {
            throw .otherVersion(agent: version, command: AgentVersion.current)
        }
        return Greeting(keys: keys)
    }
}

/// The secret that the person has typed to open the keys: a restarted agent gets it, and the person isn't asked twice.
private final class TypedSecret: Sendable {
    private let secret = Mutex<ProfileSecret?>(nil)

    var value: ProfileSecret? {
        get { secret.withLock { $0 } }
        set { secret.withLock { $0 = newValue } }
    }
}

/// The agent has ended without answering, and another one may process the request.
struct AgentLost: Error {}
