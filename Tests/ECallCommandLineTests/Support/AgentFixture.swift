import ECallAPI
import ECallCore
import ECallKit
import ECallLanguage
import ECallMedia
import Foundation
import FrameCrypto
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import ECallCommandLine
@testable import ECallServerTestSupport

/// An agent on a real socket, with the real server in this process and scripted calls.
struct AgentFixture: Sendable {
    let profile: ProfileDirectory
    let server: ObservedServer
    let calls: ScriptedCalls
    let connected: LockedValue<ConnectedDevices>
    let host: AgentHost
    let tones = ToneDouble()
    /// Loses connections to the server.
    let line: LosableLine
    static let display = Display.x11(name: ":7", authority: nil)
    static let windows = [ShareableWindow(id: 7, title: "Editor", size: PictureBox(width: 640, height: 480))]

    init(
        in directory: URL, server: ObservedServer = ObservedServer(), environmentTime: any TimeSource = ManualTime(),
        time: any TimeSource = SystemTime(), idleLimit: Duration? = nil, busLimit: Duration = DesktopRinger.limit,
        language: @escaping @Sendable () -> String? = { nil }
    ) throws {
        profile = try ProfileDirectory(at: directory.appendingPathComponent("p"))
        let calls = ScriptedCalls()
        let connected = LockedValue(ConnectedDevices([]))
        line = LosableLine(server)
        let (line, tones) = (line, tones)
        let environment = ClientEnvironment(
            transport: server, dialer: line, time: environmentTime, devices: { connected.withLock { $0 } },
            windows: { (display) throws(MediaError) in
                guard display == Self.display else { throw .inputUnavailable(.verbatim("There is no such display.")) }
                return Self.windows
            },
            playTone: { (tone, wishes) throws(MediaError) in try tones.play(tone, wishes) }
        ) { session in
            calls.storage.withLock { $0 = session.storage }
            return calls
        }
        self.server = server
        self.calls = calls
        self.connected = connected
        let files = AgentFiles(profile)
        host = AgentHost(
            files: files,
            agent: Agent(
                profile: profile, environment: environment, log: AgentLog(path: files.log), busLimit: busLimit,
                language: language),
            time: time, idleLimit: idleLimit)
    }

    /// Runs the agent while `body` does.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await host.run { start.yield() } }
            for await _ in started { break }
            do { try await body() } catch {
                await host.agent.stop()
                throw error
            }
            await host.agent.stop()
            try await group.waitForAll()
        }
    }

    /// A connection that has been greeted.
    func connect(
        secret: String? = nil, _ body: @escaping @Sendable (AgentLink) async throws -> Void
    ) async throws {
        let channel = try #require(await AgentSocket.connect(to: host.files.socket))
        try await AgentLink.withLink(over: channel) { link in
            _ = try await Session.hello(link, secret.map { ProfileSecret(bytes: Data($0.utf8)) })
            try await body(link)
        }
    }

    static let email = "alice.test@example.org"
    static let form = LoginForm(
        server: "http://127.0.0.1:9", email: email, phoneNumber: nil, displayName: "Alice Test")

    /// Signs in by a code, as a person does who reads it in a mail.
    func signIn(_ link: AgentLink) async throws {
        let real = try await server.real
        real.letTimePass()
        _ = try await link.result(of: .requestCode(form: Self.form))
        _ = try await link.result(of: .verify(form: Self.form, code: try real.code(to: Self.email)))
    }

    /// Bob, Bobby and Eve become friends of whoever is signed in.
    func befriend() async throws {
        for (user, name) in [(5, "Bob"), (6, "Bobby"), (7, "Eve")] as [(UserID, String)] {
            _ = try await server.real.signIn(user, device: DeviceID(user.rawValue * 11), name: name)
        }
    }

    /// Another device of the account signs this one out at the server.
    func signOutElsewhere() async throws {
        let app = try await server.real.app
        let other = try await app.signIn(Self.email)
        try await app.call(.terminateOthers, as: other).expectOK()
    }

    /// The secrets that neither the log nor a wiped profile may hold.
    func secrets() async throws -> [String] {
        let signedIn = try #require(server.signedIn)
        let code = try await server.real.code(to: Self.email)
        return [signedIn.accessToken, signedIn.refreshToken, Self.email, "Alice", code]
    }

    /// All bytes of all files below the profile.
    func storedBytes() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: profile.url.path) {
            var isDirectory: ObjCBool = false
            let path = profile.url.appendingPathComponent(name).path
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue,
                let data = FileManager.default.contents(atPath: path)
            else { continue }
            files[name] = data
        }
        return files
    }
}

/// Waits for the next event that fits.
func next(
    _ replies: inout AsyncStream<AgentReply.Content>.Iterator, where fits: (AgentReply.Content) -> Bool
) async throws -> AgentReply.Content {
    while let content = await replies.next() {
        if fits(content) { return content }
    }
    throw CommandFailure(.failure, .verbatim("the replies ended"))
}

/// Whether anything accepts connections on a socket.
func isServed(_ path: String) async -> Bool {
    guard let channel = await AgentSocket.connect(to: path) else { return false }
    try? await channel.executeThenClose { _, _ in }
    return true
}
