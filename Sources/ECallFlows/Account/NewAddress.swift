public import ECallAPI
import ECallCore

/// An address or number that the account is to get, as far as the screen goes: typed, then proved by the code that was sent to
/// it.
public struct NewAddress: Sendable, Equatable {
    public enum Step: Sendable, Equatable {
        /// Which one?
        case identifier
        /// A code is under way to it.
        case code(LoginIdentifier)
    }

    public internal(set) var step = Step.identifier
    public internal(set) var identifier = ""
    /// Of the country that numbers without one are of.
    public internal(set) var callingCode: String?

    /// What is typed, as the server takes it.
    func read() throws(IdentifierSyntax.Problem) -> LoginIdentifier {
        try LoginIdentifier(identifier, callingCode: callingCode)
    }
}
