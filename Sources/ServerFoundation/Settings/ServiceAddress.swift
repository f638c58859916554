/// The address of another service, and its trusted authorities. Tests and private installations override it.
public struct ServiceAddress: Sendable, Equatable {
    /// `https://host[:port]`, without a path.
    public var base: String
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var authorityFile: String?

    public init(_ base: String, authorityFile: String? = nil) {
        (self.base, self.authorityFile) = (base, authorityFile)
    }
}
