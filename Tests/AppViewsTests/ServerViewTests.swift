import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews

@MainActor
@Suite("Choosing the server on a screen", .timeLimit(.minutes(1)))
struct ServerViewTests {
    enum Step: CaseIterable {
        case entering, checking, untrusted, confirming, askingToSignOut, signingOut, keeping, done

        init(_ step: ServerFlow.Step) {
            switch step {
            case .entering: self = .entering
            case .checking: self = .checking
            case .untrusted: self = .untrusted
            case .confirming: self = .confirming
            case .askingToSignOut: self = .askingToSignOut
            case .signingOut: self = .signingOut
            case .keeping: self = .keeping
            case .done: self = .done
            }
        }
    }

    private nonisolated static let offer = AppConfig(
        twilioConfigured: false, appleLoginConfigured: false, emailConfigured: true)

    private static func choice(_ host: String) throws -> ServerChoice {
        ServerChoice(try ServerAddress("https://\(host)"))
    }

    private static func screen(_ state: ServerFlow, file: ChosenFile = .file(Data("x".utf8))) -> Screen<ServerFlow> {
        Screen(state: state) { store, outward in
            ServerView(
                store: store,
                chooseFile: {
                    outward.tell("choose")
                    return file
                }, done: { outward.tell($0.address.host) })
        }
    }

    private static func states() throws -> [(String, ServerFlow)] {
        let (here, there) = (try choice("here.example"), try choice("there.example"))
        let typed = ServerFlow().after(.typed("https://there.example"))
        let checking = typed.after(.continued)
        let untrusted = checking.after(.checked(there, .failure(.untrusted(host: "there.example"))))
        let keeping = checking.after(.checked(there, .success(offer)))
        let asking = ServerFlow(current: here, isSignedIn: true).after(
            .typed("https://there.example"), .continued, .checked(there, .success(offer)))
        let signingOut = asking.after(.confirmed)
        return [
            ("first", ServerFlow()), ("suggested", ServerFlow(text: "https://calls.example.org")), ("typed", typed),
            ("not an address", ServerFlow().after(.typed("http://x"), .continued)), ("checking", checking),
            ("no ECall server", checking.after(.checked(there, .failure(.undecodable(.appConfig))))),
            ("untrusted", untrusted),
            ("no certificate", untrusted.after(.gaveAuthority(Data("x".utf8)))),
            ("unreadable file", untrusted.after(.failedToReadAuthority)),
            ("confirming", untrusted.after(.gaveAuthority(Data(Certificates.authority.utf8)))), ("asking", asking),
            ("signing out", signingOut), ("not signed out", signingOut.after(.signedOut(.storage(.locked)))),
            ("keeping", keeping), ("not kept", keeping.after(.kept(.locked))), ("done", keeping.after(.kept(nil))),
        ]
    }

    @Test("every step is spoken, and each of its controls acts")
    func screens() async throws {
        let states = try Self.states()
        #expect(Set(states.map { Step($0.1.step) }) == Set(Step.allCases))
        for (name, state) in states { await Self.screen(state).check(name, hasProblem: state.problem != nil) }
    }

    @Test("the problem of each state is shown")
    func problems() async throws {
        for (name, state) in try Self.states() {
            guard let problem = state.problem else { continue }
            let words = Texts().string(problem.text)
            #expect(await Self.screen(state).open().walk.labels.contains { $0.contains(words) }, "\(name)")
        }
    }

    @Test("a certificate from a file is compared by its fingerprint before it is trusted")
    func trusts() async throws {
        let untrusted = try #require(try Self.states().first { $0.0 == "untrusted" }).1
        let open = await Self.screen(untrusted, file: .file(Data(Certificates.authority.utf8))).open()
        #expect(await open.walk.perform(.press, on: "Choose a certificate file"))
        await open.walk.settled()
        #expect(open.walk.has("Test authority") && open.walk.labels.contains { $0.contains(":") && $0.count == 95 })
        #expect(await open.walk.perform(.press, on: "Trust"))
        await open.store.settled()
        guard case .check(let choice)? = open.effects.all.last else {
            Issue.record("nothing is checked: \(open.effects.all)")
            return
        }
        #expect(choice.authorities?.certificates.count == 1)
    }

    @Test("a certificate can be pasted, and an unreadable file is reported")
    func pastes() async throws {
        let untrusted = try #require(try Self.states().first { $0.0 == "untrusted" }).1
        let pasted = await Self.screen(untrusted).open()
        #expect(await pasted.walk.perform(.type, on: "Certificate", Certificates.authority))
        #expect(await pasted.walk.perform(.press, on: "Use this certificate"))
        #expect(pasted.walk.has("Test authority"))
        let failed = await Self.screen(untrusted, file: .failed).open()
        #expect(await failed.walk.perform(.press, on: "Choose a certificate file"))
        await failed.walk.settled()
        #expect(failed.store.state.problem == .authorityUnreadable)
    }

    @Test("the app goes on once the choice is stored, and not before")
    func done() async throws {
        for (name, state) in try Self.states() {
            let open = await Self.screen(state).open()
            #expect(open.outward.told == (name == "done" ? ["there.example"] : []), "\(name)")
        }
    }
}
