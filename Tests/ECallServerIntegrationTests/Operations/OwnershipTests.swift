import Foundation
import NIOCore
import NIOPosix
import Processes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import ServerFoundation

/// `sudo ecall-server …` in the folder of the server's own user. With real users; for root only.
@Suite("Root's commands in another user's folder", .timeLimit(.minutes(1)), .serialized, .enabled(if: geteuid() == 0))
struct OwnershipTests {
    /// The user `nobody` by number, and its name here.
    private static let user: uid_t = 65534
    private static let name = FileAccess.user(65534)

    /// Checks with ports that are free now: any other may belong to a relay of the tests beside this one.
    private static func check() async throws -> [String] {
        let taken = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(taken.localAddress?.port)
        try await taken.close()
        return ["check-config", "--port", "0", "--set", "media.address=127.0.0.1", "--set", "media.turnPort=\(port)"]
    }

    /// A copy of the program that every user can reach: the build may be in a folder closed to them.
    private static func copy() throws -> String {
        let copy = FileManager.default.temporaryDirectory.path + "/ecall-ownership-" + UUID().uuidString
        try FileManager.default.copyItem(atPath: ServerProcess.binary, toPath: copy)
        return copy
    }

    /// Runs the program with these words, as root or as the folder's owner; returns its status and output.
    private static func run(_ words: [String], as user: uid_t? = nil) async throws -> (status: Int32, said: String) {
        let binary = user == nil ? ServerProcess.binary : try copy()
        defer { if user != nil { unlink(binary) } }
        let before = user.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
        let all = ["/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"] + before + [binary] + words
        let process = try PipedProcess("ecall-server", all[0], Array(all.dropFirst()), environment: [:])
        var said: [String] = []
        for await line in process.lines { said.append(line) }
        return (await process.waitForExit(), said.joined(separator: "\n"))
    }

    /// A data folder of `nobody` in which root began a server.
    private static func withFolder(_ body: (_ folder: String, _ data: [String]) async throws -> Void) async throws {
        try await ServerProcess.withFolder { folder in
            let data = folder + "/data"
            try FileManager.default.createDirectory(
                atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            #expect(chown(data, user, user) == 0)
            let begun = try await run(["init", "--data", data])
            #expect(begun.status == 0, "\(begun.said)")
            try await body(folder, ["--data", data])
        }
    }

    private static func strangers(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            return attributes[.ownerAccountID] as? UInt32 != user
        }
    }

    @Test(
        "files written by root with init, restore and other commands belong to the folder's owner, who can start it"
    )
    func commands() async throws {
        try await Self.withFolder { folder, data in
            #expect(try Self.strangers(in: data[1]) == [])
            let backup = folder + "/backup"
            let commands = [
                ["backup", backup], ["init", "--new-secret"], ["restore", backup], ["migrate"], ["users", "list"],
                ["reports", "list"], ["accept-clock"],
            ]
            for command in commands {
                let done = try await Self.run(command + data)
                #expect(done.status == 0, "\(command): \(done.said)")
                #expect(try Self.strangers(in: data[1]) == [], "\(command)")
            }
            // A backup belongs to root if root puts it elsewhere: it contains the secret.
            let attributes = try FileManager.default.attributesOfItem(atPath: backup + ".secret")
            #expect(attributes[.ownerAccountID] as? UInt32 == 0)
            let checked = try await Self.run(Self.check() + data, as: Self.user)
            #expect(checked.status == 0 && checked.said.contains("the server starts with it."), "\(checked.said)")
        }
    }

    @Test("a folder made by root belongs to the owner of its parent")
    func newFolder() async throws {
        try await Self.withFolder { _, data in
            let deeper = data[1] + "/one/two"
            let begun = try await Self.run(["init", "--data", deeper])
            #expect(begun.status == 0, "\(begun.said)")
            #expect(try Self.strangers(in: data[1]) == [])
        }
    }

    @Test("a server in another user's folder refuses to be started by root, and prints the command to type")
    func serve() async throws {
        try await Self.withFolder { _, data in
            let done = try await Self.run(["serve", "--port", "0", "--media-address", "127.0.0.1"] + data)
            #expect(done.status == 1)
            #expect(
                done.said.contains("belongs to \(Self.name)")
                    && done.said.contains("sudo -u \(Self.name) ecall-server serve"))
            #expect(try Self.strangers(in: data[1]) == [])
        }
    }

    @Test(
        "unreadable, missing and damaged files get three different messages",
        arguments: ["secret", "certificate", "key", "database"])
    func sentences(kind: String) async throws {
        try await Self.withFolder { folder, data in
            let files = [
                "secret": data[1] + "/secret", "database": data[1] + "/ecall.sqlite", "certificate": folder + "/c.pem",
                "key": folder + "/k.pem",
            ]
            var words = try await Self.check() + data
            if ["certificate", "key"].contains(kind) {
                let authority = try await TestAuthority.common()
                for (from, to) in [(authority.certificate, "certificate"), (authority.key, "key")] {
                    let path = try #require(files[to])
                    try Data(contentsOf: URL(filePath: from)).write(to: URL(filePath: path))
                    #expect(chown(path, Self.user, Self.user) == 0)
                }
                words += [
                    "--tls-certificate", try #require(files["certificate"]), "--tls-key", try #require(files["key"]),
                ]
            }
            let file = try #require(files[kind])
            let good = try await Self.run(words, as: Self.user)
            #expect(good.status == 0, "\(good.said)")

            #expect(chown(file, 0, 0) == 0 && chmod(file, 0o600) == 0)
            let unreadable = try await Self.run(words, as: Self.user)
            #expect(unreadable.status == 1)
            #expect(
                unreadable.said.contains("by \(Self.name): it belongs to root and has mode 600; type: sudo chown"),
                "\(unreadable.said)")

            #expect(chown(file, Self.user, Self.user) == 0)
            // The write-ahead log would repair the database.
            if kind == "database" { for suffix in ["-wal", "-shm"] { unlink(file + suffix) } }
            try Data("no such thing".utf8).write(to: URL(filePath: file))
            let damaged = try await Self.run(words, as: Self.user)
            #expect(damaged.status == 1)
            #expect(damaged.said.contains(kind == "database" ? "cannot be opened" : "is damaged"), "\(damaged.said)")

            unlink(file)
            let missing = try await Self.run(words, as: Self.user)
            #expect(missing.status == 1)
            let word = ["secret": "is not.", "database": "is not."][kind] ?? "is missing"
            #expect(missing.said.contains(word) && !missing.said.contains("damaged"), "\(missing.said)")
        }
    }
}
