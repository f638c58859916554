public import Foundation

/// The phone below a registry of pushes.
@_spi(Walk)
public protocol PushSystem: AnyObject {
    func setDelegate()
    func setDesiredPushTypes()
}

@_spi(Walk)
extension PKPushRegistry {
    public convenience init(_ system: any PushSystem) {
        self.init(queue: nil)
        self.system = system
    }

    public func update(token: Data) { delegate?.pushRegistry(self, didUpdate: PKPushCredentials(token), for: .voIP) }

    public func invalidateToken() { delegate?.pushRegistry(self, didInvalidatePushTokenFor: .voIP) }

    /// A push on a system before iOS 26.4.
    public func receive(_ payload: [AnyHashable: Any], completion: @escaping @Sendable () -> Void) {
        delegate?.pushRegistry(
            self, didReceiveIncomingPushWith: PKPushPayload(payload), for: .voIP, completion: completion)
    }

    /// From iOS 26.4 on.
    public func receive(
        _ payload: [AnyHashable: Any], mustReport: Bool, completion: @escaping @Sendable () -> Void
    ) {
        delegate?.pushRegistry(
            self, didReceiveIncomingVoIPPushWith: PKPushPayload(payload), metadata: PKVoIPPushMetadata(mustReport),
            withCompletionHandler: completion)
    }
}
