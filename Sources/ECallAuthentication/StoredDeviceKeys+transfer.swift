import ECallCore
public import ECallSecurity
public import Foundation

/// Import and export of keys (requirement 000). The RSA pair alone: the identity key never leaves its device, so that no one but
/// this one can speak for it (docs/decisions/0051-a-devices-key-moves-its-identity-does-not.md).
extension StoredDeviceKeys {
    /// Imports a key pair as this device's, before the first sign-in.
    ///
    /// - Parameters:
    ///   - privateText: PEM (PKCS#1 or PKCS#8), or base64 of either.
    ///   - publicText: PEM (SubjectPublicKeyInfo or PKCS#1), or base64 of either; nil where only the private key is there.
    /// - Throws: `inUse` where this device has keys that others know.
    public func importKeyPair(_ privateText: String, matching publicText: String? = nil) throws(KeyTransferError) {
        let pair: DeviceKeyPair
        do throws(KeyPairProblem) {
            pair = try DeviceKeyPair(importing: privateText, matching: publicText)
        } catch {
            throw .pair(error)
        }
        try take(pair)
    }

    /// This device's key pair in an encrypted file, for the device that replaces this one.
    ///
    /// - Parameter code: of `RecoveryCode.generate`; the person keeps it apart from the file.
    public func recoveryPackage(under code: String) throws(KeyTransferError) -> Data {
        guard let pair = try kept() else { throw .noKeys }
        do throws(RecoveryPackageError) { return Data(try RecoveryPackage.seal(pair, under: code)) } catch {
            throw .package(error)
        }
    }

    /// Takes the pair of a package as that of this device, before the first sign-in. The device that had it before stays signed
    /// in; this one is another device of the person (docs/decisions/0092-a-sign-in-proves-its-key.md).
    ///
    /// - Parameter code: as a person typed it.
    public func restore(_ package: Data, with code: String) throws(KeyTransferError) {
        let pair: DeviceKeyPair
        do throws(RecoveryPackageError) { pair = try RecoveryPackage.open(Array(package), with: code) } catch {
            throw .package(error)
        }
        try take(pair)
    }

    /// The same for a package of the app (version 0x01), if the person asked for it.
    ///
    /// - Parameter password: what the person thought of when it was made.
    public func restoreVersion1(_ package: Data, with password: SecretBytes) throws(KeyTransferError) {
        let pair: DeviceKeyPair
        do throws(RecoveryPackageError) {
            pair = try RecoveryPackage.openVersion1(Array(package), with: password)
        } catch {
            throw .package(error)
        }
        try take(pair)
    }

    private func take(_ pair: DeviceKeyPair) throws(KeyTransferError) {
        do throws(SignInError) { try replaceUnusedKeys(with: pair) } catch {
            switch error {
            case .alreadySignedIn: throw .inUse
            case .storage(let error): throw .storage(error)
            default: throw .damagedKeys
            }
        }
    }

    private func kept() throws(KeyTransferError) -> DeviceKeyPair? {
        do throws(SignInError) { return try keyPair() } catch .storage(let error) {
            throw .storage(error)
        } catch {
            throw .damagedKeys
        }
    }
}
