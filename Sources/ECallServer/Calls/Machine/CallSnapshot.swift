import ECallAPI

/// What is kept of a call for the history: no keys, no media.
struct CallSnapshot: Sendable, Equatable {
    let id: CallID
    let room: RoomID
    let host: DeviceIdentity
    let isVideo: Bool
    let category: CallCategory
    let startedAt: Timestamp
    let answeredAt: Timestamp?
    let endedAt: Timestamp?
    let members: [Member]

    struct Member: Sendable, Equatable {
        let user: UserID
        let device: DeviceID?
        let isHost: Bool
        let status: ParticipantStatus
        let endReason: EndReason?
        let joinedAt: Timestamp?
        let leftAt: Timestamp?
        /// The call is not in this user's history.
        let isShielded: Bool
    }

    init(_ call: LiveCall) {
        id = call.id
        room = call.room
        host = call.host
        isVideo = call.isVideo
        category = call.category
        startedAt = call.startedAt
        answeredAt = call.answeredAt
        endedAt = call.endedAt
        members = call.members.map {
            Member(
                user: $0.user, device: $0.device, isHost: $0.isHost, status: $0.status, endReason: $0.endReason,
                joinedAt: $0.joinedAt, leftAt: $0.leftAt, isShielded: $0.isUnaware)
        }
    }
}
