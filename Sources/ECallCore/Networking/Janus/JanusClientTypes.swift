public import ECallLanguage
public import Janus

/// A handle of the videoroom plugin: one PeerConnection.
public struct JanusHandle: Sendable {
    public let id: UInt64
    /// Events of the handle besides answers, for one consumer; ends with the handle.
    public let events: AsyncStream<JanusHandleEvent>
}

/// The state of the connection to Janus.
public enum JanusClientState: Sendable, Equatable {
    case connected
    /// The socket was lost; media continue while it is reopened and the session reclaimed.
    case reconnecting
    /// The session is over; nil after `close()`.
    case closed(JanusClientError?)
}

/// Why something asked of Janus failed.
public enum JanusClientError: ExplainedError, Sendable, Equatable {
    /// There is no connection: not made yet, lost, or closed.
    case notConnected
    /// The access token could not be had.
    case authorization(APIClientError)
    /// The socket could not be opened.
    case socket(SocketError)
    /// Janus or the room refused.
    case refused(JanusError)
    case timeout
    case handleGone
    /// Janus no longer has the session.
    case sessionLost
    case unexpectedAnswer

    /// The text for a person.
    public var text: Text {
        switch self {
        case .notConnected, .socket(.unreachable), .socket(.closed): .errorsMediaServerNotConnected
        case .authorization(let error): error.text
        case .socket(.untrusted): .errorsMediaServerUntrusted
        case .refused: .errorsMediaServerRefused
        case .timeout, .socket(.timeout): .errorsMediaServerTimeout
        case .socket: .errorsMediaServerUnreachable
        case .handleGone, .sessionLost: .errorsMediaServerLost
        case .unexpectedAnswer: .errorsMediaServerNotUnderstood
        }
    }

    /// Whether the connection to Janus is lost, or was not there: another may succeed in a moment.
    public var isLoss: Bool {
        switch self {
        case .notConnected, .timeout, .sessionLost, .handleGone: true
        case .socket(.unreachable), .socket(.timeout), .socket(.closed): true
        case .socket(.refused(let status)): status >= 500
        case .socket, .authorization, .refused, .unexpectedAnswer: false
        }
    }

    init(_ error: JanusRequestError) {
        switch error {
        case .janus(let error), .plugin(let error): self = .refused(error)
        case .timeout: self = .timeout
        case .handleGone: self = .handleGone
        case .connectionLost, .closing: self = .notConnected
        case .sessionLost: self = .sessionLost
        case .unexpectedAnswer: self = .unexpectedAnswer
        }
    }

    init(_ error: JanusUsageError) {
        switch error {
        case .notOpen: self = .notConnected
        case .unknownHandle: self = .handleGone
        }
    }

    init?(_ reason: JanusEndReason) {
        switch reason {
        case .destroyed, .destroyedUnconfirmed: return nil
        case .refused(let error): self = .refused(error)
        case .sessionLost: self = .sessionLost
        case .silent: self = .timeout
        }
    }
}
