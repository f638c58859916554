public import ECallMedia

/// What the running call sends of this person, and with which devices.
extension CallController {
    public func setMuted(_ muted: Bool) async throws(CallFailure) {
        guard let session else { throw .noCall }
        try await session.setMuted(muted)
    }

    public func setVideoEnabled(_ enabled: Bool) async throws(CallFailure) {
        guard let session else { throw .noCall }
        try await session.setVideoEnabled(enabled)
    }

    public func share(_ screen: ScreenSource?) async throws(CallFailure) {
        guard let session else { throw .noCall }
        try await session.share(screen)
    }

    public func use(_ devices: DeviceWishes) async throws(CallFailure) {
        guard let session else { throw .noCall }
        try await session.use(devices)
    }
}
