/// An error that a person can be told: the problem, then what to do.
public protocol ExplainedError: Error {
    var text: Text { get }
}
