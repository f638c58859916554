package import ECallAPI
import Foundation
package import Logging
package import ServerFoundation

/// An issuer for sign-in, assembled from the settings.
package struct ExternalProvider: Sendable {
    package let type: LoginMethodType
    package let verifier: IdentityTokenVerifier
    package let exchange: CodeExchange?
    /// The accepted audiences of tokens.
    package let audiences: Set<String>
    package let firstClientID: String
    /// The page's client; nil if the page does not offer this issuer.
    package let pageClientID: String?

    package func trade(
        _ code: String, clientID: String, redirection: CodeExchange.Redirection? = nil
    ) async throws(ExternalFailure) -> String {
        guard let exchange else { throw .notOffered }
        return try await exchange.exchange(code, clientID: clientID, redirection: redirection)
    }
}

extension ExternalProvider {
    package static func google(
        _ settings: GoogleSettings, clock: WallClock, logger: Logger
    ) throws(StartFailure) -> ExternalProvider {
        let transport = try transport(settings.issuer, "Google", settings.timeout)
        guard let first = settings.clientIDs.first else {
            throw .providerUnusable("Sign-in with Google needs a client id.")
        }
        let issuer = Issuer(
            name: settings.issuer.base, addresses: .discovered, transport: transport, clock: clock, logger: logger)
        let rules = IDTokenRules(issuer: settings.issuer.base, algorithms: ["RS256"])
        return ExternalProvider(
            type: .google, verifier: .init(type: .google, rules: rules, issuer: issuer, clock: clock),
            exchange: settings.clientSecret.map {
                CodeExchange(issuer: issuer, secret: .fixed($0), transport: transport, clock: clock)
            }, audiences: Set(settings.clientIDs), firstClientID: first,
            pageClientID: settings.clientSecret == nil ? nil : first)
    }

    package static func apple(
        _ settings: AppleSettings, clock: WallClock, logger: Logger
    ) async throws(StartFailure) -> ExternalProvider {
        let transport = try transport(settings.issuer, "Apple", settings.timeout)
        guard let first = settings.clientIDs.first else {
            throw .providerUnusable("Sign in with Apple needs the app's bundle id.")
        }
        let base = settings.issuer.base
        let issuer = Issuer(
            name: base, addresses: .fixed(.apple(base)), transport: transport, clock: clock, logger: logger)
        let rules = IDTokenRules(issuer: base, algorithms: ["RS256", "ES256"])
        var exchange: CodeExchange?
        if let file = settings.keyFile {
            let key = try await AppleClientKey(
                file: file, keyID: settings.keyID, teamID: settings.teamID, audience: base)
            exchange = CodeExchange(issuer: issuer, secret: .apple(key), transport: transport, clock: clock)
        }
        let page = settings.pageClientID
        return ExternalProvider(
            type: .apple, verifier: .init(type: .apple, rules: rules, issuer: issuer, clock: clock),
            exchange: exchange, audiences: Set(settings.clientIDs + (page.map { [$0] } ?? [])), firstClientID: first,
            pageClientID: exchange == nil ? nil : page)
    }

    private static func transport(
        _ address: ServiceAddress, _ name: String, _ timeout: Duration
    ) throws(StartFailure) -> IssuerHTTP {
        guard IssuerDocument.isHTTPS(address.base), !address.base.hasSuffix("/") else {
            throw .providerUnusable("The issuer of sign-in with \(name) is an address as https://host, without a path.")
        }
        return try IssuerHTTP(authorityFile: address.authorityFile, timeout: timeout)
    }
}

/// All issuers of this server; nil disables one.
package struct ExternalProviders: Sendable {
    package var google: ExternalProvider?
    package var apple: ExternalProvider?

    package init(
        google: GoogleSettings?, apple: AppleSettings?, clock: WallClock, logger: Logger
    ) async throws(StartFailure) {
        if let google { self.google = try .google(google, clock: clock, logger: logger) }
        if let apple { self.apple = try await .apple(apple, clock: clock, logger: logger) }
    }

    package subscript(type: LoginMethodType) -> ExternalProvider? {
        switch type {
        case .google: google
        case .apple: apple
        case .email, .phone: nil
        }
    }

    /// The issuers that the page offers.
    package var ofPage: [LoginMethodType] { [LoginMethodType.google, .apple].filter { self[$0]?.pageClientID != nil } }
}
