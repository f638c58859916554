import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import OpenIDConnect
@testable import OpenIDConnectTestSupport
@testable import ServerFoundation

/// The page's redirect to an issuer and back, as a browser performs it.
@Suite("Sign-in of the page", .timeLimit(.minutes(1)))
struct PageSignInTests {
    private typealias Browser = PageBrowser

    @Test("001-16: the page goes to Google with PKCE, state and nonce, comes back, and its ticket signs in")
    func google() async throws {
        try await ExternalWorld.run { world in
            world.issuer.state.withLock {
                $0.claims = ["email": "ana@gmail.com", "email_verified": true, "name": "Ana"]
            }
            let browser = Browser(world)
            let callback = try await browser.depart()
            let query = try #require(world.issuer.state.withLock { $0.queries.first })
            #expect(query["response_type"] == "code" && query["client_id"] == "web-client")
            #expect(query["scope"] == "openid email profile" && query["code_challenge_method"] == "S256")
            #expect(query["redirect_uri"] == "https://calls.example.net/sign-in/google/callback")
            for name in ["state", "nonce", "code_challenge"] { #expect(Secret.isWellFormed(query[name] ?? "")) }
            let back = try await browser.go(callback)
            #expect(back.status == 303 && back.location.hasPrefix("/#/signed-in/"))
            #expect(back.cookie?.contains("__Host-ecall-sign-in=; Path=/; Max-Age=0") == true)
            let answer: AuthResponse = try await browser.signIn(back).value()
            #expect(answer.accessToken != nil && answer.email == "ana@gmail.com" && answer.displayName == "Ana")
            #expect(try await world.user(answer).id == answer.userId)
            let log = world.app.log.text
            for secret in ["state", "nonce"] { #expect(!log.contains(query[secret] ?? "-")) }
            #expect(!log.contains(back.location.suffix(43)))
        }
    }

    /// 001-39
    @Test("001-16: Apple's form arrives without the cookie, and the browser returns with it")
    func apple() async throws {
        try await ExternalWorld.run { world in
            let browser = Browser(world)
            let form = try await browser.depart("apple")
            let query = try #require(world.issuer.state.withLock { $0.queries.first })
            #expect(query["response_mode"] == "form_post" && query["scope"] == "name email")
            #expect(query["client_id"] == ExternalWorld.applePage)
            let user = #"{"name":{"firstName":"Ana","lastName":"Apple"},"email":"x@y.example"}"#
            let posted = try await browser.go(
                "/sign-in/apple/callback", method: .post,
                form: form + "&" + FormCoding.encode([FormField("user", user)]), withCookie: false)
            #expect(posted.status == 303 && posted.location.hasPrefix("/sign-in/apple/callback?state="))
            #expect(!posted.location.contains("code="))
            // A second form does not change the first.
            _ = try await browser.go(
                "/sign-in/apple/callback", method: .post, form: "code=other&state=\(query["state"] ?? "")",
                withCookie: false)
            let back = try await browser.go(posted.location)
            let answer: AuthResponse = try await browser.signIn(back).value()
            #expect(answer.appleSubId == "subject-1" && answer.displayName == "Ana Apple")
        }
    }

    @Test(
        "ASVS 10.1.2, 10.2.1: a response that this browser did not request is ignored",
        arguments: ["no cookie", "another browser's cookie", "another state", "no state", "cookie twice", "twice"])
    func states(what: String) async throws {
        try await ExternalWorld.run { world in
            let (browser, other) = (Browser(world), Browser(world))
            let callback = try await browser.depart()
            _ = try await other.depart()
            let mine = browser.cookie
            var path = callback
            switch what {
            case "no cookie": browser.cookie = nil
            case "another browser's cookie": browser.cookie = other.cookie
            case "another state":
                let states = world.issuer.state.withLock { $0.queries.map { $0["state"] ?? "" } }
                path = callback.replacing(states[0], with: states[1])
            case "no state": path = String(callback.prefix { $0 != "&" })
            case "cookie twice": browser.cookie = "\(mine ?? ""); __Host-ecall-sign-in=x"
            default: #expect(try await browser.go(callback).location.hasPrefix("/#/signed-in/"))
            }
            if what == "twice" { browser.cookie = mine }
            let refused = try await browser.go(path)
            #expect(refused.location == "/#/sign-in-failed/expired", "\(refused.location)")
            #expect(world.issuer.count("/token") == (what == "twice" ? 1 : 0))
            // Any attempt uses a state up.
            if what == "no cookie" {
                browser.cookie = mine
                #expect(try await browser.go(callback).location == "/#/sign-in-failed/expired")
            }
        }
    }

    @Test("a person may stay at the issuer for at most ten minutes")
    func late() async throws {
        try await ExternalWorld.run { world in
            let browser = Browser(world)
            let callback = try await browser.depart()
            world.advance(seconds: 600)
            #expect(try await browser.go(callback).location == "/#/sign-in-failed/expired")
        }
    }

    @Test(
        "ASVS 10.5.1, 10.5.4, 10.2.2: the issuer's response must belong to this flow",
        arguments: ["nonce", "audience", "verifier", "code reuse", "another issuer", "cancelled", "apple's callback"])
    func flows(what: String) async throws {
        try await ExternalWorld.run { world in
            let browser = Browser(world)
            if what == "nonce" { world.issuer.state.withLock { $0.claims = ["nonce": "another"] } }
            if what == "audience" { world.issuer.state.withLock { $0.claims = ["aud": "ios-client"] } }
            var callback = try await browser.depart()
            var expected = "refused"
            switch what {
            case "verifier":
                world.issuer.state.withLock { state in
                    for code in state.grants.keys { state.grants[code]?.challenge = Secret.challenge(for: "other") }
                }
            case "code reuse": world.issuer.state.withLock { $0.grants = [:] }
            case "another issuer":
                let origin = FormCoding.encode([FormField("iss", world.issuer.origin)])
                callback = callback.replacing(origin, with: "iss=https%3A%2F%2Fevil.example")
            case "cancelled":
                let state = world.issuer.state.withLock { $0.queries[0]["state"] ?? "" }
                callback = "/sign-in/google/callback?error=access_denied&state=\(state)"
                expected = "cancelled"
            case "apple's callback":
                callback = callback.replacing("/google/", with: "/apple/")
                expected = "expired"
            default: break
            }
            #expect(try await browser.go(callback).location == "/#/sign-in-failed/\(expected)")
        }
    }

    @Test("a ticket is valid for one device, one minute, and the page that began the sign-in")
    func tickets() async throws {
        try await ExternalWorld.run { world in
            let browser = Browser(world)
            let back = try await browser.go(browser.depart())
            let (ticket, key) = (String(back.location.split(separator: "/").last ?? ""), TestKeys.p256())
            // Login CSRF: a page with another page's ticket does not have its secret.
            try await browser.redeem(ticket, key: key, verifier: Secret.random()).expect(.loginFailed)
            try await browser.redeem(ticket, key: key, verifier: "").expect(.loginFailed)
            try await browser.redeem(Secret.random(), key: key).expect(.loginFailed)
            let answer: AuthResponse = try await browser.redeem(ticket, key: key).value()
            let again: AuthResponse = try await browser.redeem(ticket, key: key).value()
            #expect(again.userId == answer.userId && again.deviceId == answer.deviceId)
            try await browser.redeem(ticket, key: TestKeys.p256()).expect(.loginFailed)
            try await browser.redeem(ticket, key: "").expect(.loginFailed)
            world.advance(seconds: 60)
            try await browser.redeem(ticket, key: key).expect(.loginFailed)
        }
    }

    @Test("a departure needs the page's challenge and an available issuer, and is rate-limited")
    func departures() async throws {
        var limits = Limits.development
        limits.externalSignInsPerAddress = Rate(count: 2, seconds: 60)
        try await ExternalWorld.run(limits: limits) { world in
            let browser = Browser(world)
            let binding = Secret.challenge(for: browser.verifier)
            for bad in ["", "?binding=", "?binding=short", "?binding=\(binding)&binding=\(binding)"] {
                let step = try await browser.go("/sign-in/google" + bad)
                #expect(step.location == "/#/sign-in-failed/refused")
            }
            let path = "/sign-in/google?binding=\(binding)"
            world.issuer.set(.down)
            let down = try await browser.go(path)
            #expect(down.location == "/#/sign-in-failed/unavailable")
            world.issuer.set(.normal)
            world.advance(seconds: 31)
            let well = try await browser.go(path)
            #expect(well.location.hasPrefix(world.issuer.origin))
            let busy = try await browser.go(path)
            #expect(busy.location == "/#/sign-in-failed/busy")
        }
    }

    @Test("a failure of the issuer's token endpoint is reported as unavailable")
    func unavailable() async throws {
        try await ExternalWorld.run { world in
            let browser = Browser(world)
            let callback = try await browser.depart()
            world.issuer.set(.down)
            #expect(try await browser.go(callback).location == "/#/sign-in-failed/unavailable")
        }
    }

    @Test("an oversized or malformed form is refused")
    func badForms() async throws {
        try await ExternalWorld.run { world in
            let browser = Browser(world)
            for form in ["", "state=x", "code=1&state=\(Secret.random())&state=2"] {
                let step = try await browser.go("/sign-in/apple/callback", method: .post, form: form)
                #expect(step.location == "/#/sign-in-failed/expired")
            }
            let unknown = try await browser.go(
                "/sign-in/apple/callback", method: .post, form: "code=1&state=\(Secret.random())")
            #expect(try await browser.go(unknown.location).location == "/#/sign-in-failed/expired")
            let large = try await browser.go(
                "/sign-in/apple/callback", method: .post, form: "user=" + String(repeating: "x", count: 70_000))
            #expect(large.status == 413)
        }
    }

    @Test("if the issuer is not authoritative for the address, the page is asked for a code")
    func code() async throws {
        try await ExternalWorld.run { world in
            let ana = try await world.app.signIn("ana@firm.example")
            world.issuer.state.withLock { $0.claims = ["email": "ana@firm.example", "email_verified": true] }
            world.advance(seconds: 60)
            let browser = Browser(world)
            let back = try await browser.go(browser.depart())
            let key = TestKeys.p256()
            let asked: AuthResponse = try await browser.signIn(back, key: key).value()
            #expect(asked.accessToken == nil && asked.email == "ana@firm.example")
            let code = try #require(world.app.outbox.lastCode(to: "ana@firm.example"))
            let done: VerifyLoginResponse = try await world.app.call(
                .verifyLogin,
                VerifyLoginRequest(
                    code: code, email: asked.email, linkToken: asked.linkToken, device: DevicePayload(publicKey: key))
            ).value()
            #expect(done.userId == ana.id)
        }
    }
}
