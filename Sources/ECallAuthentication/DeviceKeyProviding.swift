/// The key pair of this device, as sign-in needs it.
public protocol DeviceKeyProviding: Sendable {
    /// The public key as it goes over the wire; makes the pair when there is none (requirement 001, step 1).
    func publicKeyText() async throws(SignInError) -> String
    /// Forgets the pair. The next sign-in makes another.
    func removeKeyPair() async throws(SignInError)
}
