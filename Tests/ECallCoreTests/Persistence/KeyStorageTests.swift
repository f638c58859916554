import ECallCore
import Foundation
import TestSupport
import Testing

@Suite("Key storages", .timeLimit(.minutes(1)))
struct KeyStorageTests {
    /// Opens the same storage each time.
    typealias Open = () throws -> any KeyStorage

    enum Kind: CaseIterable, Sendable {
        case files, keychain

        func open(in directory: URL) -> Open {
            let items = KeychainDouble()
            return switch self {
            case .files: { try FileKeyStorage(directory: directory) }
            case .keychain:
                {
                    try KeychainStorage(
                        items: items, service: "app", marker: directory.appendingPathComponent("installed"))
                }
            }
        }
    }

    private static let secret = Data("a secret that must leave no trace 0123456789".utf8)

    @Test("a written secret is read by another instance too; a missing one is nil", arguments: Kind.allCases)
    func roundTrip(kind: Kind) throws {
        try withTemporaryDirectory { directory in
            let open = kind.open(in: directory)
            let storage = try open()
            #expect(try storage.read(.tokens) == nil)
            try storage.write(Self.secret, as: .tokens)
            try storage.write(Data(), as: .account)
            try storage.write(Data("second".utf8), as: .tokens)
            let other = try open()
            #expect(try other.read(.tokens) == Data("second".utf8))
            #expect(try other.read(.account) == Data())
        }
    }

    @Test("removing one secret leaves the others, and can be repeated", arguments: Kind.allCases)
    func removesOne(kind: Kind) throws {
        try withTemporaryDirectory { directory in
            let storage = try kind.open(in: directory)()
            try storage.write(Self.secret, as: .tokens)
            try storage.write(Self.secret, as: .account)
            try storage.remove(.tokens)
            try storage.remove(.tokens)
            #expect(try storage.read(.tokens) == nil)
            #expect(try storage.read(.account) == Self.secret)
        }
    }

    @Test("removing all leaves none, and the storage can be used again", arguments: Kind.allCases)
    func removesAll(kind: Kind) throws {
        try withTemporaryDirectory { directory in
            let open = kind.open(in: directory)
            let storage = try open()
            for name in [SecretName.account, .tokens, .deviceKey] { try storage.write(Self.secret, as: name) }
            try storage.removeAll()
            try storage.removeAll()
            for name in [SecretName.account, .tokens, .deviceKey] { #expect(try open().read(name) == nil) }
            try storage.write(Self.secret, as: .tokens)
            #expect(try open().read(.tokens) == Self.secret)
        }
    }

    @Test("a secret of 1 MiB is kept, and a larger one refused", arguments: Kind.allCases)
    func bounds(kind: Kind) throws {
        try withTemporaryDirectory { directory in
            let storage = try kind.open(in: directory)()
            try storage.write(Data(count: 1_048_576), as: .tokens)
            #expect(throws: KeyStorageError.tooLarge) { try storage.write(Data(count: 1_048_577), as: .tokens) }
            #expect(try storage.read(.tokens)?.count == 1_048_576)
        }
    }

    @Test("a value that is not its JSON is damaged", arguments: Kind.allCases)
    func damagedValue(kind: Kind) throws {
        try withTemporaryDirectory { directory in
            let storage = try kind.open(in: directory)()
            try storage.store(["a": 1], as: .account)
            #expect(try storage.value(.account, as: [String: Int].self) == ["a": 1])
            try storage.write(Data("{".utf8), as: .account)
            #expect(throws: KeyStorageError.damaged(name: "account")) {
                try storage.value(.account, as: [String: Int].self)
            }
        }
    }

    @Test("tokens outlive the process, and are gone when cleared", arguments: Kind.allCases)
    func tokens(kind: Kind) async throws {
        try await withTemporaryDirectory { directory in
            let open = kind.open(in: directory)
            try await StoredTokens(storage: try open()).store(.test())
            let again = StoredTokens(storage: try open())
            #expect(try await again.tokens() == .test())
            try await again.clear()
            #expect(try await again.tokens() == nil)
            #expect(try await StoredTokens(storage: try open()).tokens() == nil)
        }
    }
}
