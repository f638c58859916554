import ECallAPI
import OpenIDConnect
import ServerFoundation

/// Tickets that pages get once their person is known: each is valid for one device, for a minute, and only with the secret
/// of the page that began the sign-in. A ticket issued to a signed-in device adds the identity to its account and signs no
/// one in. Tickets travel in a URL's fragment, which no one else should see.
struct PageTickets: Sendable {
    /// In seconds.
    static let lifetime = 60

    private struct Ticket {
        let person: Person
        let binding: String
        /// The device that adds the identity to its account; nil for a sign-in.
        let adder: DeviceIdentity?
        /// The key of the device that redeemed the ticket.
        var deviceKey: String?
    }

    struct Person: Sendable, Hashable {
        let identity: ExternalIdentity
        /// The name that the issuer's page supplied.
        let name: String?
    }

    private let tickets = SharedStore<Ticket>()

    func issue(to person: Person, binding: String, adder: DeviceIdentity? = nil, at now: Timestamp) -> String {
        let name = Secret.random()
        let ticket = Ticket(person: person, binding: binding, adder: adder)
        tickets.withLock { $0.put(ticket, under: name, for: Self.lifetime, at: now) }
        return name
    }

    /// Returns nil for a ticket that is unknown, expired, of another page, or redeemed by another device. The same device
    /// may send it again: clients retry after a lost answer.
    func redeem(_ name: String, verifier: String, deviceKey: String, at now: Timestamp) -> Person? {
        redeem(name, verifier: verifier, adder: nil, deviceKey: deviceKey, at: now)
    }

    /// The same for a device that adds the identity to its account: valid on the device that left, while it is signed in.
    func redeem(_ name: String, verifier: String, adder: DeviceIdentity, at now: Timestamp) -> Person? {
        redeem(name, verifier: verifier, adder: adder, deviceKey: "\(adder.user)_\(adder.device)", at: now)
    }

    private func redeem(
        _ name: String, verifier: String, adder: DeviceIdentity?, deviceKey: String, at now: Timestamp
    ) -> Person? {
        guard Secret.isWellFormed(name), Secret.isWellFormed(verifier) else { return nil }
        let challenge = Secret.challenge(for: verifier)
        let answer = tickets.withLock { store in
            store.update(name, at: now) { ticket -> Person? in
                guard ticket.adder == adder, HexDigest.areEqual(challenge, ticket.binding) else { return nil }
                guard ticket.deviceKey == nil || (!deviceKey.isEmpty && ticket.deviceKey == deviceKey) else {
                    return nil
                }
                ticket.deviceKey = deviceKey
                return ticket.person
            }
        }
        return answer ?? nil
    }
}
