import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// One call on this device, from pressing the button to the last wiped key. It connects its parts: `CallEntry`, `CallMembers`,
/// `KeyExchange`, `CallRoom`, `CallMedia`, `Subscriptions`, `CallRecovery` and `CallQuality`.
actor CallSession {
    /// The receivers of events, in order; nothing follows the end of the call.
    struct Outlet: Sendable {
        let tell: @Sendable (CallEvent) -> Void
        let progressed: @Sendable (Progress) -> Void
    }

    enum Progress: Sendable { case remoteJoined, over, failed(CallFailure) }

    nonisolated let entry: CallEntry
    nonisolated let media: CallMedia
    nonisolated let tasks = SessionTasks()
    nonisolated let notices: CallNotices
    nonisolated let participants: CurrentValue<[CallParticipant]>
    /// Devices that this device knows. Once there are keys, only they write it.
    nonisolated let pins: DevicePinStore
    let times: CallTimes
    let outlet: Outlet

    var call: CallID? {
        didSet { if let call { notices.begin(call) } }
    }
    var opening: CallOpening?
    var keys: KeyExchange?
    var awaitsAnswer = false
    var members: CallMembers
    var devices = CallDevices()
    var recording: CallRecording
    var subscriptions: Subscriptions
    var receiving: [SubscriptionID: Task<Void, Never>] = [:]
    var recovery = CallRecovery()
    var quality = CallQuality()
    var first: FirstMedia
    var missing = MissingMediaWatch()
    var watching: [Task<Void, Never>] = []
    private(set) var final = CallStatistics()
    private(set) var isClosed = false

    init(
        _ environment: CallEnvironment, options: CallOptions, began: UInt64, times: CallTimes,
        participants: CurrentValue<[CallParticipant]>, outlet: Outlet
    ) {
        (self.times, self.participants, self.outlet) = (times, participants, outlet)
        let time = environment.time
        let timeline = SetUpTimeline(
            track: options.video ? .video : .audio, began: began, now: { time.nanoseconds() })
        let room = CallRoom(
            MediaParts(
                makeJanus: environment.makeJanus, engine: environment.engine, time: time, times: times, tasks: tasks,
                timeline: timeline, random: environment.random))
        let notices = CallNotices(report: outlet.tell)
        self.notices = notices
        entry = CallEntry(environment: environment, options: options, room: room, timeline: timeline)
        media = CallMedia(environment, options, room: room, tasks: tasks, notices: notices)
        let names = environment.people.read().names
        let kept = Dictionary(names.map { ($0.user, $0.name) }) { first, _ in first }
        members = CallMembers(own: environment.ownAddress, kept: kept)
        recording = CallRecording(directory: options.recordDirectory)
        subscriptions = Subscriptions(slots: options.slots)
        first = FirstMedia(began: began)
        pins = DevicePinStore(environment.storage, people: environment.people)
    }

    nonisolated var environment: CallEnvironment { entry.environment }
    nonisolated var room: CallRoom { entry.room }
    nonisolated var options: CallOptions { entry.options }
    nonisolated var time: any TimeSource { environment.time }
    var codec: FrameCodec { opening?.codec ?? .h264 }

    func report(_ event: CallEvent) {
        if !isClosed { outlet.tell(event) }
    }

    func notice(_ text: Text) {
        if !isClosed { notices.tell(text) }
    }

    // MARK: - Participants

    /// Handles a signal of this call. It takes effect at once: a leave must not wait for an answer of the server.
    func received(_ signal: Signal) async {
        if case .participantRejected = signal { await takeReplies() }
        defer { tellPeople() }
        switch signal {
        case .participantInvited(let notice): apply(members.invited(notice.user, name: notice.name))
        case .participantRejected(let rejection):
            let participant = rejection.participant
            apply(members.rejected(participant.user, rejection.reason, name: participant.name))
        case .muteRequested(let notice):
            report(.muteRequested(notice.call, by: notice.host, name: members.name(of: notice.host)))
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
            // Muting or unmuting does not change who is in the call.
            updateReceived()
        case .participantFeedUpdated(let update):
            guard let feed = update.feed else { return }
            members.publishes(update.participant.user, as: feed)
            // Feeds decide from which participants sound is expected.
            tasks.start { await expectSound() }
            subscribeToMapped()
        case .e2ee(let signal): keys?.heard(signal)
        default: return
        }
    }

    /// Fetches the participants from the server and returns them. After a failure the next signal fetches them again.
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
                if case .server(let code, _, _) = error, over.contains(code) { outlet.progressed(.over) }
                return nil
            }
            // Someone joined or left meanwhile: the list may be older, and is fetched again.
        } while asked != members.revision
        apply(members.listed(answer.participants))
        tasks.start { await expectSound() }
        tellPeople()
        subscribeToMapped()
        return answer.participants
    }

    /// Executes changes, all of them before anything else happens.
    func apply(_ changes: [CallMembers.Change]) {
        guard let call, !isClosed else { return }
        for change in changes {
            if case .joined(let user, _) = change { joined(user, call) }
            if let event = members.event(of: change, in: call) { report(event) }
            switch change {
            case .joined(_, let device): greet(device)
            case .left(_, let device): lostSight(of: device)
            default: break
            }
        }
        guard changes.contains(where: \.isAboutDevices) else { return }
        keys?.heard(.listed(members.addresses))
        tasks.start { await expectSound() }
        subscribeToMapped()
    }

    private func joined(_ user: UserID, _ call: CallID) {
        outlet.progressed(.remoteJoined)
        guard awaitsAnswer else { return }
        awaitsAnswer = false
        entry.timeline.mark(.answer)
        report(.answered(call, by: user, name: members[user]?.name ?? ""))
    }

    /// Handles a new device: the keys that the server publishes for its person show whether it is known.
    private func greet(_ device: DeviceAddress) {
        tasks.start { await warnUnlessHeard(device) }
        let unknown = devices.ask(for: [UserID(device.userID)])
        guard !unknown.isEmpty else { return }
        tasks.start {
            guard let published = try? await environment.api.publishedKeys(of: unknown) else { return }
            keys?.heard(published)
        }
    }

    /// A stock app has no identity and sends no join: it gets no media, and none are accepted from it.
    private func warnUnlessHeard(_ device: DeviceAddress) async {
        let user = UserID(device.userID)
        guard (try? await time.sleep(for: Self.joinTime)) != nil, let member = members[user], member.device == device,
            members.devices[device] == nil
        else { return }
        notice(.callNoticeTooOld(name: member.name))
    }

    /// The time a device in the call may take to show its join, which is requested several times meanwhile.
    private static let joinTime = Duration.seconds(12)

    /// Takes over the replies of people who will not join, as far as they have arrived: in order with others' signals about
    /// them.
    func takeReplies() async {
        for (address, reply) in await keys?.takeReplies() ?? [:] {
            let user = UserID(address.userID)
            guard let call, !isClosed, members.replied(user, reply) else { continue }
            report(.participantReplied(call, user, name: members.name(of: user), reply))
            tellPeople()
        }
    }

    func tellPeople() {
        guard !isClosed else { return }
        first.look(at: members.devices.values, now: time.nanoseconds())
        tellSilence()
        participants.set(
            members.shown(
                .init(
                    isInterrupted: recovery.isInterrupted, quality: quality.own, isRecording: recording.isOn)))
    }

    func tellSilence() {
        let sendsVideo = members[members.ownUser]?.sendsVideo ?? options.video
        let isSilent = members.isMuted && !sendsVideo && !members.isSharing
        guard let keys, let isNow = devices.silence(isSilent) else { return }
        keys.heard(.silent(isNow))
    }

    // MARK: - Keys

    func heard(_ news: KeyExchange.News) {
        guard let call, !isClosed else { return }
        switch news {
        case .members(let list): heard(list, in: call)
        case .notice(.lacks(let one, of: let other)):
            notice(
                other == environment.ownAddress
                    ? .callNoticeLacksYou(name: name(of: one))
                    : .callNoticeLacks(name: name(of: one), other: name(of: other)))
        case .notice(.knowsUnknown(let address)): notice(.callNoticeSeesMore(name: name(of: address)))
        case .saidRecording(let isOn):
            guard recording.said(isOn) else { return }
            report(.recording(call, true))
            subscribeToMapped()
        case .replied: tasks.start { await takeReplies() }
        case .reported(let receiver, let report):
            quality.reported(report, by: receiver, now: time.nanoseconds())
            tasks.start { await followReceivers() }
        case .reacted(let sender, let reaction):
            let user = UserID(sender.userID)
            report(.reaction(call, user, name: members.name(of: user), reaction))
        }
    }

    private func heard(_ list: [CallMember], in call: CallID) {
        if list.contains(where: \.isHeard) { entry.timeline.mark(.senderKey) }
        for address in devices.takingPart(list) {
            let name = members[UserID(address.userID)]?.name ?? ""
            environment.people.change { $0.takesPart(address, in: call.rawValue, named: name) }
        }
        if let isProtected = devices.protection(list) {
            report(.encryption(call, isProtected ? .protected : .waitingForKey))
        }
        apply(members.keyed(list))
        let now = time.nanoseconds()
        for address in devices.awaitingKeys(list, now: now) { tasks.start { await awaitKey(of: address, since: now) } }
        tasks.start { await expectSound() }
        tellPeople()
    }

    private func awaitKey(of address: DeviceAddress, since: UInt64) async {
        // Without a connection no key can arrive.
        repeat {
            guard (try? await time.sleep(for: Self.keyTime)) != nil, devices.awaitsKey(of: address, since: since) else {
                return
            }
        } while await environment.signaling.state != .online
        guard devices.isToBeSaid(of: address, since: since) else { return }
        notice(.protectionKeepsOut(name: name(of: address)))
    }

    /// How long a device in the call may take to hand over a key.
    private static let keyTime = Duration.seconds(10)

    private func name(of address: DeviceAddress) -> Text {
        let user = UserID(address.userID)
        if address == environment.ownAddress { return .commonYou }
        return members[user].map { .verbatim($0.name) } ?? .commonUser(number: Int(user.rawValue))
    }

    func expectSound() async {
        let (silent, isForSomebody) = CallDevices.expectation(of: members)
        await room.expectSound(exceptOf: silent, isForSomebody: isForSomebody)
        guard let wait = devices.audience(of: members, isForSomebody: isForSomebody) else { return }
        if wait > .zero, (try? await time.sleep(for: wait)) == nil { return }
        // The server takes silence for a broken connection of this device unless it is told that there is no one to send to.
        guard !isClosed, let sendsNothing = devices.audience.toTell() else { return }
        try? await environment.updateOwn(in: call, sendsNothing: sendsNothing)
    }

    /// Stores a finding of the person about a device. The keys do it if there are any, as the only writer then.
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool {
        if let keys, await keys.note(note) { return try pins.holds(note) }
        return try pins.note(note)
    }

    /// The session with the server is gone: no signals of the others arrive, and none are sent.
    func isOffline() { keys?.heard(.disconnected) }

    /// Fetches the participants: signals may have been lost while this device could not be reached.
    func isOnlineAgain() async {
        await refreshParticipants()
        keys?.heard(.connected)
    }

    // MARK: - State

    func currentStatistics() async -> CallStatistics {
        var current = await room.statistics()
        (current.firstPictureMilliseconds, current.firstSoundMilliseconds) =
            (first.pictureMilliseconds, first.soundMilliseconds)
        current.setUp = entry.timeline.milliseconds
        current.keys = await keys?.keysTaken ?? 0
        return current
    }

    func currentStatus(_ state: CallOverview.State) async -> CallOverview {
        let now = time.nanoseconds()
        let since = state == .inCall ? first.since : first.began
        let isProtected = devices.isProtected
        return CallOverview(
            id: call, state: state == .inCall && !first.isConnected ? .connecting : state,
            seconds: Int((now > since ? now - since : 0) / 1_000_000_000),
            encryption: isProtected ? .protected : .waitingForKey,
            own: CallOverview.Own(
                members, quality, isInterrupted: recovery.isInterrupted, isRecording: recording.isOn),
            participants: members.present.map { CallOverview.Participant($0, members, quality) },
            devices: memberDevices(), statistics: await currentStatistics())
    }

    private func memberDevices() -> [CallOverview.Device] {
        let (people, now) = (environment.people.read(), environment.api.clock.date().unixMilliseconds)
        return members.devices.values.sorted { $0.address < $1.address }.map { device in
            let user = UserID(device.address.userID)
            return CallOverview.Device(
                user: user, name: members[user]?.name ?? "", device: DeviceID(device.address.deviceID),
                identity: device.identity, presence: device.presence, trust: device.trust, offer: device.offer,
                canHear: device.hasOurKey, hearsUs: device.hearsUs, keepsOut: devices.keepsOut(device.address),
                isPostQuantum: device.isPostQuantum,
                past: people.past(of: device.address, device.trust, says: device.says, isInCall: true, now: now))
        }
    }

    func leave() async { await keys?.leave() }

    /// Wipes the keys, then tears down media and room. Idempotent; returns the final counters once nothing of the session runs.
    func close() async -> CallStatistics {
        guard !isClosed else { return final }
        isClosed = true
        for task in watching + receiving.values { task.cancel() }
        // Counted before the keys go: frames between here and the last packet say nothing about the call.
        let counted = await withTimeout(times.counting, on: time, in: tasks) { await self.currentStatistics() }
        // These are known now, however long the rest takes.
        (final.firstPictureMilliseconds, final.firstSoundMilliseconds) = (
            first.pictureMilliseconds, first.soundMilliseconds
        )
        if let counted { final = counted }
        await keys?.stop()
        await media.close()
        await room.close()
        keys = nil
        await tasks.end()
        return final
    }
}
