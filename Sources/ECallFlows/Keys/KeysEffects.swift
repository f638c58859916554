public import ECallAuthentication
import ECallSecurity
import Foundation

/// Performs the effects of `KeysFlow`.
public struct KeysEffects: FlowEffects {
    public typealias F = KeysFlow

    private let keys: StoredDeviceKeys

    public init(keys: StoredDeviceKeys) { self.keys = keys }

    public func perform(_ effect: KeysFlow.Effect) async -> KeysFlow.Action? {
        switch effect {
        case .load:
            do throws(SignInError) { return .loaded(.success(try await load())) } catch .storage(let error) {
                return .loaded(.failure(.storage(error)))
            } catch {
                return .loaded(.failure(.damagedKeys))
            }
        case .importPair(let privateKey, let publicKey):
            do throws(KeyTransferError) {
                try await keys.importKeyPair(privateKey.text, matching: publicKey)
                return .done(.importing, nil)
            } catch {
                return .done(.importing, error)
            }
        case .restore(let file, let code, let isFromOlderApp):
            do throws(KeyTransferError) {
                if isFromOlderApp {
                    try await keys.restoreVersion1(file, with: SecretBytes(utf8: code.text))
                } else {
                    try await keys.restore(file, with: code.text)
                }
                return .done(.restoring, nil)
            } catch {
                return .done(.restoring, error)
            }
        case .makePackage:
            let code = RecoveryCode.generate()
            do throws(KeyTransferError) {
                let file = try await keys.recoveryPackage(under: code)
                return .made(.success(KeysFlow.Package(file: file, code: SecretText(code))))
            } catch {
                return .made(.failure(error))
            }
        }
    }

    private func load() async throws(SignInError) -> KeysFlow.Keys {
        let publicKey = try await keys.keyPair()?.publicKey
        return KeysFlow.Keys(
            publicKey: publicKey.map { KeysFlow.PublicKey(text: $0.text, fingerprint: $0.publicKeyHash) },
            areKnown: try await keys.areKnown())
    }
}
