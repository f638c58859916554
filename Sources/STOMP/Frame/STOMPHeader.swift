/// A header of a frame, unescaped.
public struct STOMPHeader: Hashable, Sendable {
    /// The name, case-sensitive.
    public var name: String
    /// The value; may be empty.
    public var value: String

    /// A header with `name` and `value`, both unescaped.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [STOMPHeader] {
    /// The value of the first header called `name`: the first one wins (STOMP 1.2, "Repeated Header Entries").
    public subscript(name: String) -> String? {
        first { $0.name == name }?.value
    }
}
