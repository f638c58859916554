public import ECallAPI
public import ECallLanguage

/// The state of the signalling.
public enum SignalingState: Sendable, Equatable {
    /// Not started, or stopped.
    case stopped
    case connecting
    /// Subscribed: every signal for this device arrives.
    case online
    /// Not connected; tries again after this time.
    case waiting(Duration)
    /// The operator keeps the account out, with the server's message; tries again, since that may end.
    case suspended(APIClientError)
    /// The server does not know this device any more; it has given up.
    case signedOut(ErrorCode?)
}

/// Why a signal was not sent.
public enum SignalingError: ExplainedError, Sendable, Equatable {
    /// No connection was established in time.
    case notConnected
    /// It is not started, or this device is signed out.
    case stopped
    /// The signal is larger than the protocol allows.
    case tooLarge

    /// The text for a person.
    public var text: Text {
        switch self {
        case .notConnected: .errorsNotConnected
        case .stopped: .errorsNotOnline
        case .tooLarge: .errorsSignalTooLarge
        }
    }
}

/// The credentials with which a device signs in to the STOMP server.
public struct SignalingCredentials: Sendable, Equatable {
    public var device: DeviceID
    /// `rabbitmqToken` of `GET /credentials`.
    public var passcode: String

    public init(device: DeviceID, passcode: String) {
        self.device = device
        self.passcode = passcode
    }
}
