import ArgumentParser
import ECallCore
import ECallKit
import ECallLanguage
import Foundation

struct AgentInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Have systemd wait for calls while you are signed in to the desktop (Linux).",
        discussion:
            "Writes a systemd user unit without starting it. Run it again to update the unit.\n\nExample:\n  ecall agent install"
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        try ServiceCommand(global, environment).run { settings, printer throws(CommandFailure) in
            let unit = try ServiceUnit(settings)
            let file = ServiceFile(unit, environment: environment)
            try file.install(unit)
            printer.remark(.terminalServiceWritten(path: file.path))
            printer.remark(.terminalServiceStart)
            printer.remark("  systemctl --user daemon-reload")
            printer.remark("  systemctl --user enable --now \(unit.name)")
        }
    }
}

struct AgentUninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove the unit that ecall agent install wrote.",
        discussion: "Example:\n  ecall agent uninstall")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        try ServiceCommand(global, environment).run { settings, printer throws(CommandFailure) in
            let unit = ServiceUnit(program: "", profile: settings.profile, home: "")
            let file = ServiceFile(unit, environment: environment)
            guard try file.uninstall() else {
                printer.remark(.terminalServiceNothing(path: file.path))
                return
            }
            printer.remark(.terminalServiceRemoved(path: file.path))
            printer.remark(.terminalServiceRunsOn)
            printer.remark("  systemctl --user stop \(unit.name)")
            printer.remark("  systemctl --user daemon-reload")
        }
    }
}

/// The common part of both: no agent is asked.
private struct ServiceCommand {
    let settings: Settings
    let printer: Printer

    init(_ global: GlobalOptions, _ environment: [String: String]) {
        settings = Settings(global, environment: environment)
        printer = Printer(json: settings.json, language: settings.language)
    }

    func run(_ body: (Settings, Printer) throws(CommandFailure) -> Void) throws {
        do throws(CommandFailure) {
            guard ProfileDirectory.isName(settings.profile) else {
                throw CommandFailure(KeyStorageError.invalidProfileName)
            }
            try body(settings, printer)
            printer.result(.done)
        } catch {
            printer.failure(error)
            throw error.status.code
        }
    }
}

extension ServiceUnit {
    /// The unit of this program and a signed-in profile.
    fileprivate init(_ settings: Settings) throws(CommandFailure) {
        let directory = try settings.profileDirectory()
        let protection: ProfileStore.Protection
        do throws(KeyStorageError) {
            protection = try ProfileStore.protection(of: directory)
        } catch {
            throw CommandFailure(error)
        }
        var secret = settings.secretSource
        switch protection {
        case .none: throw .notSignedIn
        case .plain: secret = .none
        case .sealed: break
        }
        switch secret {
        case .none where protection == .sealed: throw .secretForService
        // It would be in the file, for all programs to read.
        case .passphrase: throw .secretForService
        case .keyFile(let path): secret = .keyFile(Settings.absolute(path))
        case .passphraseFile(let path): secret = .passphraseFile(Settings.absolute(path))
        case .none: break
        }
        // Before it is a service's to fail.
        _ = try SecretReader(source: secret).secret()
        let program = InstalledProgram.path
        guard ServiceUnit.canStart(program) else { throw .programForService(program) }
        self.init(
            program: program, profile: settings.profile,
            home: directory.url.deletingLastPathComponent().path, secret: secret)
    }
}
