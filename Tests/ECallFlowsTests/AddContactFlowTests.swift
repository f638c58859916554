import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallContacts
import ECallCore
import Foundation
import Testing

@testable import ECallFlows
@testable import ECallLanguage

@Suite("The flow of adding a contact", .timeLimit(.minutes(1)))
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

    @Test("004: a person is looked up, found and asked, and then another can be added")
    func wholeWay() {
        let flow = Self.run(Self.toCard + [(.asked, [.ask(token: "t")]), (.asked, []), (.requestSent(nil), [])])
        #expect(flow.step == .asked(Self.bo) && !flow.isBusy)
        #expect(Self.run([(.another, [])], from: flow) == AddContactFlow())
        #expect(Self.run(Self.toCard + [(.notThem, [])]) == AddContactFlow())
    }

    @Test("an empty text, an unknown person and a used link are reported, and the text stays")
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

    private struct Vectors: Decodable { let problems: [String: String] }

    private static func problem(_ code: String) -> AddContactFlow.Problem {
        switch code {
        case "empty": .empty
        case "nobodyFound": .nobody
        case "notALink": .failed(.link(.notALink))
        case "notAContactLink": .failed(.link(.notAContactLink))
        case "severalLinks": .failed(.link(.severalLinks))
        case "malformedToken": .failed(.link(.malformedToken))
        case "otherServer": .failed(.link(.otherServer(host: "there.example")))
        case "notAnEmail": .failed(.search(.identifier(.notAnEmail)))
        case "notAPhoneNumber": .failed(.search(.identifier(.notAPhoneNumber)))
        case "missingCountryCode": .failed(.search(.identifier(.missingCountryCode)))
        case "notAFingerprint": .failed(.search(.notAFingerprint))
        case "notSearchable": .failed(.search(.notSearchable))
        case "timeout": .failed(.server(.timeout))
        default: .failed(.server(.server(code: code, status: 400, title: "No.")))
        }
    }

    /// 004-9. The page runs the same vectors (Tests/WebTests/link-problems.test.mjs).
    @Test("each problem has the title and the sentence that the page has")
    func words() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/add-problems.json")
            .standardizedFileURL
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        #expect(vectors.problems.count == 21)
        for (code, name) in vectors.problems {
            let title = try #require(TextKey.allCases.first { $0.name == "add.problem.\(name).title" })
            let text = try #require(TextKey.allCases.first { $0.name == "add.problem.\(name).text" })
            let problem = Self.problem(code)
            #expect(problem.title == Text(title) && problem.text == Text(text), "\(code)")
        }
    }

    @Test("a problem without a sentence in the vectors has the sentence of its error")
    func otherWords() {
        let errors: [(APIClientError, Text)] = [
            (.offline(host: "a.example"), .addProblemOfflineTitle),
            (.refused(host: "a.example"), .addProblemOfflineTitle),
            (.unknownHost(host: "a.example"), .addProblemOfflineTitle), (.signedOut(nil), .addProblemOther),
            (.server(code: "ErrSendFriendRequestFailed", status: 400, title: "Not now."), .addProblemNotSent),
            (.server(code: "ErrInternal", status: 500, title: ""), .addProblemOther),
        ]
        for (error, title) in errors {
            let problem = AddContactFlow.Problem.failed(.server(error))
            #expect(problem.title == title && problem.text == error.text)
        }
        let ambiguous = ContactsError.noMatch("Bo")
        let problem = AddContactFlow.Problem.failed(ambiguous)
        #expect(problem.title == .addProblemOther && problem.text == ambiguous.text)
        #expect(AddContactFlow.Problem.failed(.search(.identifier(.empty))).title == .addProblemEmptyTitle)
        #expect(AddContactFlow.Problem.failed(.link(.empty)).title == .addProblemEmptyTitle)
    }

    /// 004-34
    @Test("an opened link replaces a running lookup, whose answers are ignored")
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
    @Test("the own link is created once, again after a failure, and withdrawn")
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
        "links are told apart from searches for a person",
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
    func texts(text: String, isLink: Bool) { #expect(AddContactInput.isLink(text) == isLink) }
}
