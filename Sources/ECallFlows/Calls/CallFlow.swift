public import ECallAPI
public import ECallCalls
public import ECallContacts
public import ECallLanguage
public import ECallMedia
public import ECallSecurity
public import KeyDistribution

/// The whole screen of a call (requirements 000-29 to 000-53, 002-1, 002-14): placing, ringing, the call itself and its end.
///
/// Drawn from the library's data (`CallEvent`, `CallParticipant`, `CallOverview`): no rule of calls, keys or trust is here. A second call
/// that comes in while one is in progress is refused as busy by the library: it isn't shown, and the history has it as missed. Moments are
/// on a monotonic clock that counts the time for which the machine was suspended.
public struct CallFlow: Flow {
    public enum Action: Sendable, Equatable {
        // Lifecycle
        /// Rings these people; also over a call that has ended.
        case called([CallSubject.Person], isVideo: Bool)
        case answered(isVideo: Bool)
        case declined
        /// Declines it, and replies that the person calls back in ten minutes; to a verified caller.
        case saidCannotTalk
        case hungUp
        /// Calls again, or rejoins if others are still in the call.
        case calledAgain
        /// Leaves the screen of the end.
        case closed

        // Microphone, camera, gestures
        case muted(Bool)
        case turnedCamera(isOn: Bool)
        case flippedCamera
        /// Nil takes the default of the system.
        case choseLoudspeaker(ChosenDevice?)
        case raisedHand(Bool)
        case reacted(Reaction)

        // The view
        /// Nil closes the open panel.
        case opened(Panel?)
        case pinned(CallStage.ID?)
        case changedLayout
        case turnedPage(by: Int)

        // People
        /// Rings these contacts into the call, as far as they are free and there is room.
        case invited([UserID])
        case rangAgain(UserID)
        case stoppedCalling(UserID)
        case askedToMute(UserID)
        /// Asks the person first.
        case wantedToRemove(UserID)
        /// In percent, clamped to `CallParticipant.volumes`.
        case setVolume(Int, of: UserID)
        case setHeard(Bool, of: UserID)

        // Devices
        /// *It's Ana*: a device that is held is theirs.
        case isTheirs(DeviceAddress)
        /// *Not Ana*; asks the person first if the device was admitted.
        case isNotTheirs(DeviceAddress)
        /// Asks the person first.
        case wantedToLetIn(DeviceAddress)

        // Questions, requests and notices
        case confirmed
        case thoughtBetter
        case accepted(CallRequest.ID)
        case dismissed(CallRequest.ID)
        case sawNotice(CallNotice.ID)
        case sawMissed

        // Reports of the library
        case heard(CallEvent, at: Duration)
        case people([CallParticipant])

        // Results of effects
        case placed(Int, Result<CallID, CallFailure>, at: Duration)
        /// - Parameter stillRings: whether the call still rings after a failed answer and can be answered another way.
        case entered(CallID, CallFailure?, stillRings: Bool, at: Duration)
        case replied(to: Text, isSaid: Bool)
        case wasHungUp(at: Duration)
        case carriedOut(CallWish, CallFailure?)
        case looked(CallOverview?, at: Duration)
        case rung(CallID, [CallParticipant])
        case loadedContacts(Result<[Contact], ContactsError>)
        case found(ConnectedDevices)
        case rang([UserID], Result<[UserID], CallFailure>)
        case asked(UserID, PersonRequest, CallFailure?)
        case noted(DeviceNote, CallFailure?)
        case waited(at: Duration)
    }

    public enum Effect: Sendable, Equatable {
        /// - Parameter attempt: the number of this call among those that were placed here.
        case place(attempt: Int, [UserID], CallStart)
        case answer(CallID, CallStart)
        case comeBack(CallID, CallStart)
        /// - Parameter to: the name of the caller, for the notice about it.
        case decline(CallID, saying: CallReply?, to: Text)
        /// - Parameter attempt: the call as it was placed here, which may not have begun yet.
        case hangUp(CallID?, attempt: Int)
        case carryOut(CallWish)
        /// Asks for the state of the call.
        case look
        /// Asks who is in the ringing call, and whom else it rings.
        case askWho(CallID)
        case loadContacts
        case findDevices
        case invite([UserID])
        case ask(UserID, PersonRequest)
        case note(DeviceNote)
        case wait(until: Duration)
    }

    /// The media with which the person enters a call.
    public struct CallStart: Sendable, Equatable {
        public let isVideo: Bool
        public let devices: DeviceWishes

        public init(isVideo: Bool, devices: DeviceWishes) { (self.isVideo, self.devices) = (isVideo, devices) }
    }

    /// A request about a participant by the person who started the call.
    public enum PersonRequest: Sendable, Equatable {
        case mute
        /// Out of the call, or out of the ringing.
        case remove
    }

    /// A panel over the call.
    public enum Panel: Sendable, Equatable {
        case people
        case invite
        case protection
    }

    public internal(set) var phase = CallPhase.idle
    /// Nil while there is none.
    public internal(set) var call: CallSubject?
    /// Everyone who is, was or is being rung in the call, the own user first; kept after its end.
    public internal(set) var people: [CallParticipant] = []
    public internal(set) var stage = CallStage()
    public internal(set) var protection = CallProtection()
    public internal(set) var invite = CallInvite()
    public internal(set) var panel: Panel?
    public internal(set) var question: CallQuestion?
    public internal(set) var requests: [CallRequest] = []
    /// The oldest first.
    public internal(set) var notices: [CallNotice] = []
    /// The last change about others, to be read aloud.
    public internal(set) var announcement: Text?
    /// The call that was missed last, until it was seen.
    public internal(set) var missed: MissedCall?
    /// Microphone and camera that are on but deliver nothing to the others.
    public internal(set) var captureNotices: [CaptureNotice] = []
    /// Why no media have arrived, once they are late.
    public internal(set) var mediaWait = MediaWait.none
    /// Cameras, microphones and loudspeakers; nil before they were enumerated.
    public internal(set) var devices: ConnectedDevices?
    /// The devices that the person has chosen; kept across calls.
    public internal(set) var wishes: DeviceWishes
    /// The duration of the call in whole seconds; nil before it is connected.
    public internal(set) var seconds: Int?
    /// Devices about which a decision is being stored.
    public internal(set) var busyDevices: Set<DeviceAddress> = []
    /// The call that rings here, or rang here before it was answered.
    var ringing: IncomingCall?
    /// The people who are in that call, and those whom it rings besides.
    var rung: [CallParticipant] = []

    var own = OwnMedia()
    var mute = PendingChoice<Bool>()
    var camera = PendingChoice<Bool>()
    var hand = PendingChoice<Bool>()
    var deviceChoice = PendingChoice<DeviceWishes>()
    /// Volumes being applied, and the newest choice for each person.
    var volumes: [UserID: PendingChoice<Int>] = [:]
    var hearing: [UserID: PendingChoice<Bool>] = [:]
    /// Requests about people that are being sent.
    var asking: [UserID: PersonRequest] = [:]
    /// The call whose end is known here before the library has reported it.
    var overHere: CallID?
    /// Counts the calls that were placed here.
    var attempt = 0
    var isLooking = false
    var looksAgain = false
    /// The moment at which the state of the call is requested next.
    var lookAt: Duration?
    var clock = Duration.zero
    /// An end as busy that is held back: the other may be calling at this moment.
    var heldEnd: HeldEnd?
    /// People being rung into the call, announced in one sentence.
    var calledNow: CalledNow?
    /// People whose reply was announced.
    var replied: Set<UserID> = []
    var itemCount = 0
    private var shown: [UserID]?
    /// The pending timers, which outlast the call.
    var waits: Set<Duration> = []

    /// The state of microphone and camera, by the library's last event.
    struct OwnMedia: Sendable, Equatable {
        var isMuted = false
        var isCameraOn = false
    }

    struct HeldEnd: Sendable, Equatable {
        let summary: CallSummary
        let at: Duration
    }

    struct CalledNow: Sendable, Equatable {
        var names: [Text]
        let at: Duration
    }

    /// - Parameter wishes: which camera, microphone and loudspeaker the person uses.
    public init(wishes: DeviceWishes = DeviceWishes()) { self.wishes = wishes }

    public mutating func send(_ action: Action) -> [Effect] {
        let effects = take(action)
        return effects + followStage() + wait()
    }

    private mutating func take(_ action: Action) -> [Effect] {
        switch action {
        case .called, .answered, .declined, .saidCannotTalk, .hungUp, .calledAgain, .closed: take(lifecycle: action)
        case .muted, .turnedCamera, .flippedCamera, .choseLoudspeaker, .raisedHand, .reacted: take(choice: action)
        case .opened, .pinned, .changedLayout, .turnedPage: take(look: action)
        case .invited, .rangAgain, .stoppedCalling, .askedToMute, .wantedToRemove, .setVolume,
            .setHeard:
            take(person: action)
        case .isTheirs, .isNotTheirs, .wantedToLetIn, .confirmed, .thoughtBetter, .accepted, .dismissed, .sawNotice,
            .sawMissed:
            take(answer: action)
        case .heard(let event, let now): heard(event, at: now)
        case .people(let list): follow(list)
        case .waited(let now): tick(at: now)
        default: take(outcome: action)
        }
    }

    private mutating func take(outcome action: Action) -> [Effect] {
        switch action {
        case .placed(let attempt, let result, let now): return placed(attempt, result, at: now)
        case .entered(let id, let failure, let stillRings, let now):
            return entered(id, failure, stillRings: stillRings, at: now)
        case .replied(let name, let isSaid): tellReplied(to: name, isSaid)
        case .wasHungUp(let now): wasHungUp(at: now)
        case .carriedOut(let wish, let failure): return carriedOut(wish, failure)
        case .looked(let overview, let now): return looked(overview, at: now)
        case .rung(let id, let list): if case .incoming(let call) = phase, call.id == id { rung = list }
        case .loadedContacts(let result): loaded(result)
        case .found(let found): devices = found
        case .rang(let users, let result): rang(users, result)
        case .asked(let user, let request, let failure): asked(user, request, failure)
        case .noted(let note, let failure): return noted(note, failure)
        default: break
        }
        return []
    }

    // MARK: - Time

    /// Advances the state to this time.
    mutating func moved(to now: Duration) {
        clock = max(clock, now)
        if let since = phase.since { seconds = max(0, Int((clock - since).components.seconds)) }
    }

    private mutating func tick(at now: Duration) -> [Effect] {
        moved(to: now)
        waits = waits.filter { $0 > now }
        stage.tick(at: now)
        if let calledNow, calledNow.at <= now { tellCalled(calledNow.names) }
        if let heldEnd, heldEnd.at <= now { end(heldEnd.summary, at: now) }
        if case .ended(let end) = phase, let closesAt = end.closesAt, closesAt <= now { leave() }
        guard let lookAt, lookAt <= now else { return [] }
        self.lookAt = nil
        return look()
    }

    /// The time at which the state next changes by itself.
    private var due: Duration? {
        var moments = [stage.due, lookAt, heldEnd?.at, calledNow?.at]
        if case .ended(let end) = phase { moments.append(end.closesAt) }
        return moments.compactMap(\.self).min()
    }

    /// Waits once, for the earliest moment.
    private mutating func wait() -> [Effect] {
        guard let due, !waits.contains(where: { $0 <= due }) else { return [] }
        waits.insert(due)
        return [.wait(until: due)]
    }

    // MARK: - Reception

    /// Tells the library to receive the people whose tiles are visible.
    private mutating func followStage() -> [Effect] {
        guard phase.isInCall else {
            shown = nil
            return []
        }
        let wanted = stage.wanted
        guard wanted != shown, !wanted.isEmpty || shown != nil else { return [] }
        shown = wanted
        return [.carryOut(.shown(wanted))]
    }
}
