import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// One call on this device, from pressing the button to the last wiped key.
///
/// What sets a call up is in `Setup/`, what flows in `Room/`, what comes back in `Recovery/`.
actor CallSession {
    let environment: CallEnvironment
    let options: CallOptions
    /// Which devices the person wants, now.
    var devices: DeviceWishes
    /// When the person placed or answered the call; monotonic nanoseconds.
    let began: UInt64
    let room: CallRoom
    let timeline: SetUpTimeline
    let time: any TimeSource
    /// Of everything below it as well.
    nonisolated let tasks: SessionTasks
    /// How long something that may come by itself is waited for.
    let grace: Duration
    private let countingTime: Duration
    let receptionInterval: Duration
    /// What of the wishes can be had; set before the room is entered.
    var prepared: PreparedMedia
    nonisolated let notices: CallNotices
    private let tell: @Sendable (CallEvent) -> Void
    let failed: @Sendable (CallFailure) -> Void
    /// Notified when somebody is in the call; and when the server says that the call is over.
    private let progressed: @Sendable (Progress) -> Void

    enum Progress: Sendable { case remoteJoined, over }

    var call: CallID?
    var keys: KeyExchange?
    /// Whom this device knows. Once there are keys, what they save is all that is written.
    nonisolated let pins: DevicePinStore
    /// The join of this device, made before anybody is rung.
    var opening: CallOpening?
    /// The others' devices as far as keys go.
    var keyed: [DeviceAddress: CallMember] = [:]
    /// Whom the person was told about: as whom a device is trusted.
    var toldTrust: [DeviceAddress: DeviceTrust] = [:]
    /// Whether anybody could open what this device sends, and since then nobody can; and what the server was told of that.
    var audience = Audience()
    /// Who is there and has handed over no key: since when, and whether that has gone on for so long that it is said.
    var silent: [DeviceAddress: (since: UInt64, isSaid: Bool)] = [:]
    /// How it stands with recording here, and whether what is received may be written: asked on other threads.
    var recording: OwnRecording
    let recordingPermit = LockedValue(false)
    /// Of whom the person was told that they record, and as whom.
    var toldRecording: Set<UserID> = []
    var recorderNames: [UserID: String] = [:]
    var hands = RaisedHands()
    /// Whose published keys were asked for.
    var askedFor: Set<UserID> = []
    /// The devices that were heard in this call.
    var counted: Set<DeviceAddress> = []
    /// Everybody whom the call has, had or rings, and how it is told.
    var members: CallMembers
    nonisolated let participants: CurrentValue<[CallParticipant]>
    /// Whether this device sends no sound by a wish of the person, or the server's rule.
    var isMuted = false
    /// Whether the others are told that this device sends nothing.
    var toldSilent = false
    /// Counts the wishes; the last turn to tell the server of one.
    var muteWish = 0
    var muting: Task<Void, Never>?
    /// Who publishes in the room under a number that the list of participants does not name, or not yet.
    var unmapped: [UInt64: RemotePublisher] = [:]
    /// Feeds that are received or about to be.
    var feeds: [UInt64: ReceivedFeed] = [:]
    /// Counts what was received so far, so that each subscription has a number of its own.
    var subscriptionNumber = 0
    /// How many files each track was recorded into.
    var recordings: [String: Int] = [:]
    var statistics = CallStatistics()
    /// What the server is to know about this device's media, and what was reported to it last.
    private var status: ParticipantStatus?
    private var toldStatus: ParticipantStatus?
    private var isTellingStatus = false
    var isProtected = false
    /// What this device sends video with.
    var videoCodec = FrameCodec.h264
    /// Whether this device placed the call.
    var isCaller = false
    var toldAnswered = false
    /// Of whom a frame was opened here.
    var opened: Set<DeviceAddress> = []
    /// Whether it was proven of anybody that they hear this device, and are heard or seen.
    var isConnected = false
    /// When that was so first, or earlier where this device comes back to a call; monotonic nanoseconds.
    var connectedSince: UInt64?
    var watching: Task<Void, Never>?
    var watchingDevices: Task<Void, Never>?
    var reporting: Task<Void, Never>?
    /// What those who receive this device can take.
    var receiverLimits = ReceiverLimits()
    /// What flowed in the last second, and how well.
    var measures = LineMeasures()
    /// Who speaks just now, as their decrypted sound says.
    var speaking: Set<UserID> = []
    /// When each spoke last; monotonic nanoseconds.
    var spoke: [UserID: UInt64] = [:]
    /// Who shares a screen, as far as was told, the newest last.
    var sharing: [UserID] = []
    /// What this device shares.
    var ownScreen: ScreenSource?
    /// Whom the app shows, in its order; nil where it shows whoever is received.
    var wanted: [UserID]?
    /// How many pictures the line carries; nil for any number.
    var mostPictures: Int?
    var quality = QualityWatch()
    /// Whether microphone and camera give anything.
    var capture = SilentCapture()
    /// The media connection is lost and looked for.
    var isInterrupted = false
    var isClosed = false

    init(
        _ environment: CallEnvironment, options: CallOptions, began: UInt64, times: CallTimes,
        participants: CurrentValue<[CallParticipant]>,
        tell: @escaping @Sendable (CallEvent) -> Void, progressed: @escaping @Sendable (Progress) -> Void,
        failed: @escaping @Sendable (CallFailure) -> Void
    ) {
        self.environment = environment
        self.options = options
        devices = options.devices
        prepared = PreparedMedia(source: options.source, hasPictures: options.video)
        recording = options.recordDirectory == nil ? .off : .announcing
        self.began = began
        self.tell = tell
        self.participants = participants
        notices = CallNotices(report: tell)
        self.failed = failed
        self.progressed = progressed
        time = environment.time
        tasks = SessionTasks()
        (grace, countingTime, receptionInterval) = (times.grace, times.counting, times.reception)
        let time = time
        timeline = SetUpTimeline(track: options.video ? .video : .audio, began: began, now: { time.nanoseconds() })
        room = CallRoom(
            makeJanus: environment.makeJanus, engine: environment.engine, time: time, times: times, tasks: tasks,
            timeline: timeline, random: environment.random)
        let names = environment.people.read().names
        let kept = Dictionary(names.map { ($0.user, $0.name) }) { first, _ in first }
        members = CallMembers(own: environment.ownAddress, kept: kept)
        pins = DevicePinStore(environment.storage, people: environment.people)
    }

    /// Notifies the person at once and in order; nothing follows the end of the call.
    func report(_ event: CallEvent) {
        if !isClosed { tell(event) }
    }

    func notice(_ text: Text) {
        if !isClosed { notices.tell(text, of: call ?? 0) }
    }

    // MARK: - While it runs

    /// A signal of this call came. It takes effect at once: a leave must not wait for what is asked of the server.
    func received(_ signal: Signal) async {
        if case .participantRejected = signal { await takeReplies() }
        heardOfRinging(signal)
        defer { tellPeople() }
        switch signal {
        case .participantJoined(let notice):
            if let device = notice.device { apply(members.joined(notice.user, device, name: notice.name)) }
            tasks.start { await refreshParticipants() }
        case .participantLeft(let notice):
            apply(members.left(notice.user, isRemoved: notice.reason == .removed))
        case .participantUpdated(let update):
            apply(
                members.updated(
                    update.participant.user, update.status, isMuted: update.isMuted,
                    sendsVideo: update.isVideoEnabled, isOnHold: update.isOnHold))
            // Who mutes or unmutes changes nothing of who is in the call.
            updateReceived()
        case .participantFeedUpdated(let update):
            guard let feed = update.feed else { return }
            // Of a member that is not known yet the list names it.
            members.publishes(update.participant.user, as: feed)
            subscribeToMapped()
        case .e2ee(let signal): keys?.heard(signal)
        default: return
        }
    }

    /// The session with the server is gone: nothing of the others comes, nor goes out.
    func isOffline() { keys?.heard(.disconnected) }

    /// Signals may have been lost while this device could not be reached: asks who is in the call.
    func isOnlineAgain() async {
        await refreshParticipants()
        keys?.heard(.connected)
    }

    /// Asks the server who is in the call, and returns the list. What cannot be had now comes with the next signal.
    @discardableResult
    func refreshParticipants() async -> [Participant]? {
        guard let call else { return nil }
        var asked: UInt64
        var answer: ParticipantsResponse
        repeat {
            asked = members.revision
            guard !isClosed else { return nil }
            do throws(APIClientError) {
                answer = try await environment.api.send(.participants, id: call.rawValue)
            } catch {
                let over = [ErrorCode.callNotAvailable.rawValue, ErrorCode.callNotFound.rawValue]
                if case .server(let code, _, _) = error, over.contains(code) { progressed(.over) }
                return nil
            }
            // Somebody came or went meanwhile: the list may be older than that, and is asked for again.
        } while asked != members.revision
        apply(members.listed(answer.participants))
        tellPeople()
        subscribeToMapped()
        return answer.participants
    }

    /// Has changes take effect, all of them before anything else happens.
    func apply(_ changes: [CallMembers.Change]) {
        guard let call, !isClosed else { return }
        for change in changes {
            switch change {
            case .rings(let user): report(.participantRinging(call, user, name: name(of: user)))
            case .refused(let user, let status): tellRefusal(of: user, status)
            case .joined(let user, let device):
                progressed(.remoteJoined)
                if isCaller, !toldAnswered {
                    timeline.mark(.answer)
                    toldAnswered = true
                    report(.answered(call, by: user, name: members[user]?.name ?? ""))
                }
                report(.participantJoined(call, user, name: members[user]?.name ?? ""))
                greet(device)
            case .left(let user, let device):
                report(goneEvent(user, call))
                lostSight(of: device)
            case .reached(let user, let isReached):
                report(
                    .participantConnection(
                        call, user, name: members[user]?.name ?? "", isReached ? .connected : .reconnecting))
            }
        }
        guard changes.contains(where: \.isAboutDevices) else { return }
        keys?.heard(.listed(members.addresses))
        tasks.start { await expectSound() }
        subscribeToMapped()
    }

    /// Says to the others that this device leaves.
    func leave() async { await keys?.leave() }

    func update(_ body: UpdateParticipantRequest) async {
        guard let call else { return }
        _ = try? await environment.api.send(.updateParticipant, id: call.rawValue, body: body, as: Participant.self)
    }

    /// Has the server know whether media flow (wire-protocol 4.8): the last word counts, reported after those before.
    func tellStatus(_ new: ParticipantStatus) async {
        status = new
        guard !isTellingStatus else { return }
        isTellingStatus = true
        while let status, status != toldStatus, !isClosed {
            toldStatus = status
            await update(UpdateParticipantRequest(callId: call, userId: environment.account.userId, status: status))
        }
        isTellingStatus = false
    }

    /// The counters so far.
    func currentStatistics() async -> CallStatistics {
        var current = await room.statistics()
        current.firstPictureMilliseconds = statistics.firstPictureMilliseconds
        current.firstSoundMilliseconds = statistics.firstSoundMilliseconds
        current.setUp = timeline.milliseconds
        current.keys = await keys?.keysTaken ?? 0
        return current
    }

    /// Wipes the keys, then takes media and room down. Idempotent; returns the final counters once nothing of the session
    /// runs any more.
    func close() async -> CallStatistics {
        guard !isClosed else { return statistics }
        isClosed = true
        watching?.cancel()
        reporting?.cancel()
        for feed in feeds.values { feed.cancel() }
        // Counted before the keys go: frames that come between here and the last packet say nothing about the call.
        let counted = await withTimeout(countingTime, on: time, in: tasks) { await self.currentStatistics() }
        let final = counted ?? statistics
        // From here on known, however long the rest takes.
        statistics = final
        await keys?.stop()
        await room.close()
        keys = nil
        await tasks.end()
        return final
    }
}
