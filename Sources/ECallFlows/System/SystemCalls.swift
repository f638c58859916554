public import ECallAPI
public import ECallCalls
public import Foundation

/// The calls of this phone as the system shows them: ties the call screen, the pushes and the audio session to the calls of the
/// library. One call at a time.
///
/// A push is a hint, the signal is the call: a pushed call rings at once, and ends after ten seconds unless its invitation arrives.
/// Buttons of the app ask the system, which answers with an action: the library acts on that action alone.
/// Moments are on a clock that never goes back and counts the time for which the phone slept.
public struct SystemCalls: Flow {
    public enum Action: Sendable, Equatable {
        /// The app has been started, by the person or by a push.
        case launched

        // Pushes
        /// - Parameters:
        ///   - push: nil if it cannot be read.
        ///   - isUnlocked: whether the phone was unlocked since it started: keys can be read.
        ///   - mustReport: whether the system ends an app that reports no call for this push.
        case pushed(RingPush?, isUnlocked: Bool, mustReport: Bool, at: Duration)
        /// The phone was unlocked for the first time since it started.
        case unlocked

        // The system's call screen
        case performs(SystemCallAction, at: Duration)
        /// The deadline of this action has passed, and the system takes it as failed.
        case timedOut(SystemCallAction.ID)
        /// - Parameter error: nil if the call is shown.
        case reported(UUID, SystemReportError?)
        case requested(SystemCallRequest, isRefused: Bool)
        /// The system has forgotten all calls.
        case reset
        case activatedAudio
        case deactivatedAudio

        // The app
        case wentToBackground
        case cameToForeground
        case network(isThere: Bool)
        case waited(at: Duration)

        // The person, by the app's own buttons
        /// Calls someone; the UUID is a new one.
        case wantsToCall(UUID, SystemCaller)
        /// Enters a call in progress.
        case wantsToReturn(CallID, SystemCaller)
        case wantsToAnswer(isVideo: Bool)
        case wantsToHangUp
        case wantsToMute(Bool)
        /// The camera is on by the person's choice, or not.
        case camera(isOn: Bool)

        // The library
        case heard(CallEvent, at: Duration)
        /// - Parameter call: nil if it couldn't be placed.
        case placed(UUID, CallID?)
        /// The call was answered or returned to, or could not be.
        case entered(CallID, isIn: Bool, at: Duration)
        /// Media of both sides flow.
        case connected(CallID)
    }

    public enum Effect: Sendable, Equatable {
        // Pushes: in this order, or the first pushes are lost
        /// Sets the delegate of the push registry.
        case takePushes
        /// Sets `desiredPushTypes`.
        case askForPushes

        // The system's call screen
        case reportIncoming(UUID, SystemCaller)
        case update(UUID, SystemCaller)
        case reportEnded(UUID, SystemCallEnd)
        case reportConnecting(UUID)
        case reportConnected(UUID)
        case fulfill(SystemCallAction.ID)
        case fail(SystemCallAction.ID)
        case request(SystemCallRequest)

        // Sound
        /// Sets category and mode of the audio session; the system activates it.
        case configureAudio(isVideo: Bool)
        case startAudio
        case stopAudio

        // The library
        case goOnline
        /// Disconnects once no call rings or runs.
        case goOffline
        case place(UUID)
        case comeBack(CallID)
        case answer(CallID, isVideo: Bool)
        case decline(CallID)
        /// - Parameter call: nil if it hasn't been made yet.
        case hangUp(CallID?)
        case setMuted(Bool)
        /// Others in the call see that it is off.
        case setCamera(isOn: Bool)

        // The person
        /// The system refused to start the call.
        case tellRefused
        /// The system has not given the microphone and the loudspeaker to the call.
        case tellSilent

        case wait(until: Duration)
    }

    /// How long a pushed call rings without its invitation.
    static let hintTime = Duration.seconds(10)
    /// How long a call rings: the 60 s of the library, which ends it itself, and time for that.
    static let ringTime = Duration.seconds(65)
    /// How long before its deadline an action without a result is failed.
    static let actionMargin = Duration.seconds(1)
    /// How long the system may take to activate the audio session.
    static let audioTime = Duration.seconds(5)

    /// The current call.
    public internal(set) var call: SystemCall?
    /// Whether sound runs.
    public internal(set) var isSounding = false
    public internal(set) var isInBackground = false

    /// Whether the system has activated the audio session.
    var isAudioActive = false
    /// The time at which the person is told that there is no audio.
    var silentAt: Duration?
    /// Ended calls of which a late push may arrive.
    var over: [CallOver] = []
    /// Calls that the system refused to show, and until when their invitations are ignored.
    var silenced: [CallID: Duration] = [:]
    /// Until when this device stays online because a push of an ended call may be a new ring of it.
    var onlineUntil: Duration?
    /// A call that the person declined before its invitation arrived.
    var declining: Declined?
    var unreadableCount = 0
    /// The latest moment that an action has named.
    private(set) var clock = Duration.zero
    private var waits: Set<Duration> = []

    /// How long a push is valid (wire-protocol 7.1).
    static let pushTime = Duration.seconds(45)

    struct CallOver: Sendable, Equatable {
        let id: CallID
        let end: SystemCallEnd
        /// The moment at which its last push has expired.
        let until: Duration
    }

    struct Declined: Sendable, Equatable {
        let id: CallID
        /// The moment from which its invitation is no longer expected.
        let until: Duration
    }

    public init() {}

    public mutating func send(_ action: Action) -> [Effect] {
        if let moment = action.moment { clock = max(clock, moment) }
        return take(action) + wait()
    }

    private mutating func take(_ action: Action) -> [Effect] {
        switch action {
        case .launched: return [.takePushes, .askForPushes]
        case .pushed(let push, let isUnlocked, let mustReport, let now):
            guard let push else { return mustReport ? unreadable() : [] }
            return pushed(push, isUnlocked: isUnlocked, mustReport: mustReport, at: now)
        case .unlocked: return unlocked()
        case .performs(let action, let now): return perform(action, at: now)
        case .timedOut(let id): return timedOut(id)
        case .reported(let uuid, let error): return reported(uuid, error)
        case .requested(let request, let isRefused): return isRefused ? refused(request) : []
        case .reset: return reset()
        case .activatedAudio: return activatedAudio()
        case .deactivatedAudio: return deactivatedAudio()
        case .wentToBackground: return wentToBackground()
        case .cameToForeground: return cameToForeground()
        case .network(let isThere): return isThere ? seekSignal() : []
        case .waited(let now): return tick(at: now)
        case .wantsToCall, .wantsToReturn, .wantsToAnswer, .wantsToHangUp, .wantsToMute: return ask(action)
        case .camera(let isOn):
            call?.isCameraOn = isOn
            call?.cameraReturns = false
            return []
        case .heard(let event, let now): return heard(event, at: now)
        case .placed(let uuid, let id): return placed(uuid, id)
        case .entered(let id, let isIn, let now): return entered(id, isIn: isIn, at: now)
        case .connected(let id): return connected(id)
        }
    }

    // MARK: - The end of a call

    /// Forgets the call, and remembers that it is over. Its action that waits fails.
    mutating func drop(_ end: SystemCallEnd) -> [Effect] {
        guard let call else { return [] }
        self.call = nil
        silentAt = nil
        if let id = call.id {
            over = over.filter { $0.id != id && $0.until > clock }
            over.append(CallOver(id: id, end: end, until: clock + Self.pushTime))
        }
        return (call.answer.map { [.fail($0.action.id)] } ?? []) + stopAudio() + rest()
    }

    /// The same, and reports it to the system.
    mutating func end(_ end: SystemCallEnd) -> [Effect] {
        guard let call else { return [] }
        let effects = drop(end)
        return effects.filter { $0.isFailure } + [.reportEnded(call.uuid, end)] + effects.filter { !$0.isFailure }
    }

    /// Disconnects in the background, unless something still needs the connection.
    func rest() -> [Effect] {
        isInBackground && call == nil && declining == nil && onlineUntil == nil ? [.goOffline] : []
    }

    mutating func silence(_ id: CallID) {
        silenced = silenced.filter { $0.value > clock }
        silenced[id] = clock + Self.ringTime
    }

    private mutating func reset() -> [Effect] {
        isAudioActive = false
        guard let call else { return stopAudio() }
        // The system has discarded all of its actions.
        self.call?.answer = nil
        return call.work + drop(.failed)
    }

    // MARK: - Time

    private mutating func tick(at now: Duration) -> [Effect] {
        waits = waits.filter { $0 > now }
        var effects: [Effect] = []
        if let declining, declining.until <= now {
            self.declining = nil
            effects += rest()
        }
        if let onlineUntil, onlineUntil <= now {
            self.onlineUntil = nil
            effects += rest()
        }
        if let silentAt, silentAt <= now {
            self.silentAt = nil
            effects.append(.tellSilent)
        }
        guard let call else { return effects }
        if let answer = call.answer, answer.until <= now { return effects + call.work + end(.failed) }
        switch call.stage {
        case .hinted(let until) where until <= now: return effects + end(.failed)
        case .ringing(let until) where until <= now: return effects + call.work + end(.unanswered)
        default: return effects
        }
    }

    /// Waits once, for the earliest moment.
    private mutating func wait() -> [Effect] {
        let due = [call?.due, silentAt, declining?.until, onlineUntil].compactMap(\.self).min()
        guard let due, !waits.contains(where: { $0 <= due }) else { return [] }
        waits.insert(due)
        return [.wait(until: due)]
    }
}

extension SystemCalls.Action {
    fileprivate var moment: Duration? {
        switch self {
        case .pushed(_, _, _, let now), .performs(_, let now), .heard(_, let now), .entered(_, _, let now),
            .waited(let now):
            now
        default: nil
        }
    }
}

extension SystemCalls.Effect {
    fileprivate var isFailure: Bool { if case .fail = self { true } else { false } }
}
