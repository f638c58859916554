/// Why a call could not be placed, answered or kept. Each has a sentence for a person; none carries secrets.
public enum CallFailure: Error, Sendable, Equatable {
    case alreadyInCall
    /// There is no call to answer, decline or hang up.
    case noCall
    /// The call was over before this device was in it.
    case over
    /// The callee has no device that can be rung.
    case notAvailable
    case busy
    /// Not signed in, or signed out by the server.
    case signedOut
    case server(title: String)
    case offline
    /// The media connection did not come back in time.
    case connectionLost
    case room(String)
    case media(String)
    /// A file or folder that was asked for cannot be used; nobody was rung. A whole sentence.
    case unusable(String)
    case encryption(String)
    /// Nobody in the call waits for being confirmed.
    case nothingToConfirm

    /// One sentence that says why and what to do next.
    public var message: String {
        switch self {
        case .alreadyInCall: "You are already in a call. Hang up first: ecall hangup"
        case .noCall: "There is no call."
        case .over: "The call is over."
        case .notAvailable: "They cannot be called right now: none of their devices is signed in with a key."
        case .busy: "They are in another call. Try again later."
        case .signedOut: "You are not signed in. Type: ecall login"
        case .server(let title): title
        case .offline: "The server does not answer. Check the address and the network, then try again."
        case .connectionLost: "The connection was lost and did not come back. Check the network and call again."
        case .room(let reason): "The call's media server refused: \(reason). Try again."
        case .unusable(let sentence): sentence
        case .media(let reason): "Camera, microphone or media could not be started: \(reason)"
        case .encryption(let reason): "The call cannot be protected, so it was not made: \(reason)"
        case .nothingToConfirm: "Nobody in the call waits for being let in."
        }
    }
}
