/// The command of a frame (STOMP 1.2, "STOMP Frames"); commands outside the specification are kept as `unknown`.
public enum STOMPCommand: Hashable, Sendable {
    // Client frames.
    case connect, stomp, send, subscribe, unsubscribe, ack, nack, begin, commit, abort, disconnect
    // Server frames.
    case connected, message, receipt, error
    /// A command outside the specification, as it was written.
    case unknown(String)

    /// The command for the text on the wire, which is case-sensitive.
    public init(_ text: String) {
        self = Self.named[text] ?? .unknown(text)
    }

    /// The text on the wire.
    public var text: String {
        switch self {
        case .connect: "CONNECT"
        case .stomp: "STOMP"
        case .send: "SEND"
        case .subscribe: "SUBSCRIBE"
        case .unsubscribe: "UNSUBSCRIBE"
        case .ack: "ACK"
        case .nack: "NACK"
        case .begin: "BEGIN"
        case .commit: "COMMIT"
        case .abort: "ABORT"
        case .disconnect: "DISCONNECT"
        case .connected: "CONNECTED"
        case .message: "MESSAGE"
        case .receipt: "RECEIPT"
        case .error: "ERROR"
        case .unknown(let text): text
        }
    }

    /// Whether headers of this frame are escaped: not in CONNECT and CONNECTED (STOMP 1.2, "Value Encoding").
    var escapesHeaders: Bool { self != .connect && self != .connected }

    /// Whether the specification allows this frame a body (STOMP 1.2, "Body").
    var mayHaveBody: Bool {
        switch self {
        case .send, .message, .error, .unknown: true
        default: false
        }
    }

    private static let named: [String: STOMPCommand] = {
        let known: [STOMPCommand] = [
            .connect, .stomp, .send, .subscribe, .unsubscribe, .ack, .nack, .begin, .commit, .abort, .disconnect,
            .connected, .message, .receipt, .error,
        ]
        return Dictionary(uniqueKeysWithValues: known.map { ($0.text, $0) })
    }()
}
