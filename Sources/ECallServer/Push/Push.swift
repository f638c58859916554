import ECallAPI

/// The two kinds of pushes, which go to different tokens of a device. The raw values stand in the outbox.
enum PushKind: String, Sendable, Hashable, Encodable {
    case voip, alert

    /// What follows the app's bundle id (wire-protocol 7.1).
    func topic(bundleID: String) -> String { self == .voip ? bundleID + ".voip" : bundleID }
}

/// A device and the token under which Apple knows it.
struct PushTarget: Sendable, Hashable {
    let user: UserID
    let device: DeviceID
    let token: String
}

/// One push to one device.
struct Push: Sendable {
    let kind: PushKind
    let target: PushTarget
    let payload: PushPayload
    let expiresAt: Timestamp
    /// The same in every try to send it.
    var id = PushID.random()
}

/// A UUID in the form that Apple asks for: lower case, 8-4-4-4-12.
enum PushID {
    static func random() -> String {
        let digits = Array(Digest.hex((0..<16).map { _ in UInt8.random(in: .min ... .max) }))
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }
}
