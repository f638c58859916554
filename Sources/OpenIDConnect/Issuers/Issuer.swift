import ECallAPI
import Foundation
package import Logging
package import ServerFoundation

/// An issuer's published endpoints and keys, fetched when needed and cached.
///
/// Concurrent requests share one fetch; there are at least 30 s between two fetches, whoever asks.
package actor Issuer {
    /// The source of the endpoints.
    package enum Addresses: Sendable {
        case discovered
        case fixed(IssuerDocument)
    }

    package nonisolated let name: String
    private let addresses: Addresses
    private let transport: any IssuerTransport
    private let clock: WallClock
    private let logger: Logger
    private var document = FetchedCache<IssuerDocument>()
    private var keys = FetchedCache<KeySet>()
    private var documentFetch: Task<Void, Never>?
    private var keyFetch: Task<Void, Never>?

    package init(
        name: String, addresses: Addresses, transport: any IssuerTransport, clock: WallClock, logger: Logger
    ) {
        (self.name, self.addresses, self.transport) = (name, addresses, transport)
        (self.clock, self.logger) = (clock, logger)
    }

    package func key(_ name: VerificationKey.Name) async throws(ExternalFailure) -> VerificationKey {
        if !keys.isFresh(at: clock.now()) || keys.value?[name] == nil { await refreshKeys() }
        guard let usable = keys.usable(at: clock.now()) else { throw .unavailable }
        guard let key = usable[name] else { throw .refused(.unknownKey) }
        return key
    }

    package func endpoints() async throws(ExternalFailure) -> IssuerDocument {
        if case .fixed(let document) = addresses { return document }
        if !document.isFresh(at: clock.now()) { await refreshDocument() }
        guard let usable = document.usable(at: clock.now()) else { throw .unavailable }
        return usable
    }

    // MARK: - Fetching

    private func refreshKeys() async {
        if keyFetch == nil {
            guard keys.mayAttempt(at: clock.now()) else { return }
            keys.began(at: clock.now())
            // Continues if the first caller has left, because others wait for it too.
            keyFetch = Task { await fetchKeys() }
        }
        await keyFetch?.value
    }

    private func fetchKeys() async {
        defer { keyFetch = nil }
        guard let url = try? await endpoints().keys, let answer = await get(url),
            let set = await KeySet(json: answer.body)
        else { return note("keys") }
        keys.store(set, lifetime: answer.lifetime, at: clock.now())
    }

    private func refreshDocument() async {
        if documentFetch == nil {
            guard document.mayAttempt(at: clock.now()) else { return }
            document.began(at: clock.now())
            documentFetch = Task { await fetchDocument() }
        }
        await documentFetch?.value
    }

    private func fetchDocument() async {
        defer { documentFetch = nil }
        guard let answer = await get(name + "/.well-known/openid-configuration"),
            let found = IssuerDocument(json: answer.body, issuer: name)
        else { return note("discovery document") }
        document.store(found, lifetime: answer.lifetime, at: clock.now())
    }

    private func get(_ url: String) async -> (body: Data, lifetime: Int)? {
        guard let answer = try? await transport.send(IssuerRequest(url: url)), answer.status == 200 else { return nil }
        return (Data(answer.body), CacheControl.lifetime(answer.cacheControl))
    }

    private func note(_ what: String) {
        logger.warning("an issuer's \(what) could not be fetched", metadata: ["issuer": "\(name)"])
    }
}
