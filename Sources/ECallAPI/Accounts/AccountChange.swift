/// A change of an account, or its export, for which an access token alone is not enough (wire-protocol 9.7): otherwise anyone
/// who had one for a minute could take over the account, or copy all of its stored data.
public enum AccountChange: Sendable, Hashable {
    /// An address, number, or Google or Apple account is added as a sign-in method.
    case addLoginMethod
    /// Another address or number replaces the one that the profile shows.
    case replaceAddress
    case makePrimary(LoginMethodID)
    case removeLoginMethod(LoginMethodID)
    case deleteAccount
    case exportAccount

    /// The HTTP field that carries the device's proof.
    public static let proofField = "Account-Proof"

    /// The string by which a proof names the change; the proof is valid for nothing else.
    public var purpose: String {
        switch self {
        case .addLoginMethod: "add-login-method"
        case .replaceAddress: "replace-address"
        case .makePrimary(let id): "make-primary:\(id)"
        case .removeLoginMethod(let id): "remove-login-method:\(id)"
        case .deleteAccount: "delete-account"
        case .exportAccount: "export-account"
        }
    }
}
