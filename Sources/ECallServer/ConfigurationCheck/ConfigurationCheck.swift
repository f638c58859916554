import Crypto
import Foundation
import MediaServers
import Notifications
import ServerFoundation

/// Checks whether a server with these settings would start, without starting anything or leaving anything behind.
struct ConfigurationCheck: Sendable {
    let loaded: LoadedSettings
    /// The time of day against which certificates are checked.
    var clock = WallClock.system
    /// The names and ports that were seen; nil to leave them out, as a start does.
    var surroundings: Surroundings?

    /// Throws all problems of a start. Ports in use by other programs are found when the server binds them.
    func require() throws(CommandFailure) {
        let problems = problems
        guard problems.isEmpty else {
            throw CommandFailure(problems.map { "error: \($0)" }.joined(separator: "\n"))
        }
    }

    /// Reasons why the server would not start or work, one sentence each.
    var problems: [String] {
        let missing = missingFiles
        guard missing.isEmpty else { return missing + directoryProblems }
        return publicURLProblems + certificateProblems + keyProblems + providerProblems + networkProblems
            + otherProblems + directoryProblems
    }

    /// Settings with which the server starts, but which may be unintended or harmful.
    var warnings: [String] {
        guard missingFiles.isEmpty else { return [] }
        return generalWarnings + loaded.warnings + secrecyWarnings + certificateWarnings + providerWarnings
            + publicURLWarnings + nameWarnings + networkWarnings
            + MachineResources.gatewayWarnings(holder: PortHolder.of)
    }

    private var generalWarnings: [String] {
        let settings = loaded.settings
        var warnings: [String] = []
        if settings.isDevelopment {
            warnings.append("development is on: whoever can read the console or DATA/outbox can sign in as anyone")
        }
        if settings.trustsVerifiedClaim {
            warnings.append("trustsVerifiedClaim is on: whoever knows an address can sign in with it")
        }
        if settings.media.takesStockClients {
            warnings.append(
                "janus.stockClients is on: whoever shares the network address of a stock client can join a call as it")
        }
        var ways = settings.providers
        ways.webPush = WebPushSettings()
        if !settings.isDevelopment, ways == ProviderSettings() {
            warnings.append(
                "nobody can sign in: neither smtp nor twilio, google or apple is set, and development is off")
        }
        if settings.webDirectory == nil, settings.wantsPage {
            warnings.append(
                "web: no page is served, and /readyz is not ready, because there is none near the program; give its folder, or "
                    + "set withoutPage")
        }
        if !settings.isDevelopment, DataDirectory(existing: settings.dataDirectory).content == .nothing {
            warnings.append("data: \(settings.dataDirectory) holds no server yet; begin one with ecall-server init")
        }
        let data = settings.dataDirectory
        let space = MachineResources.spaceWarning(
            free: DiskSpace.free(at: data), in: data, disk: DiskSpace.mountPoint(of: data))
        return warnings
            + [space, MachineResources.descriptorWarning(DescriptorLimit.reachable)].compactMap(\.self)
    }

    /// Every setting with its origin; secrets are masked.
    var lines: [String] {
        loaded.entries.map { entry in
            let value = entry.isSecret && entry.origin != nil ? "(secret)" : entry.value ?? entry.fallback ?? "-"
            return "\(entry.key) = \(value.isEmpty ? "-" : value)  [\(entry.origin ?? "default")]"
        }
    }

    // MARK: - Parts

    private var missingFiles: [String] {
        loaded.entries.compactMap { entry in
            guard entry.isFile, let path = entry.value, let problem = FileAccess.problem(path) else { return nil }
            return "\(entry.key) (\(entry.origin ?? "default")): the file \(path) \(problem)"
        }
    }

    var keyProblems: [String] {
        loaded.entries.compactMap { entry in
            guard ["apns.keyFile", "apple.keyFile"].contains(entry.key), let path = entry.value else { return nil }
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if (try? P256.Signing.PrivateKey(pemRepresentation: text)) != nil { return nil }
            return "\(entry.key): \(path) is no P-256 key in PEM, as Apple's .p8 files are"
        }
    }

    private var otherProblems: [String] {
        var problems: [String] = []
        if let file = loaded.settings.providers.locationFile { problems += failure { _ = try MaxMindFile(path: file) } }
        if let folder = loaded.settings.webDirectory { problems += failure { _ = try WebFiles(directory: folder) } }
        return problems + MachineResources.programProblems(find: HostNetwork.executable)
    }

    private var directoryProblems: [String] {
        let (files, path) = (FileManager.default, loaded.settings.dataDirectory)
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
            // The start creates the folder and its parents.
            var above = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
            while !files.fileExists(atPath: above.path), above.path != "/" { above.deleteLastPathComponent() }
            guard let reason = Self.refusal(in: above.path) else { return [] }
            return [
                "data: the folder \(path) cannot be made, because nothing can be written in \(above.path) (\(reason)); name "
                    + "another folder, or let this user write there"
            ]
        }
        guard isFolder.boolValue else { return ["data: \(path) is a file; name a folder"] }
        if let reason = Self.refusal(in: path) {
            return [
                "data: nothing can be written in \(path) (\(reason)); name another folder, or let this user write there"
            ]
        }
        return failure { try check(DataDirectory(existing: path)) }
    }

    /// The reason why nothing can be created in a folder; nil if something can. The mode does not tell: /proc has one that
    /// lets root write, a disk can be full or read-only. So a folder is created and removed at once.
    private static func refusal(in folder: String) -> String? {
        var path = Array("\(folder)/.ecall-check-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { return String(cString: strerror(errno)) }
        rmdir(path)
        return nil
    }

    /// Checks that the contents belong together and can be used.
    private func check(_ data: DataDirectory) throws {
        try data.require(.allowed)
        guard data.content == .server else { return }
        guard try data.isOwn(proof: data.loadSecrets().installationProof) else {
            throw StartFailure.secretOfAnotherDatabase(database: data.database, secret: data.secret)
        }
        guard let state = try? SQLiteDatabase.migrationState(of: data.database) else {
            throw StartFailure.databaseUnusable(data.database)
        }
        guard state.unknown.isEmpty else { throw StartFailure.databaseNewer(data.database) }
    }

    func failure(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch let failure as StartFailure {
            return [failure.description]
        } catch let failure as SupervisionFailure {
            return [failure.description]
        } catch {
            return ["something cannot be read"]
        }
    }
}
