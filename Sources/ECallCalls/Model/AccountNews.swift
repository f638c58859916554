public import ECallAPI

/// That what an app shows of the account may not be so any more.
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

    /// What a signal of the server is about; nil where it concerns a call that goes on alone.
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
