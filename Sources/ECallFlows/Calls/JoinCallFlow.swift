public import ECallAPI
public import ECallCalls
public import ECallContacts
public import ECallLanguage

/// Joining a call by its link (requirement 000; docs/decisions/0076-call-links.md): its owner, asking to be admitted, and
/// answering once the call rings. The link's secret is only in the effects.
public struct JoinCallFlow: Flow {
    /// The person who made the link.
    public enum Maker: Sendable, Equatable {
        case loading
        case failed(ContactsError)
        case own
        /// Only contacts can join.
        case stranger
        case blocked(Contact)
        case contact(Contact)
    }

    public enum Status: Sendable, Equatable {
        case ready
        /// Until the call rings, for `waitTime` at most.
        case asking(isVideo: Bool)
        /// No one let the person in.
        case nobody
        case failed(CallFailure)
        /// The call rings. It is answered automatically if a device of its maker's has signed it; otherwise it keeps ringing.
        case rang(isAnswered: Bool)
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens, or the contacts have changed.
        case refreshed
        case joined(isVideo: Bool)
        case cancelled
        /// A call rings on this device.
        case rings(IncomingCall)

        // Results of effects, with the number of their attempt
        case loaded(Result<[Contact], ContactsError>)
        case asked(Int, CallFailure?)
        case waited(Int)
    }

    public enum Effect: Sendable, Equatable {
        case loadContacts
        /// Asks the maker's device for an invitation.
        case ask(Int)
        case wait(Int)
        case answer(CallID, isVideo: Bool)
    }

    /// How long the person waits to be admitted.
    public static let waitTime = Duration.seconds(40)

    public let call: CallID
    public let makerID: UserID
    public private(set) var maker: Maker
    public private(set) var status = Status.ready
    private var tries = 0

    /// - Parameter person: the account that is signed in.
    public init(_ link: CallLink, for person: UserID) {
        (call, makerID) = (link.call, link.maker)
        maker = link.maker == person ? .own : .loading
    }

    /// Whether the two ways to join are offered.
    public var canJoin: Bool {
        guard case .contact = maker else { return false }
        return switch status {
        case .ready, .nobody: true
        case .failed(let failure): !Self.isFinal(failure)
        case .asking, .rang: false
        }
    }

    /// The sentence below the owner's name; nil while nothing is known of them.
    public var text: Text? {
        switch maker {
        case .loading: nil
        case .failed(let error): error.text
        case .own: .callLinkText
        case .stranger: .joinCallStranger
        case .blocked(let contact): .joinCallBlocked(name: contact.contactName)
        case .contact(let contact):
            switch status {
            case .ready: .joinCallText
            case .asking, .rang: .joinCallAsking(name: contact.contactName)
            case .nobody: .joinCallNobody
            case .failed(.elsewhere): .joinCallAlready
            case .failed(.linkOver): .joinCallOver
            case .failed(let failure): failure.text
            }
        }
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return maker == .own ? [] : [.loadContacts]
        case .joined(let isVideo):
            guard canJoin else { return [] }
            tries += 1
            status = .asking(isVideo: isVideo)
            return [.ask(tries)]
        case .cancelled: if case .asking = status { status = .ready }
        case .rings(let ring): return rings(ring)
        case .loaded(let result): loaded(result)
        case .asked(tries, let failure):
            guard case .asking = status else { return [] }
            guard let failure else { return [.wait(tries)] }
            status = .failed(failure)
        case .waited(tries): if case .asking = status { status = .nobody }
        case .asked, .waited: break
        }
        return []
    }

    /// Another call, or another caller, rings as always.
    private mutating func rings(_ ring: IncomingCall) -> [Effect] {
        guard case .asking(let isVideo) = status, ring.id == call, ring.caller == makerID else { return [] }
        status = .rang(isAnswered: ring.isVerified)
        return ring.isVerified ? [.answer(call, isVideo: isVideo)] : []
    }

    private mutating func loaded(_ result: Result<[Contact], ContactsError>) {
        switch result {
        case .success(let contacts):
            guard let contact = contacts.first(where: { $0.contactId == makerID }) else { return maker = .stranger }
            maker = contact.isBlocked ? .blocked(contact) : .contact(contact)
        // The earlier state is more informative.
        case .failure(let error): if maker == .loading { maker = .failed(error) }
        }
    }

    /// Whether asking again is of no use.
    private static func isFinal(_ failure: CallFailure) -> Bool { [.linkOver, .elsewhere].contains(failure) }
}
