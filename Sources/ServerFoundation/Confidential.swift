/// A type with secrets: any text that it becomes part of, by interpolation, in log metadata, or by `dump`, shows only its name.
package protocol Confidential: Unprinted, CustomReflectable {}

extension Confidential {
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The same for settings, whose values tests inspect; text made of them shows only the name.
public protocol Unprinted: CustomStringConvertible, CustomDebugStringConvertible {}

extension Unprinted {
    public var description: String { "\(Self.self)(…)" }
    public var debugDescription: String { description }
}
