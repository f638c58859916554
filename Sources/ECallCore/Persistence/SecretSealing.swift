public import Foundation

/// Protects secrets at rest. A sealed secret is bound to its name: one file cannot stand in for another.
public protocol SecretSealing: Sendable {
    /// Whether secrets are stored unsealed, which is worth a warning.
    var isPlain: Bool { get }
    func seal(_ secret: Data, name: String) throws(KeyStorageError) -> Data
    func open(_ sealed: Data, name: String) throws(KeyStorageError) -> Data
}

/// Keeps secrets as they are, guarded by the permissions of the file alone.
public struct PlainSealing: SecretSealing {
    public init() {}

    public var isPlain: Bool { true }
    public func seal(_ secret: Data, name: String) throws(KeyStorageError) -> Data { secret }
    public func open(_ sealed: Data, name: String) throws(KeyStorageError) -> Data { sealed }
}
