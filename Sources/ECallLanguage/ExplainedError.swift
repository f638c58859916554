/// An error with a text for a person: the problem, then what to do.
public protocol ExplainedError: Error {
    var text: Text { get }
}
