/// `call_invitation`: a device rings. `calleeId` and `calleeDeviceId` name that device.
public struct CallInvitation: SignalPayload {
    public var call: CallID
    public var room: RoomID
    public var caller: DeviceIdentity
    public var callerName: String?
    public var callee: DeviceIdentity?
    public var isVideo: Bool
    /// Whether the call was there before (wire-protocol 4.5).
    public var isOnGoing: Bool
    public var videoCodec: String?
    /// The door key, wrapped for the one device that gets this.
    public var encryptedAESKey: String
    /// The caller's invite and join, for connections; a Web Push contains only the invite, and a push to Apple neither (e2ee
    /// 2).
    public var e2ee: E2EEOpening?

    public init(
        call: CallID, room: RoomID, caller: DeviceIdentity, callerName: String?, callee: DeviceIdentity? = nil,
        isVideo: Bool, isOnGoing: Bool = false, videoCodec: String? = nil, encryptedAESKey: String,
        e2ee: E2EEOpening? = nil
    ) {
        self.call = call
        self.room = room
        self.caller = caller
        self.callerName = callerName
        self.callee = callee
        self.isVideo = isVideo
        self.isOnGoing = isOnGoing
        self.videoCodec = videoCodec
        self.encryptedAESKey = encryptedAESKey
        self.e2ee = e2ee
    }

    init?(_ members: JSONMembers) {
        guard let call: CallID = members.id(.callId), let room: RoomID = members.id(.roomId),
            let caller = members.device(.callerId, .callerDeviceId), let key = members.text(.encryptedAESKey)
        else { return nil }
        self.init(
            call: call, room: room, caller: caller, callerName: members.text(.callerName),
            callee: members.device(.calleeId, .calleeDeviceId), isVideo: members.flag(.isVideo) ?? false,
            isOnGoing: members.flag(.isOnGoing) ?? false, videoCodec: members.text(.videoCodec), encryptedAESKey: key,
            e2ee: members.opening)
    }

    func write(to members: inout SignalMembers) {
        members.put(call, as: .callId)
        members.put(room, as: .roomId)
        members.put(caller, as: (.callerId, .callerDeviceId))
        members.put(callerName, as: .callerName)
        members.put(callee, as: (.calleeId, .calleeDeviceId))
        members.put(isVideo, as: .isVideo)
        members.put(isOnGoing, as: .isOnGoing)
        members.put(videoCodec, as: .videoCodec)
        members.put(encryptedAESKey, as: .encryptedAESKey)
        members.put(e2ee)
    }
}
