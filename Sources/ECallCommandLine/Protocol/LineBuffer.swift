/// Splits a byte stream into lines: the framing between commands and agent. Pure; bytes may arrive in any pieces.
struct LineBuffer: Sendable {
    /// The longest line without its line feed, in bytes.
    static let longest = 64 * 1024

    enum Failure: Error, Equatable {
        /// The line is longer than `longest`; nothing after it can be read.
        case tooLong
    }

    private var bytes: [UInt8] = []
    /// Bytes before this index hold no line feed.
    private var searched = 0

    init() {}

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// The next whole line without its line feed; nil if there is none.
    mutating func next() throws(Failure) -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            guard bytes.count <= Self.longest else { throw .tooLong }
            return nil
        }
        guard end <= Self.longest else { throw .tooLong }
        let line = Array(bytes[..<end])
        bytes.removeSubrange(...end)
        searched = 0
        return line
    }
}
