package import Processes
public import ServerFoundation

/// What the supervisor needs to know about a program.
package struct SupervisedProgram: Sendable, Confidential {
    /// As it appears in messages and as the name of its log and pid file.
    package let name: String
    package let executable: String
    package let arguments: [String]
    /// An argument by which a process of an earlier server is recognised: the path of its configuration.
    package let marker: String
    /// What is written into the folder `run` before the start, by name. A process that runs was started with what is there.
    package var files: [(name: String, text: String)] = []
    /// Really talks to it; throws while it does not answer.
    package var check: @Sendable () async throws -> Void
    /// Whether this machine has what the program needs, as its address. While it has not, silence is no hang, and nothing is
    /// started again.
    package var canRun: @Sendable () -> Bool = { true }
    /// What it may do; nil leaves it what the server may.
    package var confinement: Confinement?
    /// From the start to the first answer.
    package var readiness = Duration.seconds(20)
    /// How long a process of an earlier server may take to answer before it is ended.
    package var timeout = Duration.seconds(3)
    /// How long one that runs may leave questions unanswered before it is ended and started again: less than clients wait
    /// for a media connection that is lost, and longer than a busy machine holds one up.
    package var silence = Duration.seconds(6)

    package init(
        name: String, executable: String, arguments: [String], marker: String,
        files: [(name: String, text: String)] = [], check: @escaping @Sendable () async throws -> Void,
        readiness: Duration = .seconds(20), timeout: Duration = .seconds(3), silence: Duration = .seconds(6)
    ) {
        self.name = name
        self.executable = executable
        self.arguments = arguments
        self.marker = marker
        self.files = files
        self.check = check
        self.readiness = readiness
        self.timeout = timeout
        self.silence = silence
    }
}

/// Why a program does not run, each in one sentence for the person who started the server.
public enum SupervisionFailure: Error, Equatable, CustomStringConvertible {
    case missing(program: String, package: String)
    case notStarted(program: String)
    case endedAtOnce(program: String, log: String)
    case notReady(program: String, log: String)
    case noAddress
    case notAnAddress(String)
    case noFreePort
    /// A port that a setting names.
    case portInUse(setting: String, address: String, port: Int, holder: PortHolder?)
    case configurationNotWritable(String)

    public var description: String {
        switch self {
        case .missing(let program, let package):
            "\(program) is not installed; \(Self.installation(of: package))"
        case .notStarted(let program): "\(program) could not be started."
        case .endedAtOnce(let program, let log): "\(program) ended right after its start; its log is \(log)."
        case .notReady(let program, let log): "\(program) does not answer after its start; its log is \(log)."
        case .noAddress:
            "This host has no network address for media; name one with --media-address ADDRESS."
        case .notAnAddress(let text): "\(text) is not an address of this host; correct --media-address."
        case .noFreePort: "There is no free port for media."
        case .portInUse(let setting, let address, let port, let holder):
            """
            Port \(port) on \(address) (UDP and TCP) is in use by another program\(holder.map { " (\($0))" } ?? ""), or not for \
            this user: stop that program, or choose another port with \(setting).
            """
        case .configurationNotWritable(let path): "\(path) cannot be written."
        }
    }

    /// What to type. Debian starts both as services of its own: Janus as a gateway that is open to everybody on ports 8088 and
    /// 8188, coturn on the port of this server's.
    public static func installation(of package: String) -> String {
        """
        install it with: sudo apt-get install -y --no-install-recommends \(package), and put off the service that Debian starts \
        with it: sudo systemctl disable --now \(package)
        """
    }
}

/// How long to wait before a restart: longer the more often it fails, and short again after it ran well. Pure.
package struct BackOff: Sendable {
    package private(set) var failures = 0

    /// The wait after a process that ran for `uptime`.
    package mutating func next(uptime: Duration) -> Duration {
        failures = uptime > .seconds(60) ? 1 : failures + 1
        return .milliseconds(250 * (1 << min(failures - 1, 7)))
    }
}
