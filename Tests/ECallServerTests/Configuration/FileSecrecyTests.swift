import Foundation
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Secrecy of files", .timeLimit(.minutes(1)))
struct FileSecrecyTests {
    /// The server's user 997 with its group 995, in Debian's group ssl-cert too.
    private static let service = FileSecrecy.Service(user: 997, own: 995, groups: [995, 110])
    /// Root, before there is a data folder.
    private static let unknown = FileSecrecy.Service(user: 0, groups: nil)
    private static let names: [gid_t: String] = [0: "root", 995: "ecall", 110: "ssl-cert", 100: "users"]

    @Test(
        "only root, the server and its own groups may read a file with secrets, and no advice locks the server out",
        arguments: [
            (997, 995, 0o600, nil), (0, 995, 0o640, nil), (0, 110, 0o640, nil), (997, 995, 0o640, nil),
            (0, 0, 0o600, nil),
            (0, 995, 0o644, "can be read by everybody; where it holds secrets: chmod 640 F"),
            (0, 0, 0o644, "can be read by everybody; where it holds secrets: chgrp ecall F && chmod 640 F"),
            (997, 995, 0o644, "can be read by everybody; where it holds secrets: chmod 600 F"),
            (0, 100, 0o640, "can be read by the group users; where it holds secrets: chgrp ecall F && chmod 640 F"),
            (997, 100, 0o640, "can be read by the group users; where it holds secrets: chmod 600 F"),
            (0, 995, 0o660, "can be changed by the group ecall; where it holds secrets: chmod 640 F"),
            (0, 995, 0o646, "can be changed by everybody; where it holds secrets: chmod 640 F"),
        ] as [(uid_t, gid_t, Int, String?)])
    func known(user: uid_t, group: gid_t, mode: Int, says: String?) {
        #expect(Self.problem(user, group, mode, Self.service) == says)
    }

    @Test(
        "while it is unknown which user will run the server, a group other than root's is taken for the server's own",
        arguments: [
            (0, 995, 0o640, nil), (0, 0, 0o600, nil),
            (0, 0, 0o640, "can be read by the group root; where it holds secrets: chmod 600 F"),
            (0, 0, 0o644, "can be read by everybody; where it holds secrets: chmod 600 F"),
            (0, 995, 0o644, "can be read by everybody; where it holds secrets: chmod 640 F"),
        ] as [(uid_t, gid_t, Int, String?)])
    func unknown(user: uid_t, group: gid_t, mode: Int, says: String?) {
        #expect(Self.problem(user, group, mode, Self.unknown) == says)
    }

    private static func problem(_ user: uid_t, _ group: gid_t, _ mode: Int, _ service: FileSecrecy.Service) -> String? {
        FileSecrecy.problem("F", FilePermissions(user: user, group: group, mode: mode), for: service) {
            names[$0] ?? "?"
        }
    }

    @Test("the configuration, keys and files of passwords are examined")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-secrecy-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (file, password) = (folder + "/ecall.yaml", folder + "/password")
        try Data("secret\n".utf8).write(to: URL(filePath: password))
        for (secret, named) in [("passwordFile: \(password)", [password]), ("password: a", [file])] {
            let yaml = "smtp: {host: 127.0.0.1, sender: a@b.example, username: a, \(secret)}"
            try Data(yaml.utf8).write(to: URL(filePath: file))
            for (mode, isSaid) in [(0o600, false), (0o644, true)] {
                for path in [file, password] {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                }
                let check = ConfigurationCheck(loaded: try SettingsLoader.load(file: file))
                let warnings = check.secrecyWarnings
                #expect(
                    warnings.map { $0.prefix { $0 != " " } } == (isSaid ? named.map { $0[...] } : []), "\(warnings)")
            }
        }
    }

    @Test("keys are examined, each file once, and a configuration without secrets is not")
    func keys() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-secrecy-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (file, key) = (folder + "/ecall.yaml", folder + "/key.pem")
        try Data("key\n".utf8).write(to: URL(filePath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        for yaml in [
            "tls: {certificate: \(key), key: \(key)}", "media: {turnCertificate: \(key), turnKey: \(key)}",
            "apns: {keyFile: \(key), keyID: a, teamID: b, bundleID: c}",
            "apple: {clientIDs: [a], teamID: b, keyID: c, keyFile: \(key)}",
            "tls: {certificate: \(key), key: \(key)}\nmedia: {turnCertificate: \(key), turnKey: \(key)}",
        ] {
            try Data(yaml.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let warnings = ConfigurationCheck(loaded: try SettingsLoader.load(file: file)).secrecyWarnings
            #expect(warnings.count == 1 && warnings.first?.hasPrefix(key) == true, "\(yaml): \(warnings)")
        }
    }

    /// Only root can give the folder away.
    @Test(
        "if root looks, the owner of the data directory and the owner's group may read",
        .enabled(if: geteuid() == 0, "needs root"))
    func owner() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-secrecy-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let nobody = try #require(getpwnam("nobody")?.pointee)
        let before = FileSecrecy.Service(of: DataDirectory(existing: folder))
        #expect(before.user == 0 && before.groups == nil)
        try #require(chown(folder, nobody.pw_uid, nobody.pw_gid) == 0)
        let service = FileSecrecy.Service(of: DataDirectory(existing: folder))
        #expect(service.user == nobody.pw_uid && service.own == nobody.pw_gid)
        #expect(service.mayRead(by: nobody.pw_gid) && !service.mayRead(by: 0))
    }
}
