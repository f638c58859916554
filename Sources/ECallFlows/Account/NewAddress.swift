public import ECallAPI
import ECallCore

/// An address or number being added to the account: typed, then proved by the code that was sent to it.
public struct NewAddress: Sendable, Equatable {
    public enum Step: Sendable, Equatable {
        /// The person enters an address or number.
        case identifier
        /// A code is under way to it.
        case code(LoginIdentifier)
    }

    public internal(set) var step = Step.identifier
    public internal(set) var identifier = ""
    /// The calling code for numbers that are typed without one.
    public internal(set) var callingCode: String?

    /// Parses the input into the server's form.
    func read() throws(IdentifierSyntax.Problem) -> LoginIdentifier {
        try LoginIdentifier(identifier, callingCode: callingCode)
    }
}
