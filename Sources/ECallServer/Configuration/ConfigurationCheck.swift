import Crypto
import Foundation
import NIOSSL

/// Looks whether a server with these settings would start, without starting anything and without writing anything.
struct ConfigurationCheck: Sendable {
    let loaded: LoadedSettings

    /// What would keep it from starting or working, a sentence each.
    var problems: [String] {
        let missing = missingFiles
        guard missing.isEmpty else { return missing + directoryProblems }
        return certificateProblems + keyProblems + otherProblems + directoryProblems
    }

    /// What starts, but may not be meant.
    var warnings: [String] {
        let (settings, isOpen) = (loaded.settings, !["127.0.0.1", "::1", "localhost"].contains(loaded.settings.host))
        var warnings: [String] = []
        if settings.isDevelopment {
            warnings.append("development is on: whoever can read the console or DATA/outbox can sign in as anyone")
        }
        if settings.trustsVerifiedClaim {
            warnings.append("trustsVerifiedClaim is on: whoever knows an address can sign in with it")
        }
        if !settings.isDevelopment, settings.providers == ProviderSettings() {
            warnings.append(
                "nobody can sign in: neither smtp nor twilio, google or apple is set, and development is off")
        }
        if isOpen, settings.tls == nil, settings.trustedProxies.isEmpty {
            warnings.append("others than this machine are served without TLS, and no proxy is named in proxy.trusted")
        }
        let holdsSecrets = loaded.entries.contains { $0.isSecret && $0.origin != nil }
        if holdsSecrets, let file = loaded.file, isOpenToOthers(file) {
            warnings.append("\(file) can be read by others; where it holds secrets: chmod 600 \(file)")
        }
        return warnings
    }

    /// Every setting with where it comes from; of secrets only that they are there.
    var lines: [String] {
        loaded.entries.map { entry in
            let value = entry.isSecret && entry.origin != nil ? "(secret)" : entry.value ?? entry.fallback ?? "-"
            return "\(entry.key) = \(value.isEmpty ? "-" : value)  [\(entry.origin ?? "default")]"
        }
    }

    // MARK: - Parts

    private var missingFiles: [String] {
        loaded.entries.compactMap { entry in
            guard entry.isFile, let path = entry.value, !FileManager.default.isReadableFile(atPath: path) else {
                return nil
            }
            return "\(entry.key) (\(entry.origin ?? "default")): the file \(path) cannot be read"
        }
    }

    private var certificateProblems: [String] {
        var problems: [String] = []
        if let tls = loaded.settings.tls {
            problems += failure { _ = try tls.load() }
            if let authority = tls.authority { problems += failure { _ = try AuthorityRoute(file: authority) } }
        }
        for entry in loaded.entries where entry.key.hasSuffix(".authorityFile") {
            guard let path = entry.value else { continue }
            if (try? NIOSSLCertificate.fromPEMFile(path))?.isEmpty != false {
                problems.append("\(entry.key): \(path) holds no certificate in PEM")
            }
        }
        return problems
    }

    private var keyProblems: [String] {
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
        problems += failure { _ = try HostNetwork.mediaAddress(named: loaded.settings.media.address) }
        for (program, package) in [("janus", "janus"), ("turnserver", "coturn")]
        where HostNetwork.executable(program) == nil {
            problems.append("\(program) is not installed: apt-get install -y --no-install-recommends \(package)")
        }
        return problems
    }

    private var directoryProblems: [String] {
        let (files, path) = (FileManager.default, loaded.settings.dataDirectory)
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
            // Made at the start, with the folders above it.
            var above = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
            while !files.fileExists(atPath: above.path), above.path != "/" { above.deleteLastPathComponent() }
            return files.isWritableFile(atPath: above.path) ? [] : ["data: the folder \(path) cannot be made"]
        }
        guard isFolder.boolValue, files.isWritableFile(atPath: path) else {
            return [StartFailure.dataDirectoryNotWritable(path).description]
        }
        let data = DataDirectory(existing: path)
        guard files.fileExists(atPath: data.database) else { return [] }
        guard let state = try? SQLiteDatabase.migrationState(of: data.database) else {
            return [StartFailure.databaseUnusable(data.database).description]
        }
        return state.unknown.isEmpty ? [] : [StartFailure.databaseNewer(data.database).description]
    }

    private func isOpenToOthers(_ path: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        return (mode ?? 0) & 0o077 != 0
    }

    private func failure(_ body: () throws -> Void) -> [String] {
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
