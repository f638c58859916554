import ECallAPI
import Foundation
import HTTPTypes
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import OpenIDConnect
@testable import ServerFoundation

@Suite("External identities: decisions and small parts", .timeLimit(.minutes(1)))
struct DecisionTests {
    private static func identity(_ email: String? = nil, sure: Bool = false, name: String? = nil) -> ExternalIdentity {
        ExternalIdentity(
            type: .google, issuer: "https://i", subject: "s", email: email, isEmailAuthoritative: sure, name: name)
    }

    typealias Owner = ExternalDecision.AddressOwner

    static let cases: [(String, ExternalIdentity, UserID?, Owner?, ExternalDecision)] = [
        ("known", identity("a@b.example", sure: true), UserID(1), nil, .signIn(UserID(1))),
        (
            "known, while another account has the address", identity("a@b.example", sure: true), UserID(1),
            Owner(user: UserID(2), hasProof: true, isVerified: true), .signIn(UserID(1))
        ),
        ("new, no address", identity(), nil, nil, .create(withEmail: false)),
        ("new, sure address", identity("a@b.example", sure: true), nil, nil, .create(withEmail: true)),
        ("new, heard address", identity("a@b.example"), nil, nil, .create(withEmail: false)),
        (
            "sure address of a proven account", identity("a@b.example", sure: true), nil,
            Owner(user: UserID(2), hasProof: true, isVerified: true), .link(UserID(2))
        ),
        (
            "heard address of a proven account", identity("a@b.example"), nil,
            Owner(user: UserID(2), hasProof: true, isVerified: true), .askForCode(.email("a@b.example"))
        ),
        (
            "sure address that somebody typed", identity("a@b.example", sure: true), nil,
            Owner(user: UserID(2), hasProof: false, isVerified: false), .adopt(UserID(2))
        ),
        (
            "heard address that somebody typed", identity("a@b.example"), nil,
            Owner(user: UserID(2), hasProof: false, isVerified: false), .create(withEmail: false)
        ),
        (
            "sure address, typed into somebody's account", identity("a@b.example", sure: true), nil,
            Owner(user: UserID(2), hasProof: false, isVerified: true), .create(withEmail: false)
        ),
    ]

    @Test(
        "ASVS 6.8.1: an account is found by issuer and subject; an address leads to one only with proof",
        arguments: cases.indices)
    func decisions(index: Int) {
        let (what, identity, owner, addressOwner, expected) = Self.cases[index]
        #expect(ExternalDecision.make(identity, owner: owner, addressOwner: addressOwner) == expected, "\(what)")
    }

    @Test(
        "a new account is named by the typed name, the issuer's, the address, or a placeholder, in this order",
        arguments: [
            ("Ana", "Issuer's Ana", "a@b.example", "Ana"), (" ", "Issuer's Ana", nil, "Issuer's Ana"),
            (nil, nil, "ana@b.example", "ana"), ("ana@b.example", nil, nil, "ana"), (nil, "A:B", nil, "A B"),
            (nil, nil, nil, "Google User"), ("Google User", "Ana", nil, "Ana"),
            (String(repeating: "n", count: 80), nil, nil, String(repeating: "n", count: 50)),
            ("two\nlines", nil, nil, "Google User"),
        ] as [(String?, String?, String?, String)])
    func names(given: String?, said: String?, email: String?, expected: String) {
        #expect(ExternalName.choose(given: given, Self.identity(email, name: said)).text == expected)
    }

    @Test(
        "answers are cached for five minutes to a day",
        arguments: [
            (nil, 300), ("", 300), ("no-store", 300), ("max-age=10", 300), ("max-age=301", 301),
            ("public, max-age=19845, must-revalidate, no-transform", 19_845), ("MAX-AGE = \"3600\"", 3600),
            ("max-age=999999999999999999999", 86_400), ("max-age=-5", 300), ("max-age=", 300), ("s-maxage=5000", 300),
            ("max-age=1e9", 300),
        ] as [(String?, Int)])
    func cacheControl(header: String?, expected: Int) { #expect(CacheControl.lifetime(header) == expected) }

    @Test("a cached value is fresh, then stale but usable, then expired; attempts have pauses")
    func cache() {
        let start = Timestamp(milliseconds: 1_000_000_000)
        func at(_ seconds: Int) -> Timestamp { start.advanced(bySeconds: seconds) }
        var cache = FetchedCache<Int>()
        #expect(!cache.isFresh(at: start) && cache.mayAttempt(at: start) && cache.usable(at: start) == nil)
        cache.began(at: start)
        #expect(!cache.mayAttempt(at: at(29)) && cache.mayAttempt(at: at(30)))
        #expect(cache.mayAttempt(at: at(-1)))
        cache.store(7, lifetime: 300, at: start)
        #expect(cache.isFresh(at: at(299)) && !cache.isFresh(at: at(300)))
        #expect(cache.usable(at: at(300 + 86_399)) == 7 && cache.usable(at: at(300 + 86_400)) == nil)
    }

    @Test("a store is bounded, expires values, and gives each to one caller only")
    func store() {
        let start = Timestamp(milliseconds: 1_000_000_000)
        var store = ExpiringStore<Int>(capacity: 3)
        for (index, seconds) in [50, 10, 30].enumerated() {
            store.put(index, under: "\(index)", for: seconds, at: start)
        }
        store.put(3, under: "3", for: 20, at: start)
        #expect(store.count == 3 && store.peek("1", at: start) == nil && store.peek("3", at: start) == 3)
        #expect(store.take("3", at: start) == 3 && store.take("3", at: start) == nil)
        #expect(store.peek("2", at: start.advanced(bySeconds: 30)) == nil)
        #expect(store.take("2", at: start.advanced(bySeconds: 30)) == nil)
        #expect(store.update("0", at: start) { $0 += 5 } != nil && store.peek("0", at: start) == 5)
        #expect(store.update("none", at: start) { $0 += 5 } == nil)
    }

    @Test("a store drops expired values long before it is full")
    func storeForgetsExpired() {
        let start = Timestamp(milliseconds: 1_000_000_000)
        var store = ExpiringStore<Int>()
        for minute in 0..<1000 {
            store.put(minute, under: "\(minute)", for: 60, at: start.advanced(bySeconds: minute * 60))
        }
        #expect(store.count <= 64)
    }

    @Test("encoded forms decode to the same fields")
    func forms() {
        let fields = [FormField("a b", "ü&=+%"), FormField("c", "")]
        let text = FormCoding.encode(fields)
        #expect(text == "a%20b=%C3%BC%26%3D%2B%25&c=")
        #expect(FormCoding.decode(text) == ["a b": "ü&=+%", "c": ""])
        #expect(FormCoding.decode("x=1+2&y=%zz&z=%4&w=%ff&v") == ["x": "1 2", "v": ""])
        #expect(FormCoding.decode("state=1&code=2&state=3") == ["code": "2"])
    }

    @Test(
        "the page's origin is HTTPS or this machine",
        arguments: [
            ("https://calls.example", true), ("http://calls.example", false), ("http://127.0.0.1:8080", true),
            ("http://localhost:8080", true), ("http://[::1]:80", true), (nil, false), ("", false),
            ("https://calls.example/app", false), ("http://127.0.0.1@evil.example", false),
            ("http://localhost.evil.example", false), ("ftp://localhost", false), ("https://a?b", false),
        ] as [(String?, Bool)])
    func origins(text: String?, isTaken: Bool) { #expect((PageOrigin(text) != nil) == isTaken) }

    @Test("the cookie belongs to this host alone, and a duplicate counts as none")
    func cookies() throws {
        let secure = try #require(PageOrigin("https://c.example"))
        let near = try #require(PageOrigin("http://localhost:1"))
        #expect(
            FlowCookie.set("v", secure)
                == "__Host-ecall-sign-in=v; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure")
        #expect(FlowCookie.set("v", near) == "ecall-sign-in=v; Path=/; Max-Age=600; HttpOnly; SameSite=Lax")
        #expect(FlowCookie.read("a=1; __Host-ecall-sign-in=v; b=2", secure) == "v")
        #expect(FlowCookie.read("ecall-sign-in=v", secure) == nil)
        #expect(FlowCookie.read("ecall-sign-in=v; ecall-sign-in=w", near) == nil)
        #expect(FlowCookie.read(nil, near) == nil)
    }

    @Test("a discovery document must be the issuer's own with HTTPS URLs only")
    func documents() throws {
        func document(_ changes: [String: String]) throws -> IssuerDocument? {
            let members = [
                "issuer": "https://i", "authorization_endpoint": "https://i/a", "token_endpoint": "https://t/t",
                "jwks_uri": "https://k/k",
            ].merging(changes) { $1 }
            return IssuerDocument(json: try JSONEncoder().encode(members), issuer: "https://i")
        }
        #expect(
            try document([:]) == IssuerDocument(authorization: "https://i/a", token: "https://t/t", keys: "https://k/k")
        )
        for changes in [
            ["issuer": "https://i/"], ["issuer": "https://evil"], ["jwks_uri": "http://k/k"], ["jwks_uri": "k"],
            ["token_endpoint": "https://user@t/t"], ["authorization_endpoint": "https://i/a#f"],
            ["jwks_uri": "https://"],
        ] { #expect(try document(changes) == nil, "\(changes)") }
        #expect(IssuerDocument(json: Data("{}".utf8), issuer: "https://i") == nil)
    }

    @Test("every failure has a code of its issuer, a clear title, and one word for the log")
    func failures() {
        let all: [ExternalFailure] =
            [.codeRefused, .unavailable, .differentPersons, .usedUp, .notOffered, .tooMany]
            + IDTokenProblem.allCases.map { .refused($0) }
        #expect(Set(all.map(\.reason)).count == all.count)
        for failure in all {
            #expect(
                failure.failure(of: .apple).code == .appleLoginFailed && failure.failure(of: .apple).status.code == 400)
            #expect(failure.failure(of: .google).code == .loginFailed && !failure.failure(of: .google).title.isEmpty)
        }
    }
}
