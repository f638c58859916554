import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Signing in on a screen", .timeLimit(.minutes(1)))
struct SignInViewTests {
    private static let email = LoginIdentifier.email("ana@example.net")

    private static func account(_ name: String = "Ana") throws -> Account {
        Account(
            userId: 1, deviceId: 2, displayName: name, email: "ana@example.net", phoneNumber: "",
            server: try ServerAddress("https://calls.example.org"))
    }

    private nonisolated static func config(phone: Bool = true, email: Bool = true, issuers: Bool = true) -> AppConfig {
        AppConfig(
            twilioConfigured: phone, appleLoginConfigured: issuers, emailConfigured: email,
            googleLoginConfigured: issuers, googleClientId: issuers ? "client" : nil)
    }

    private static func screen(_ state: SignInFlow) -> Screen<SignInFlow> {
        Screen(state: state) { store, outward in
            SignInView(store: store, askIssuer: { _ in .cancelled }, done: { outward.tell($0.displayName) })
        }
    }

    enum Step: CaseIterable { case identifier, code, name, done }

    private static func step(_ state: SignInFlow) -> Step {
        switch state.step {
        case .identifier: .identifier
        case .code: .code
        case .name: .name
        case .done: .done
        }
    }

    private static func states() throws -> [(String, SignInFlow)] {
        let offered = SignInFlow().after(.offered(.success(config())))
        let code = offered.after(.codeSent(email, nil))
        let name = code.after(.signedIn(.success(try account("ana"))))
        let failed = SignInFlow().after(.offered(.failure(.noCodeRequested)))
        return [
            ("nothing known", SignInFlow()), ("no offer", failed), ("offered", offered),
            ("email alone", SignInFlow().after(.offered(.success(config(phone: false, issuers: false))))),
            ("phone alone", SignInFlow().after(.offered(.success(config(email: false, issuers: false))))),
            ("issuers alone", SignInFlow().after(.offered(.success(config(phone: false, email: false))))),
            ("busy", offered.after(.typedIdentifier("ana@example.net"), .askedForCode)),
            ("bad address", offered.after(.typedIdentifier("ana@"), .askedForCode)),
            ("issuer failed", offered.after(.chose(.google), .cameBack(.failed))),
            ("country", offered.after(.pickedCountry(callingCode: "49"))), ("code", code),
            ("code can be resent", code.after(.secondPassed).seconds(30)),
            ("code half typed", code.after(.typedCode("123"))), ("verifying", code.after(.typedCode("123456"))),
            ("wrong code", code.after(.typedCode("123456"), .signedIn(.failure(.malformedCode)))), ("name", name),
            ("name missing", name.after(.confirmedName)), ("saving", name.after(.typedName("Ana"), .confirmedName)),
            ("done", code.after(.signedIn(.success(try account())))),
        ]
    }

    /// 000-15, 000-16
    @Test("every step is spoken, and each of its controls acts")
    func screens() async throws {
        let states = try Self.states()
        #expect(Set(states.map { Self.step($0.1) }) == Set(Step.allCases))
        for (name, state) in states { await Self.screen(state).check(name, hasProblem: state.problem != nil) }
    }

    /// 000-3, 000-14, 000-15, 000-16
    @Test("a new user signs in by a code, with a country and a name")
    func signsInByCode() async throws {
        let (new, named) = (try Self.account("ana"), try Self.account())
        let outward = Outward()
        let number = LoginIdentifier.phone("+491701234567")
        let effects = NotedEffects<SignInFlow> { effect in
            switch effect {
            case .loadOffer: .offered(.success(Self.config()))
            case .requestCode(let identifier): .codeSent(identifier, nil)
            case .verify: .signedIn(.success(new))
            case .rename: .renamed(.success(named))
            case .signIn, .resendCode, .waitSecond: nil
            }
        }
        let store = FlowStore(SignInFlow(), effects: effects)
        let walk = Walk(
            SignInView(store: store, askIssuer: { _ in .cancelled }, done: { outward.tell($0.displayName) }))
        await walk.settled()
        await store.settled()
        #expect(walk.has("Continue with Google") && walk.has("Continue with Apple"))
        #expect(await walk.perform(.choose("Germany (+49)"), on: "Country of the phone number"))
        #expect(await walk.perform(.type, on: "E-mail or phone number", "0170 1234567"))
        #expect(await walk.perform(.press, on: "Send code"))
        await store.settled()
        #expect(walk.has("Enter the code") && effects.all.contains(.requestCode(number)))
        #expect(await walk.perform(.press, on: "Resend code in 0:30") == false)
        #expect(await walk.perform(.type, on: "Code", "123 456"))
        await store.settled()
        #expect(effects.all.contains(.verify("123456", number)))
        #expect(await walk.perform(.type, on: "Your name", "Ana") && outward.told.isEmpty)
        #expect(await walk.perform(.press, on: "Continue"))
        await store.settled()
        await walk.settled()
        _ = walk.elements
        #expect(outward.told == ["Ana"])
    }

    @Test("Google's sheet is shown on request, and its result is sent")
    func asksIssuer() async throws {
        let outward = Outward()
        let credential = IssuerCredential.google(idToken: "token")
        let effects = NotedEffects<SignInFlow> { effect in
            if case .loadOffer = effect { .offered(.success(Self.config())) } else { nil }
        }
        let store = FlowStore(SignInFlow(), effects: effects)
        let walk = Walk(
            SignInView(
                store: store,
                askIssuer: {
                    outward.tell($0.name)
                    return .credential(credential)
                }, done: { _ in }))
        await walk.settled()
        await store.settled()
        #expect(await walk.perform(.press, on: "Continue with Google"))
        await walk.settled()
        await store.settled()
        #expect(outward.told == ["Google"] && effects.all.contains(.signIn(credential)))
    }

    @Test("Arabic is read from right to left")
    func directions() {
        #expect(Walk.of(Direction().language(.arabic)).map(\.label) == ["rightToLeft"])
        #expect(Walk.of(Direction().language(.german)).map(\.label) == ["leftToRight"])
    }
}

private struct Direction: View {
    @Environment(\.layoutDirection) private var direction
    var body: some View { Text(verbatim: "\(direction)") }
}

extension SignInFlow {
    fileprivate func seconds(_ count: Int) -> Self {
        var flow = self
        for _ in 0..<count { _ = flow.send(.secondPassed) }
        return flow
    }
}
