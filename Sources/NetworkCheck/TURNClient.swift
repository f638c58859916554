import NIOCore
import STUN

/// Talks to one TURN server over one socket: requests its reflexive address, allocates a relay, and sends through it (RFC
/// 8656).
actor TURNClient {
    /// A relay that was made.
    struct Allocation: Sendable, Equatable {
        let relayed: TransportAddress
        /// The own address as the server sees it.
        let mapped: TransportAddress?
    }

    nonisolated let link: TURNLink
    private let credential: LongTermCredential
    private var realm: String?
    private var nonce: [UInt8]?
    private(set) var allocation: Allocation?

    init(_ link: TURNLink, credential: LongTermCredential) { (self.link, self.credential) = (link, credential) }

    /// The own address as the server sees it.
    func binding() async throws -> TransportAddress? {
        let answer = try await link.request(
            STUNMessage(.request, .binding, transaction: STUNMessage.randomTransaction()))
        return answer.address(STUNAttribute.xorMappedAddress)
    }

    func allocate() async throws -> Allocation {
        let answer = try await request(.allocate, [.udpRelay])
        guard let relayed = answer.address(STUNAttribute.xorRelayedAddress) else { throw TURNFailure.noAnswer }
        let made = Allocation(relayed: relayed, mapped: answer.address(STUNAttribute.xorMappedAddress))
        allocation = made
        return made
    }

    /// Binds a channel to a peer at the relay, and lets the peer send to it.
    func bind(_ channel: UInt16, to peer: TransportAddress) async throws {
        _ = try await request(.channelBind) { transaction in
            [.channel(channel), .address(STUNAttribute.xorPeerAddress, peer, transaction: transaction)]
        }
    }

    /// Gives the relay back, and closes the socket.
    func close() async {
        if allocation != nil { _ = try? await request(.refresh, [.number(STUNAttribute.lifetime, 0)]) }
        allocation = nil
        await link.close()
    }

    private func request(
        _ method: STUNMessage.Method, _ attributes: [STUNMessage.Attribute]
    ) async throws -> STUNMessage {
        try await request(method) { _ in attributes }
    }

    /// The first question is answered with realm and nonce; a nonce that is too old with another.
    private func request(
        _ method: STUNMessage.Method, _ attributes: (STUNMessage.Transaction) -> [STUNMessage.Attribute]
    ) async throws -> STUNMessage {
        var attempts = 0
        while true {
            attempts += 1
            let transaction = STUNMessage.randomTransaction()
            var message = STUNMessage(.request, method, transaction: transaction, attributes: attributes(transaction))
            var key: [UInt8]?
            if let realm, let nonce {
                message.attributes += [
                    .text(STUNAttribute.username, credential.username), .text(STUNAttribute.realm, realm),
                    .init(STUNAttribute.nonce, nonce),
                ]
                key = credential.key(realm: realm)
            }
            let answer = try await link.request(message, key: key)
            guard answer.type == .failure else { return answer }
            let code = answer.errorCode ?? 500
            let mayRepeat = code == 401 && key == nil || code == 438
            guard attempts < 3, mayRepeat, let nonce = answer.attribute(STUNAttribute.nonce),
                let realm = answer.text(STUNAttribute.realm) ?? realm
            else { throw TURNFailure.refused(code) }
            (self.realm, self.nonce) = (realm, nonce)
        }
    }
}
