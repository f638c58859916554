public import ECallAPI
public import ECallCalls
public import ECallLanguage

/// A call of the person's that this program is not in (requirement 000): shown above everything else as long as they can return
/// to it. The caller supplies the time, from a monotonic clock.
public struct RunningCallFlow: Flow {
    public enum Action: Sendable, Equatable {
        /// The app has started, is online again or in the foreground, or a call is over.
        case refreshed
        case returned
        case left
        /// A call of the history that is in progress.
        case chose(CallID)
        case sawMessage

        // Results of effects
        case looked(Result<OngoingCall?, CallFailure>, at: Duration)
        case waited(at: Duration)
        case cameBack(CallID, CallFailure?)
        case wasLeft(CallID, CallFailure?)
    }

    public enum Effect: Sendable, Equatable {
        case look
        case wait(Duration)
        /// - Parameter isVideo: whether it is known to be one with video.
        case comeBack(CallID, isVideo: Bool?)
        case leave(CallID)
    }

    /// The call that can be returned to.
    public enum State: Sendable, Equatable {
        case none
        /// This device was in it until its program ended; its seat is kept until then.
        case here(OngoingCall, until: Duration)
        case elsewhere(OngoingCall)
    }

    /// The work under way, one at a time.
    public enum Work: Sendable, Equatable {
        case returning(CallID)
        case leaving(CallID)
    }

    /// A message that is shown once.
    public enum Message: Sendable, Equatable {
        /// Others have ended it.
        case over(OngoingCall)
        case failed(CallFailure)

        /// The sentence for a person.
        public var text: Text {
            switch self {
            case .over(let call): .runningOver(names: call.names)
            case .failed(let failure): failure.text
            }
        }
    }

    /// How long a call that was lost here can be returned to (docs/decisions/0047-a-call-outlives-its-line.md). The server
    /// waits equally long for a device that is silent; one that is online again without its media must end this itself.
    static let lostTime = Duration.seconds(60)
    /// The polling interval, for changes without an event.
    static let lookTime = Duration.seconds(5)

    public private(set) var state = State.none
    public private(set) var work: Work?
    public private(set) var message: Message?
    private var isWaiting = false
    /// Whether the server has answered: until then the question is repeated, because an app may start without a network.
    private var isAnswered = true
    /// The deadline of returning to a call: it doesn't restart as the call is found again.
    private var promise: Promise?

    private struct Promise: Sendable, Equatable {
        let id: CallID
        let until: Duration
    }

    public init() {}

    /// The call that can be returned to.
    public var call: OngoingCall? {
        switch state {
        case .none: nil
        case .here(let call, _), .elsewhere(let call): call
        }
    }

    /// Whether *Return* does something now: another device that is connected holds its place.
    public var canReturn: Bool { call.map { $0.place != .elsewhere(isHeld: true) } ?? false && work == nil }

    /// Whether *Leave* does: what another device is in is left there.
    public var canLeave: Bool { call?.place == .here && work == nil }

    /// The sentence above the buttons; nil if there is no call.
    public var text: Text? {
        guard let call else { return nil }
        return switch call.place {
        case .here: .runningHere(names: call.names)
        case .elsewhere(isHeld: true): .runningElsewhere(names: call.names)
        case .elsewhere(isHeld: false): .runningLostElsewhere(names: call.names)
        }
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed:
            isAnswered = false
            return [.look]
        case .returned:
            guard canReturn, let call else { return [] }
            return comeBack(call.id, isVideo: call.isVideo)
        case .chose(let id): return comeBack(id, isVideo: call?.id == id ? call?.isVideo : nil)
        case .left: return leave()
        case .sawMessage: message = nil
        case .looked(.success(let call), let now): return found(call, at: now)
        case .looked(.failure(let failure), let now):
            if failure == .signedOut { isAnswered = true }
            return wait(at: now)
        case .waited(let now):
            isWaiting = false
            if case .here(_, let until) = state, until <= now, canLeave { return leave() }
            return state == .none && isAnswered ? [] : [.look]
        case .cameBack(_, nil), .wasLeft(_, nil): (work, state, promise) = (nil, .none, nil)
        case .cameBack(_, let failure?):
            work = nil
            // Hung up, or given up, by the person.
            if failure != .noCall { message = .failed(failure) }
            return [.look]
        case .wasLeft(_, let failure?):
            // It can be tried again as long as the server keeps the place.
            (work, message) = (nil, .failed(failure))
            return [.look]
        }
        return []
    }

    private mutating func comeBack(_ id: CallID, isVideo: Bool?) -> [Effect] {
        guard work == nil else { return [] }
        (work, message) = (.returning(id), nil)
        return [.comeBack(id, isVideo: isVideo)]
    }

    private mutating func leave() -> [Effect] {
        guard canLeave, let call else { return [] }
        (work, message) = (.leaving(call.id), nil)
        return [.leave(call.id)]
    }

    private mutating func found(_ call: OngoingCall?, at now: Duration) -> [Effect] {
        isAnswered = true
        // The result of the work decides.
        guard work == nil else { return [] }
        if let call {
            let kept = promise?.id == call.id ? promise : nil
            let promise = kept ?? Promise(id: call.id, until: now + Self.lostTime)
            self.promise = promise
            state = call.place == .here ? .here(call, until: promise.until) : .elsewhere(call)
        } else {
            if case .here(let before, _) = state { message = .over(before) }
            (state, promise) = (.none, nil)
        }
        return wait(at: now)
    }

    private mutating func wait(at now: Duration) -> [Effect] {
        guard !isWaiting, state != .none || !isAnswered else { return [] }
        isWaiting = true
        // A call that couldn't be left in time isn't retried sooner.
        guard case .here(_, let until) = state, until > now else { return [.wait(Self.lookTime)] }
        return [.wait(min(Self.lookTime, until - now))]
    }
}

extension OngoingCall {
    fileprivate var names: Text {
        let names = people.map(\.name).filter { !$0.isEmpty }
        let first = names.prefix(2).joined(separator: ", ")
        return switch names.count {
        case 0: .commonSomebody
        case 1, 2: .verbatim(first)
        default: .callNamesMore(names: first, count: names.count - 2)
        }
    }
}
