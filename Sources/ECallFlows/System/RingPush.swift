public import ECallAPI
public import Foundation

/// The content of a VoIP push about a call (wire-protocol 7.1): the server's unsigned claims.
public struct RingPush: Sendable, Equatable {
    public let call: CallID
    public let caller: UserID
    public let callerName: String
    public let isVideo: Bool

    public init(call: CallID, caller: UserID, callerName: String, isVideo: Bool) {
        (self.call, self.caller, self.callerName, self.isVideo) = (call, caller, callerName, isVideo)
    }

    /// Reads the payload as JSON; nil if it names no call.
    public init?(json: Data) {
        guard let members = try? JSONDecoder().decode(Members.self, from: json) else { return nil }
        guard !members.callId.isNone, !members.callerId.isNone else { return nil }
        self.init(
            call: members.callId, caller: members.callerId, callerName: members.callerName ?? "",
            isVideo: members.isVideo ?? false)
    }

    private struct Members: Decodable {
        let callId: CallID
        let callerId: UserID
        let callerName: String?
        let isVideo: Bool?
    }
}
