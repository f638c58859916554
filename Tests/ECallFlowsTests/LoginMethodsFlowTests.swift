import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCore
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import ECallFlows
@testable import ECallServerTestSupport

@Suite("The flow of sign-in methods", .timeLimit(.minutes(1)))
struct LoginMethodsFlowTests {
    private static let (first, second) = (LoginMethodID(1), LoginMethodID(2))
    private static let email = LoginMethodInfo(
        id: first, type: .email, value: "a@b.cc", isPrimary: true, verifiedAt: nil)
    private static let phone = LoginMethodInfo(
        id: second, type: .phone, value: "+491", isPrimary: false, verifiedAt: nil)
    private static let google = LoginMethodInfo(
        id: LoginMethodID(3), type: .google, value: "a@gmail.com", isPrimary: false, verifiedAt: nil)
    private static let offer = AppConfig(
        twilioConfigured: true, appleLoginConfigured: true, emailConfigured: true, googleLoginConfigured: true)
    private static let credential = IssuerCredential.google(idToken: "token")
    private static let offline = AccountError.server(.offline(host: "h"))
    private static let taken = AccountError.server(
        .server(code: ErrorCode.loginMethodTaken.rawValue, status: 409, title: "Taken"))

    private static func run(
        _ rows: [(LoginMethodsFlow.Action, [LoginMethodsFlow.Effect])], from flow: LoginMethodsFlow
    ) -> LoginMethodsFlow {
        var flow = flow
        for (action, effects) in rows { #expect(flow.send(action) == effects, "\(action)") }
        return flow
    }

    private static func opened(_ methods: [LoginMethodInfo] = [email, phone]) -> LoginMethodsFlow {
        run(
            [
                (.refreshed, [.load, .loadOffer]), (.loaded(.success(methods)), []), (.offered(.success(offer)), []),
            ], from: LoginMethodsFlow())
    }

    @Test("a method that the server offers and the account lacks can be added, once both are known")
    func issuers() {
        #expect(LoginMethodsFlow().issuers.isEmpty)
        #expect(Self.run([(.loaded(.success([Self.email])), [])], from: LoginMethodsFlow()).issuers.isEmpty)
        #expect(Self.opened().issuers == [.google, .apple])
        let flow = Self.run([(.chose(.google), [])], from: Self.opened([Self.email, Self.google]))
        #expect(flow.issuers == [.apple] && flow.issuer.stage == .idle, "there already")
        #expect(Self.run([(.offered(.failure(Self.offline)), [])], from: Self.opened()).issuers.count == 2)
    }

    @Test("000-7: the sheet's credential is sent once, and a new method is shown")
    func adds() {
        let adding = Self.run(
            [
                (.cameBack(.credential(Self.credential)), []), (.chose(.google), []),
                (.cameBack(.credential(.apple(subject: "", identityToken: nil, authorizationCode: nil))), []),
                (.cameBack(.credential(Self.credential)), [.perform(.add(Self.credential))]),
                (.cameBack(.credential(Self.credential)), []), (.madePrimary(Self.second), []),
                (.askedToRemove(Self.second), []), (.confirmed, []),
            ], from: Self.opened())
        #expect(adding.work == .add(Self.credential) && adding.issuer.stage == .checking(.google))
        let all = [Self.email, Self.phone, Self.google]
        let done = Self.run([(.done(.add(Self.credential), .success(all)), [])], from: adding)
        #expect(done.methods.value == all && done.work == nil && done.issuer.stage == .idle && done.problem == nil)
        let refused = Self.run(
            [(.done(.add(Self.credential), .failure(Self.taken)), []), (.triedAgain, [])], from: adding)
        #expect(refused.issuer.stage == .asking(.google), "another one is needed")
        let unverified = AccountError.server(
            .server(code: ErrorCode.loginFailed.rawValue, status: 400, title: "Or sign in with a code"))
        let refusedByIssuer = Self.run([(.done(.add(Self.credential), .failure(unverified)), [])], from: adding)
        #expect(refusedByIssuer.problem == .issuer(.google), "not in the words of a sign-in")
        #expect(refusedByIssuer.problem?.text == .errorsIssuerNotAdded(issuer: "Google"))
        let lost = Self.run([(.done(.add(Self.credential), .failure(Self.offline)), [])], from: adding)
        #expect(lost.problem == .account(Self.offline))
        _ = Self.run([(.triedAgain, [.perform(.add(Self.credential))])], from: lost)
    }

    // MARK: - An address or number

    private static let new = LoginIdentifier.email("bo@b.cc")
    private static let toCode: [(LoginMethodsFlow.Action, [LoginMethodsFlow.Effect])] = [
        (.startedAddress(callingCode: nil), []), (.typedIdentifier(" Bo@b.cc "), []),
        (.askedForCode, [.perform(.sendCode(new))]), (.codeSent(new, nil), [.waitSecond]),
    ]
    private static let wrong = AccountError.server(
        .server(code: ErrorCode.otpMismatched.rawValue, status: 400, title: ""))

    @Test("000-7: an address is entered, proved by its code, and listed with the others")
    func addsAddress() {
        let proving = Self.run(
            Self.toCode + [
                (.typedCode("12 34"), []), (.typedCode("Code: 123-456"), [.perform(.prove(Self.new, code: "123456"))]),
                (.typedCode("654321"), []), (.wentBack, []), (.askedForAnotherCode, []), (.chose(.google), []),
            ], from: Self.opened())
        #expect(proving.work == .prove(Self.new, code: "123456") && proving.address?.step == .code(Self.new))
        let added = LoginMethodInfo(
            id: LoginMethodID(4), type: .email, value: "bo@b.cc", isPrimary: false, verifiedAt: nil)
        let done = Self.run(
            [(.done(.prove(Self.new, code: "123456"), .success([Self.email, added])), [])], from: proving)
        #expect(done.methods.value == [Self.email, added] && done.address == nil && done.entry.code.isEmpty)
        #expect(done.work == nil && done.problem == nil)
    }

    @Test(
        "an invalid address or number is reported before a request, until the next letter",
        arguments: [
            ("", nil as String?, IdentifierSyntax.Problem.empty), ("ana@", nil, .notAnEmail),
            ("0170 1234567", nil, .missingCountryCode), ("12", "49", .phoneLength),
        ])
    func badAddresses(text: String, country: String?, problem: IdentifierSyntax.Problem) {
        let flow = Self.run(
            [
                (.startedAddress(callingCode: nil), []), (.pickedCountry(callingCode: country), []),
                (.typedIdentifier(text), []), (.askedForCode, []),
            ], from: Self.opened())
        #expect(flow.problem == .identifier(problem) && flow.problem?.text == problem.text && flow.work == nil)
        #expect(Self.run([(.typedIdentifier("a"), [])], from: flow).problem == nil)
    }

    /// 000-68
    @Test("a number is parsed for the chosen country, and a server without text messages is reported at once")
    func numbers() {
        let number = LoginIdentifier.phone("+491701234567")
        let typed: [(LoginMethodsFlow.Action, [LoginMethodsFlow.Effect])] = [
            (.startedAddress(callingCode: "49"), []), (.typedIdentifier("0170 1234567"), []),
        ]
        _ = Self.run(typed + [(.askedForCode, [.perform(.sendCode(number))])], from: Self.opened())
        _ = Self.run(typed + [(.askedForCode, [.perform(.sendCode(number))])], from: LoginMethodsFlow())
        let mailOnly = AppConfig(
            twilioConfigured: false, appleLoginConfigured: false, emailConfigured: true, googleLoginConfigured: false)
        let refused = Self.run(
            typed + [(.offered(.success(mailOnly)), []), (.askedForCode, [])], from: Self.opened())
        #expect(refused.problem == .noCodes(.phone) && refused.problem?.text == .errorsInputNoCodesByPhone)
        #expect(refused.work == nil)
    }

    @Test("a wrong code can be corrected, an undelivered one is sent again, and a short one is not sent")
    func wrongCodes() {
        let prove = LoginMethodsFlow.Work.prove(Self.new, code: "123456")
        var flow = Self.run(
            Self.toCode + [
                (.typedCode("12"), []), (.confirmedCode, []),
            ], from: Self.opened())
        #expect(flow.problem == .account(.malformedCode))
        flow = Self.run(
            [(.typedCode("123456"), [.perform(prove)]), (.done(prove, .failure(Self.wrong)), [])], from: flow)
        #expect(flow.problem == .account(Self.wrong) && flow.entry.code.isEmpty)
        #expect(flow.address?.step == .code(Self.new))
        flow = Self.run(
            [
                // The same one again, on purpose.
                (.typedCode("123456"), [.perform(prove)]), (.done(prove, .failure(Self.offline)), []),
                (.typedCode("123456"), []), (.confirmedCode, [.perform(prove)]),
            ], from: flow)
        #expect(flow.problem == nil && flow.work == prove)
        let unsent = Self.run(
            Self.toCode.dropLast() + [(.codeSent(Self.new, Self.offline), [])], from: Self.opened())
        #expect(unsent.problem == .account(Self.offline) && unsent.address?.step == .identifier && unsent.work == nil)
    }

    @Test("a new code can be requested after 30 seconds, counted once across attempts")
    func resends() {
        let second: (LoginMethodsFlow.Action, [LoginMethodsFlow.Effect]) = (.secondPassed, [.waitSecond])
        var flow = Self.run(Self.toCode + [(.askedForAnotherCode, [])], from: Self.opened())
        #expect(flow.entry.resendIn == 30 && !flow.canResend)
        flow = Self.run(Array(repeating: second, count: 29) + [(.askedForAnotherCode, [])], from: flow)
        flow = Self.run([(.secondPassed, [])], from: flow)
        #expect(flow.canResend)
        flow = Self.run(
            [
                (.typedCode("12"), []), (.askedForAnotherCode, [.perform(.sendCode(Self.new))]),
                (.codeSent(Self.new, nil), [.waitSecond]), second,
                // Out of the form and in again: the second that runs is not waited for twice.
                (.wentBack, []), (.wentBack, []), (.startedAddress(callingCode: nil), []),
                (.typedIdentifier("bo@b.cc"), []), (.askedForCode, [.perform(.sendCode(Self.new))]),
                (.codeSent(Self.new, nil), []),
            ], from: flow)
        #expect(flow.entry.resendIn == 30 && flow.entry.code.isEmpty)
    }

    @Test("going back leads from the code to the kept address, then out; an issuer replaces the form")
    func leaves() {
        let back = Self.run(Self.toCode + [(.typedCode("12"), []), (.wentBack, [])], from: Self.opened())
        #expect(back.address?.step == .identifier && back.address?.identifier == " Bo@b.cc ")
        #expect(back.entry.code.isEmpty)
        #expect(Self.run([(.wentBack, []), (.wentBack, [])], from: back).address == nil)
        #expect(Self.run([(.chose(.google), [])], from: back).address == nil)
        let asking = Self.run([(.chose(.google), []), (.startedAddress(callingCode: nil), [])], from: Self.opened())
        #expect(asking.issuer.stage == .idle)
        _ = Self.run([(.cameBack(.credential(Self.credential)), [])], from: asking)
        // Without a form none of it does anything.
        _ = Self.run(
            [
                (.typedIdentifier("bo@b.cc"), []), (.askedForCode, []), (.typedCode("123456"), []),
                (.confirmedCode, []),
                (.askedForAnotherCode, []), (.wentBack, []), (.pickedCountry(callingCode: "49"), []),
            ], from: Self.opened())
    }

    // MARK: - Google and Apple

    @Test("a closed sheet is not reported, and a failed one is")
    func sheets() {
        let asking = Self.run([(.chose(.apple), [])], from: Self.opened())
        let closed = Self.run([(.cameBack(.cancelled), [])], from: asking)
        #expect(closed.issuer.stage == .idle && closed.problem == nil)
        let failed = Self.run([(.cameBack(.failed), [])], from: asking)
        #expect(failed.problem == .issuer(.apple) && failed.issuer.canTryAgain)
        #expect(failed.problem?.text == .errorsIssuerNotAdded(issuer: "Apple"))
        #expect(Self.run([(.sawProblem, [])], from: failed).problem == nil)
    }

    /// 000-7, 000-68
    @Test("the primary method changes at once; removing one is confirmed, and the last one stays")
    func changes() {
        let primary = Self.run(
            [
                (.madePrimary(Self.first), []), (.madePrimary(LoginMethodID(9)), []),
                (.madePrimary(Self.second), [.perform(.makePrimary(Self.second))]),
            ], from: Self.opened())
        #expect(primary.work == .makePrimary(Self.second))
        let asked = Self.run([(.confirmed, []), (.askedToRemove(Self.second), [])], from: Self.opened())
        #expect(asked.question == Self.second)
        #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: asked) == Self.opened())
        #expect(Self.run([(.loaded(.success([Self.email])), [])], from: asked).question == nil)
        let removing = Self.run([(.confirmed, [.perform(.remove(Self.second))])], from: asked)
        let last = Self.run(
            [(.done(.remove(Self.second), .success([Self.email])), []), (.askedToRemove(Self.first), [])],
            from: removing)
        #expect(last.question == nil && last.methods.value == [Self.email])
    }

    /// 000-68
    @Test("000-7: an app adds Google, Apple and an address on the real server, and reports refusals")
    func live() async throws {
        try await withTemporaryDirectory { directory in
            try await ExternalWorld.observed { server, world in
                let ana = try await server.real.signIn(1, device: 101, name: "Ana", befriends: false)
                let tokens = StoredTokens(storage: try FileKeyStorage(directory: directory))
                try await tokens.store(
                    SessionTokens(
                        access: ana.accessToken, refresh: ana.refreshToken, accessExpiry: .distantFuture,
                        refreshExpiry: .distantFuture))
                let time = ManualTime(skipping: .seconds(4))
                let client = APIClient(
                    server: try ServerAddress("http://127.0.0.1"), tokens: tokens, transport: server, time: time)
                let effects = LoginMethodsEffects(service: AccountService(client: client), time: time)
                try await Self.addAndRemove(effects, world)
                try await Self.addAddress(effects) { try await server.real.code(to: $0) }
            }
        }
    }

    /// Executes what the flow wants at once, with its consequences before the next action.
    private static func run(
        _ actions: [LoginMethodsFlow.Action], over effects: LoginMethodsEffects, from flow: LoginMethodsFlow
    ) async -> LoginMethodsFlow {
        var (flow, waiting) = (flow, actions)
        while !waiting.isEmpty {
            for effect in flow.send(waiting.removeFirst()) {
                if let action = await effects.perform(effect) { waiting.insert(action, at: 0) }
            }
        }
        return flow
    }

    private static func addAddress(
        _ effects: LoginMethodsEffects, code: (String) async throws -> String
    ) async throws {
        let address = "ana.again@example.net"
        let asked = await run(
            [.refreshed, .startedAddress(callingCode: nil), .typedIdentifier(address), .askedForCode], over: effects,
            from: LoginMethodsFlow())
        #expect(asked.address?.step == .code(.email(address)) && asked.canResend && asked.problem == nil)
        let sent = try await code(address)
        let wrong = await run([.typedCode(sent == "111111" ? "222222" : "111111")], over: effects, from: asked)
        guard case .account(let error) = wrong.problem else {
            Issue.record("a wrong code is one")
            return
        }
        #expect(error.code == .otpMismatched && wrong.address != nil)
        let added = await run([.typedCode(sent)], over: effects, from: wrong)
        #expect(added.methods.value?.contains { $0.value == address } == true)
        #expect(added.address == nil && added.problem == nil)
    }

    private static func addAndRemove(_ effects: LoginMethodsEffects, _ world: ExternalWorld) async throws {
        func run(_ actions: [LoginMethodsFlow.Action], from flow: LoginMethodsFlow) async -> LoginMethodsFlow {
            await Self.run(actions, over: effects, from: flow)
        }
        let opened = await run([.refreshed], from: LoginMethodsFlow())
        #expect(opened.issuers == [.google, .apple])
        let google = IssuerCredential.google(idToken: try world.googleToken("g"))
        let apple = IssuerCredential.apple(
            subject: "a", identityToken: Data(try world.appleToken("a").utf8),
            authorizationCode: Data(world.appleCode("a").utf8))
        let added = await run(
            [.chose(.google), .cameBack(.credential(google)), .chose(.apple), .cameBack(.credential(apple))],
            from: opened)
        #expect(Set(added.methods.value?.map(\.type) ?? []).isSuperset(of: [.google, .apple]) && added.problem == nil)
        #expect(added.issuers.isEmpty)
        // Removed, and by now someone else's.
        let id = try #require(added.methods.value?.first { $0.type == .google }?.id)
        let removed = await run([.askedToRemove(id), .confirmed], from: added)
        world.advance(seconds: 1)
        try await world.google(world.googleToken("g")).expectOK()
        world.advance(seconds: 1)
        let again = IssuerCredential.google(idToken: try world.googleToken("g"))
        let refused = await run([.chose(.google), .cameBack(.credential(again))], from: removed)
        guard case .account(let error) = refused.problem else {
            Issue.record("\(String(describing: refused.problem))")
            return
        }
        #expect(error.code == .loginMethodTaken && error.text == .errorsLoginMethodTaken)
    }
}
