import Testing

/// A story with its title, to be run over the flow alone, or over adapters as well.
struct SystemTelling: Sendable, CustomTestStringConvertible {
    let title: String
    let tell: @Sendable () -> Void

    init(_ title: String, _ tell: @escaping @Sendable () -> Void) { (self.title, self.tell) = (title, tell) }

    var testDescription: String { title }
}
