import ECallAPI
import ECallContacts
import ECallCore
import Testing

@testable import ECallFlows

@Suite("The flow of contacts", .timeLimit(.minutes(1)))
struct ContactsFlowTests {
    typealias Row = (action: ContactsFlow.Action, effects: [ContactsFlow.Effect])

    private static func contact(_ id: UserID, _ name: String, isFavorite: Bool = false) -> Contact {
        Contact(
            userId: 1, contactId: id, contactName: name, isFavorite: isFavorite, isBlocked: false, lastInteraction: nil)
    }

    private static func request(_ direction: PendingRequest.Direction, _ user: UserID) -> PendingRequest {
        PendingRequest(
            direction: direction,
            request: FriendRequest(
                id: 9, senderId: direction == .received ? user : 1, receiverId: direction == .received ? 1 : user,
                status: nil, receiverName: "x", date: Timestamp(milliseconds: 0)))
    }

    private static let lists = ContactsFlow.Lists(
        contacts: [contact(11, "Bo Ek", isFavorite: true), contact(12, "Zoé")], received: [request(.received, 21)],
        sent: [request(.sent, 31)], blocked: [contact(41, "Han")])
    private static let offline = ContactsError.server(.offline(host: "h"))

    private static func run(_ rows: [Row], from flow: ContactsFlow = ContactsFlow()) -> ContactsFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static var opened: ContactsFlow { run([(.refreshed, [.load]), (.loaded(.success(lists)), [])]) }

    /// 004-41
    @Test("004: each person offers the actions that change something")
    func changes() {
        let possible: [(ContactsFlow.Change, UserID)] = [
            (.setFavorite(true), 12), (.setFavorite(false), 11), (.accept, 21), (.decline, 21), (.takeBack, 31),
            (.unblock, 41),
        ]
        for (change, user) in possible {
            let flow = Self.run(
                [(.chose(change, user), [.perform(change, user)]), (.chose(change, user), [])], from: Self.opened)
            #expect(flow.busy == [user])
        }
        let impossible: [(ContactsFlow.Change, UserID)] = [
            (.setFavorite(true), 11), (.setFavorite(false), 12), (.setFavorite(true), 21), (.accept, 31), (.accept, 11),
            (.decline, 99), (.takeBack, 21), (.unblock, 11), (.block, 41), (.block, 99), (.remove, 21), (.remove, 41),
        ]
        for (change, user) in impossible {
            #expect(Self.run([(.chose(change, user), [])], from: Self.opened) == Self.opened, "\(change) \(user)")
        }
        // Nothing is there yet.
        #expect(Self.run([(.chose(.accept, 21), [])]) == ContactsFlow())
    }

    @Test("removing and blocking are confirmed once, and can be canceled")
    func questions() {
        for (change, user) in [(ContactsFlow.Change.remove, UserID(11)), (.block, 12), (.block, 21), (.block, 31)] {
            let asked = Self.run([(.chose(change, user), [])], from: Self.opened)
            #expect(asked.question == ContactsFlow.Question(change: change, user: user))
            #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: asked) == Self.opened)
            let done = Self.run([(.confirmed, [.perform(change, user)]), (.confirmed, [])], from: asked)
            #expect(done.busy == [user] && done.question == nil)
        }
    }

    @Test("the lists are loaded again after a change, whether it succeeded or not")
    func reloading() {
        let failed = Self.run(
            [
                (.chose(.accept, 21), [.perform(.accept, 21)]), (.changed(21, Self.offline), [.load]),
            ], from: Self.opened)
        #expect(failed.problem == Self.offline && failed.busy.isEmpty && failed.lists.value == Self.lists)
        #expect(Self.run([(.sawProblem, [])], from: failed).problem == nil)
        // Not a second failure for the same cause.
        #expect(Self.run([(.loaded(.failure(.server(.timeout))), [])], from: failed).problem == Self.offline)
    }

    @Test("lists load once at a time, and once more after a change meanwhile")
    func overlapping() {
        let flow = Self.run([
            (.refreshed, [.load]), (.refreshed, []), (.refreshed, []), (.loaded(.success(.init())), [.load]),
            (.loaded(.success(Self.lists)), []), (.refreshed, [.load]),
        ])
        #expect(flow.lists.value == Self.lists)
    }

    @Test("a failure is shown in place of missing lists, and beside lists that are there")
    func failures() {
        let first = Self.run([(.refreshed, [.load]), (.loaded(.failure(Self.offline)), [])])
        #expect(first.lists == .failed(Self.offline) && first.problem == nil)
        let later = Self.run([(.refreshed, [.load]), (.loaded(.failure(Self.offline)), [])], from: Self.opened)
        #expect(later.lists.value == Self.lists && later.problem == Self.offline)
    }

    /// 004-39
    @Test(
        "names are found by any part, without accents and case",
        arguments: [
            ("", ["Bo Ek", "Zoé"]), ("  ", ["Bo Ek", "Zoé"]), ("bo", ["Bo Ek"]), (" EK ", ["Bo Ek"]), ("zoÉ", ["Zoé"]),
            ("zoe", ["Zoé"]), ("ek bo", ["Bo Ek"]),
            ("bo  ek", ["Bo Ek"]), ("x", []),
        ])
    func filter(text: String, names: [String]) {
        let flow = Self.run([(.typedFilter(text), [])], from: Self.opened)
        #expect(flow.contacts.map(\.contactName) == names && flow.badge == 1)
    }
}
