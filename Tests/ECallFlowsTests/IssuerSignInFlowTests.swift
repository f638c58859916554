import ECallAPI
import ECallAuthentication
import ECallCore
import ECallLanguage
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flow of signing in with Google or Apple", .timeLimit(.minutes(1)))
struct IssuerSignInFlowTests {
    typealias Row = (action: SignInFlow.Action, effects: [SignInFlow.Effect])

    private static let google = IssuerCredential.google(idToken: "t", name: "Ana")
    private static let both = AppConfig(
        twilioConfigured: true, appleLoginConfigured: true, emailConfigured: true, googleLoginConfigured: true)
    private static let refused = SignInError.server(
        .server(code: ErrorCode.appleLoginFailed.rawValue, status: 400, title: "The sign-in could not be verified"))
    private static let offline = SignInError.server(.offline(host: "h"))

    private static func apple(name: String = "", subject: String = "s-1") -> IssuerCredential {
        .apple(subject: subject, identityToken: Data("t".utf8), authorizationCode: Data("c".utf8), name: name)
    }

    private static func account(_ name: String = "Ana") throws -> Account {
        Account(
            userId: 1, deviceId: 2, displayName: name, email: "x@privaterelay.appleid.com", phoneNumber: "",
            server: try ServerAddress("https://calls.example.org"), method: .apple)
    }

    /// Runs a table: each action must have these effects.
    private static func run(_ rows: [Row], from flow: SignInFlow = SignInFlow()) -> SignInFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static let opened: [Row] = [(.refreshed, [.loadOffer]), (.offered(.success(both)), [])]

    /// 000-16, 001-39
    @Test("a chosen issuer's credential is requested, checked and signed in without an error")
    func wholeWay() throws {
        let (flow, credential) = (Self.run(Self.opened), Self.apple(name: "Ana"))
        #expect(flow.issuers == [.google, .apple] && flow.issuer.stage == .idle)
        let asking = Self.run([(.chose(.apple), [])], from: flow)
        #expect(asking.issuer.stage == .asking(.apple) && !asking.isBusy)
        let checking = Self.run([(.cameBack(.credential(credential)), [.signIn(credential)])], from: asking)
        #expect(checking.issuer.stage == .checking(.apple) && checking.isBusy)
        // While it is being checked, the person's actions have no effect.
        let busy = Self.run(
            [(.chose(.google), []), (.triedAgain, []), (.cameBack(.cancelled), [])], from: checking)
        #expect(busy == checking)
        let account = try Self.account()
        let done = Self.run([(.signedIn(.success(account)), [])], from: checking)
        #expect(done.step == .done(account) && done.issuer.stage == .idle && !done.isBusy && done.problem == nil)
    }

    @Test(
        "a user without a name of their own is asked for one",
        arguments: [("Apple User", false), ("Google User", false), ("x", false), ("", false), ("Ana", true)])
    func names(name: String, isOwn: Bool) throws {
        let (account, credential) = (try Self.account(name), Self.apple())
        let flow = Self.run(
            Self.opened + [
                (.chose(.apple), []), (.cameBack(.credential(credential)), [.signIn(credential)]),
                (.signedIn(.success(account)), []),
            ])
        #expect(flow.step == (isOwn ? .done(account) : .name(account)))
    }

    @Test("a sheet that the user closes changes nothing, and its late result signs no one in")
    func cancelled() {
        let start = Self.run(Self.opened)
        let flow = Self.run([(.chose(.google), []), (.cameBack(.cancelled), [])], from: start)
        #expect(flow == start && flow.problem == nil)
        _ = Self.run([(.cameBack(.credential(Self.google)), [])], from: flow)
        // Nor does what another issuer gave, or what no one asked for.
        let asking = Self.run([(.chose(.apple), []), (.cameBack(.credential(Self.google)), [])], from: flow)
        #expect(asking.issuer.stage == .asking(.apple) && !asking.isBusy)
    }

    @Test("a failed sheet is reported, and can be opened again")
    func sheetFailed() {
        let flow = Self.run(Self.opened + [(.chose(.google), []), (.cameBack(.failed), [])])
        #expect(flow.problem == .issuer(.google) && flow.issuer.stage == .failed(.google))
        #expect(
            flow.problem.map { Texts(.english).string($0.text) }
                == "Google couldn’t sign you in. Try again, or sign in with a code.")
        let again = Self.run([(.triedAgain, [])], from: flow)
        #expect(again.issuer.stage == .asking(.google) && again.problem == nil)
    }

    @Test("a credential that the server refuses is requested again, and one that did not arrive is sent again")
    func tryingAgain() {
        let credential = Self.apple(name: "Ana")
        let checking = Self.run(
            Self.opened + [(.chose(.apple), []), (.cameBack(.credential(credential)), [.signIn(credential)])])
        let refused = Self.run([(.signedIn(.failure(Self.refused)), [])], from: checking)
        #expect(refused.problem == .signIn(Self.refused) && refused.issuer.canTryAgain && !refused.isBusy)
        let asking = Self.run([(.triedAgain, [])], from: refused)
        #expect(asking.issuer.stage == .asking(.apple) && asking.problem == nil)
        // Apple gives the name once: another attempt of the same person has it, someone else's has not.
        let named = Self.apple(name: "Ana")
        #expect(named == Self.apple().named("Ana"))
        _ = Self.run([(.cameBack(.credential(Self.apple())), [.signIn(named)])], from: asking)
        let other = Self.apple(subject: "s-2")
        _ = Self.run([(.cameBack(.credential(other)), [.signIn(other)])], from: asking)

        let unsent = Self.run([(.signedIn(.failure(Self.offline)), [])], from: checking)
        #expect(unsent.problem == .signIn(Self.offline) && unsent.issuer.stage == .failed(.apple))
        let sent = Self.run([(.triedAgain, [.signIn(credential)])], from: unsent)
        #expect(sent.isBusy && sent.issuer.stage == .checking(.apple))
        // Another way is open all the time.
        let email = LoginIdentifier.email("ana@example.net")
        let byCode = Self.run(
            [(.typedIdentifier("ana@example.net"), []), (.askedForCode, [.requestCode(email)])], from: unsent)
        #expect(byCode.issuer.stage == .idle && byCode.problem == nil)
        #expect(Self.run([(.triedAgain, [])], from: byCode) == byCode)
    }

    /// 000-16
    @Test("an issuer that the server does not offer is hidden, and refused if chosen")
    func unavailable() {
        var config = Self.both
        config.googleLoginConfigured = nil
        let flow = Self.run([(.refreshed, [.loadOffer]), (.offered(.success(config)), []), (.chose(.google), [])])
        #expect(flow.issuers == [.apple] && flow.problem == .signIn(.methodUnavailable(.google)))
        #expect(flow.issuer.stage == .idle)
        // Unknown or not available: none is shown; known ones stay.
        #expect(SignInFlow().issuers == [])
        let unknown = Self.run([(.refreshed, [.loadOffer]), (.offered(.failure(Self.offline)), [])])
        #expect(unknown.issuers == [] && unknown.offer == .failed(Self.offline))
        let known = Self.run([(.refreshed, [.loadOffer]), (.offered(.failure(Self.offline)), [])], from: flow)
        #expect(known.issuers == [.apple])
    }

    @Test("an address that needs a code continues as any other sign-in")
    func linking() throws {
        let (email, account) = (LoginIdentifier.email("ana@firm.example"), try Self.account())
        let flow = Self.run(
            Self.opened + [
                (.chose(.google), []), (.cameBack(.credential(Self.google)), [.signIn(Self.google)]),
                (.codeSent(email, nil), [.waitSecond]), (.typedCode("123456"), [.verify("123456", email)]),
                (.signedIn(.success(account)), []),
            ])
        #expect(flow.step == .done(account) && flow.issuer.stage == .idle)
    }
}
