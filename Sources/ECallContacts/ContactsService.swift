public import ECallAPI
public import ECallCore

/// Contacts, contact requests and share links of this account (requirement 004; wire-protocol 8).
public struct ContactsService: Sendable {
    private let client: APIClient
    private let names: KeptNames

    /// - Parameter names: those that stay with people who were met.
    public init(client: APIClient, names: KeptNames = .none) { (self.client, self.names) = (client, names) }

    /// The server's time of day, by which links end.
    public var now: Timestamp { Timestamp(client.clock.date()) }

    // MARK: - Contacts

    /// Returns the contacts: favourites first, then by name in the order of the client's language. People who were met have the
    /// name stored here; the server's name is given too if it differs.
    public func contacts() async throws(ContactsError) -> [Contact] {
        underKeptNames(try await send(.contacts, as: ContactsResponse.self).contacts)
            .inOrder(NameOrder(client.acceptedLanguage))
    }

    /// The contact that is meant by a name or number.
    public func contact(_ text: String) async throws(ContactsError) -> Contact {
        try find(text, among: try await contacts())
    }

    /// The same for an existing list: stored names take precedence.
    public func find(_ text: String, among contacts: [Contact]) throws(ContactsError) -> Contact {
        try PersonMatching.find(text, among: contacts, kept: names.read())
    }

    private func underKeptNames(_ contacts: [Contact]) -> [Contact] {
        names.said(contacts.map { ($0.contactId, $0.contactName) })
        let kept = Dictionary(names.read().map { ($0.user, $0.name) }) { first, _ in first }
        return contacts.map { contact in
            let said = NameSkeleton.plain(contact.contactName)
            guard let name = kept[contact.contactId], !name.unicodeScalars.elementsEqual(said.unicodeScalars) else {
                return contact
            }
            var contact = contact
            (contact.contactName, contact.saidName) = (name, said.isEmpty ? nil : said)
            return contact
        }
    }

    /// Finds a person by name or number, among the contacts and `others`: the participants of a call, say, who need not be contacts.
    public func person(_ text: String, or others: [KnownPerson]) async throws(ContactsError) -> KnownPerson {
        let contacts = try await contacts().map { KnownPerson(user: $0.contactId, name: $0.contactName) }
        let known = Set(contacts.map(\.user))
        let all = contacts + others.filter { !known.contains($0.user) }
        return try PersonMatching.find(text, among: all, kept: names.read())
    }

    /// Ends the friendship, for both.
    public func remove(_ contact: Contact) async throws(ContactsError) {
        _ = try await send(.deleteContact, id: contact.contactId.rawValue, as: StatusResponse.self)
    }

    /// Makes a contact a favourite, or no longer one.
    public func toggleFavorite(_ contact: Contact) async throws(ContactsError) {
        _ = try await send(.toggleFavorite, id: contact.contactId.rawValue, as: StatusResponse.self)
    }

    /// Makes a contact a favourite, or no longer one; does nothing if that is so already.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, _ text: String) async throws(ContactsError) -> Contact {
        let contact = try await contact(text)
        if contact.isFavorite != isFavorite { try await toggleFavorite(contact) }
        return contact
    }

    // MARK: - Blocking

    /// Returns the people whom this account has blocked, by name.
    public func blocked() async throws(ContactsError) -> [Contact] {
        underKeptNames(try await send(.blockedContacts, as: ContactsResponse.self).contacts)
    }

    /// Blocks a contact, or the other side of a request: their calls and requests no longer come through, and they are not notified.
    @discardableResult
    public func block(_ text: String) async throws(ContactsError) -> KnownPerson {
        let person = try PersonMatching.find(text, among: try await acquaintances(), kept: names.read())
        try await setBlocked(true, person.user)
        return person
    }

    /// Unblocks a person.
    @discardableResult
    public func unblock(_ text: String) async throws(ContactsError) -> KnownPerson {
        let contact = try PersonMatching.find(text, among: try await blocked())
        try await setBlocked(false, contact.contactId)
        return KnownPerson(user: contact.contactId, name: contact.contactName)
    }

    /// Blocks a person, or unblocks them: contacts, the other sides of requests, and people who were in a call with this account.
    /// Idempotent.
    public func setBlocked(_ isBlocked: Bool, _ user: UserID) async throws(ContactsError) {
        let body = BlockRequest(isBlocked: isBlocked)
        _ = try await send(.toggleBlock, id: user.rawValue, body: body, as: StatusResponse.self)
    }

    // MARK: - Reporting

    /// Reports a person to the operator of the server, who sees what is submitted here, by whom and when; no content of calls is
    /// sent. The person is not told, and of two reports about the same person the later one counts.
    ///
    /// - Parameters:
    ///   - note: at most `ReportRequest.longestNote` UTF-16 units.
    ///   - call: the one that it is about.
    /// - Throws: `ErrTooManyRequests` after ten in a day.
    public func report(
        _ user: UserID, for reason: ReportReason, note: String? = nil, call: CallID? = nil
    ) async throws(ContactsError) {
        let body = ReportRequest(userId: user, reason: reason, note: note, callId: call)
        _ = try await send(.report, body: body, as: StatusResponse.self)
    }

    /// Finds a person by name or number: a contact, the other side of a request, one who is blocked, or one of `others`. Anyone can
    /// be reported by number.
    public func reportable(_ text: String, or others: [KnownPerson]) async throws(ContactsError) -> KnownPerson {
        let found =
            try await acquaintances() + blocked().map { KnownPerson(user: $0.contactId, name: $0.contactName) } + others
        var seen: Set<UserID> = []
        let people = found.filter { seen.insert($0.user).inserted }
        if let number = UInt64(text), number > 0, !seen.contains(UserID(number)),
            !people.contains(where: { $0.name == text })
        {
            return KnownPerson(user: UserID(number), name: "")
        }
        return try PersonMatching.find(text, among: people)
    }

    /// Contacts, and the other sides of requests.
    private func acquaintances() async throws(ContactsError) -> [KnownPerson] {
        try await contacts().map { KnownPerson(user: $0.contactId, name: $0.contactName) }
            + receivedRequests().map { KnownPerson(user: $0.user, name: $0.name) }
            + sentRequests().map { KnownPerson(user: $0.user, name: $0.name) }
    }

    // MARK: - Search

    /// Looks for the person with exactly this e-mail address, phone number or key hash: by `ContactsService.add` and the token of
    /// the answer they can be asked. Empty if no one can be found by it.
    public func search(_ text: String) async throws(ContactsError) -> [ResolvedContact] {
        let request: SearchRequest
        do throws(SearchText.Problem) {
            request = try SearchText.request(text)
        } catch {
            throw .search(error)
        }
        return try await send(.searchContacts, body: request, as: SearchResponse.self).results
    }

    /// Whether others find this account by a search.
    public func isSearchable() async throws(ContactsError) -> Bool {
        try await send(.privacy, as: PrivacySettings.self).searchable
    }

    /// Lets others find this account by a search, or no longer.
    public func setSearchable(_ isSearchable: Bool) async throws(ContactsError) {
        let body = PrivacySettings(searchable: isSearchable)
        _ = try await send(.updatePrivacy, body: body, as: PrivacySettings.self)
    }

    // MARK: - Share links

    /// A link by which one person can ask to become a contact, within 24 hours.
    public struct Share: Sendable, Equatable {
        public var token: String
        /// The link to send, or to show as a QR code.
        public var link: String

        public init(token: String, link: String) {
            self.token = token
            self.link = link
        }
    }

    /// Makes a share link.
    public func share() async throws(ContactsError) -> Share {
        let token = try await send(.createShareToken, as: TokenBody.self).token
        guard ShareLink.isToken(token) else { throw .server(.undecodable(.createShareToken)) }
        return Share(token: token, link: ShareLink.universal(token: token, server: client.server.description))
    }

    /// Revokes one link, given as a link or as a bare token.
    public func revoke(_ text: String) async throws(ContactsError) {
        guard case .token(let token, _) = try parsed(text) else { throw .link(.malformedToken) }
        _ = try await send(.revokeShareToken, body: TokenBody(token: token), as: StatusResponse.self)
    }

    /// Revokes all links of this account.
    public func revokeAll() async throws(ContactsError) {
        _ = try await send(.revokeShareToken, as: StatusResponse.self)
    }

    /// The link by which several people can ask to become contacts; nil while it is off.
    public func personalLink() async throws(ContactsError) -> PersonalLink? {
        try await send(.personalLink, as: PersonalLinkResponse.self).personalLink
    }

    /// Turns the personal link on, or renews its limits: this many more people, and this many seconds from now.
    public func setPersonalLink(_ request: PersonalLinkRequest) async throws(ContactsError) -> PersonalLink {
        let answer = try await send(.setPersonalLink, body: request, as: PersonalLinkResponse.self)
        guard let link = answer.personalLink, ShareLink.isToken(link.token) else {
            throw .server(.undecodable(.setPersonalLink))
        }
        return link
    }

    /// Turns the personal link off: it is invalid at once.
    public func removePersonalLink() async throws(ContactsError) {
        _ = try await send(.removePersonalLink, as: StatusResponse.self)
    }

    /// The link that others open.
    public func universalLink(token: String) -> String {
        ShareLink.universal(token: token, server: client.server.description)
    }

    // MARK: - Adding

    /// The person whom a request went to.
    public struct Added: Sendable, Equatable {
        /// The name, if the server gives it.
        public var displayName: String?
        /// The number, if it was given.
        public var user: UserID?
    }

    /// Returns the person whom a link leads to, without using it up; nil for a bare user ID.
    public func resolve(_ text: String) async throws(ContactsError) -> ResolvedContact? {
        guard case .token(let token, _) = try parsed(text) else { return nil }
        return try await send(.resolveShareToken, body: TokenBody(token: token), as: ResolvedContact.self)
    }

    /// Asks a person to become a contact: by link, token or user ID.
    @discardableResult
    public func add(_ text: String) async throws(ContactsError) -> Added {
        switch try parsed(text) {
        case .token(let token, _):
            let body = TokenBody(token: token)
            let person = try await send(.resolveShareToken, body: body, as: ResolvedContact.self)
            _ = try await send(.sendFriendRequestByToken, body: body, as: StatusResponse.self)
            return Added(displayName: person.displayName, user: nil)
        case .user(let user):
            _ = try await send(
                .sendFriendRequest, body: FriendRequestTarget(targetUserId: user), as: StatusResponse.self)
            return Added(displayName: nil, user: user)
        }
    }

    // MARK: - Requests

    /// The pending requests of others, newest first; their number is the badge.
    public func receivedRequests() async throws(ContactsError) -> [PendingRequest] {
        try await requests(.receivedFriendRequests, .received)
    }

    /// The own pending requests, newest first.
    public func sentRequests() async throws(ContactsError) -> [PendingRequest] {
        try await requests(.sentFriendRequests, .sent)
    }

    /// Accepts the request of the person with a name or number.
    @discardableResult
    public func accept(_ text: String) async throws(ContactsError) -> PendingRequest {
        try await answer(.acceptFriendRequest, text, among: try await receivedRequests())
    }

    /// Declines the request of a person.
    @discardableResult
    public func decline(_ text: String) async throws(ContactsError) -> PendingRequest {
        try await answer(.declineFriendRequest, text, among: try await receivedRequests())
    }

    /// Withdraws the request to a person.
    @discardableResult
    public func cancel(_ text: String) async throws(ContactsError) -> PendingRequest {
        try await answer(.cancelFriendRequest, text, among: try await sentRequests())
    }

    // MARK: - Parts

    private func requests(
        _ endpoint: Endpoint, _ direction: PendingRequest.Direction
    ) async throws(ContactsError) -> [PendingRequest] {
        try await send(endpoint, as: FriendRequestsResponse.self).friendRequests
            .sorted { $0.date > $1.date }
            .map { PendingRequest(direction: direction, request: $0) }
    }

    private func answer(
        _ endpoint: Endpoint, _ text: String, among requests: [PendingRequest]
    ) async throws(ContactsError) -> PendingRequest {
        let request = try PersonMatching.find(text, among: requests)
        _ = try await send(endpoint, body: FriendRequestTarget(targetUserId: request.user), as: EmptyResponse.self)
        return request
    }

    private func parsed(_ text: String) throws(ContactsError) -> ShareLink {
        do throws(ShareLink.Problem) {
            return try ShareLink(text, server: client.server.host)
        } catch {
            throw .link(error)
        }
    }

    private func send<Response: Decodable & Sendable>(
        _ endpoint: Endpoint, id: UInt64? = nil, body: (any Encodable & Sendable)? = nil, as type: Response.Type
    ) async throws(ContactsError) -> Response {
        do throws(APIClientError) {
            return try await client.send(endpoint, id: id, body: body, as: type)
        } catch {
            throw .server(error)
        }
    }
}
