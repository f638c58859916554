import ECallAPI
import ECallContacts
import ECallCore
import ECallLanguage
import Foundation
import Testing

@testable import ECallCalls
@testable import ECallFlows

@Suite("The flow of choosing contacts", .timeLimit(.minutes(1)))
struct SelectContactsFlowTests {
    typealias Row = (action: SelectContactsFlow.Action, effects: [SelectContactsFlow.Effect])

    private static func contact(
        _ id: UserID, _ name: String, isFavorite: Bool = false, isBlocked: Bool = false
    ) -> Contact {
        Contact(
            userId: 1, contactId: id, contactName: name, isFavorite: isFavorite, isBlocked: isBlocked,
            lastInteraction: nil)
    }

    private static let contacts = [
        contact(12, "Ana Ek"), contact(13, "Zoé Ribeiro", isFavorite: true), contact(14, "Bo"),
        contact(15, "Han", isBlocked: true),
    ]
    private static let offline = ContactsError.server(.offline(host: "h"))

    private static func run(_ rows: [Row], from flow: SelectContactsFlow) -> SelectContactsFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static func opened(
        _ purpose: SelectContactsFlow.Purpose = .call, present: Set<UserID> = [], _ contacts: [Contact] = contacts
    ) -> SelectContactsFlow {
        run(
            [(.refreshed, [.load]), (.loaded(.success(contacts)), [])],
            from: SelectContactsFlow(purpose, present: present))
    }

    /// 004-38, 004-42
    @Test("favorites come first, and blocked contacts and participants are not offered")
    func offers() {
        #expect(Self.opened().offered.map(\.contactId) == [13, 12, 14])
        #expect(Self.opened(.invite, present: [12]).offered.map(\.contactId) == [13, 14])
        #expect(Self.opened(.invite, present: [12, 13, 14]).emptyText == .chooseAddNobody)
        // Not “Add 0 people”.
        #expect(Self.opened(.invite).confirmTitle == .peopleAdd)
        #expect(Self.opened(.call, []).emptyText == .contactsEmptyTitle)
        #expect(Self.opened().emptyText == nil && SelectContactsFlow(.call).emptyText == nil)
    }

    /// 000-47, 004-43
    @Test("the choice keeps its order during searches, and is confirmed in that order")
    func ordersChoice() {
        let flow = Self.run(
            [
                (.chose(14), []), (.typedSearch("zoe"), []), (.chose(13), []), (.chose(13), []),
                (.typedSearch("x"), []),
            ], from: Self.opened())
        #expect(flow.chosen.map(\.contactId) == [14, 13] && flow.offered == [])
        #expect(flow.emptyText == .contactsSearchNobody(name: "x") && flow.sentence == .chooseChosen(count: 2))
        #expect(flow.title == .chooseTitle && flow.confirmTitle == .chooseCall(count: 2))
        let confirmed = Self.run([(.confirmed, []), (.confirmed, []), (.removed(14), [])], from: flow)
        #expect(confirmed.step == .confirmed([14, 13]))
        #expect(Self.opened().confirmTitle == .contactCall)
        let removed = Self.run([(.removed(14), []), (.removed(14), []), (.chose(14), [])], from: flow)
        #expect(removed.chosen.map(\.contactId) == [13, 14])
    }

    @Test("the limit is the call's, less its participants, and is shown")
    func limits() {
        #expect(SelectContactsFlow.mostPeople == CallNeed.mostPeople)
        let many = (100..<160).map { Self.contact(UserID(UInt64($0)), "N\($0)") }
        let choose = many.map {
            (action: SelectContactsFlow.Action.chose($0.contactId), effects: [SelectContactsFlow.Effect]())
        }
        let call = Self.run(choose, from: Self.opened(.call, many))
        #expect(call.chosen.count == 49 && call.sentence == .chooseFull(most: 50) && call.canConfirm)
        let invite = Self.run(choose, from: Self.opened(.invite, present: [1, 2, 3], many))
        #expect(invite.chosen.count == 46 && invite.placesLeft == 0)
        // Someone else joined the call.
        let over = Self.run([(.presentChanged([1, 2, 3, 4, 5]), []), (.confirmed, [])], from: invite)
        #expect(over.step == .choosing && over.sentence == .chooseTooMany(count: 2))
        let fits = Self.run([(.removed(100), []), (.removed(101), []), (.confirmed, [])], from: over)
        #expect(fits.step == .confirmed((102..<146).map { UserID(UInt64($0)) }))
    }

    @Test("a contact who joins the call, is blocked or removed is dropped from the choice")
    func dropsUnavailable() {
        let flow = Self.run([(.chose(12), []), (.chose(13), []), (.chose(14), [])], from: Self.opened(.invite))
        #expect(Self.run([(.presentChanged([13]), [])], from: flow).chosen.map(\.contactId) == [12, 14])
        let blocked = [Self.contact(12, "Ana", isBlocked: true), Self.contact(14, "Bo")]
        #expect(
            Self.run([(.refreshed, [.load]), (.loaded(.success(blocked)), [])], from: flow).chosen.map(\.contactId)
                == [14])
    }

    @Test("a failed call returns to the choice, with the reason")
    func returnsAfterFailure() {
        let confirmed = Self.run([(.chose(12), []), (.chose(14), []), (.confirmed, [])], from: Self.opened(.invite))
        let failed = Self.run(
            [(.presentChanged([14]), []), (.failed(.busy), []), (.failed(.offline), [])], from: confirmed)
        #expect(failed.step == .choosing && failed.problem == .call(.busy) && failed.chosen.map(\.contactId) == [12])
        #expect(failed.problem?.text == CallFailure.busy.text)
        #expect(Self.run([(.sawProblem, [])], from: failed).problem == nil)
    }

    @Test("a failure replaces missing contacts and is shown beside loaded ones, with one request at a time")
    func failures() {
        let first = Self.run(
            [(.refreshed, [.load]), (.refreshed, []), (.loaded(.failure(Self.offline)), [.load])],
            from: SelectContactsFlow(.call))
        #expect(first.contacts == .failed(Self.offline) && first.problem == nil)
        let later = Self.run([(.refreshed, [.load]), (.loaded(.failure(Self.offline)), [])], from: Self.opened())
        #expect(later.contacts.value == Self.contacts && later.problem == .contacts(Self.offline))
        #expect(later.problem?.text == Self.offline.text)
    }

    @Test("an action has no effect in a state that does not offer it, and a second tap has none")
    func explores() {
        let actions: [SelectContactsFlow.Action] = [
            .refreshed, .typedSearch("ana"), .typedSearch(""), .chose(12), .chose(14), .chose(15), .chose(99),
            .removed(12), .removed(14), .confirmed, .sawProblem, .presentChanged([]), .presentChanged([14]),
            .failed(.busy), .loaded(.success(Self.contacts)), .loaded(.failure(Self.offline)),
        ]
        let exploration = FlowExploration(from: SelectContactsFlow(.invite), actions)
        #expect(exploration.isComplete && exploration.steps.count > 1_000)
        for step in exploration.steps {
            let (before, after) = (step.before, step.after)
            switch step.action {
            case .chose(let user):
                #expect(before.canChoose(user) ? after.chosen.last?.contactId == user : after == before)
            case .confirmed:
                #expect(before.canConfirm ? after.step == .confirmed(before.chosen.map(\.contactId)) : after == before)
            case .refreshed, .loaded: break
            default: #expect(step.effects.isEmpty)
            }
            if case .confirmed(let users) = after.step { #expect(!users.isEmpty && !users.contains(15)) }
            var twice = after
            switch step.action {
            case .chose, .removed, .confirmed, .failed, .refreshed:
                #expect(twice.send(step.action) == [] && (twice == after || step.action == .refreshed))
            default: break
            }
            if case .choosing = after.step {
                #expect(
                    !after.chosen.contains { $0.isBlocked }
                        && Set(after.chosen.map(\.contactId)).count == after.chosen.count)
            }
        }
    }
}

@Suite("Search for names", .timeLimit(.minutes(1)))
struct NameSearchTests {
    private struct Vectors: Decodable {
        struct Search: Decodable {
            let wanted: String
            let found: [String]
        }
        let same: [[String]]
        let people: [String]
        let searches: [Search]
    }

    /// The page runs the same vectors (Tests/WebTests/name-search.test.mjs).
    @Test("parts of names are found without accents and case, as on the page")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/name-search.json").standardizedFileURL
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        for pair in vectors.same {
            let people = [KnownPerson(user: 1, name: pair[0])]
            #expect(NameSearch.people(people, named: pair[1]) == people, "\(pair)")
        }
        let people = vectors.people.enumerated().map { KnownPerson(user: UserID(UInt64($0 + 1)), name: $1) }
        for search in vectors.searches {
            #expect(NameSearch.people(people, named: search.wanted).map(\.name) == search.found, "\(search.wanted)")
        }
        #expect(vectors.same.count > 10 && vectors.searches.count > 8)
    }

    private struct Match: Decodable {
        let name: String
        let query: String
        let matches: Bool
    }

    /// 003-26
    @Test("names of any script are found without marks, joiners and the kind of digits, as in the page")
    func scripts() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/search-names.json")
            .standardizedFileURL
        let rows = try JSONDecoder().decode([Match].self, from: Data(contentsOf: file))
        for row in rows {
            let people = [KnownPerson(user: 1, name: row.name)]
            #expect(NameSearch.people(people, named: row.query).isEmpty != row.matches, "\(row.query) in \(row.name)")
        }
        #expect(rows.count >= 40)
    }
}
