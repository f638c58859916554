public import Dispatch
public import Foundation

public struct PKPushType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
}

public class PKPushCredentials: NSObject {
    public let token: Data

    init(_ token: Data) { self.token = token }
}

public class PKPushPayload: NSObject {
    public let dictionaryPayload: [AnyHashable: Any]

    init(_ payload: [AnyHashable: Any]) { dictionaryPayload = payload }
}

/// From iOS 26.4 on.
public final class PKVoIPPushMetadata: NSObject, Sendable {
    public let mustReport: Bool

    init(_ mustReport: Bool) { self.mustReport = mustReport }
}

/// All but the first are optional in Apple's; here are those that the app has.
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void)
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void)
}

public class PKPushRegistry: NSObject {
    public weak var delegate: (any PKPushRegistryDelegate)? { didSet { system?.setDelegate() } }
    public var desiredPushTypes: Set<PKPushType>? { didSet { system?.setDesiredPushTypes() } }

    weak var system: (any PushSystem)?

    public init(queue: DispatchQueue?) {}
}
