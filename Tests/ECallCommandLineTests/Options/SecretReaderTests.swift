import Foundation
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("Sources of the secret of sealed keys", .timeLimit(.minutes(1)))
struct SecretReaderTests {
    private func file(_ bytes: [UInt8], _ body: (String) throws -> Void) async throws {
        try withTemporaryDirectory { directory in
            let path = directory.appendingPathComponent("secret").path
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            try body(path)
        }
    }

    @Test(
        "a passphrase file is read up to the end of its first line",
        arguments: ["pass word", "pass word\n", "pass word\r\nmore"])
    func passphraseFile(text: String) async throws {
        try await file(Array(text.utf8)) { path in
            let secret = try SecretReader(source: .passphraseFile(path)).secret()
            #expect(secret == ProfileSecret(bytes: Data("pass word".utf8)))
        }
    }

    @Test("a key file is read as it is")
    func keyFile() async throws {
        let bytes = [UInt8](0..<32) + [10, 13, 0]
        try await file(bytes) { path in
            let fromFile = try SecretReader(source: .keyFile(path)).secret()
            #expect(fromFile == ProfileSecret(bytes: Data(bytes)))
        }
    }

    @Test("files that are empty, short, long or missing are refused")
    func refused() async throws {
        try await file([]) { path in
            let failure = #expect(throws: CommandFailure.self) {
                try SecretReader(source: .passphraseFile(path)).secret()
            }
            #expect(failure?.message == "The passphrase file is empty: \(path)")
            #expect(throws: CommandFailure.self) { try SecretReader(source: .keyFile(path)).secret() }
            #expect(throws: CommandFailure.self) { try SecretReader(source: .keyFile(path + "x")).secret() }
        }
        try await file([UInt8](repeating: 65, count: 15)) { path in
            #expect(throws: CommandFailure.self) { try SecretReader(source: .keyFile(path)).secret() }
        }
        try await file([UInt8](repeating: 65, count: SecretReader.longest + 1)) { path in
            #expect(throws: CommandFailure.self) { try SecretReader(source: .passphraseFile(path)).secret() }
        }
    }

    @Test("without an option there is no secret")
    func none() throws {
        let nothing = try SecretReader(source: .none).secret()
        #expect(nothing == nil)
        let typed = try SecretReader(source: .passphrase("x")).secret()
        #expect(typed == ProfileSecret(bytes: Data("x".utf8)))
    }
}
