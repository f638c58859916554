import ECallAPI

extension Endpoint {
    /// An example request body; nil if there is none.
    var exampleBody: JSONValue? {
        switch self {
        case .login: ["email": "ana@example.net", "displayName": "Ana", "deviceName": "Ana's laptop"]
        case .appleLogin: ["code": "c1a2b3", "displayName": "Ana", "deviceName": "Ana's phone"]
        case .verifyLogin:
            [
                "email": "ana@example.net", "code": "123456", "deviceName": "Ana's laptop",
                "publicKey": .string(Self.examplePublicKey),
            ]
        case .resendOTP: ["email": "ana@example.net"]
        case .verify, .addLoginMethod: ["email": "ana@example.org", "code": "123456"]
        // The digest of empty input.
        case .leaveForLoginMethod: ["issuer": "google", "binding": "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"]
        case .takeBackLoginMethod: ["token": "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"]
        case .refreshToken: ["refreshToken": "e30.e30.e30"]
        case .registerDevice: ["videoCodecs": ["h264", "vp8"], "language": "de"]
        // The first part is {"alg":"Ed25519","typ":"ecall-vouch"}; the signature is a placeholder.
        case .addDeviceStatement:
            ["statement": "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiZWNhbGwtdm91Y2gifQ.e30.e30"]
        // The keys of RFC 8291, appendix A.
        case .setWebPushSubscription:
            [
                "endpoint": "https://push.example.net/s/Yp7Kx0",
                "keys": [
                    "p256dh":
                        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                ],
            ]
        case .updateUser: ["displayName": "Ana B."]
        case .publicKeys: ["userIds": [1, 2]]
        case .report: ["userId": 2, "reason": "spam", "note": "Calls every night."]
        case .primaryLoginMethod: ["id": 1]
        case .toggleBlock: ["isBlocked": true]
        case .searchContacts: ["email": "bob@example.net"]
        case .updatePrivacy: ["searchable": true]
        case .sendFriendRequest, .acceptFriendRequest, .declineFriendRequest, .cancelFriendRequest: ["targetUserId": 2]
        case .sendFriendRequestByToken, .resolveShareToken, .revokeShareToken:
            ["token": "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4"]
        case .setPersonalLink: ["maxUses": 10, "lifetime": 2_592_000]
        case .startCall, .inviteToCall:
            ["roomId": 1, "calleeIds": [2], "encryptedAESKeys": ["2_2": "d3JhcHBlZA=="], "isVideo": false]
        case .placeCall: ["roomId": 1, "calleeId": 2, "encryptedAESKeys": ["2_2": "d3JhcHBlZA=="], "isVideo": false]
        case .acceptCall, .endCall: ["callId": 1]
        case .leaveCall: ["join": "e30.e30.e30", "leave": "e30.e30.e30"]
        case .holdCall: ["join": "e30.e30.e30", "leave": "e30.e30.e30", "resumedCallId": 2]
        case .updateParticipant: ["callId": 1, "userId": 1, "isMuted": true]
        case .askToMute, .removeParticipant: ["userId": 2]
        case .requestInvitation: ["userId": 2, "token": "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4"]
        case .deleteCallHistory: ["callIds": [1]]
        default: nil
        }
    }

    /// An example response if the schema alone does not show its meaning; else nil.
    var exampleAnswer: JSONValue? {
        guard self == .activeCall else { return nil }
        return [
            "active": true, "callId": 7, "state": "calling",
            "ringing": [
                [
                    "type": "call_invitation", "callId": 7, "roomId": 1, "callerId": 2, "callerDeviceId": 3,
                    "callerName": "Bob", "calleeId": 1, "calleeDeviceId": 1, "isVideo": false, "isOnGoing": false,
                    "encryptedAESKey": "d3JhcHBlZA==", "e2ee": ["invite": "e30.e30.e30", "join": "e30.e30.e30"],
                ]
            ],
        ]
    }

    /// A device without a key is not rung. This key belongs to no one: it is the generator of P-256 (SP 800-186 section 3.2.1.3).
    private static let examplePublicKey =
        "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q=="

    /// A link from a response to a request that it enables (OpenAPI 3.1 section 4.8.20).
    struct Link {
        let target: Endpoint
        /// The location in the response of the number in the target's path.
        var id: String?
        var body: JSONValue?

        init(_ target: Endpoint, id: String? = nil, body: JSONValue? = nil) {
            (self.target, self.id, self.body) = (target, id, body)
        }
    }

    /// The links from sign-in into a call and out of it.
    var links: [Link] {
        switch self {
        case .login:
            [Link(.verifyLogin, body: ["email": "$request.body#/email", "code": "123456"])]
        case .verifyLogin:
            [
                Link(.user), Link(.credentials), Link(.contacts), Link(.createShareToken),
                Link(.refreshToken, body: ["refreshToken": "$response.body#/refreshToken"]),
                Link(.publicKeys, body: ["userIds": ["$response.body#/userId"]]),
            ]
        case .refreshToken: [Link(.refreshToken, body: ["refreshToken": "$response.body#/refreshToken"])]
        case .devices: [Link(.terminateSession, id: "/devices/0/id")]
        case .loginMethods:
            [
                Link(.removeLoginMethod, id: "/loginMethods/0/id"),
                Link(.primaryLoginMethod, body: ["id": "$response.body#/loginMethods/0/id"]),
            ]
        case .createShareToken:
            [.resolveShareToken, .sendFriendRequestByToken, .revokeShareToken].map {
                Link($0, body: ["token": "$response.body#/token"])
            }
        case .searchContacts: [Link(.sendFriendRequestByToken, body: ["token": "$response.body#/results/0/token"])]
        case .receivedFriendRequests:
            [.acceptFriendRequest, .declineFriendRequest].map {
                Link($0, body: ["targetUserId": "$response.body#/friendRequests/0/senderId"])
            }
        case .sentFriendRequests:
            [Link(.cancelFriendRequest, body: ["targetUserId": "$response.body#/friendRequests/0/receiverId"])]
        case .contacts: linksOfContacts
        case .startCall: linksOfCall("/callRecord/id")
        case .placeCall: linksOfCall("/id")
        case .activeCall: linksOfCall("/callId")
        case .callHistory: [Link(.deleteCallHistory, body: ["callIds": ["$response.body#/0/id"]])]
        default: []
        }
    }

    private var linksOfContacts: [Link] {
        let contact = "/contacts/0/contactId"
        return [.deleteContact, .toggleFavorite, .toggleBlock].map { Link($0, id: contact) } + [
            Link(.publicKeys, body: ["userIds": [.string("$response.body#\(contact)")]]),
            Link(
                .startCall,
                body: [
                    "roomId": 1, "calleeIds": [.string("$response.body#\(contact)")], "encryptedAESKeys": [:],
                    "isVideo": false,
                ]),
        ]
    }

    private func linksOfCall(_ call: String) -> [Link] {
        [.joinCall, .participants, .requestRejoin, .rejoinCall, .inviteToCall, .updateParticipant].map {
            Link($0, id: call)
        } + [.acceptCall, .endCall].map { Link($0, body: ["callId": .string("$response.body#\(call)")]) }
    }
}
