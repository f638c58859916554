import AsyncHTTPClient
import ECallAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOHTTP1
import NIOSSL
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import OpenIDConnect
@testable import OpenIDConnectTestSupport

/// A browser: one cookie jar, no scripts.
final class PageBrowser {
    let world: ExternalWorld
    var cookie: String?
    let verifier = Secret.random()

    init(_ world: ExternalWorld) { self.world = world }

    struct Step {
        let status: Int
        let location: String
        let cookie: String?
    }

    func go(
        _ path: String, method: HTTPRequest.Method = .get, form: String? = nil, withCookie: Bool = true
    ) async throws -> Step {
        var headers = HTTPFields()
        if withCookie, let cookie { headers[.cookie] = "other=1; \(cookie)" }
        let response = try await world.app.client.executeRequest(
            uri: path, method: method, headers: headers, body: form.map { ByteBuffer(string: $0) })
        let set = response.headers[.setCookie]
        if let set, let pair = set.split(separator: ";").first { cookie = String(pair) }
        return Step(
            status: response.status.code, location: response.headers[.location] ?? "", cookie: set)
    }

    /// Goes to the issuer, and returns where that redirects: the path of the callback, or Apple's form.
    func depart(_ issuer: String = "google") async throws -> String {
        let step = try await go("/sign-in/\(issuer)?binding=\(Secret.challenge(for: verifier))")
        #expect(step.status == 303)
        return try await follow(step.location)
    }

    /// Asks, with a person's bearer token, for the address at which to add Google or Apple.
    func ask(_ person: Person, _ issuer: LoginMethodType = .google, binding: String? = nil) async throws -> Answer {
        let answer = try await world.app.call(
            .leaveForLoginMethod,
            LoginMethodDepartureRequest(
                issuer: issuer, binding: binding ?? Secret.challenge(for: verifier)), as: person)
        if let set = answer.headers[.setCookie], let pair = set.split(separator: ";").first { cookie = String(pair) }
        return answer
    }

    /// Goes to the issuer as a signed-in person, and returns where that redirects.
    func departToAdd(_ person: Person, _ issuer: LoginMethodType = .google) async throws -> String {
        try await follow(ask(person, issuer).value(LoginMethodDepartureResponse.self).url)
    }

    /// Consents at the issuer.
    private func follow(_ url: String) async throws -> String {
        #expect(url.hasPrefix(world.issuer.origin), "\(url)")
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(
            try await NIOSSLCertificate.fromPEMFile(TestAuthority.common().authority))
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: .init(tlsConfiguration: tls, redirectConfiguration: .disallow))
        let answer = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(5))
        let body = String(buffer: try await answer.body.collect(upTo: 1 << 16))
        try await client.shutdown()
        guard let location = answer.headers.first(name: "Location") else { return body }
        #expect(location.hasPrefix(ExternalWorld.publicURL + "/sign-in/google/callback?"))
        return String(location.dropFirst(ExternalWorld.publicURL.count))
    }

    func signIn(_ step: Step, key: String = TestKeys.p256(), verifier: String? = nil) async throws -> Answer {
        let ticket = try #require(step.location.split(separator: "/").last)
        return try await redeem(String(ticket), key: key, verifier: verifier)
    }

    /// Redeems the ticket for a person's account.
    func add(_ step: Step, as person: Person, verifier: String? = nil) async throws -> Answer {
        let ticket = String(try #require(step.location.split(separator: "/").last))
        return try await world.app.call(
            .addLoginMethod, AddLoginMethodRequest(ticket: ticket, ticketVerifier: verifier ?? self.verifier),
            as: person)
    }

    func redeem(_ ticket: String, key: String, verifier: String? = nil) async throws -> Answer {
        try await world.app.call(
            .login,
            LoginRequest(
                ticket: ticket, ticketVerifier: verifier ?? self.verifier, device: DevicePayload(publicKey: key)))
    }
}
