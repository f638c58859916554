import ECallAPI
import Notifications
import OpenIDConnect

/// The server's constraints on request members beyond their types, as JSON Schema to merge into theirs.
struct OpenAPILimits {
    let limits: Limits

    /// The constraints by member, or by `Type.member` if a type has its own under that name.
    func schema(of member: String, in type: String) -> [String: JSONValue] {
        byType["\(type).\(member)"] ?? byName[member] ?? [:]
    }

    private var byType: [String: [String: JSONValue]] {
        [
            // Apple's authorization code.
            "AppleLoginRequest.code": ["maxLength": count(CodeExchange.longestCode)],
            "AppleLoginRequest.appleIdToken": ["maxLength": count(CompactToken.largest)],
        ]
    }

    private var byName: [String: [String: JSONValue]] {
        [
            "email": ["format": "email", "maxLength": 254], "phoneNumber": ["pattern": "^\\+[0-9]{5,15}$"],
            "code": ["pattern": "^([0-9]{6}|[0-9]{8}|[0-9]{10})$"],
            "displayName": ["minLength": 1, "maxLength": count(DisplayName.longest)],
            "googleIdToken": ["maxLength": count(CompactToken.largest)],
            "refreshToken": ["pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$", "maxLength": 4096],
            "publicKey": ["pattern": "^[A-Za-z0-9+/]+={0,2}$", "maxLength": 1024, "contentEncoding": "base64"],
            "publicKeyHash": ["pattern": "^[0-9a-fA-F]{64}$"],
            "deviceName": description, "systemName": description, "systemVersion": description,
            "language": [
                "pattern": .string(LanguageTag.pattern), "maxLength": count(DeviceDetails.longestLanguage),
            ],
            "identifier": description, "voipToken": pushToken, "apnsToken": pushToken,
            "token": ["pattern": .string("^[0-9A-Za-z]{\(ShareToken.length)}$")],
            "identity": signed, "statement": signed, "signInProof": signed,
            "note": ["maxLength": count(ReportRequest.longestNote)],
            "join": sealed(.join), "invite": sealed(.invite),
            "userIds": ["maxItems": count(limits.publicKeyUsers)],
            "calleeIds": ["minItems": 1, "maxItems": count(limits.callParticipants - 1)],
            "callIds": ["maxItems": count(CallHistoryController.mostDeleted)],
            "encryptedAESKeys": [
                "maxProperties": count(StartCallCheck.keys * limits.callParticipants),
                "additionalProperties": [
                    "type": "string", "pattern": "^[!-~]*$", "maxLength": count(StartCallCheck.keyLength),
                ],
            ],
        ]
    }

    private var description: [String: JSONValue] { ["maxLength": count(DeviceDetails.longestText)] }
    private var signed: [String: JSONValue] {
        [
            "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
            "maxLength": count(SignedText.largest),
        ]
    }
    private func sealed(_ kind: E2EEKind) -> [String: JSONValue] {
        ["pattern": "^[!#-\\[\\]-~]+$", "maxLength": count(kind.largest)]
    }
    private var pushToken: [String: JSONValue] { ["maxLength": count(DeviceDetails.longestToken)] }

    private func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}
