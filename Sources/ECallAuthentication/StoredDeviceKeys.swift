public import ECallCore
public import ECallSecurity
import Foundation

/// The key pair of this device, as sign-in needs it.
public protocol DeviceKeyProviding: Sendable {
    /// The public key as it goes over the wire; makes the pair when there is none (requirement 001, step 1).
    func publicKeyText() async throws(SignInError) -> String
    /// Forgets the pair. The next sign-in makes another.
    func removeKeyPair() async throws(SignInError)
}

/// The key pair of this device in a key storage.
public actor StoredDeviceKeys: DeviceKeyProviding {
    private let storage: any KeyStorage
    private var cached: DeviceKeyPair?

    public init(storage: any KeyStorage) { self.storage = storage }

    /// The pair; nil when there is none.
    public func keyPair() throws(SignInError) -> DeviceKeyPair? {
        if let cached { return cached }
        var kept: Data?
        do throws(KeyStorageError) { kept = try storage.read(.deviceKey) } catch { throw .storage(error) }
        guard var der = kept else { return nil }
        kept = nil
        defer { der.resetBytes(in: der.startIndex..<der.endIndex) }
        let secret = der.withUnsafeBytes { SecretBytes(copying: $0) }
        do throws(DeviceKeyError) { cached = try DeviceKeyPair(der: secret) } catch { throw .damagedKeys }
        return cached
    }

    public func publicKeyText() throws(SignInError) -> String {
        if let pair = try keyPair() { return pair.publicKey.text }
        let pair: DeviceKeyPair
        do throws(DeviceKeyError) { pair = try DeviceKeyPair.generate() } catch { throw .keysNotMade }
        let secret = pair.exportDER()
        var der = secret.withUnsafeBytes { Data($0) }
        defer { der.resetBytes(in: der.startIndex..<der.endIndex) }
        do throws(KeyStorageError) { try storage.write(der, as: .deviceKey) } catch { throw .storage(error) }
        cached = pair
        return pair.publicKey.text
    }

    public func removeKeyPair() throws(SignInError) {
        cached = nil
        do throws(KeyStorageError) { try storage.remove(.deviceKey) } catch { throw .storage(error) }
    }
}
