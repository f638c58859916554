import ECallCore
import Foundation
@_spi(Phone) import Security
import TestSupport
import Testing

@testable import AppSystem

@Suite("Storage of the phone", .serialized, .timeLimit(.minutes(1)))
struct PhoneStorageTests {
    @Test("secrets that are locked at the start are read by the same storage after the unlock")
    func opensOnceUnlocked() throws {
        Keychain.shared.reset()
        try withTemporaryDirectory { base in
            Keychain.shared.setUnlocked(false)
            let storage = PhoneStorage.secrets(service: "app", in: base)
            #expect(throws: KeyStorageError.locked) { try storage.read(.account) }
            Keychain.shared.setUnlocked(true)
            try storage.write(Data("a".utf8), as: .account)
            #expect(try storage.read(.account) == Data("a".utf8))
            #expect(try PhoneStorage.secrets(service: "app", in: base).read(.account) == Data("a".utf8))
        }
    }

    @Test("a reinstalled app finds neither secrets nor preferences of the former installation")
    func startsAnew() throws {
        Keychain.shared.reset()
        for _ in 0..<2 {
            try withTemporaryDirectory { base in
                let (secrets, preferences) = (
                    PhoneStorage.secrets(service: "app", in: base), PhoneStorage.preferences(in: base)
                )
                #expect(try secrets.read(.deviceKey) == nil)
                #expect(try preferences.read(.language) == nil)
                try secrets.write(Data("key".utf8), as: .deviceKey)
                try preferences.write(Data("de".utf8), as: .language)
            }
        }
        #expect(Keychain.shared.items.count == 1)
    }

    @Test("signing out keeps the preferences, and no preference is in the Keychain")
    func keepsPreferences() throws {
        Keychain.shared.reset()
        try withTemporaryDirectory { base in
            let (secrets, preferences) = (
                PhoneStorage.secrets(service: "app", in: base), PhoneStorage.preferences(in: base)
            )
            try preferences.write(Data("de".utf8), as: .language)
            #expect(Keychain.shared.items.isEmpty)
            try secrets.write(Data("key".utf8), as: .deviceKey)
            try secrets.removeAll()
            #expect(Keychain.shared.items.isEmpty)
            #expect(try PhoneStorage.preferences(in: base).read(.language) == Data("de".utf8))
            try preferences.remove(.language)
            #expect(try preferences.read(.language) == nil)
        }
    }
}
