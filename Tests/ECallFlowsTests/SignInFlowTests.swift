import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCore
import ECallLanguage
import Testing

@testable import ECallFlows

@Suite("The flow of signing in", .timeLimit(.minutes(1)))
struct SignInFlowTests {
    typealias Row = (action: SignInFlow.Action, effects: [SignInFlow.Effect])

    private static let email = LoginIdentifier.email("ana@example.net")

    private static func account(_ name: String, phone: String = "") throws -> Account {
        Account(
            userId: 1, deviceId: 2, displayName: name, email: phone.isEmpty ? "ana@example.net" : "",
            phoneNumber: phone,
            server: try ServerAddress("https://calls.example.org"))
    }

    /// Runs a table: each action must have these effects.
    private static func run(_ rows: [Row], from flow: SignInFlow = SignInFlow()) -> SignInFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static let toCode: [Row] = [
        (.typedIdentifier(" Ana@Example.net "), []), (.askedForCode, [.requestCode(email)]),
        (.codeSent(email, nil), [.waitSecond]),
    ]

    @Test("001: address, code and name are each sent once, and the sixth digit sends the code")
    func wholeWay() throws {
        let (new, named) = (try Self.account("ana"), try Self.account("Ana"))
        let flow = Self.run(
            Self.toCode + [
                (.typedCode("1"), []), (.typedCode("12 34"), []),
                (.typedCode("Code: 123-456"), [.verify("123456", Self.email)]),
                (.signedIn(.success(new)), []), (.typedName("  Ana "), []), (.confirmedName, [.rename("Ana", new)]),
                (.renamed(.success(named)), []),
            ])
        #expect(flow.step == .done(named) && flow.problem == nil && !flow.isBusy)
    }

    /// 000-14
    @Test(
        "a user is asked for a name only if the account has the server's default one",
        arguments: [
            ("Ana", "", true), ("ana", "", false), ("", "", false), ("***23", "+12025550123", false),
            ("Bo", "+12025550123", true),
        ])
    func names(name: String, phone: String, isOwn: Bool) throws {
        let account = try Self.account(name, phone: phone)
        let flow = Self.run(
            Self.toCode + [(.typedCode("123456"), [.verify("123456", Self.email)]), (.signedIn(.success(account)), [])])
        #expect(flow.step == (isOwn ? .done(account) : .name(account)))
        if !isOwn { #expect(Self.run([(.skippedName, [])], from: flow).step == .done(account)) }
    }

    /// 000-17, 003-28
    @Test(
        "an invalid address or number is reported before a request",
        arguments: [
            ("", nil as String?, IdentifierSyntax.Problem.empty), ("ana@", nil, .notAnEmail),
            ("0170 1234567", nil, .missingCountryCode), ("+12", nil, .phoneLength), ("12", "49", .phoneLength),
        ])
    func badIdentifiers(text: String, country: String?, problem: IdentifierSyntax.Problem) {
        let flow = Self.run([
            (.typedIdentifier(text), []), (.pickedCountry(callingCode: country), []), (.askedForCode, []),
        ])
        #expect(flow.problem == .signIn(.identifier(problem)) && flow.step == .identifier && !flow.isBusy)
        #expect(Self.run([(.typedIdentifier("a"), [])], from: flow).problem == nil)
    }

    /// 003-28
    @Test("a number is parsed as dialed in the chosen country")
    func country() {
        let number = LoginIdentifier.phone("+491701234567")
        _ = Self.run(
            [(.typedIdentifier("0170 1234567"), []), (.askedForCode, [.requestCode(number)])],
            from: SignInFlow(callingCode: "49"))
    }

    @Test("input is ignored while a request is running")
    func busy() {
        let flow = Self.run([
            (.typedIdentifier("ana@example.net"), []), (.askedForCode, [.requestCode(Self.email)]), (.askedForCode, []),
            (.typedIdentifier("bo@example.net"), []), (.wentBack, []), (.askedForAnotherCode, []),
        ])
        #expect(flow.identifier == "ana@example.net" && flow.isBusy)
        let verifying = Self.run(
            Self.toCode + [
                (.typedCode("123456"), [.verify("123456", Self.email)]), (.typedCode("65"), []), (.wentBack, []),
            ])
        #expect(verifying.code == "123456" && verifying.step == .code(Self.email))
    }

    /// 000-71, 001-29
    @Test("a wrong code can be corrected, and one that was not delivered is sent again")
    func failures() throws {
        let wrong = SignInError.server(.server(code: ErrorCode.otpMismatched.rawValue, status: 400, title: ""))
        let offline = SignInError.server(.offline(host: "h"))
        var flow = Self.run(
            Self.toCode + [(.typedCode("123456"), [.verify("123456", Self.email)]), (.signedIn(.failure(wrong)), [])])
        #expect(flow.problem == .signIn(wrong) && flow.code.isEmpty && flow.step == .code(Self.email))
        flow = Self.run(
            [
                // The same one again, on purpose.
                (.typedCode("123456"), [.verify("123456", Self.email)]), (.signedIn(.failure(offline)), []),
                (.typedCode("123456"), []), (.confirmedCode, [.verify("123456", Self.email)]),
            ], from: flow)
        #expect(flow.problem == nil && flow.isBusy)
        let short = Self.run(Self.toCode + [(.typedCode("123"), []), (.confirmedCode, [])])
        #expect(short.problem == .signIn(.malformedCode))
        let refused = Self.run([
            (.typedIdentifier("ana@example.net"), []), (.askedForCode, [.requestCode(Self.email)]),
            (.codeSent(Self.email, offline), []),
        ])
        #expect(refused.problem == .signIn(offline) && refused.step == .identifier && !refused.isBusy)
    }

    @Test("a new code can be requested after 30 seconds, counted once for any number of codes")
    func resending() {
        var flow = Self.run(Self.toCode + [(.askedForAnotherCode, [])])
        #expect(flow.resendIn == 30 && !flow.canResend)
        for _ in 0..<29 { flow = Self.run([(.secondPassed, [.waitSecond])], from: flow) }
        flow = Self.run([(.secondPassed, [])], from: flow)
        #expect(flow.canResend)
        flow = Self.run(
            [(.askedForAnotherCode, [.resendCode(Self.email)]), (.codeSent(Self.email, nil), [.waitSecond])], from: flow
        )
        #expect(flow.resendIn == 30)
        // Another address during the countdown: the code for it does not start a second one.
        flow = Self.run(
            [
                (.wentBack, []), (.askedForCode, [.requestCode(Self.email)]), (.codeSent(Self.email, nil), []),
                (.secondPassed, [.waitSecond]),
            ], from: flow)
        #expect(flow.resendIn == 29)
    }

    @Test("an invalid name, or one that the server refuses, does not block the sign-in")
    func badNames() throws {
        let account = try Self.account("ana")
        let toName =
            Self.toCode + [
                (.typedCode("123456"), [.verify("123456", Self.email)]), (.signedIn(.success(account)), []),
            ]
        for (text, problem) in [("", IdentifierSyntax.Problem.nameMissing), ("a:b", .nameWithColon)] {
            let flow = Self.run(toName + [(.typedName(text), []), (.confirmedName, [])])
            #expect(flow.problem == .name(problem))
        }
        let flow = Self.run(
            toName + [
                (.typedName("Ana"), []), (.confirmedName, [.rename("Ana", account)]),
                (.renamed(.failure(.server(.timeout))), []),
            ])
        #expect(flow.problem == .rename(.server(.timeout)) && flow.step == .name(account))
        #expect(Self.run([(.skippedName, [])], from: flow).step == .done(account))
    }

    @Test("a code, a name and a failure of the server have sentences of their own")
    func words() {
        let problems = [SignInFlow.Problem.signIn(.malformedCode), .name(.nameMissing), .rename(.server(.timeout))]
        #expect(Set(problems.map { Texts().string($0.text) }).count == 3)
    }
}
