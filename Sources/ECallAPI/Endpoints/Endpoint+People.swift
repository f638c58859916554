extension Endpoint {
    /// Contacts, friend requests, share tokens (wire-protocol 8).
    static let peopleTable: [Endpoint: EndpointDescription] = [
        .contacts: EndpointDescription(
            .get, "/contacts", "Lists the caller's contacts; with `contactId` the one contact alone.",
            query: [.init(name: "contactId", value: .number(0...UserID.largest), isRequired: false)],
            answer: .either(ContactsResponse.self, Contact.self), errors: [.getContactsFailed]),
        .deleteContact: EndpointDescription(
            .delete, "/contact/{id}", "Ends the friendship for both.", aliases: ["/friend/{id}"],
            answer: .value(StatusResponse.self)),
        .toggleFavorite: EndpointDescription(
            .patch, "/contact/{id}/toggle", "Makes the contact a favourite, or no longer.",
            answer: .value(StatusResponse.self), errors: [.toggleFavoriteFailed]),
        .toggleBlock: EndpointDescription(
            .patch, "/contact/{id}/block", "Blocks somebody, friend or not, or no longer; they cannot tell.",
            optionalBody: BlockRequest.self, answer: .value(StatusResponse.self), errors: [.toggleBlockFailed]),
        .blockedContacts: EndpointDescription(
            .get, "/contacts/blocked", "Lists whom the caller has blocked.", answer: .value(ContactsResponse.self)),
        .searchContacts: EndpointDescription(
            .post, "/contacts/search", "Finds a person by exact address, number or key hash: a name and a share token.",
            body: SearchRequest.self, answer: .value(SearchResponse.self), errors: [.searchFailed, .tooManySearches]),
        .privacy: EndpointDescription(
            .get, "/user/privacy", "Tells what others may find out about the caller.",
            answer: .value(PrivacySettings.self)),
        .updatePrivacy: EndpointDescription(
            .patch, "/user/privacy", "Says whether a search finds the caller.", body: PrivacySettings.self,
            answer: .value(PrivacySettings.self)),
        .report: EndpointDescription(
            .post, "/reports",
            "Reports somebody to the operator: who, why, in which call; the same answer whether there is such a person.",
            body: ReportRequest.self, answer: .value(StatusResponse.self), errors: [.tooManyRequests]),
        .sendFriendRequest: EndpointDescription(
            .post, "/friend-request", "Asks somebody by number; accepts where the other one has asked already.",
            aliases: ["/friend-request/by-id"], body: FriendRequestTarget.self, answer: .value(StatusResponse.self),
            errors: [.alreadyFriends, .sendFriendRequestFailed, .tooManyRequests]),
        .sendFriendRequestByToken: EndpointDescription(
            .post, "/friend-request/by-token", "Asks the owner of a share token, which is used up.",
            body: TokenBody.self, answer: .value(StatusResponse.self),
            errors: [
                .alreadyFriends, .sendFriendRequestFailed, .tokenNotFound, .tokenExpired, .tokenUsed, .selfResolve,
                .tooManyRequests,
            ]),
        .acceptFriendRequest: EndpointDescription(
            .post, "/friend-request/accept", "Accepts the request of the one named.", body: FriendRequestTarget.self,
            answer: .value(EmptyResponse.self), errors: [.acceptRequestFailed]),
        .declineFriendRequest: EndpointDescription(
            .patch, "/friend-request/decline", "Declines the request of the one named.",
            body: FriendRequestTarget.self, answer: .value(EmptyResponse.self)),
        .cancelFriendRequest: EndpointDescription(
            .patch, "/friend-request/cancel", "Takes the caller's own request back.", body: FriendRequestTarget.self,
            answer: .value(EmptyResponse.self)),
        .sentFriendRequests: EndpointDescription(
            .get, "/friend-request-sent", "Lists the requests the caller has made.", aliases: ["/friend-request/sent"],
            answer: .value(FriendRequestsResponse.self)),
        .receivedFriendRequests: EndpointDescription(
            .get, "/friend-request-received", "Lists the requests the caller has got.",
            aliases: ["/friend-request/received"], answer: .value(FriendRequestsResponse.self)),
        .createShareToken: EndpointDescription(
            .post, "/share-token", "Makes a token by which somebody can ask the caller: for 24 hours and one use.",
            answer: .value(TokenBody.self), errors: [.tooManyShareTokens]),
        .revokeShareToken: EndpointDescription(
            .delete, "/share-token", "Withdraws one token; without a body all of the caller's.",
            optionalBody: RevokeTokenBody.self, answer: .value(StatusResponse.self), errors: [.tokenNotFound]),
        .resolveShareToken: EndpointDescription(
            .post, "/share-token/resolve", "Tells whose token it is, and does not use it up.", body: TokenBody.self,
            answer: .value(ResolvedContact.self),
            errors: [.tokenNotFound, .tokenExpired, .tokenUsed, .selfResolve, .tooManyRequests]),
        .personalLink: EndpointDescription(
            .get, "/personal-link", "Tells the link by which several people can ask the caller; null while it is off.",
            answer: .value(PersonalLinkResponse.self)),
        .setPersonalLink: EndpointDescription(
            .put, "/personal-link",
            "Turns the personal link on, or sets for how many people and how long it is good from now on: 1 to 1000, an hour to "
                + "a year. The link stays the same, but with `isNew`.",
            body: PersonalLinkRequest.self, answer: .value(PersonalLinkResponse.self),
            errors: [.tooManyShareTokens]),
        .removePersonalLink: EndpointDescription(
            .delete, "/personal-link", "Turns the personal link off: it is worthless at once.",
            answer: .value(StatusResponse.self)),
    ]
}
