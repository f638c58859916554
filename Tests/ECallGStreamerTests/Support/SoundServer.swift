import ECallLanguage
import ECallMedia
import Foundation
import Processes

/// A PulseAudio of the test's own, on a socket of its own: a default loudspeaker `speaker` and another one, a default microphone
/// `desk`, and the sound of a `room`, which the microphone `room.monitor` hears.
struct SoundServer {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/pulseaudio")

    let process: PipedProcess
    private let directory: String

    /// Has this process use it, until `stop`. One at a time.
    static func start() async throws -> SoundServer {
        let directory = NSTemporaryDirectory() + "ecall-sound-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let environment = [
            "HOME": directory, "XDG_RUNTIME_DIR": directory, "PULSE_RUNTIME_PATH": directory,
            "PULSE_COOKIE": directory + "/cookie",
        ]
        let socket = directory + "/native"
        let modules = [
            sink("speaker", "Desk Speaker"), sink("headphones", "USB Headphones"), sink("room", "Room"),
            source("desk", "Desk Microphone"), source("usb1", "USB Microphone"), source("usb2", "USB Headset"),
            // The last module: once its socket exists, all modules are loaded.
            "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
        ]
        let process = try PipedProcess(
            "pulseaudio", "/usr/bin/pulseaudio",
            [
                "-n", "--system=no", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--realtime=no",
                "--high-priority=no", "--disable-shm=yes", "--log-target=stderr",
            ] + modules.flatMap { ["-L", $0] }, environment: environment)
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: socket) {
            // Polls a socket of another process.
            try await Task.sleep(for: .milliseconds(25))
        }
        let server = SoundServer(process: process, directory: directory)
        guard FileManager.default.fileExists(atPath: socket) else {
            await server.stop()
            throw MediaError.inputUnavailable(.verbatim("PulseAudio did not start: \(process.diagnostics)"))
        }
        setenv("PULSE_SERVER", "unix:" + socket, 1)
        setenv("PULSE_COOKIE", directory + "/cookie", 1)
        try await server.control("set-default-sink", "speaker")
        try await server.control("set-default-source", "desk")
        return server
    }

    private static func sink(_ name: String, _ description: String) -> String {
        "module-null-sink sink_name=\(name) rate=48000 channels=1 sink_properties=\"device.description='\(description)'\""
    }

    private static func source(_ name: String, _ description: String) -> String {
        "module-null-source source_name=\(name) rate=48000 channels=1 description='\(description)'"
    }

    /// Runs a `pactl` command; returns its output, such as the number of a module.
    @discardableResult
    func control(_ arguments: String...) async throws -> String {
        let tool = try PipedProcess("pactl", "/usr/bin/pactl", arguments)
        var said = ""
        for await line in tool.lines { said += line }
        guard await tool.waitForExit() == 0 else {
            throw MediaError.inputUnavailable(.verbatim("pactl \(arguments): \(tool.diagnostics)"))
        }
        return said
    }

    /// Starts it, uses it, and stops it, whatever happens.
    static func during(_ body: (SoundServer) async throws -> Void) async throws {
        let server = try await start()
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func stop() async {
        unsetenv("PULSE_SERVER")
        unsetenv("PULSE_COOKIE")
        await process.stop()
        try? FileManager.default.removeItem(atPath: directory)
    }
}
