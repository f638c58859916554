/// The result of comparing a server's page with a release.
public struct PageReport: Sendable, Equatable, Codable {
    /// Something that is not as the release has it.
    public struct Difference: Sendable, Equatable, Codable {
        public enum Kind: String, Sendable, Codable {
            case otherBytes
            /// Answered with another status than 200.
            case missing
            /// A header makes the browser load something besides the page, or permits it.
            case header
            /// An answer that isn't a file of the release may run in a browser with the page's keys.
            case runs
        }

        public var kind: Kind
        /// The file's address.
        public var file: String
        /// The coding in which it was asked for; of `header`, the header's name.
        public var detail: String
    }

    /// The release whose page is served, or that was to be compared; nil if the page is unknown.
    public var release: String?
    /// How many files were compared, each in every coding.
    public var files: Int
    public var differences: [Difference]

    /// Whether all that is served is the release.
    public var isRelease: Bool { release != nil && differences.isEmpty }
}
