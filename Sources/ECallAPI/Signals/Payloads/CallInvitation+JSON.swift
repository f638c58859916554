/// An invitation in an answer over HTTP: the same JSON as the signal `call_invitation`, `type` included.
extension CallInvitation: Codable {
    private enum Key: String, CodingKey {
        case type, callId, roomId, callerId, callerDeviceId, callerName, calleeId, calleeDeviceId
        case isVideo, isOnGoing, videoCodec, encryptedAESKey, e2ee
    }

    /// - Throws: `DecodingError` if a mandatory member is missing, as for a received signal.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        _ = try members.decode(InvitationType.self, forKey: .type)
        let calleeUser = try members.decodeIfPresent(UserID.self, forKey: .calleeId)
        let calleeDevice = try members.decodeIfPresent(DeviceID.self, forKey: .calleeDeviceId)
        self.init(
            call: try members.decode(CallID.self, forKey: .callId),
            room: try members.decode(RoomID.self, forKey: .roomId),
            caller: DeviceIdentity(
                user: try members.decode(UserID.self, forKey: .callerId),
                device: try members.decode(DeviceID.self, forKey: .callerDeviceId)),
            callerName: try members.decodeIfPresent(String.self, forKey: .callerName),
            callee: calleeUser.flatMap { user in calleeDevice.map { DeviceIdentity(user: user, device: $0) } },
            isVideo: try members.decodeIfPresent(Bool.self, forKey: .isVideo) ?? false,
            isOnGoing: try members.decodeIfPresent(Bool.self, forKey: .isOnGoing) ?? false,
            videoCodec: try members.decodeIfPresent(String.self, forKey: .videoCodec),
            encryptedAESKey: try members.decode(String.self, forKey: .encryptedAESKey),
            e2ee: try members.decodeIfPresent(E2EEOpening.self, forKey: .e2ee).flatMap { $0.isPermitted ? $0 : nil })
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(InvitationType.callInvitation, forKey: .type)
        try members.encode(call, forKey: .callId)
        try members.encode(room, forKey: .roomId)
        try members.encode(caller.user, forKey: .callerId)
        try members.encode(caller.device, forKey: .callerDeviceId)
        try members.encodeIfPresent(callerName, forKey: .callerName)
        try members.encodeIfPresent(callee?.user, forKey: .calleeId)
        try members.encodeIfPresent(callee?.device, forKey: .calleeDeviceId)
        try members.encode(isVideo, forKey: .isVideo)
        try members.encode(isOnGoing, forKey: .isOnGoing)
        try members.encodeIfPresent(videoCodec, forKey: .videoCodec)
        try members.encode(encryptedAESKey, forKey: .encryptedAESKey)
        try members.encodeIfPresent(e2ee, forKey: .e2ee)
    }
}

/// The one `type` that an invitation has.
private enum InvitationType: String, Codable, Sendable, WireEnumeration { case callInvitation = "call_invitation" }
