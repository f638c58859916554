import Crypto
public import ECallCore
import ECallSecurity
public import Foundation

/// Seals secrets under a random 256-bit key: AES-GCM with a random nonce, the secret's name as associated data.
public struct StorageKeySealing: SecretSealing {
    private let key: SymmetricKey

    init(key: SecretBytes) { self.key = key.withUnsafeBytes { SymmetricKey(data: $0) } }

    static func randomKey() -> SecretBytes {
        SymmetricKey(size: .bits256).withUnsafeBytes { SecretBytes(copying: $0) }
    }

    public var isPlain: Bool { false }

    public func seal(_ secret: Data, name: String) throws(KeyStorageError) -> Data {
        guard let sealed = try? AES.GCM.seal(secret, using: key, authenticating: Data(name.utf8)).combined else {
            throw .damaged(name: name)
        }
        return sealed
    }

    public func open(_ sealed: Data, name: String) throws(KeyStorageError) -> Data {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let secret = try? AES.GCM.open(box, using: key, authenticating: Data(name.utf8))
        else { throw .wrongKey }
        return secret
    }
}
