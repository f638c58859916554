import ECallAPI
import OpenIDConnect
import ServerFoundation

/// What a page gets once its person is known: good for one device, for a minute, and only with the secret of the page that
/// began the sign-in. One that is for an account that is there adds the person to it and signs nobody in. It travels in the fragment of an address, where nobody else should see it.
struct PageTickets: Sendable {
    /// In seconds.
    static let lifetime = 60

    private struct Ticket {
        let person: Person
        let binding: String
        /// Who adds the person to their account; nil for a sign-in.
        let adder: DeviceIdentity?
        /// The key of the device that used it.
        var deviceKey: String?
    }

    struct Person: Sendable, Hashable {
        let identity: ExternalIdentity
        /// What the issuer's page said besides.
        let name: String?
    }

    private let tickets = SharedStore<Ticket>()

    func issue(to person: Person, binding: String, adder: DeviceIdentity? = nil, at now: Timestamp) -> String {
        let name = Secret.random()
        let ticket = Ticket(person: person, binding: binding, adder: adder)
        tickets.withLock { $0.put(ticket, under: name, for: Self.lifetime, at: now) }
        return name
    }

    /// nil for a ticket that is unknown, old, of another page, or used by another device. The same device may send it
    /// again: clients repeat requests whose answer was lost.
    func redeem(_ name: String, verifier: String, deviceKey: String, at now: Timestamp) -> Person? {
        redeem(name, verifier: verifier, adder: nil, deviceKey: deviceKey, at: now)
    }

    /// The same for who adds the person to their account: good on the device that left, while it is signed in.
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
