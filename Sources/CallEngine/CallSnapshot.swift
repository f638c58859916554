package import ECallAPI

/// The history's record of a call: no keys, no media.
package struct CallSnapshot: Sendable, Equatable {
    package let id: CallID
    package let room: RoomID
    package let host: DeviceIdentity
    package let isVideo: Bool
    package let category: CallCategory
    package let startedAt: Timestamp
    package let answeredAt: Timestamp?
    package let connectedAt: Timestamp?
    package let endedAt: Timestamp?
    package let members: [Member]

    package struct Member: Sendable, Equatable {
        package let user: UserID
        package let device: DeviceID?
        package let isHost: Bool
        package let status: ParticipantStatus
        package let endReason: EndReason?
        package let joinedAt: Timestamp?
        package let leftAt: Timestamp?
        /// Whether the call is hidden from this user's history.
        package let isShielded: Bool
    }

    package init(_ call: LiveCall) {
        id = call.id
        room = call.room
        host = call.host
        isVideo = call.isVideo
        category = call.category
        startedAt = call.startedAt
        answeredAt = call.answeredAt
        connectedAt = call.connectedAt
        endedAt = call.endedAt
        members = call.members.map {
            Member(
                user: $0.user, device: $0.device, isHost: $0.isHost, status: $0.status, endReason: $0.endReason,
                joinedAt: $0.joinedAt, leftAt: $0.leftAt, isShielded: $0.isUnaware)
        }
    }
}
