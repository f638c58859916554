public import ECallAPI

/// The parts of the account, as an app shows it, that may have changed.
public enum AccountNews: Sendable, Equatable, CaseIterable {
    /// Requests and contacts.
    case people
    /// The own profile, or the name of a contact.
    case profiles
    /// Another device has signed in.
    case devices
    /// A call has ended, or was answered elsewhere.
    case calls
    /// The device is online: signals sent meanwhile have not arrived.
    case online

    /// Returns the subject of a server signal; nil if it concerns only a running call.
    public init?(_ signal: Signal) {
        switch signal {
        case .friendRequest, .friendAccepted: self = .people
        case .userUpdated: self = .profiles
        case .loginWarning: self = .devices
        case .callEnded, .callCancelled: self = .calls
        default: return nil
        }
    }
}
