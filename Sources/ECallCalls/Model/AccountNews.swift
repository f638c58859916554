public import ECallAPI

/// The parts of the account, as an app shows it, that may have changed.
public enum AccountNews: Sendable, Equatable, CaseIterable {
    /// Requests and contacts.
    case people
    /// The own profile, or how a friend is called.
    case profiles
    /// Another device has signed in.
    case devices
    /// One has ended, or was answered elsewhere.
    case calls
    /// The device is online: whatever was told meanwhile has not come.
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
