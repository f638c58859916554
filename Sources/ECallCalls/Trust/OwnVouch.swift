import ECallAPI
public import ECallCore
import ECallSecurity
public import KeyDistribution

/// What another device of the same person has said for this one: its joins carry it (e2ee 3), so that it is kept from the last
/// connection and no call waits for it. The server hands it out and cannot make one; others look at its signature by what they
/// know.
public struct OwnVouch: Sendable {
    private struct Kept: Codable {
        let identity: String
        let text: String
    }

    private let storage: any KeyStorage
    private let device: OwnDevice

    public init(storage: any KeyStorage, device: OwnDevice) { (self.storage, self.device) = (storage, device) }

    /// Nil where there is none for just this identity.
    var kept: Vouch? {
        guard let kept = try? storage.value(.ownVouch, as: Kept.self), kept.identity == device.identity.hash.text else {
            return nil
        }
        return try? Vouch(text: kept.text)
    }

    /// Asks the server for it. Where that fails, what was kept stays.
    public func refresh(_ api: APIClient) async {
        let user = UserID(device.identity.address.userID)
        let answer: PublicKeysResponse? = try? await api.send(.publicKeys, body: PublicKeysRequest(userIds: [user]))
        guard let answer else { return }
        let vouch = PublishedKeys(answer, of: [user]).vouch(for: device.identity)
        guard vouch != kept else { return }
        try? storage.store(Kept(identity: device.identity.hash.text, text: vouch?.text ?? ""), as: .ownVouch)
    }
}
