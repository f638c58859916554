import ECallCore
import Foundation
import TestSupport
import Testing

@Suite("Key storage in files")
struct FileKeyStorageTests {
    private static let secret = Data("a secret that must leave no trace 0123456789".utf8)

    private func permissions(_ url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }

    @Test("files are 0600, directories 0700, also where they were wider before")
    func modes() throws {
        try withTemporaryDirectory { directory in
            let profile = try ProfileDirectory(at: directory.appendingPathComponent("p"))
            try FileManager.default.createDirectory(at: profile.secrets, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: profile.secrets.path)
            let storage = try FileKeyStorage(directory: profile.secrets)
            try storage.write(Self.secret, as: .tokens)
            #expect(try permissions(profile.url) == 0o700)
            #expect(try permissions(profile.secrets) == 0o700)
            #expect(try permissions(profile.secrets.appendingPathComponent("tokens.secret")) == 0o600)
            #expect(storage.isPlain)
        }
    }

    @Test("removing everything leaves no file and no trace, interrupted writes included")
    func wipes() throws {
        try withTemporaryDirectory { directory in
            let storage = try FileKeyStorage(directory: directory)
            for name in [SecretName.account, .tokens, .deviceKey] { try storage.write(Self.secret, as: name) }
            try Self.secret.write(to: directory.appendingPathComponent("tokens.secret.writing"))
            // A second name of the same file shows what happened to its blocks.
            let witness = directory.appendingPathComponent("witness")
            try FileManager.default.linkItem(at: directory.appendingPathComponent("device-key.secret"), to: witness)
            try storage.removeAll()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["witness"])
            let rest = try Data(contentsOf: witness)
            #expect(rest.count > Self.secret.count)
            #expect(rest.allSatisfy { $0 == 0 }, "the old blocks are overwritten before the file goes")
            try FileManager.default.removeItem(at: witness)
            #expect(try storage.read(.deviceKey) == nil)
        }
    }

    @Test("a sealed secret is not readable in the file, and is locked without the key")
    func sealing() throws {
        try withTemporaryDirectory { directory in
            let sealed = try FileKeyStorage(directory: directory, sealing: MaskSealing(mask: 0x5A))
            try sealed.write(Self.secret, as: .tokens)
            let file = try Data(contentsOf: directory.appendingPathComponent("tokens.secret"))
            #expect(file.range(of: Self.secret) == nil)
            #expect(!sealed.isPlain)
            #expect(try sealed.read(.tokens) == Self.secret)
            let plain = try FileKeyStorage(directory: directory)
            #expect(throws: KeyStorageError.locked) { try plain.read(.tokens) }
            let wrong = try FileKeyStorage(directory: directory, sealing: MaskSealing(mask: 0x33))
            #expect(throws: KeyStorageError.wrongKey) { try wrong.read(.tokens) }
        }
    }

    @Test(
        "foreign files are refused",
        arguments: [Data(), Data("ECS".utf8), Data("junkjunk".utf8), Data("ECS1".utf8), Data("ECS1\u{7}x".utf8)])
    func damaged(content: Data) throws {
        try withTemporaryDirectory { directory in
            let storage = try FileKeyStorage(directory: directory)
            try content.write(to: directory.appendingPathComponent("tokens.secret"))
            #expect(throws: KeyStorageError.damaged(name: "tokens")) { try storage.read(.tokens) }
        }
    }

    @Test("symbolic links are not followed, and odd names are refused")
    func bounds() throws {
        try withTemporaryDirectory { directory in
            let storage = try FileKeyStorage(directory: directory)
            let target = directory.appendingPathComponent("target")
            try Data("ECS1\u{0}theirs".utf8).write(to: target)
            try FileManager.default.createSymbolicLink(
                at: directory.appendingPathComponent("tokens.secret"), withDestinationURL: target)
            #expect(throws: KeyStorageError.self) { try storage.read(.tokens) }
            try storage.removeAll()
            #expect(try Data(contentsOf: target) == Data("ECS1\u{0}theirs".utf8), "only the link is gone")
        }
        #expect(SecretName("../x") == nil)
        #expect(SecretName("") == nil)
        #expect(SecretName("peer_1-a")?.text == "peer_1-a")
    }

    @Test("an app's profile lies below its Application Support directory and is closed to others")
    func applicationSupport() throws {
        try withTemporaryDirectory { directory in
            let profile = try ProfileDirectory.inApplicationSupport(profile: "default", base: directory)
            #expect(profile.url.path == directory.path + "/ecall/default")
            for url in [profile.url, profile.secrets] { #expect(try permissions(url) == 0o700) }
            #expect(throws: KeyStorageError.invalidProfileName) {
                try ProfileDirectory.inApplicationSupport(profile: "../up", base: directory)
            }
        }
    }

    @Test("a profile is a directory below the base that the caller gives; names are plain")
    func profiles() throws {
        try withTemporaryDirectory { directory in
            let profile = try ProfileDirectory(profile: "bo.2", in: directory)
            #expect(profile.url.path == directory.path + "/bo.2" && profile.name == "bo.2")
            for name in ["", ".", "..", "a/b", ".hidden", "a b", String(repeating: "x", count: 65)] {
                #expect(throws: KeyStorageError.invalidProfileName) {
                    try ProfileDirectory(profile: name, in: directory)
                }
            }
            let file = directory.appendingPathComponent("file")
            try Data().write(to: file)
            #expect(throws: KeyStorageError.self) { try ProfileDirectory(at: file) }
        }
    }
}

/// Seals well enough to be distinguished from plaintext.
private struct MaskSealing: SecretSealing {
    let mask: UInt8
    var isPlain: Bool { false }

    func seal(_ secret: Data, name: String) throws(KeyStorageError) -> Data {
        Data([mask]) + Data(secret.map { $0 ^ mask })
    }

    func open(_ sealed: Data, name: String) throws(KeyStorageError) -> Data {
        guard sealed.first == mask else { throw .wrongKey }
        return Data(sealed.dropFirst().map { $0 ^ mask })
    }
}
