import ECallAPI
import Foundation

/// The content of a push, member by member as in wire-protocol 7.
package enum PushPayload: Sendable, Hashable, Encodable {
    case ring(VoIPPush)
    case alert(PushAlert)

    package var kind: PushKind {
        switch self {
        case .ring: .voip
        case .alert: .alert
        }
    }

    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .ring(let push): try RingMembers(push).encode(to: encoder)
        case .alert(let alert): try AlertMembers(alert).encode(to: encoder)
        }
    }

    /// Wire-protocol 7.1: ids are integers, and `aps` is present and empty.
    private struct RingMembers: Encodable {
        struct Empty: Encodable {}

        let aps = Empty()
        let callerId: UserID
        let callerDeviceId: DeviceID
        let callerName: String
        let encryptedAESKey: String
        let isVideo: Bool
        let roomId: RoomID
        let isOnGoing: Bool
        let callId: CallID

        init(_ push: VoIPPush) {
            callerId = push.caller.user
            callerDeviceId = push.caller.device
            callerName = push.callerName
            encryptedAESKey = push.encryptedAESKey
            isVideo = push.isVideo
            isOnGoing = push.isOnGoing
            roomId = push.room
            callId = push.callID
        }
    }

    /// Wire-protocol 7.2: a plain alert in the app's own words, without `content-available`, or it would be shown twice.
    private struct AlertMembers: Encodable {
        struct APS: Encodable {
            let alert: Text
            let sound = "default"
        }

        struct Text: Encodable {
            let title: String
            let content: String
            let arguments: [String]?

            enum CodingKeys: String, CodingKey {
                case title = "title-loc-key"
                case content = "loc-key"
                case arguments = "loc-args"
            }
        }

        let aps: APS
        let type: String
        let displayName: String?

        init(_ alert: PushAlert) {
            let (title, content): (String, String)
            (type, displayName, title, content) =
                switch alert {
                case .newFriendRequest(let name):
                    ("newFriendRequest", name, "new_friend_request_title", "new_friend_request_content")
                case .acceptFriendRequest(let name):
                    ("acceptFriendRequest", name, "friend_request_accepted_title", "friend_request_accepted_content")
                case .warningLogin: ("warningLogin", nil, "warning_login_title", "warning_login_content")
                case .userInfoUpdate: ("userInfoUpdate", nil, "notification_title", "account_info_updated_message")
                }
            aps = APS(alert: Text(title: title, content: content, arguments: displayName.map { [$0] }))
        }
    }
}
