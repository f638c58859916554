/// A STOMP 1.2 frame: command, headers in their order, body.
public struct STOMPFrame: Hashable, Sendable {
    /// The command of the frame.
    public var command: STOMPCommand
    /// The headers in the order of the wire, repeated ones included.
    public var headers: [STOMPHeader]
    /// The body; only SEND, MESSAGE and ERROR can have one.
    public var body: [UInt8]

    /// A frame of these parts; nothing is checked before `encoded`.
    public init(_ command: STOMPCommand, headers: [STOMPHeader] = [], body: [UInt8] = []) {
        self.command = command
        self.headers = headers
        self.body = body
    }

    /// The value of the first header called `name`.
    public subscript(name: String) -> String? { headers[name] }
}

extension STOMPFrame: CustomStringConvertible, CustomDebugStringConvertible {
    /// Command and sizes only: headers carry passcodes and tokens, bodies carry keys, and descriptions end up in logs.
    public var description: String { "\(command.text) (\(headers.count) headers, \(body.count) bytes)" }
    /// The same as `description`, so that a frame inside another value does not show its content either.
    public var debugDescription: String { description }
}
