public import ECallAPI
public import ECallAuthentication
public import ECallCore
public import Foundation

/// The own account: its profile and end, its devices, and the data that the server stores of it (requirement 000; wire-protocol 9).
public struct AccountService: Sendable {
    private let client: APIClient
    private let keys: (any DeviceKeyProviding)?

    /// - Parameter keys: of this device, by which it shows that its person asks for a change of the account (wire-protocol 9.7); without
    ///   them the server takes a sign-in of the last ten minutes alone.
    public init(client: APIClient, keys: (any DeviceKeyProviding)? = nil) {
        (self.client, self.keys) = (client, keys)
    }

    // MARK: - Profile

    public func profile() async throws(AccountError) -> UserInfo {
        try await send(.user, as: UserResponse.self).user
    }

    /// Renames the account. Returns the new profile.
    public func rename(to text: String) async throws(AccountError) -> UserInfo {
        let name: String
        do throws(IdentifierSyntax.Problem) { name = try IdentifierSyntax.displayName(text) } catch {
            throw .name(error)
        }
        guard !name.isEmpty else { throw .name(.nameMissing) }
        return try await send(.updateUser, body: UpdateUserRequest(displayName: name), as: UserResponse.self).user
    }

    /// Returns the login methods, the primary one first.
    public func loginMethods() async throws(AccountError) -> [LoginMethodInfo] {
        try await send(.loginMethods, as: LoginMethodsResponse.self).loginMethods
    }

    /// Whether others find this account by a search.
    public func isSearchable() async throws(AccountError) -> Bool {
        try await send(.privacy, as: PrivacySettings.self).searchable
    }

    /// Lets others find this account by a search, or no longer.
    public func setSearchable(_ isSearchable: Bool) async throws(AccountError) {
        let body = PrivacySettings(searchable: isSearchable)
        _ = try await send(.updatePrivacy, body: body, as: PrivacySettings.self)
    }

    // MARK: - End

    /// Schedules the account's deletion and returns its moment, which a repeated request does not change.
    public func delete() async throws(AccountError) -> Timestamp {
        try await send(.deleteUser, for: .deleteAccount, as: DeleteUserResponse.self).deletedAt
    }

    /// Keeps the account after all.
    public func keep() async throws(AccountError) {
        _ = try await send(.cancelDelete, as: EmptyResponse.self)
    }

    /// All that the server stores of the account, as a JSON file to keep.
    public func export() async throws(AccountError) -> Data {
        let (data, proof): (Data, String?)
        proof = try await self.proof(of: .exportAccount)
        do throws(APIClientError) { data = try await client.file(.exportAccount, proof: proof) } catch {
            throw .server(error)
        }
        // An answer that was cut off is not JSON.
        guard (try? JSONSerialization.jsonObject(with: data)) != nil else {
            throw .server(.undecodable(.exportAccount))
        }
        return data
    }

    // MARK: - Devices

    /// The devices of the account: the calling one first, then the most recently used ones.
    public func devices() async throws(AccountError) -> [DeviceInfo] {
        let own = try await profile().deviceId
        let devices = try await send(.devices, as: DevicesResponse.self).devices
        return devices.filter { $0.id == own } + devices.filter { $0.id != own }
    }

    /// Signs another device out; one that is signed out already is not an error.
    public func signOut(_ device: DeviceID) async throws(AccountError) {
        _ = try await send(.terminateSession, id: device.rawValue, as: String.self)
    }

    /// Signs all devices out but this one.
    public func signOutOthers() async throws(AccountError) {
        _ = try await send(.terminateOthers, as: String.self)
    }

    func send<Response: Decodable & Sendable>(
        _ endpoint: Endpoint, id: UInt64? = nil, body: (any Encodable & Sendable)? = nil,
        for change: AccountChange? = nil, as type: Response.Type
    ) async throws(AccountError) -> Response {
        var proof: String?
        if let change { proof = try await self.proof(of: change) }
        do throws(APIClientError) {
            return try await client.send(endpoint, id: id, body: body, proof: proof, as: type)
        } catch {
            throw .server(error)
        }
    }

    /// The proof with which this device signs a change; nil if it has no key to sign with, or its server requires none.
    private func proof(of change: AccountChange) async throws(AccountError) -> String? {
        guard let keys else { return nil }
        let challenge: String
        do throws(APIClientError) {
            challenge = try await client.send(.signInChallenge, as: SignInChallenge.self).challenge
        } catch .server(_, 404, _) {
            return nil
        } catch {
            throw .server(error)
        }
        let client = client
        do throws(SignInError) {
            return try await keys.accountProof(
                for: change, origin: client.server.origin, date: { client.clock.date() }, challenge: challenge)
        } catch {
            // The keys cannot be read: the server tells which other proofs it accepts.
            return nil
        }
    }
}
