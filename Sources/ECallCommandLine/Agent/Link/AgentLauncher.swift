import ECallLanguage
import Foundation

/// Starts an agent in the background: this program again, detached from the terminal.
struct AgentLauncher: Sendable {
    /// How long an agent may take to answer.
    static let timeout = Duration.seconds(10)

    /// The program and the arguments that make it the profile's agent.
    let executable: String
    let arguments: [String]

    init(settings: Settings, executable: String = Self.ownPath) {
        self.executable = executable
        arguments = ["agent", "--profile", settings.profile, "--home", settings.profiles.path]
    }

    /// Starts it and waits until it serves, or until it found that another already does.
    func start() async throws(CommandFailure) {
        let report = Pipe()
        try spawn(writingTo: report.fileHandleForWriting.fileDescriptor)
        try? report.fileHandleForWriting.close()
        let line = await Task.detached { Self.readLine(report.fileHandleForReading) }.value
        guard line != AgentReport.ready else { return }
        guard let line, let failure = try? AgentLine.decode(CommandFailure.self, from: Array(line.utf8)) else {
            throw CommandFailure(.agent, .terminalAgentNotStarted)
        }
        throw failure
    }

    /// Returns the first line once it is there; nil if the other side closes before.
    ///
    /// Byte by byte: a read of more waits for the end, which does not come while another child holds the pipe.
    static func readLine(_ handle: FileHandle) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < 4096, let byte = try? handle.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// stdin and stderr lead nowhere: a crash report would show memory. The passphrase leaves the environment.
    private func spawn(writingTo report: Int32) throws(CommandFailure) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, report, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        Self.keepInheritedFilesFromChildren()
        // Out of the terminal's session from its first moment: Ctrl-C and a closed terminal are the command's.
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)
        let environment = ProcessInfo.processInfo.environment.filter { $0.key != "ECALL_PASSPHRASE" }
        var pid = pid_t()
        let status = Self.withCStrings([CommandLine.arguments.first ?? executable] + arguments) { argv in
            Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
                posix_spawn(&pid, executable, &actions, &attributes, argv, envp)
            }
        }
        guard status == 0 else {
            throw CommandFailure(
                .agent,
                .hint(.terminalAgentNotStarted, .terminalSystemSays(reason: String(cString: strerror(status)))))
        }
    }

    /// POSIX_SPAWN_SETSID, which Swift does not see.
    private static var newSession: Int16 {
        #if canImport(Darwin)
            0x400
        #else
            0x80
        #endif
    }

    /// Descriptors of the calling shell must not stay open in the agent.
    private static func keepInheritedFilesFromChildren() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() { pointers.advanced(by: index).initialize(to: strdup(text)) }
        pointers.advanced(by: texts.count).initialize(to: nil)
        defer {
            for index in texts.indices { free(pointers[index]) }
            pointers.deallocate()
        }
        return body(pointers)
    }

    /// This program, also after its file was moved or replaced.
    private static var ownPath: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }
}

/// The single line of a started agent on stdout: this, or a failure as a JSON object.
enum AgentReport {
    static let ready = "ready"
}
