public import ECallLanguage

/// The reason why a call could not be placed, answered or continued. Each has a sentence for a person; none contains secrets.
public enum CallFailure: ExplainedError, Sendable, Equatable {
    case alreadyInCall
    /// There is no call to answer, decline or hang up.
    case noCall
    /// The call was over before this device was in it.
    case over
    /// Another device of the person is in the call, and connected.
    case elsewhere
    /// The callee has no device that can be rung.
    case notAvailable
    case busy
    /// Not signed in, or signed out by the server.
    case signedOut
    case server(Text)
    case offline
    /// The media connection did not recover in time.
    case connectionLost
    /// The media server refused; its reason.
    case room(Text)
    /// A camera, microphone or connection that could not be started.
    case media(Text)
    /// A requested file or folder cannot be used; no one was rung. A whole sentence.
    case unusable(Text)
    /// A whole sentence.
    case encryption(Text)
    /// No participant waits to be confirmed.
    case nothingToConfirm
    /// The server's limit of unmuted people is reached: another participant must mute first.
    case tooManyUnmuted
    case notHost
    /// The host has removed this person.
    case removed
    /// The call was begun without a camera on this device.
    case noPictures
    /// Everyone to be invited is already in the call.
    case alreadyInThisCall
    case notInCall
    /// The link cannot be used: the call is over, its maker is not in it, or is not a contact.
    case linkOver
    /// The maker of the link did not let this person in.
    case notLetIn
    /// This process may open too few files for a call of this size; `limit` is what it would need.
    case tooFewFiles(people: Int, limit: Int)
    /// The same for threads.
    case tooFewThreads(people: Int, limit: Int)

    /// One sentence with the reason and the next step.
    public var text: Text {
        switch self {
        case .alreadyInCall: .callFailureAlreadyInCall
        case .noCall: .callFailureNoCall
        case .over: .callFailureOver
        case .elsewhere: .runningHeld
        case .notAvailable: .callFailureNotAvailable
        case .busy: .callFailureBusy
        case .signedOut: .callFailureSignedOut
        case .server(let sentence): sentence
        case .offline: .callFailureOffline
        case .connectionLost: .callFailureConnectionLost
        case .room(let reason): .callFailureRoomBecause(reason: reason)
        case .unusable(let sentence): sentence
        case .media(let reason): .callFailureMediaBecause(reason: reason)
        case .encryption(let sentence): sentence
        case .nothingToConfirm: .callFailureNothingToConfirm
        case .tooManyUnmuted: .errorsTooManyUnmuted
        case .notHost: .errorsNotCallMaker
        case .removed: .errorsRemovedFromCall
        case .noPictures: .callFailureNoPictures
        case .alreadyInThisCall: .callFailureAlreadyInThisCall
        case .notInCall: .callFailureNotInCall
        case .linkOver: .callFailureLinkOver
        case .notLetIn: .callFailureNotLetIn
        case .tooFewFiles(let people, _): .callFailureTooFewFiles(count: people)
        case .tooFewThreads(let people, _): .callFailureTooFewThreads(count: people)
        }
    }
}
