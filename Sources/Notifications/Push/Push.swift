package import ECallAPI
import ServerFoundation

/// The two kinds of pushes, which go to different tokens of a device. The raw values are used in the outbox.
package enum PushKind: String, Sendable, Hashable, Encodable {
    case voip, alert

    /// The APNs topic: the app's bundle id with a suffix (wire-protocol 7.1).
    package func topic(bundleID: String) -> String { self == .voip ? bundleID + ".voip" : bundleID }
}

/// A device and its token at Apple.
package struct PushTarget: Sendable, Hashable {
    package let user: UserID
    package let device: DeviceID
    package let token: String

    package init(user: UserID, device: DeviceID, token: String) {
        self.user = user
        self.device = device
        self.token = token
    }
}

/// A push to one device.
package struct Push: Sendable {
    package let kind: PushKind
    package let target: PushTarget
    package let payload: PushPayload
    package let expiresAt: Timestamp
    /// The same in every attempt.
    package var id: String

    package init(
        kind: PushKind, target: PushTarget, payload: PushPayload, expiresAt: Timestamp, id: String = PushID.random()
    ) {
        self.kind = kind
        self.target = target
        self.payload = payload
        self.expiresAt = expiresAt
        self.id = id
    }
}

/// A UUID in Apple's form: lower case, 8-4-4-4-12.
package enum PushID {
    package static func random() -> String {
        let digits = Array(HexDigest.hex((0..<16).map { _ in UInt8.random(in: .min ... .max) }))
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }
}
