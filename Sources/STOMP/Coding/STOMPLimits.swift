/// The limits of a decoder's input, checked before anything is buffered. All sizes in bytes as on the wire.
public struct STOMPLimits: Hashable, Sendable {
    /// The longest command.
    public var command: Int
    /// The most headers in a frame.
    public var headerCount: Int
    /// The longest header line, name and value together, escapes counted as written.
    public var header: Int
    /// The largest body.
    public var body: Int
    /// The largest frame: command, headers, body, terminator.
    public var frame: Int

    /// Limits; the defaults suit signalling, whose largest body is an invitation with a wrapped key.
    public init(command: Int = 32, headerCount: Int = 32, header: Int = 8192, body: Int = 65_536, frame: Int = 131_072)
    {
        self.command = command
        self.headerCount = headerCount
        self.header = header
        self.body = body
        self.frame = frame
    }
}
