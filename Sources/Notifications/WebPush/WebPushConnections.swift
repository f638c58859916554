import NIOCore
import ServerFoundation
import Synchronization

/// Clients that know one name by one address each, so that none of them asks for addresses again. Those used last are kept, with
/// their connections and what they know of certificates.
final class WebPushConnections: Sendable {
    /// Clients that are kept.
    static let most = 64

    private struct Way: Hashable {
        let host: String
        let address: IPAddress
    }

    private struct State {
        var clients: [Way: (http: OutgoingHTTP, lastUse: UInt64)] = [:]
        var uses: UInt64 = 0
    }

    private let connect: TimeAmount
    private let exchange: TimeAmount
    private let state = Mutex(State())

    init(connect: TimeAmount, exchange: TimeAmount) { (self.connect, self.exchange) = (connect, exchange) }

    func http(to host: String, at address: IPAddress) -> OutgoingHTTP {
        state.withLock { state in
            let way = Way(host: host, address: address)
            state.uses += 1
            let http =
                state.clients[way]?.http
                ?? OutgoingHTTP(connectTimeout: connect, timeout: exchange, addresses: [host: address.description])
            state.clients[way] = (http, state.uses)
            // Who is still using it keeps it until then.
            if state.clients.count > Self.most,
                let oldest = state.clients.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.clients[oldest.key] = nil
            }
            return http
        }
    }
}
