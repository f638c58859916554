import ECallAPI
public import ECallCore

/// Reports the tokens by which pushes reach this device to the server (requirement 001; wire-protocol 7): at sign-in, and
/// whenever the system issues others.
public actor PushRegistration {
    /// The tokens as the system has named them last, in this run of the program.
    public private(set) var tokens = PushTokens.none

    private let client: APIClient
    private let storage: any KeyStorage
    private var isUpdating = false

    /// - Parameter storage: remembers which ones the server has; signing out wipes that.
    public init(client: APIClient, storage: any KeyStorage) {
        self.client = client
        self.storage = storage
    }

    /// The system has named a token. One that is "" is not known yet, and leaves the one before.
    public func named(_ new: PushTokens) {
        if !new.voip.isEmpty { tokens.voip = new.voip }
        if !new.alert.isEmpty { tokens.alert = new.alert }
    }

    /// Records that these tokens were reported to the server at sign-in.
    func signedIn(with sent: PushTokens) throws(SignInError) {
        do throws(KeyStorageError) { try storage.store(sent, as: .registeredPushTokens) } catch {
            throw .storage(error)
        }
    }

    /// Sends the server the tokens that it does not know yet; for a device that is signed in. After a failure they are sent the next time.
    public func update() async throws(SignInError) {
        guard !isUpdating else { return }
        isUpdating = true
        defer { isUpdating = false }
        // The system may name another one meanwhile.
        while tokens != .none {
            let sent = tokens
            guard try registered() != sent else { return }
            do throws(APIClientError) {
                _ = try await client.send(
                    .updateUser, body: UpdateUserRequest(voipToken: sent.voip, apnsToken: sent.alert),
                    as: UserResponse.self)
            } catch {
                throw .server(error)
            }
            try signedIn(with: sent)
        }
    }

    private func registered() throws(SignInError) -> PushTokens? {
        do throws(KeyStorageError) { return try storage.value(.registeredPushTokens, as: PushTokens.self) } catch {
            throw .storage(error)
        }
    }
}
