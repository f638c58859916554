/// The reason why bytes are not a STOMP frame; a closed set, without any of the content. After one of these the connection
/// must end.
public enum STOMPDecodingError: Error, Hashable, Sendable, CaseIterable {
    case commandTooLong
    /// The command has characters other than upper-case ASCII letters.
    case malformedCommand
    case tooManyHeaders
    case headerTooLong
    /// A header line without colon, with an empty name, with NUL, or not UTF-8.
    case malformedHeader
    /// A backslash followed by something other than `r`, `n`, `c` or a backslash (STOMP 1.2, "Value Encoding").
    case undefinedEscape
    /// A carriage return without a line feed.
    case strayCarriageReturn
    /// `content-length` is not a plain decimal number.
    case malformedContentLength
    case bodyTooLarge
    case frameTooLarge
    /// A body in a frame that must have none (STOMP 1.2, "Body").
    case unexpectedBody
    /// No NUL after a body of `content-length` bytes.
    case missingTerminator
    /// The message ended within a frame (wire-protocol 3.2: one complete frame per WebSocket message).
    case truncated
}
