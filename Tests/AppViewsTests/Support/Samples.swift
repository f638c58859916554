import ECallAPI
import ECallAccount
import ECallContacts
import ECallCore
import ECallFlows
import SwiftUI
import Testing

/// Monday, 2 March 2026, noon.
let noon = Timestamp(milliseconds: 1_772_452_800_000)

enum Sample {
    static let offline = APIClientError.offline(host: "calls.example.org")

    static func contact(
        _ id: UserID, _ name: String, isFavorite: Bool = false, isBlocked: Bool = false, said: String? = nil,
        last: Timestamp? = nil
    ) -> Contact {
        var contact = Contact(
            userId: 1, contactId: id, contactName: name, isFavorite: isFavorite, isBlocked: isBlocked,
            lastInteraction: last)
        contact.saidName = said
        return contact
    }

    static func request(_ id: UInt64, _ direction: PendingRequest.Direction, _ user: UserID, _ name: String)
        -> PendingRequest
    {
        PendingRequest(
            direction: direction,
            request: FriendRequest(
                id: FriendRequestID(id), senderId: direction == .received ? user : 1,
                receiverId: direction == .received ? 1 : user, status: nil, receiverName: name,
                date: noon.advanced(bySeconds: -3600)))
    }

    static func call(
        _ id: CallID, _ type: CallDirection = .incoming, _ status: CallStatus = .completed, names: [String] = ["Bo"],
        isVideo: Bool = false, isAnswered: Bool = true, reason: EndReason? = nil, secondsAgo: Int = 60
    ) -> CallRecord {
        let start = noon.advanced(bySeconds: -secondsAgo)
        return CallRecord(
            id: id, callType: type, callMediaType: isVideo ? .video : .audio,
            callCategory: names.count > 1 ? .group : .personal, startedAt: start, answeredAt: isAnswered ? start : nil,
            endedAt: status == .active ? nil : start, status: status, janusRoomId: 1, duration: 90,
            participants: names.enumerated().map { index, name in
                Participant(
                    userId: UserID(UInt64(index + 2)), deviceId: 0, displayName: name, isHost: false, callId: id,
                    isHostKey: false, feedId: nil, isMuted: false, isVideoEnabled: false, status: .left,
                    endReason: reason)
            })
    }

    static func device(_ id: DeviceID, _ name: String, seen: Timestamp? = noon) -> DeviceInfo {
        DeviceInfo(
            id: id, userId: 1, deviceName: name, systemName: "iOS", systemVersion: "26.0", identifier: "\(id)", ip: "",
            location: "", updatedAt: seen)
    }

    static func method(_ id: UInt64, _ type: LoginMethodType, _ value: String, isPrimary: Bool = false)
        -> LoginMethodInfo
    {
        LoginMethodInfo(id: LoginMethodID(id), type: type, value: value, isPrimary: isPrimary, verifiedAt: nil)
    }
}

/// The states of fetched data: each screen that fetches has all of them in its table.
enum LoadableCase: CaseIterable {
    case loading, loaded, failed

    init<Value, Failure>(_ loadable: Loadable<Value, Failure>) {
        switch loadable {
        case .loading: self = .loading
        case .loaded: self = .loaded
        case .failed: self = .failed
        }
    }
}

extension View {
    /// The locale and time zone in which times are read, whatever this machine's settings.
    func inLondon() -> some View {
        environment(\.locale, Pseudo.made?.locale ?? Locale(identifier: "en_GB")).environment(\.timeZone, .gmt)
    }
}
