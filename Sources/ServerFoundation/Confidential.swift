/// Holds secrets: whatever text it is made part of, by interpolation, in metadata of a log line, or by `dump`, shows its
/// name alone.
package protocol Confidential: Unprinted, CustomReflectable {}

extension Confidential {
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The same for settings, whose values tests look through; texts made of them show the name alone.
public protocol Unprinted: CustomStringConvertible, CustomDebugStringConvertible {}

extension Unprinted {
    public var description: String { "\(Self.self)(…)" }
    public var debugDescription: String { description }
}
