import NIOCore
import ServerFoundation
import Synchronization

/// HTTP clients that each know one name by one address, so that none of them resolves it again. The most recently used are
/// kept, with their connections and TLS sessions.
final class WebPushConnections: Sendable {
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
            // A running request keeps its client alive.
            if state.clients.count > Self.most,
                let oldest = state.clients.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.clients[oldest.key] = nil
            }
            return http
        }
    }
}
