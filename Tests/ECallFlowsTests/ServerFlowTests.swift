import ECallAPI
import ECallAuthentication
import ECallCore
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import ECallFlows

@Suite("The flow of the server", .timeLimit(.minutes(1)))
struct ServerFlowTests {
    private static let offer = AppConfig(twilioConfigured: false, appleLoginConfigured: false, emailConfigured: true)
    private static let here = ServerChoice.of("https://here.example")
    private static let there = ServerChoice.of("https://there.example")

    private static func address(_ text: String) -> ServerAddress { ServerChoice.of(text).address }

    private static let pem = Data(Certificates.authority.utf8)

    private static var authorities: OwnAuthorities {
        get throws { try OwnAuthorities(pem) }
    }

    private static func run(_ rows: [(ServerFlow.Action, [ServerFlow.Effect])], from flow: ServerFlow) -> ServerFlow {
        FlowTable.run(rows, from: flow)
    }

    /// At the first start, with the other server's address typed.
    private static let typed = run([(.typed(" there.example/ "), [])], from: ServerFlow())
    private static let checking = run([(.continued, [.check(there)])], from: typed)
    private static let untrusted = run(
        [(.checked(there, .failure(.untrusted(host: "there.example"))), [])], from: checking)
    private static let confirming = run([(.gaveAuthority(pem), [])], from: untrusted)
    private static let keeping = run([(.checked(there, .success(offer)), [.keep(there)])], from: checking)
    private static let done = run([(.kept(nil), [])], from: keeping)
    /// Signed in at one server, with the other's address typed.
    private static let asking = run(
        [
            (.typed("there.example"), []), (.continued, [.check(there)]), (.checked(there, .success(offer)), []),
        ], from: ServerFlow(current: here, isSignedIn: true))
    private static let signingOut = run([(.confirmed, [.signOut])], from: asking)

    // MARK: - Addresses

    @Test(
        "an address is parsed as typed or pasted",
        arguments: [
            ("calls.example.org", "https://calls.example.org"), ("  Calls.Example.org \n", "https://calls.example.org"),
            ("https://calls.example.org/", "https://calls.example.org"),
            ("calls.example.org:8443", "https://calls.example.org:8443"),
            ("HTTPS://calls.example.org:443", "https://calls.example.org"),
            ("https://calls.example.org/#/contacts", "https://calls.example.org"),
            ("https://calls.example.org#/call/1/2/x", "https://calls.example.org"),
            ("calls.example.org/share/contact/abc", "https://calls.example.org"),
            ("https://calls.example.org:8443/share/contact/abc/", "https://calls.example.org:8443"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://localhost", "http://localhost"),
            ("[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ])
    func addresses(typed: String, read: String) throws {
        #expect(try TypedServer.read(typed).description == read)
    }

    @Test(
        "an invalid server address is refused with its error",
        arguments: [
            ("", TypedServer.Problem.empty), (" \n", .empty), ("ecall://contact/abc", .appLink), ("ECALL:x", .appLink),
            ("https://calls.example.org/app", .path(address("https://calls.example.org"))),
            ("calls.example.org:8443/a/b", .path(address("https://calls.example.org:8443"))),
            ("http://calls.example.org", .insecure), ("http://192.168.0.2", .insecure),
            ("calls example org", .address(.notAnAddress)), ("ftp://calls.example.org", .address(.unknownScheme)),
            ("ana@example.net", .address(.unexpectedPart)),
            ("https://calls.example.org?x=1", .address(.unexpectedPart)),
            ("https://", .address(.missingHost)), ("calls.example.org:99999", .address(.notAnAddress)),
            (String(repeating: "a", count: 2049), .address(.notAnAddress)),
        ])
    func refusedAddresses(typed: String, problem: TypedServer.Problem) {
        #expect(throws: problem) { try TypedServer.read(typed) }
        let flow = Self.run([(.continued, [])], from: ServerFlow(text: typed))
        #expect(flow.problem == .typed(problem) && flow.step == .entering && flow.text == typed)
    }

    // MARK: - The check

    @Test("a server that answers is stored with its offer")
    func firstStart() {
        #expect(Self.done.step == .done(Self.there, Self.offer) && Self.done.problem == nil && !Self.done.isBusy)
        let failed = Self.run([(.kept(.system(28)), [])], from: Self.keeping)
        #expect(failed.step == .entering && failed.problem == .storage(.system(28)))
        #expect(Self.run([(.continued, [.check(Self.there)])], from: failed).problem == nil)
    }

    @Test(
        "a foreign server is reported by the kind of its answer, and the typed address stays",
        arguments: [
            (APIClientError.undecodable(.appConfig), ServerFlow.Problem.notECall(host: "there.example")),
            (.server(code: "", status: 404, title: ""), .notECall(host: "there.example")),
            (.server(code: "", status: 302, title: ""), .notECall(host: "there.example")),
            (.answerTooLarge, .notECall(host: "there.example")), (.signedOut(nil), .notECall(host: "there.example")),
            (.server(code: "", status: 503, title: ""), .server(.server(code: "", status: 503, title: ""))),
            (.server(code: "", status: 429, title: ""), .server(.server(code: "", status: 429, title: ""))),
            (
                .server(code: ErrorCode.badRequest.rawValue, status: 400, title: ""),
                .server(.server(code: ErrorCode.badRequest.rawValue, status: 400, title: ""))
            ),
            (.unknownHost(host: "there.example"), .server(.unknownHost(host: "there.example"))),
            (.offline(host: "there.example"), .server(.offline(host: "there.example"))), (.timeout, .server(.timeout)),
        ])
    func failures(failure: APIClientError, problem: ServerFlow.Problem) {
        let flow = Self.run([(.checked(Self.there, .failure(failure)), [])], from: Self.checking)
        #expect(flow.step == .entering && flow.problem == problem && flow.text == Self.typed.text)
    }

    @Test("a server without a sign-in method is not stored")
    func noSignIn() {
        let nothing = AppConfig(twilioConfigured: false, appleLoginConfigured: false, emailConfigured: false)
        let flow = Self.run([(.checked(Self.there, .success(nothing)), [])], from: Self.checking)
        #expect(flow.step == .entering && flow.problem == .noSignIn(host: "there.example"))
    }

    @Test("a late answer changes nothing")
    func lateAnswers() {
        let left = Self.run([(.wentBack, [])], from: Self.checking)
        #expect(Self.run([(.checked(Self.there, .success(Self.offer)), [])], from: left) == left)
        #expect(Self.run([(.checked(Self.here, .success(Self.offer)), [])], from: Self.checking) == Self.checking)
    }

    // MARK: - An authority of its own

    @Test("an authority is trusted after a comparison, for this server alone")
    func authority() throws {
        #expect(Self.untrusted.problem == .untrusted(host: "there.example"))
        let own = try Self.authorities
        #expect(Self.confirming.step == .confirming(Self.there.address, own) && Self.confirming.problem == nil)
        #expect(Self.confirming.question == .serverTrust(host: "there.example"))
        let choice = ServerChoice(Self.there.address, authorities: own)
        let trusting = Self.run([(.trusted, [.check(choice)])], from: Self.confirming)
        let kept = Self.run(
            [(.checked(choice, .success(Self.offer)), [.keep(choice)]), (.kept(nil), [])], from: trusting)
        #expect(kept.step == .done(choice, Self.offer) && choice.trust != .system && Self.there.trust == .system)
        // The same again: there is no second question about what is already trusted.
        #expect(
            Self.run([(.continued, [.check(choice)])], from: ServerFlow(current: choice)).step == .checking(choice))
        // Another authority's.
        let still = Self.run([(.checked(choice, .failure(.untrusted(host: "h"))), [])], from: trusting)
        #expect(still.problem == .stillUntrusted(host: "there.example") && still.step == .untrusted(Self.there.address))
    }

    @Test("a file without a certificate is refused with its error, and another can be chosen")
    func refusedAuthorities() {
        let most = String(repeating: "x", count: OwnAuthorities.largest + 1)
        for (text, problem) in [
            ("Hello", OwnAuthorities.Problem.noCertificate), ("", .noCertificate), ("0", .noCertificate),
            (most, .tooLarge), (Certificates.authority + Certificates.key, .privateKey),
            ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", .noCertificate),
        ] {
            let flow = Self.run([(.gaveAuthority(Data(text.utf8)), [])], from: Self.untrusted)
            #expect(flow.problem == .authority(problem) && flow.step == Self.untrusted.step)
            #expect(Self.run([(.gaveAuthority(Self.pem), [])], from: flow) == Self.confirming)
        }
        let unread = Self.run([(.failedToReadAuthority, [])], from: Self.untrusted)
        #expect(unread.problem == .authorityUnreadable && unread.step == Self.untrusted.step)
    }

    // MARK: - Another server

    @Test("another server signs out first, after one question, and a failure changes nothing")
    func change() {
        #expect(Self.asking.step == .askingToSignOut(Self.there, Self.offer))
        #expect(Self.asking.question == .accountSignOutLost)
        #expect(Self.run([(.wentBack, [])], from: Self.asking).step == .entering)
        let moved = Self.run([(.signedOut(nil), [.keep(Self.there)]), (.kept(nil), [])], from: Self.signingOut)
        #expect(moved.step == .done(Self.there, Self.offer))
        let failed = Self.run([(.signedOut(.damagedKeys), [])], from: Self.signingOut)
        #expect(failed.step == Self.asking.step && failed.problem == .signOut(.damagedKeys))
        #expect(Self.run([(.confirmed, [.signOut])], from: failed).problem == nil)
        // Already signed out when it could not be stored: there is no second question.
        _ = Self.run(
            [
                (.signedOut(nil), [.keep(Self.there)]), (.kept(.locked), []), (.continued, [.check(Self.there)]),
                (.checked(Self.there, .success(Self.offer)), [.keep(Self.there)]),
            ], from: Self.signingOut)
        // The same server signs no one out.
        _ = Self.run(
            [(.continued, [.check(Self.here)]), (.checked(Self.here, .success(Self.offer)), [.keep(Self.here)])],
            from: ServerFlow(current: Self.here, isSignedIn: true))
    }

    @Test("each state accepts the actions that it offers, once, and no others")
    func everyState() throws {
        let choice = ServerChoice(Self.there.address, authorities: try Self.authorities)
        let other: (ServerFlow.Action, [ServerFlow.Effect]) = (.typed("other.example"), [])
        let back: (ServerFlow.Action, [ServerFlow.Effect]) = (.wentBack, [])
        let check: (ServerFlow.Action, [ServerFlow.Effect]) = (.continued, [.check(Self.there)])
        FlowTable.check(
            [
                .init("typed", Self.typed, [other, check]), .init("checking", Self.checking, [back]),
                .init(
                    "untrusted", Self.untrusted,
                    [other, check, back, (.gaveAuthority(Self.pem), []), (.failedToReadAuthority, [])]),
                .init("confirming", Self.confirming, [back, (.trusted, [.check(choice)])]),
                .init("asking", Self.asking, [back, (.confirmed, [.signOut])]),
                .init("signing out", Self.signingOut, []), .init("keeping", Self.keeping, []),
                .init("done", Self.done, []),
            ],
            among: [
                .typed("other.example"), .continued, .gaveAuthority(Self.pem), .failedToReadAuthority, .trusted,
                .confirmed, .wentBack,
            ])
    }

    @Test("each problem has its own sentence")
    func words() {
        let problems: [ServerFlow.Problem] =
            OwnAuthorities.Problem.allCases.map { .authority($0) } + [
                .typed(.empty), .typed(.appLink), .typed(.path(Self.here.address)), .typed(.insecure),
                .typed(.address(.notAnAddress)), .notECall(host: "h"), .noSignIn(host: "h"), .untrusted(host: "h"),
                .stillUntrusted(host: "h"), .authorityUnreadable, .server(.timeout), .signOut(.keysNotMade),
                .storage(.locked),
            ]
        let sentences = problems.map { Texts(.english).string($0.text) }
        #expect(Set(sentences).count == problems.count && sentences.allSatisfy { $0.hasSuffix(".") })
    }
}
