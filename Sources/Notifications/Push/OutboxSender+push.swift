import ECallAPI

extension OutboxSender {
    private struct PushFile: Encodable {
        let channel = "push"
        let kind: PushKind
        let userId: UserID
        let deviceId: DeviceID
        let topic: String
        let payload: PushPayload
    }

    package func record(_ push: Push, topic: String) throws {
        try write(
            PushFile(
                kind: push.kind, userId: push.target.user, deviceId: push.target.device, topic: topic,
                payload: push.payload))
    }
}
