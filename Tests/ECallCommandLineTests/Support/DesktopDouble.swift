import ECallLanguage
import ECallMedia
import Foundation
import Processes
import Synchronization
import TestSupport

@testable import ECallCommandLine

/// A session bus of its own, with a double of a notification server that reports the requests it gets.
final class DesktopDouble: Sendable {
    static let isInstalled = ["/usr/bin/dbus-daemon", "/usr/bin/gdbus", "/usr/lib/python3/dist-packages/dbusmock"]
        .allSatisfy { FileManager.default.fileExists(atPath: $0) }
    static let everything = "actions body body-markup"

    /// The requests to the server, and its signals: one line each.
    let lines = Recorder<String>()
    let socket: String
    private let directory: URL
    private let bus = Mutex<PipedProcess?>(nil)
    private let server = Mutex<PipedProcess?>(nil)

    init(in directory: URL) {
        self.directory = directory
        socket = directory.appendingPathComponent("bus").path
    }

    var desktop: Desktop {
        Desktop(bus: "unix:path=\(socket)", rendering: Rendering(displays: [.x11(name: ":7", authority: nil)]))
    }

    /// Runs both while `body` does.
    static func run(
        in directory: URL, capabilities: String? = everything, _ body: (DesktopDouble) async throws -> Void
    ) async throws {
        let double = DesktopDouble(in: directory)
        do {
            try await double.startBus()
            if let capabilities { try await double.startServer(capabilities) }
            try await body(double)
        } catch {
            await double.stop()
            throw error
        }
        await double.stop()
    }

    func startBus() async throws {
        let configuration = directory.appendingPathComponent("bus.conf")
        // Without the services of the machine: calls on the bus start nothing.
        try Data(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """.utf8
        ).write(to: configuration)
        let process = try PipedProcess(
            "dbus-daemon", "/usr/bin/dbus-daemon",
            ["--config-file=\(configuration.path)", "--nofork", "--print-address=1"])
        bus.withLock { $0 = process }
        for await _ in process.lines { return }
        throw CommandFailure(.failure, .verbatim("no bus: \(process.diagnostics)"))
    }

    func startServer(_ capabilities: String = everything) async throws {
        let process = try PipedProcess(
            "dbusmock", "/usr/bin/python3",
            [
                "-u", "-m", "dbusmock", "--session", "--template", "notification_daemon",
                "--parameters", "{\"capabilities\": \"\(capabilities)\"}",
            ], environment: environment)
        server.withLock { $0 = process }
        let lines = lines
        Task { for await line in process.lines { await lines.append(line) } }
        try await gdbus("wait", "--session", "--timeout", "20", "org.freedesktop.Notifications")
    }

    func stopBus() async { await bus.withLock { $0 }?.stop() }
    func stopServer() async { await server.withLock { $0 }?.stop() }

    private func stop() async {
        await stopServer()
        await stopBus()
    }

    func press(_ key: String, of number: Int) async throws {
        try await gdbus(
            "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
            "/org/freedesktop/Notifications", "--method", "org.freedesktop.DBus.Mock.EmitSignal",
            "org.freedesktop.Notifications", "ActionInvoked", "us", "[<uint32 \(number)>, <'\(key)'>]")
    }

    /// Another program on the bus says so.
    func forge(_ key: String, of number: Int) async throws {
        try await gdbus(
            "emit", "--session", "--object-path", "/org/freedesktop/Notifications", "--signal",
            "org.freedesktop.Notifications.ActionInvoked", "uint32 \(number)", "'\(key)'")
    }

    /// The first line that has all these parts, once it has come.
    @discardableResult
    func line(with parts: String...) async -> String? {
        await lines.wait { lines in lines.contains { line in parts.allSatisfy(line.contains) } }
        return await lines.all.first { line in parts.allSatisfy(line.contains) }
    }

    private var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"] }

    private func gdbus(_ arguments: String...) async throws {
        let tool = try PipedProcess("gdbus", "/usr/bin/gdbus", arguments, environment: environment)
        tool.closeInput()
        for await _ in tool.lines {}
        guard await tool.waitForExit() == 0 else {
            await tool.diagnosticsEnded()
            throw CommandFailure(.failure, .verbatim("gdbus: \(tool.diagnostics)"))
        }
    }
}
