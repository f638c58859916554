import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallContacts
import ECallCore
import ECallLanguage
import Testing

@testable import ECallFlows

@Suite("The flow of adding somebody", .timeLimit(.minutes(1)))
struct AddContactFlowTests {
    typealias Row = (action: AddContactFlow.Action, effects: [AddContactFlow.Effect])

    private static let bo = ResolvedContact(token: "t", displayName: "Bo")
    private static let used = ContactsError.server(
        .server(code: ErrorCode.tokenUsed.rawValue, status: 410, title: "used"))

    private static func run(_ rows: [Row], from flow: AddContactFlow = AddContactFlow()) -> AddContactFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static let toCard: [Row] = [
        (.typed("bo@example.net"), []), (.lookedUp, [.lookUp("bo@example.net")]),
        (.found("bo@example.net", .success(bo)), []),
    ]

    @Test("004: looked for, found, asked; then somebody else")
    func wholeWay() {
        let flow = Self.run(Self.toCard + [(.asked, [.ask(token: "t")]), (.asked, []), (.requestSent(nil), [])])
        #expect(flow.step == .asked(Self.bo) && !flow.isBusy)
        #expect(Self.run([(.another, [])], from: flow) == AddContactFlow())
        #expect(Self.run(Self.toCard + [(.notThem, [])]) == AddContactFlow())
    }

    @Test("nothing typed, nobody found, a link that is used up: each is said, and the text stays")
    func problems() {
        let lookUp: [Row] = [(.typed("x@y.zz"), []), (.lookedUp, [.lookUp("x@y.zz")])]
        #expect(Self.run([(.typed(" \n"), []), (.lookedUp, [])]).problem == .empty)
        for (result, problem) in [
            (Result<ResolvedContact?, ContactsError>.success(nil), AddContactFlow.Problem.nobody),
            (.failure(Self.used), .failed(Self.used)),
        ] {
            let flow = Self.run(lookUp + [(.found("x@y.zz", result), [])])
            #expect(flow.problem == problem && flow.step == .looking && flow.text == "x@y.zz" && !flow.isBusy)
            #expect(Self.run([(.typed("x"), [])], from: flow).problem == nil)
        }
        let refused = Self.run(Self.toCard + [(.asked, [.ask(token: "t")]), (.requestSent(Self.used), [])])
        #expect(refused.problem == .failed(Self.used) && refused.step == .found(Self.bo))
    }

    @Test("each problem has words of the catalogue")
    func words() {
        let said = [AddContactFlow.Problem.empty, .nobody, .failed(Self.used)].map { Texts().string($0.text) }
        #expect(Set(said).count == 3 && said[0] == "Paste a link, or enter an e-mail address or phone number.")
        let problems = [
            SignInFlow.Problem.signIn(.malformedCode), .name(.nameMissing), .rename(.server(.timeout)),
        ]
        #expect(Set(problems.map { Texts().string($0.text) }).count == 3)
    }

    /// 004-34
    @Test("a link that is opened counts, whatever was under way; its former answers do not")
    func links() {
        let flow = Self.run([
            (.opened("https://a/share/contact/1"), [.lookUp("https://a/share/contact/1")]),
            (.typed("x"), []), (.lookedUp, []),
            (.opened("https://a/share/contact/2"), [.lookUp("https://a/share/contact/2")]),
            (.found("https://a/share/contact/1", .success(Self.bo)), []),
        ])
        #expect(flow.step == .looking && flow.isBusy)
        let other = Self.run(
            Self.toCard + [
                (.asked, [.ask(token: "t")]), (.opened("ecall://contact/2"), [.lookUp("ecall://contact/2")]),
                (.requestSent(nil), []),
            ])
        #expect(other.step == .looking && other.isBusy)
    }

    /// 004-27
    @Test("the own link is made once, anew after a failure, and withdrawn")
    func ownLink() {
        let share = ContactsService.Share(token: "t", link: "https://a/share/contact/t")
        let made = Self.run([
            (.withdrewLink, []), (.wantedLink, [.makeLink]), (.wantedLink, []), (.linkMade(.failure(Self.used)), []),
            (.wantedLink, [.makeLink]), (.linkMade(.success(share)), []), (.wantedLink, []),
        ])
        #expect(made.link == .made(share))
        let withdrawing = Self.run([(.withdrewLink, [.withdraw(token: "t")])], from: made)
        #expect(Self.run([(.linkWithdrawn(Self.used), [])], from: withdrawing).link == .made(share))
        #expect(Self.run([(.linkWithdrawn(nil), [])], from: withdrawing).link == .none)
    }

    /// 000-10, 000-62
    @Test(
        "what is a link, and what looks for a person",
        arguments: [
            ("https://calls.example.org/share/contact/x", true), ("ecall://contact/x", true),
            ("calls.example.org/share/contact/x", true), (String(repeating: "aZ", count: 21) + "b", true),
            (String(repeating: "ab", count: 32), false), ("ana@example.net", false), ("+49 170 1234567", false),
            ("Ana", false), ("", false), ("12345678901234567890", false), ("mailto:ana@example.net", false),
            ("Ana <ana@example.net>", false), ("tel:+49-170-1234567", false), ("\u{2068}\u{2069}", false),
            ("Add me: https://calls.example.org/share/contact/x thanks", true),
            ("calls.example.org/#/add/aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3z.", true),
            ("“aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3z”", true),
            ("\u{2068}aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3z\u{2069}", true),
            ("aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3z.", true),
        ])
    func texts(text: String, isLink: Bool) { #expect(AddContactText.isLink(text) == isLink) }
}
