import ECallAPI
public import ECallCore
public import ECallSecurity

/// Has the server publish this device's identity, by which others know whom they call (e2ee 1).
public actor IdentityRegistration {
    private let client: APIClient
    private let keys: StoredDeviceKeys
    private let storage: any KeyStorage
    private let says: String

    /// - Parameter says: what a new identity says that this device is, such as "iPhone".
    public init(
        client: APIClient, keys: StoredDeviceKeys, storage: any KeyStorage,
        says: String = DeviceDescription.current().systemName
    ) {
        self.says = says
        self.client = client
        self.keys = keys
        self.storage = storage
    }

    /// Registers the identity unless this one was registered before.
    ///
    /// - Returns: the identity; nil when the device has no keys.
    @discardableResult
    public func register(_ account: Account) async throws(SignInError) -> SignedIdentity? {
        let address = DeviceAddress(userID: account.userId.rawValue, deviceID: account.deviceId.rawValue)
        guard let identity = try await keys.identity(at: address, date: client.clock.date(), says: says) else {
            return nil
        }
        do throws(KeyStorageError) {
            if try storage.value(.registeredIdentity, as: String.self) == identity.hash.text { return identity }
        } catch {
            throw .storage(error)
        }
        do throws(APIClientError) {
            _ = try await client.send(
                .registerDevice, body: RegisterDeviceRequest(identity: identity.text), as: StatusResponse.self)
        } catch {
            throw .server(error)
        }
        do throws(KeyStorageError) {
            try storage.store(identity.hash.text, as: .registeredIdentity)
        } catch {
            throw .storage(error)
        }
        return identity
    }
}
