import Crypto
package import ECallAPI
package import Foundation

/// The content of a Web Push (wire-protocol 7.4): only the call, the caller and the event. Never the join of an invitation.
package enum WebPushMessage: Sendable, Hashable {
    /// The device rings until `endsAt`. Without an invite that fits, nothing proves the caller.
    case ring(CallID, caller: DeviceIdentity, invite: String?, endsAt: Timestamp)
    /// The ringing has ended without an answer.
    case missed(CallID, caller: DeviceIdentity)
    /// The ringing has ended: the person has answered or declined on another device.
    case over(CallID)
    case friendRequest
    case friendAccepted

    /// The longest time after which an offline device still gets it, in seconds.
    package static let quietLifetime = 86_400

    /// The call of a ring and its end; nil for other messages.
    package var call: CallID? {
        switch self {
        case .ring(let call, _, _, _), .missed(let call, _), .over(let call): call
        case .friendRequest, .friendAccepted: nil
        }
    }

    /// RFC 8030 section 5.3: rings and their ends may wake a device in power saving mode.
    package var urgency: String { call == nil ? "normal" : "high" }

    /// - Returns: JSON of at most `MessageEncryption.plaintextSize` bytes without an invite; an invite that does not fit is
    ///   omitted.
    package func json() throws -> Data {
        let whole = try encode(withInvite: true)
        return whole.count <= MessageEncryption.plaintextSize ? whole : try encode(withInvite: false)
    }

    private func encode(withInvite: Bool) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(members(withInvite: withInvite))
    }

    private struct Members: Encodable {
        let kind: String
        var callId: CallID?
        var caller: String?
        var invite: String?
        var endsAt: Int64?
    }

    private func members(withInvite: Bool) -> Members {
        switch self {
        case .ring(let call, let caller, let invite, let endsAt):
            Members(
                kind: "ring", callId: call, caller: Self.address(caller), invite: withInvite ? invite : nil,
                endsAt: endsAt.milliseconds)
        case .missed(let call, let caller): Members(kind: "missed", callId: call, caller: Self.address(caller))
        case .over(let call): Members(kind: "over", callId: call)
        case .friendRequest: Members(kind: "friend_request")
        case .friendAccepted: Members(kind: "friend_accepted")
        }
    }

    /// A device address in the form of e2ee.
    private static func address(_ device: DeviceIdentity) -> String { "\(device.user)_\(device.device)" }

    /// The topic by which a message replaces an earlier one about the same call at the push service (RFC 8030 section 5.4):
    /// 32 characters that reveal neither the call nor that another device was rung in it.
    package func topic(for subscription: WebPushSubscription) -> String? {
        call.map { call in
            let code = HMAC<SHA256>.authenticationCode(
                for: Data("ecall topic \(call)".utf8), using: SymmetricKey(data: subscription.secret))
            return Base64URL.encode(Data(code.prefix(24)))
        }
    }
}
