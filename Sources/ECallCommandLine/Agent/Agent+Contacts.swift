import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallLanguage

extension Agent {
    /// The most people in one line of an answer; more are sent in several lines.
    private static var pageLength: Int { 100 }

    func share() async throws(CommandFailure) -> CommandResult {
        let share = try await withContacts { service throws(ContactsError) in try await service.share() }
        return .shareToken(token: share.token, link: share.link)
    }

    func add(_ tokenOrLink: String) async throws(CommandFailure) -> CommandResult {
        let added = try await withContacts { service throws(ContactsError) in try await service.add(tokenOrLink) }
        return .requestSent(name: added.displayName)
    }

    func requests(_ reply: ReplySink) async throws(CommandFailure) -> CommandResult {
        let received = try await withContacts { service throws(ContactsError) in
            try await service.receivedRequests()
        }
        let sent = try await withContacts { service throws(ContactsError) in try await service.sentRequests() }
        let people = client?.people.read() ?? KeptPeople()
        let all = received.map { ($0, true) } + sent.map { ($0, false) }
        var pages = all.pages(of: Self.pageLength).map { page in
            CommandResult.requests(
                received: page.filter(\.1).map {
                    Person(
                        id: $0.0.user, name: $0.0.name, doubt: people.doubt(about: $0.0.user, named: $0.0.name))
                },
                sent: page.filter { !$0.1 }.map { Person(id: $0.0.user, name: $0.0.name) })
        }
        let last = pages.popLast() ?? .requests(received: [], sent: [])
        for page in pages { await reply(.page(result: page)) }
        return last
    }

    func accept(_ person: String) async throws(CommandFailure) -> CommandResult {
        let request = try await withContacts { service throws(ContactsError) in try await service.accept(person) }
        return .person(person: Person(id: request.user, name: request.name))
    }

    func refuse(_ person: String) async throws(CommandFailure) -> CommandResult {
        let request = try await withContacts { service throws(ContactsError) in try await service.decline(person) }
        return .person(person: Person(id: request.user, name: request.name))
    }

    func contacts(_ order: NameOrder, _ reply: ReplySink) async throws(CommandFailure) -> CommandResult {
        let contacts = try await withContacts { service throws(ContactsError) in try await service.contacts() }
            .inOrder(order)
        await tellGone(besides: contacts, reply)
        return await inPages(contacts, reply)
    }

    /// Reports verified people whom the server no longer lists, once: another account may have their name by now.
    private func tellGone(besides contacts: [Contact], _ reply: ReplySink) async {
        guard let client, let own = try? await signedIn(client) else { return }
        let blocked = (try? await client.contacts.blocked()) ?? []
        let listed = (contacts + blocked).map(\.contactId)
        for person in client.people.read().verifiedGone(listed: listed, own: own.userId) {
            let error = ContactsError.gone(person, others: [])
            await reply(.event(event: .notice(CommandFailure(error).text)))
            client.people.change { $0.putAway(person.user) }
        }
    }

    func blocked(_ reply: ReplySink) async throws(CommandFailure) -> CommandResult {
        let contacts = try await withContacts { service throws(ContactsError) in try await service.blocked() }
        return await inPages(contacts, reply)
    }

    private func inPages(_ contacts: [Contact], _ reply: ReplySink) async -> CommandResult {
        let people = client?.people.read() ?? KeptPeople()
        var pages = contacts.pages(of: Self.pageLength).map { page in
            CommandResult.contacts(
                contacts: page.map {
                    Person(
                        id: $0.contactId, name: $0.contactName, isFavorite: $0.isFavorite,
                        isBlocked: $0.isBlocked ? true : nil, saidName: $0.saidName,
                        doubt: people.doubt(about: $0.contactId, named: $0.saidName ?? $0.contactName))
                })
        }
        let last = pages.popLast() ?? .contacts(contacts: [])
        for page in pages { await reply(.page(result: page)) }
        return last
    }

    func favorite(_ person: String, _ isFavorite: Bool) async throws(CommandFailure) -> CommandResult {
        let contact = try await withContacts { service throws(ContactsError) in
            try await service.setFavorite(isFavorite, person)
        }
        return .person(person: Person(id: contact.contactId, name: contact.contactName))
    }

    func block(_ text: String) async throws(CommandFailure) -> CommandResult {
        let person = try await withContacts { service throws(ContactsError) in try await service.block(text) }
        return .person(person: Person(id: person.user, name: person.name))
    }

    func unblock(_ text: String) async throws(CommandFailure) -> CommandResult {
        let person = try await withContacts { service throws(ContactsError) in try await service.unblock(text) }
        return .person(person: Person(id: person.user, name: person.name))
    }

    /// Reports a person; if they are in a call, with its number, so that the report names the call.
    func report(_ text: String, _ reason: ReportReason, _ note: String?) async throws(CommandFailure) -> CommandResult {
        let call = try await opened().current?.calls.status()
        let inCall = call?.participants.map { KnownPerson(user: $0.user, name: $0.name) } ?? []
        let person = try await withContacts { service throws(ContactsError) in
            let person = try await service.reportable(text, or: inCall)
            let isInCall = inCall.contains { $0.user == person.user }
            try await service.report(person.user, for: reason, note: note, call: isInCall ? call?.id : nil)
            return person
        }
        return .person(person: Person(id: person.user, name: person.name))
    }

    func search(_ text: String) async throws(CommandFailure) -> CommandResult {
        let found = try await withContacts { service throws(ContactsError) in try await service.search(text) }
        return .found(people: found.map { FoundPerson(name: $0.displayName, token: $0.token) })
    }

    func contact(named text: String) async throws(CommandFailure) -> Contact {
        try await withContacts { service throws(ContactsError) in try await service.contact(text) }
    }

    /// The person takes the name that was shown to them.
    func acceptName(_ name: String, of text: String) async throws(CommandFailure) -> CommandResult {
        let contact = try await contact(named: text)
        guard let taken = contact.saidName, taken == NameSkeleton.plain(name) else {
            let said = contact.saidName ?? contact.contactName
            throw CommandFailure(.wrongState, .terminalServerLists(name: contact.contactName, said: said))
        }
        try opened().people.change { $0.accept(taken, of: contact.contactId) }
        return .person(person: Person(id: contact.contactId, name: taken))
    }

    /// Several contacts, each once, however often they are named; with the doubts about their names.
    func people(named texts: [String]) async throws(CommandFailure) -> [Person] {
        let contacts = try await withContacts { service throws(ContactsError) in try await service.contacts() }
        let (service, people) = (try opened().contacts, try opened().people.read())
        var found: [Person] = []
        for text in texts {
            let contact: Contact
            do throws(ContactsError) {
                contact = try service.find(text, among: contacts)
            } catch {
                throw CommandFailure(error)
            }
            guard !found.contains(where: { $0.id == contact.contactId }) else { continue }
            let doubt = people.doubt(about: contact.contactId, named: contact.saidName ?? contact.contactName)
            found.append(Person(id: contact.contactId, name: contact.contactName, doubt: doubt))
        }
        return found
    }

    func everybody() async throws(CommandFailure) -> [Person] {
        try await withContacts { service throws(ContactsError) in try await service.contacts() }
            .map { Person(id: $0.contactId, name: $0.contactName) }
    }

    func withContacts<Value: Sendable>(
        _ body: @Sendable (ContactsService) async throws(ContactsError) -> Value
    ) async throws(CommandFailure) -> Value {
        let client = try opened()
        try await requireSignedIn(client)
        do throws(ContactsError) {
            return try await body(client.contacts)
        } catch {
            if case .server(let cause) = error { await end(after: cause) }
            throw CommandFailure(error)
        }
    }
}

extension Array {
    /// The elements in pages of at most this many.
    func pages(of length: Int) -> [[Element]] {
        stride(from: 0, to: count, by: length).map { Array(self[$0..<Swift.min($0 + length, count)]) }
    }
}
