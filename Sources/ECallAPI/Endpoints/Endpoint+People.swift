extension Endpoint {
    /// Contacts, friend requests, share tokens (wire-protocol 8).
    static let peopleTable: [Endpoint: EndpointDescription] = [
        .contacts: EndpointDescription(
            .get, "/contacts", "Lists the caller's contacts; with `contactId` only that contact.",
            query: [.init(name: "contactId", value: .number(0...UserID.largest), isRequired: false)],
            answer: .either(ContactsResponse.self, Contact.self), errors: [.getContactsFailed]),
        .deleteContact: EndpointDescription(
            .delete, "/contact/{id}", "Removes the contact on both sides.", aliases: ["/friend/{id}"],
            answer: .value(StatusResponse.self)),
        .toggleFavorite: EndpointDescription(
            .patch, "/contact/{id}/toggle", "Toggles whether the contact is a favourite.",
            answer: .value(StatusResponse.self), errors: [.toggleFavoriteFailed]),
        .toggleBlock: EndpointDescription(
            .patch, "/contact/{id}/block", "Blocks or unblocks a person, contact or not, without their notice.",
            optionalBody: BlockRequest.self, answer: .value(StatusResponse.self), errors: [.toggleBlockFailed]),
        .blockedContacts: EndpointDescription(
            .get, "/contacts/blocked", "Lists the people whom the caller has blocked.",
            answer: .value(ContactsResponse.self)),
        .searchContacts: EndpointDescription(
            .post, "/contacts/search",
            "Finds a person by exact address, number or key hash, and returns a name and a share token.",
            body: SearchRequest.self, answer: .value(SearchResponse.self), errors: [.searchFailed, .tooManySearches]),
        .privacy: EndpointDescription(
            .get, "/user/privacy", "Returns what others can find out about the caller.",
            answer: .value(PrivacySettings.self)),
        .updatePrivacy: EndpointDescription(
            .patch, "/user/privacy", "Sets whether a search finds the caller.", body: PrivacySettings.self,
            answer: .value(PrivacySettings.self)),
        .report: EndpointDescription(
            .post, "/reports",
            "Reports a person to the operator, with a reason and a call; the answer does not reveal whether the person exists.",
            body: ReportRequest.self, answer: .value(StatusResponse.self), errors: [.tooManyRequests]),
        .sendFriendRequest: EndpointDescription(
            .post, "/friend-request", "Sends a contact request by user id; accepts if the other person has sent one.",
            aliases: ["/friend-request/by-id"], body: FriendRequestTarget.self, answer: .value(StatusResponse.self),
            errors: [.alreadyFriends, .sendFriendRequestFailed, .tooManyRequests]),
        .sendFriendRequestByToken: EndpointDescription(
            .post, "/friend-request/by-token",
            "Sends a contact request to the owner of a share token, and uses the token up.",
            body: TokenBody.self, answer: .value(StatusResponse.self),
            errors: [
                .alreadyFriends, .sendFriendRequestFailed, .tokenNotFound, .tokenExpired, .tokenUsed, .selfResolve,
                .tooManyRequests,
            ]),
        .acceptFriendRequest: EndpointDescription(
            .post, "/friend-request/accept", "Accepts the named person's request.", body: FriendRequestTarget.self,
            answer: .value(EmptyResponse.self), errors: [.acceptRequestFailed]),
        .declineFriendRequest: EndpointDescription(
            .patch, "/friend-request/decline", "Declines the named person's request.",
            body: FriendRequestTarget.self, answer: .value(EmptyResponse.self)),
        .cancelFriendRequest: EndpointDescription(
            .patch, "/friend-request/cancel", "Withdraws the caller's own request.", body: FriendRequestTarget.self,
            answer: .value(EmptyResponse.self)),
        .sentFriendRequests: EndpointDescription(
            .get, "/friend-request-sent", "Lists the requests that the caller has sent.",
            aliases: ["/friend-request/sent"],
            answer: .value(FriendRequestsResponse.self)),
        .receivedFriendRequests: EndpointDescription(
            .get, "/friend-request-received", "Lists the requests that the caller has received.",
            aliases: ["/friend-request/received"], answer: .value(FriendRequestsResponse.self)),
        .createShareToken: EndpointDescription(
            .post, "/share-token", "Creates a token for one contact request to the caller, valid for 24 hours.",
            answer: .value(TokenBody.self), errors: [.tooManyShareTokens]),
        .revokeShareToken: EndpointDescription(
            .delete, "/share-token", "Revokes one token; without a body, all of the caller's.",
            optionalBody: RevokeTokenBody.self, answer: .value(StatusResponse.self), errors: [.tokenNotFound]),
        .resolveShareToken: EndpointDescription(
            .post, "/share-token/resolve", "Returns the owner of the token without using it up.", body: TokenBody.self,
            answer: .value(ResolvedContact.self),
            errors: [.tokenNotFound, .tokenExpired, .tokenUsed, .selfResolve, .tooManyRequests]),
        .personalLink: EndpointDescription(
            .get, "/personal-link", "Returns the caller's personal link, null while it is off.",
            answer: .value(PersonalLinkResponse.self)),
        .setPersonalLink: EndpointDescription(
            .put, "/personal-link",
            "Turns the personal link on, or sets the number of people (1 to 1000) and the time (an hour to a year) for which it is "
                + "valid from now on. The link stays the same unless `isNew` is set.",
            body: PersonalLinkRequest.self, answer: .value(PersonalLinkResponse.self),
            errors: [.tooManyShareTokens]),
        .removePersonalLink: EndpointDescription(
            .delete, "/personal-link", "Turns the personal link off; it becomes invalid immediately.",
            answer: .value(StatusResponse.self)),
    ]
}
