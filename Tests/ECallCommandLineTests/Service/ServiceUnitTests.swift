import ArgumentParser
import Foundation
import Processes
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("The unit of a profile", .timeLimit(.minutes(1)))
struct ServiceUnitTests {
    static let analyzer = "/usr/bin/systemd-analyze"
    private static let unit = ServiceUnit(program: "/usr/bin/ecall", profile: "ana", home: "/home/a/.local/share/ecall")

    @Test(
        "a quoted word keeps its value, however it is written",
        arguments: [
            ("plain", "\"plain\"", "\"plain\""), ("a b", "\"a b\"", "\"a b\""), ("50%h", "\"50%%h\"", "\"50%%h\""),
            ("$HOME", "\"$HOME\"", "\"$$HOME\""), ("a\"b\\c", "\"a\\\"b\\\\c\"", "\"a\\\"b\\\\c\""),
            ("a\nb\u{7F}", "\"a\\x0ab\\x7f\"", "\"a\\x0ab\\x7f\""), ("ü", "\"ü\"", "\"ü\""), ("", "\"\"", "\"\""),
        ])
    func quoted(word: String, alone: String, asArgument: String) {
        #expect(ServiceUnit.quoted(word) == alone)
        #expect(ServiceUnit.quoted(word, isArgument: true) == asArgument)
    }

    @Test(
        "a service starts the program by the typed path, as long as that leads to it",
        arguments: [
            ("/cache/1/ecall", "/cache/1/ecall"), ("/src/.build/release/ecall", "/src/.build/release/ecall"),
            (".build/release/ecall", "/src/.build/release/ecall"), ("ecall", "/home/ana/bin/ecall"),
            ("/other/ecall", "/cache/1/ecall"), ("renamed", "/cache/1/ecall"), ("", "/cache/1/ecall"),
        ])
    func namesTypedPath(typed: String, expected: String) {
        let links = [
            "/src/.build/release/ecall": "/cache/1/ecall", "/home/ana/bin/ecall": "/cache/1/ecall",
            "/usr/bin/ecall": "/usr/bin/ecall",
        ]
        let path = InstalledProgram.path(
            of: "/cache/1/ecall", typed: typed, searchPath: "/usr/bin:/home/ana/bin", directory: "/src",
            resolve: { links[$0] ?? $0 })
        #expect(path == expected)
    }

    @Test("the unit waits in the foreground with its profile, may write to it, and prints no names")
    func text() {
        let lines = Self.unit.text.split(separator: "\n").map(String.init)
        #expect(Self.unit.name == "ecall-ana.service")
        #expect(
            lines.contains(
                #"ExecStart="/usr/bin/ecall" "listen" "--foreground" "--profile" "ana" "--home" "/home/a/.local/share/ecall""#
            ))
        #expect(lines.contains(#"ReadWritePaths="/home/a/.local/share/ecall/ana" %t -%C/gstreamer-1.0"#))
        #expect(lines.contains("StandardOutput=null") && lines.contains("RestartPreventExitStatus=2 3 7"))
        #expect(!lines.contains { $0.hasPrefix("PrivateTmp") || $0.hasPrefix("PrivateDevices") })
        var sealed = Self.unit
        sealed.secret = .passphraseFile("/run/a b")
        #expect(sealed.text.contains(#" "--passphrase-file" "/run/a b""#))
        sealed.secret = .passphrase("open sesame")
        #expect(!sealed.text.contains("sesame"))
    }

    /// `systemd-analyze` reads the unit as systemd does; it reports its complaints, mostly without a failure.
    @Test(
        "systemd reads the unit without a warning, even with unusual paths",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: ServiceUnitTests.analyzer),
            "systemd-analyze is not installed"))
    func verified() async throws {
        try await withTemporaryDirectory { directory in
            let odd = directory.appendingPathComponent("50% of $HOME \"a\\b'")
            let program = directory.appendingPathComponent("50% of $HOME ü")
            try FileManager.default.copyItem(at: URL(fileURLWithPath: "/bin/true"), to: program)
            var unit = ServiceUnit(program: program.path, profile: "ana.2", home: odd.path)
            unit.secret = .keyFile(odd.appendingPathComponent("key").path)
            #expect(try await Self.findings(on: unit.text, in: directory) == "")
            // Its complaints about a program that is not there, and about a word that it does not know.
            unit.program += "x"
            #expect(ServiceUnit.canStart(unit.program))
            #expect(try await Self.findings(on: unit.text, in: directory).contains("üx"))
            unit.program += "'"
            #expect(!ServiceUnit.canStart(unit.program))
            #expect(try await Self.findings(on: unit.text, in: directory).contains("special characters"))
            let wrong = Self.unit.text.replacing("Restart=on-failure", with: "Restart=sometimes")
            #expect(try await Self.findings(on: wrong, in: directory).contains("restart specifier"))
        }
    }

    private static func findings(on text: String, in directory: URL) async throws -> String {
        let file = directory.appendingPathComponent("ecall-test.service")
        try Data(text.utf8).write(to: file)
        let process = try PipedProcess(
            "systemd-analyze", analyzer, ["verify", "--user", "--man=no", file.path],
            environment: ["XDG_RUNTIME_DIR": directory.path, "HOME": directory.path])
        process.closeInput()
        for await _ in process.lines {}
        _ = await process.waitForExit()
        await process.diagnosticsEnded()
        return process.diagnostics.joined(separator: "\n")
    }

    @Test("installing and removing twice succeed, and foreign files are left alone")
    func file() throws {
        try withTemporaryDirectory { directory in
            let file = ServiceFile(Self.unit, environment: ["XDG_CONFIG_HOME": directory.path, "HOME": "/nowhere"])
            #expect(file.path == directory.path + "/systemd/user/ecall-ana.service")
            #expect(try !file.uninstall())
            try file.install(Self.unit)
            var other = Self.unit
            other.program = "/opt/ecall"
            try file.install(other)
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == other.text)
            // As `systemctl --user enable` does.
            let wants = file.directory.appendingPathComponent("graphical-session.target.wants")
            try FileManager.default.createDirectory(at: wants, withIntermediateDirectories: true)
            let link = wants.appendingPathComponent(file.name).path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
            #expect(try file.uninstall())
            #expect(throws: (any Error).self) { try FileManager.default.destinationOfSymbolicLink(atPath: link) }
            #expect(try !file.uninstall())

            try Data("[Service]\nExecStart=/usr/bin/mine\n".utf8).write(to: URL(fileURLWithPath: file.path))
            #expect(throws: CommandFailure.foreignUnit(file.path)) { try file.install(Self.unit) }
            #expect(throws: CommandFailure.foreignUnit(file.path)) { try file.uninstall() }
            #expect(try String(contentsOfFile: file.path, encoding: .utf8).contains("mine"))
            // Masked.
            try FileManager.default.removeItem(atPath: file.path)
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/null")
            #expect(throws: CommandFailure.foreignUnit(file.path)) { try file.install(Self.unit) }
        }
    }

    @Test("a configured directory for configuration is used, unless it is relative")
    func place() {
        #expect(ServiceFile(Self.unit, environment: ["HOME": "/h"]).directory.path == "/h/.config/systemd/user")
        let relative = ServiceFile(Self.unit, environment: ["XDG_CONFIG_HOME": "c", "HOME": "/h"])
        #expect(relative.directory.path == "/h/.config/systemd/user")
    }

    @Test("agents start as before, and install and uninstall are among their commands")
    func commandLines() throws {
        let agent = try ECallCommand.parseAsRoot(["agent", "--profile", "ana", "--home", "/h"])
        #expect((agent as? AgentProcessCommand)?.global.profile == "ana")
        let install = try ECallCommand.parseAsRoot(["agent", "install", "--profile", "ana"])
        #expect((install as? AgentInstallCommand)?.global.profile == "ana")
        #expect(try ECallCommand.parseAsRoot(["agent", "uninstall"]) is AgentUninstallCommand)
        #expect(ECallCommand.helpMessage().contains("  agent "))
        #expect(AgentProcessCommand.helpMessage().contains("uninstall"))
    }
}

@Suite("Installing the unit", .timeLimit(.minutes(1)))
struct ServiceCommandTests {
    private func run(_ arguments: String..., home: URL) async throws -> BuiltProgram.Ending {
        try await BuiltProgram().run(["agent"] + arguments, home: home, configuration: home.appendingPathComponent("c"))
    }

    /// As a signed-in person; it does not matter that no server knows them.
    private func signedIn(secret: String?, _ body: (URL) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let home = directory
            let fixture = try AgentFixture(in: directory)
            try await fixture.run { try await fixture.connect(secret: secret) { try await fixture.signIn($0) } }
            try await body(home)
        }
    }

    @Test("the command prints what to type, and the unit names this program")
    func installs() async throws {
        try await signedIn(secret: nil) { home in
            for _ in 0..<2 {
                let ending = try await run("install", "--profile", "p", home: home)
                #expect(ending.status == 0 && ending.diagnostics.isEmpty, "\(ending.diagnostics)")
                #expect(ending.output.contains("systemctl --user enable --now ecall-p.service"))
            }
            let path = home.appendingPathComponent("c/systemd/user/ecall-p.service").path
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("ExecStart=\"\(try BuiltProgram().url.resolvingSymlinksInPath().path)\" "))
            #expect(text.contains("\"--home\" \"\(home.path)\""))
            let json = try await run("uninstall", "--profile", "p", "--json", home: home)
            #expect(json.status == 0 && json.output.hasPrefix("{"))
            #expect(!FileManager.default.fileExists(atPath: path))
            let again = try await run("uninstall", "--profile", "p", home: home)
            #expect(again.status == 0 && again.output.contains("nothing to remove"))
        }
    }

    @Test("sealed keys need a passphrase file: the service cannot ask later, and stores no passphrase")
    func sealed() async throws {
        try await signedIn(secret: "correct horse") { home in
            let refused = try await run("install", "--profile", "p", home: home)
            #expect(refused.status == 7 && refused.diagnostics.contains("--passphrase-file"))
            let file = home.appendingPathComponent("passphrase")
            let missing = try await run("install", "--profile", "p", "--passphrase-file", file.path, home: home)
            #expect(missing.status == 7)
            try Data("correct horse\n".utf8).write(to: file)
            let ending = try await run("install", "--profile", "p", "--passphrase-file", file.path, home: home)
            #expect(ending.status == 0, "\(ending.diagnostics)")
            let text = try String(
                contentsOfFile: home.appendingPathComponent("c/systemd/user/ecall-p.service").path, encoding: .utf8)
            #expect(text.contains("\"--passphrase-file\" \"\(file.path)\"") && !text.contains("horse"))
        }
    }

    @Test("installing without a sign-in is refused")
    func notSignedIn() async throws {
        try await withTemporaryDirectory { home in
            let ending = try await run("install", home: home)
            #expect(ending.status == 3 && ending.diagnostics.contains("ecall login"))
            let wrong = try await run("install", "--profile", "../x", home: home)
            #expect(wrong.status != 0 && !FileManager.default.fileExists(atPath: home.appendingPathComponent("c").path))
        }
    }
}
