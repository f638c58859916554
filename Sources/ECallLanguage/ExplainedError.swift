/// An error that a person can be told: what happened, then what to do.
public protocol ExplainedError: Error {
    var text: Text { get }
}
