extension Endpoint {
    /// Contacts, friend requests, share tokens (wire-protocol 8).
    static let peopleTable: [Endpoint: EndpointDescription] = [
        .contacts: EndpointDescription(
            .get, "/contacts", "Lists the caller's contacts. With `contactId`, returns only that contact.",
            query: [.init(name: "contactId", value: .number(0...UserID.largest), isRequired: false)],
            answer: .either(ContactsResponse.self, Contact.self), errors: [.getContactsFailed]),
        .deleteContact: EndpointDescription(
            .delete, "/contact/{id}",
            "Removes a contact for both people.", aliases: ["/friend/{id}"],
            answer: .value(StatusResponse.self)),
        .toggleFavorite: EndpointDescription(
            .patch, "/contact/{id}/toggle", "Toggles whether a contact is a favourite.",
            answer: .value(StatusResponse.self), errors: [.toggleFavoriteFailed]),
        .toggleBlock: EndpointDescription(
            .patch, "/contact/{id}/block",
            "Blocks or unblocks a person, who need not be a contact. The person is not notified.",
            optionalBody: BlockRequest.self, answer: .value(StatusResponse.self), errors: [.toggleBlockFailed]),
        .blockedContacts: EndpointDescription(
            .get, "/contacts/blocked", "Lists the people that the caller has blocked.",
            answer: .value(ContactsResponse.self)),
        .searchContacts: EndpointDescription(
            .post, "/contacts/search",
            "Finds a person by exact address, number or key hash, and returns their name and a share token.",
            body: SearchRequest.self, answer: .value(SearchResponse.self), errors: [.searchFailed, .tooManySearches]),
        .privacy: EndpointDescription(
            .get, "/user/privacy", "Returns the caller's privacy settings.",
            answer: .value(PrivacySettings.self)),
        .updatePrivacy: EndpointDescription(
            .patch, "/user/privacy", "Sets whether the caller can be found by search.", body: PrivacySettings.self,
            answer: .value(PrivacySettings.self)),
        .report: EndpointDescription(
            .post, "/reports",
            "Reports a person to the operator, with a reason and optionally a call. The answer does not reveal "
                + "whether the person exists.",
            body: ReportRequest.self, answer: .value(StatusResponse.self), errors: [.tooManyRequests]),
        .sendFriendRequest: EndpointDescription(
            .post, "/friend-request",
            "Sends a contact request by user ID. If the other person has already sent one, accepts it.",
            aliases: ["/friend-request/by-id"], body: FriendRequestTarget.self, answer: .value(StatusResponse.self),
            errors: [.alreadyFriends, .sendFriendRequestFailed, .tooManyRequests]),
        .sendFriendRequestByToken: EndpointDescription(
            .post, "/friend-request/by-token",
            "Sends a contact request to the owner of a share token, which uses up the token.",
            body: TokenBody.self, answer: .value(StatusResponse.self),
            errors: [
                .alreadyFriends, .sendFriendRequestFailed, .tokenNotFound, .tokenExpired, .tokenUsed, .selfResolve,
                .tooManyRequests,
            ]),
        .acceptFriendRequest: EndpointDescription(
            .post, "/friend-request/accept", "Accepts a person's contact request.", body: FriendRequestTarget.self,
            answer: .value(EmptyResponse.self), errors: [.acceptRequestFailed]),
        .declineFriendRequest: EndpointDescription(
            .patch, "/friend-request/decline", "Declines a person's contact request.",
            body: FriendRequestTarget.self, answer: .value(EmptyResponse.self)),
        .cancelFriendRequest: EndpointDescription(
            .patch, "/friend-request/cancel",
            "Withdraws a contact request that the caller sent.", body: FriendRequestTarget.self,
            answer: .value(EmptyResponse.self)),
        .sentFriendRequests: EndpointDescription(
            .get, "/friend-request-sent", "Lists the contact requests that the caller has sent.",
            aliases: ["/friend-request/sent"],
            answer: .value(FriendRequestsResponse.self)),
        .receivedFriendRequests: EndpointDescription(
            .get, "/friend-request-received", "Lists the contact requests that the caller has received.",
            aliases: ["/friend-request/received"], answer: .value(FriendRequestsResponse.self)),
        .createShareToken: EndpointDescription(
            .post, "/share-token",
            "Creates a share token, with which one person can send the caller a contact request within 24 hours.",
            answer: .value(TokenBody.self), errors: [.tooManyShareTokens]),
        .revokeShareToken: EndpointDescription(
            .delete, "/share-token",
            "Revokes one share token. Without a body, revokes all of the caller's share tokens.",
            optionalBody: RevokeTokenBody.self, answer: .value(StatusResponse.self), errors: [.tokenNotFound]),
        .resolveShareToken: EndpointDescription(
            .post, "/share-token/resolve",
            "Returns the owner of a share token without using up the token.", body: TokenBody.self,
            answer: .value(ResolvedContact.self),
            errors: [.tokenNotFound, .tokenExpired, .tokenUsed, .selfResolve, .tooManyRequests]),
        .personalLink: EndpointDescription(
            .get, "/personal-link", "Returns the caller's personal link, or null if it is off.",
            answer: .value(PersonalLinkResponse.self)),
        .setPersonalLink: EndpointDescription(
            .put, "/personal-link",
            "Turns on the personal link, or changes how many people can use it (1 to 1000) and for how long from now "
                + "(an hour to a year). The link stays the same unless `isNew` is set.",
            body: PersonalLinkRequest.self, answer: .value(PersonalLinkResponse.self),
            errors: [.tooManyShareTokens]),
        .removePersonalLink: EndpointDescription(
            .delete, "/personal-link", "Turns off the personal link, which becomes invalid immediately.",
            answer: .value(StatusResponse.self)),
    ]
}
