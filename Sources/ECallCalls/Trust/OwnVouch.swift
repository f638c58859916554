import ECallAPI
public import ECallCore
import ECallSecurity
public import KeyDistribution

/// The vouch of another device of the same person for this one. It is part of this device's joins (e2ee 3), and stored, so that
/// no call waits for it. The server distributes it and cannot make one.
public struct OwnVouch: Sendable {
    private struct Kept: Codable {
        let identity: String
        let text: String
    }

    private let storage: any KeyStorage
    private let device: OwnDevice

    public init(storage: any KeyStorage, device: OwnDevice) { (self.storage, self.device) = (storage, device) }

    /// Nil if there is none for exactly this identity.
    var kept: Vouch? { keptParts.first.flatMap { try? Vouch(text: $0) } }

    /// The vouches of further devices of the person for the vouching one, and for that one in turn.
    var chain: [VouchLink] {
        let parts = Array(keptParts.dropFirst())
        return stride(from: 0, to: parts.count - 1, by: 2).compactMap { index in
            guard let identity = try? SignedIdentity(verifying: parts[index]),
                let vouch = try? Vouch(text: parts[index + 1])
            else { return nil }
            return VouchLink(identity: identity, vouch: vouch)
        }
    }

    private var keptParts: [String] {
        guard let kept = try? storage.value(.ownVouch, as: Kept.self), kept.identity == device.identity.hash.text else {
            return []
        }
        return kept.text.split(separator: "~").map(String.init)
    }

    /// Fetches it from the server. After a failure the stored one stays.
    public func refresh(_ api: APIClient) async {
        let user = UserID(device.identity.address.userID)
        guard let published = try? await api.publishedKeys(of: [user]) else { return }
        let links = published.chain(for: device.identity)
        let vouch = published.vouch(for: device.identity)
        guard vouch != kept || links != chain else { return }
        let text = ([vouch?.text ?? ""] + links.flatMap { [$0.identity.text, $0.vouch.text] }).joined(separator: "~")
        try? storage.store(Kept(identity: device.identity.hash.text, text: text), as: .ownVouch)
    }
}
