@_spi(Phone) import AuthenticationServices
import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import Foundation
import Testing
@_spi(Phone) import UIKit

@testable import AppSystem

@Suite("Google's sign-in", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct GoogleSignInTests {
    private nonisolated static let client = "123-abC.apps.googleusercontent.com"
    private nonisolated static let scheme = "com.googleusercontent.apps.123-abC"
    /// RFC 7636, appendix B.
    private nonisolated static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    private let screen = Screen()
    private let request: GoogleRequest

    init() throws {
        request = try #require(GoogleRequest(clientID: Self.client, verifier: Self.verifier, state: "xyz"))
        ASWebAuthenticationSession.canStart = true
    }

    private static func fields(_ query: String) -> [String: String] {
        var parts = URLComponents()
        parts.percentEncodedQuery = query
        return Dictionary(uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
    }

    @Test("the page gets the challenge and never the verifier")
    func page() throws {
        let page = try #require(request.page)
        #expect(page.host == "accounts.google.com" && page.scheme == "https")
        #expect(
            Self.fields(page.query(percentEncoded: true) ?? "") == [
                "client_id": Self.client, "redirect_uri": "\(Self.scheme):/oauth2redirect", "response_type": "code",
                "scope": "openid email profile", "state": "xyz",
                "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
            ])
        #expect(!page.absoluteString.contains(Self.verifier))
    }

    @Test("each request has new secrets of 256 bits")
    func random() throws {
        let pages = try (0..<2).map { _ in
            try #require(GoogleRequest(clientID: Self.client)?.page?.query(percentEncoded: true))
        }
        let fields = pages.map(Self.fields)
        #expect(fields[0]["state"] != fields[1]["state"] && fields[0]["code_challenge"] != fields[1]["code_challenge"])
        #expect(fields.allSatisfy { $0["state"]?.count == 43 && $0["code_challenge"]?.count == 43 })
    }

    @Test(
        "the callback address is parsed, and accepted for its own request only",
        arguments: [
            ("\(scheme):/oauth2redirect?state=xyz&code=4%2Fab", GoogleRequest.Return.code("4/ab")),
            ("\(scheme):/oauth2redirect?state=xyz&error=access_denied", .cancelled),
            ("\(scheme):/oauth2redirect?state=xyz&error=server_error", .failed),
            ("\(scheme):/oauth2redirect?state=other&code=a", .failed), ("\(scheme):/oauth2redirect?code=a", .failed),
            ("\(scheme):/oauth2redirect?state=xyz&code=", .failed), ("\(scheme):/oauth2redirect?state=xyz", .failed),
            ("com.other:/oauth2redirect?state=xyz&code=a", .failed),
        ])
    func reads(_ address: String, _ expected: GoogleRequest.Return) throws {
        #expect(request.read(try #require(URL(string: address))) == expected)
    }

    @Test("the code is redeemed at Google with the verifier")
    func redeems() throws {
        let redemption = request.redemption(of: "4/a+b")
        #expect(redemption.method == .post && redemption.url == "https://oauth2.googleapis.com/token")
        #expect(redemption.headers["content-type"] == "application/x-www-form-urlencoded")
        let body = String(decoding: try #require(redemption.body), as: UTF8.self)
        #expect(body.contains("code=4%2Fa%2Bb&"))
        #expect(
            Self.fields(body) == [
                "client_id": Self.client, "code": "4/a+b", "code_verifier": Self.verifier,
                "grant_type": "authorization_code", "redirect_uri": "\(Self.scheme):/oauth2redirect",
            ])
    }

    @Test(
        "a client id that is not Google's is not used",
        arguments: [
            "", "123", ".apps.googleusercontent.com", "a:b.apps.googleusercontent.com", "$(ECALL_GOOGLE_CLIENT)",
        ])
    func otherClients(_ id: String) async {
        #expect(GoogleRequest(clientID: id) == nil)
        #expect(await GoogleSignIn(clientID: id, windows: screen.windows, transport: Token(200)).ask() == .failed)
    }

    // MARK: - The sheet

    private struct Token: HTTPTransport {
        let status: Int
        let error: HTTPTransportError?

        init(_ status: Int, error: HTTPTransportError? = nil) { (self.status, self.error) = (status, error) }

        func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
            if let error { throw error }
            return HTTPResponse(status: status, body: Data(#"{"id_token": "a.b.c", "access_token": "x"}"#.utf8))
        }
    }

    private func ask(
        _ transport: Token = Token(200), answer: @escaping (URL) -> (URL?, (any Error)?)
    ) async -> IssuerSignIn.Answer {
        ASWebAuthenticationSession.answer = answer
        return await GoogleSignIn(clientID: Self.client, windows: screen.windows, transport: transport).ask()
    }

    private static func back(_ page: URL) -> (URL?, (any Error)?) {
        let state = fields(page.query(percentEncoded: true) ?? "")["state"] ?? ""
        return (URL(string: "\(scheme):/oauth2redirect?state=\(state)&code=4"), nil)
    }

    /// 001-16
    @Test("the result is an ID token")
    func signsIn() async {
        #expect(await ask(answer: Self.back) == .credential(.google(idToken: "a.b.c")))
        #expect(ASWebAuthenticationSession.opened?.scheme == Self.scheme)
    }

    @Test("canceling and failing are distinguished")
    func fails() async {
        func error(_ code: ASWebAuthenticationSessionError.Code) -> (URL) -> (URL?, (any Error)?) {
            { _ in (nil, ASWebAuthenticationSessionError(code)) }
        }
        #expect(await ask(answer: error(.canceledLogin)) == .cancelled)
        #expect(await ask(answer: error(.presentationContextInvalid)) == .failed)
        #expect(await ask { _ in (nil, nil) } == .failed)
        #expect(await ask(Token(400), answer: Self.back) == .failed)
        #expect(await ask(Token(200, error: .unreachable), answer: Self.back) == .failed)
        #expect(await ask { _ in (URL(string: "\(Self.scheme):/oauth2redirect?state=forged&code=4"), nil) } == .failed)
        ASWebAuthenticationSession.canStart = false
        #expect(await ask(answer: Self.back) == .failed)
        UIApplication.shared.connectedScenes = []
        #expect(await ask(answer: Self.back) == .failed)
    }

    @Test("an answer without a token is a failure")
    func noToken() {
        #expect(GoogleRequest.idToken(in: HTTPResponse(status: 200, body: Data("{}".utf8))) == nil)
        #expect(GoogleRequest.idToken(in: HTTPResponse(status: 200, body: Data())) == nil)
    }
}
