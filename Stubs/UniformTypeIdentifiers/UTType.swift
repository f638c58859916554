/// A type of files.
public struct UTType: Sendable, Equatable {
    public let identifier: String

    /// Any file.
    public static let data = UTType(identifier: "public.data")
    public static let image = UTType(identifier: "public.image")
}
