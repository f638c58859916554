import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// The media of the call: wishes of the person, reports of the room, and received tracks.
extension CallSession {
    func carryOut(_ wish: CallWish) async throws(CallFailure) {
        switch wish {
        case .muted(let isMuted): try await setMuted(isMuted)
        case .video(let isOn):
            guard await media.prepared.hasPictures || !isOn else { throw .noPictures }
            await sendVideo(isOn)
        case .screen(let source): try await share(source)
        case .devices(let wishes): try await media.use(wishes)
        case .hand(let isRaised):
            guard let keys, !isClosed else { throw .noCall }
            members.raise(isRaised)
            keys.heard(.hand(isRaised: isRaised))
            tellPeople()
        case .reaction(let reaction):
            guard let keys, !isClosed else { throw .noCall }
            keys.heard(.react(reaction))
        case .volume(let percent, let user):
            let volumes = CallParticipant.volumes
            try await hear(user) { $0.volume = min(max(percent, volumes.lowerBound), volumes.upperBound) }
        case .heard(let isHeard, let user): try await hear(user) { $0.isHeard = isHeard }
        case .shown(let users):
            subscriptions.wanted = users
            updateReceived()
        }
    }

    // MARK: - Sent media

    private func setMuted(_ isMuted: Bool) async throws(CallFailure) {
        if isMuted { chose(isMuted: true) }
        if try await media.setMuted(isMuted, in: call), !isMuted { chose(isMuted: false) }
    }

    func sendVideo(_ isOn: Bool) async {
        await room.send { $0.isVideoEnabled = isOn }
        chose(sendsVideo: isOn)
        try? await environment.updateOwn(in: call, isVideoEnabled: isOn)
    }

    private func share(_ source: ScreenSource?) async throws(CallFailure) {
        guard let keyring = keys?.keyring, call != nil, !isClosed else { throw .noCall }
        let codec = codec
        let screen = source.map {
            PublishedScreen(source: $0, codec: codec) { keyring.makeEncryptor(track: .screen, codec: codec) }
        }
        let (isSharing, failure) = await media.share(screen)
        nowSharing(isSharing)
        if let failure { throw failure }
    }

    private func nowSharing(_ isSharing: Bool) {
        guard isSharing != members.isSharing else { return }
        quality.limits.isSharing = isSharing
        chose(isSharing: isSharing)
    }

    private func chose(isMuted: Bool? = nil, sendsVideo: Bool? = nil, isSharing: Bool? = nil) {
        members.chose(isMuted: isMuted, sendsVideo: sendsVideo, isSharing: isSharing)
        tellPeople()
    }

    func announceMissingMedia() async {
        let lacks = await media.lacks()
        guard lacks.sound || lacks.pictures else { return }
        members.chose(isMuted: lacks.sound ? true : nil, sendsVideo: lacks.pictures ? false : nil)
        try? await environment.updateOwn(
            in: call, isMuted: lacks.sound ? true : nil, isVideoEnabled: lacks.pictures ? false : nil)
    }

    private func hear(_ user: UserID, _ change: (inout PlaybackSettings) -> Void) async throws(CallFailure) {
        guard members.hear(user, change) else { throw .notInCall }
        tellPeople()
        await applyVolume(of: user)
    }

    private func applyVolume(of user: UserID) async {
        let percent = members[user]?.playback.percent ?? 100
        for id in subscriptions.sound(of: user) { await room.transport.setVolume(percent, of: id) }
    }

    // MARK: - Reports of the room

    func watchRoom() {
        guard watching.isEmpty else { return }
        watching = [
            tasks.follow(room.events) { [weak self] in await self?.handle($0) },
            tasks.start { [weak self, time, times] in
                var reports = ReceptionReports()
                while (try? await time.sleep(for: times.reception)) != nil {
                    guard let self else { return }
                    await self.reportReception(&reports)
                }
            },
        ]
        tasks.start { await media.watchDevices() }
    }

    private func handle(_ event: CallRoom.Event) async {
        switch event {
        case .inRoom(let event): await handle(event)
        case .interrupted: interrupted()
        case .reentered: reentered()
        case .restored: restored()
        case .mayHaveMissed: tasks.start { await lookForMissed() }
        case .failed(let failure): outlet.progressed(.failed(failure))
        }
    }

    private func handle(_ event: RoomEvent) async {
        switch event {
        case .appeared(let publisher):
            if let publisher = RemotePublisher(publisher) { appeared(publisher) }
        case .disappeared(let feed):
            carryOut(subscriptions.disappeared(feed))
            tellSharing()
        case .receiving(let id):
            subscriptions.isWorking(id)
            tasks.start { await tellStatus(recovery.stands(.connected)) }
        case .speaking(let id, let isSpeaking): speaks(id, isSpeaking)
        case .firstDecoded(let feed, let track, let instant): await firstDecoded(feed, track, at: instant)
        case .broke(let id):
            guard !isClosed, keys != nil, let steps = subscriptions.again(id) else {
                return cannotReceive(id, .callNoticeConnectionBroke)
            }
            carryOut(steps)
        case .cannotReceive(let id, let reason): cannotReceive(id, reason)
        case .notice(let text): notice(text)
        case .screenEnded(let text):
            guard members.isSharing else { return }
            nowSharing(false)
            notice(text)
            tasks.start { await media.screenEnded() }
        }
    }

    private func appeared(_ publisher: RemotePublisher) {
        guard let steps = subscriptions.appeared(publisher) else { return }
        if publisher.streams.contains(where: { $0.track == entry.timeline.track }) { entry.timeline.mark(.published) }
        // Other reports of the room do not wait for the list.
        if publisher.user != members.ownUser, members[publisher.user]?.feed != publisher.feed {
            tasks.start { await refreshParticipants() }
        }
        carryOut(steps)
        subscribeToMapped()
    }

    private func speaks(_ id: SubscriptionID, _ isSpeaking: Bool) {
        // A shared screen may show a film with speech.
        guard id.track == .audio, let sender = subscriptions.sender(of: id) else { return }
        members.speaks(UserID(sender.userID), isSpeaking, at: time.nanoseconds())
        if isSpeaking { updateReceived() }
        tellPeople()
    }

    private func firstDecoded(_ feed: UInt64, _ track: Track, at instant: UInt64) async {
        let isPlayed = await media.prepared.output.loudspeaker != nil
        guard let call, let sender = subscriptions.sender(of: feed),
            let milliseconds = first.opened(track, of: sender, at: instant)
        else { return }
        first.look(at: members.devices.values, now: time.nanoseconds())
        let user = UserID(sender.userID)
        report(
            track == .video
                ? .firstPicture(call, from: user, milliseconds: milliseconds)
                : .firstSound(call, from: user, milliseconds: milliseconds, isPlayed: isPlayed))
    }

    // MARK: - Received media

    func lostSight(of address: DeviceAddress) {
        quality.limits.forget(address)
        carryOut(subscriptions.lostSight(of: address))
        tellSharing()
    }

    /// Subscribes to everyone whose device is known. A person who wants to record receives nothing before the others are told.
    func subscribeToMapped() {
        guard keys != nil, !isClosed, !recording.isAnnouncing else { return }
        carryOut(subscriptions.map(to: members))
        updateReceived()
    }

    func updateReceived() {
        tellSharing()
        guard keys != nil, !isClosed, !recording.isAnnouncing else { return }
        carryOut(subscriptions.update(members))
    }

    /// Reports participants who started or stopped sharing. While this device's connection is lost no screens are received,
    /// which says nothing about the participants.
    private func tellSharing() {
        guard call != nil, !isClosed, !recovery.isInterrupted else { return }
        let changes = members.shares(subscriptions.sharers, at: time.nanoseconds())
        guard !changes.isEmpty else { return }
        apply(changes)
        tellPeople()
    }

    private func carryOut(_ steps: [Subscriptions.Step]) {
        // A recording is of one person: its connection ends with it.
        let keepsSlots = options.recordDirectory == nil
        let isNarrow = subscriptions.mostPictures != nil
        var leaving: [Task<Void, Never>] = []
        for step in steps {
            switch step {
            case .leave(let id, let sender, let keepsSlot):
                if id.track == .audio { members.isSilent(UserID(sender.userID)) }
                receiving.removeValue(forKey: id)?.cancel()
                let task = tasks.start {
                    await room.transport.unsubscribe(
                        id, keepsSlot: keepsSlot && keepsSlots, pausesAtOnce: keepsSlot && isNarrow)
                }
                if keepsSlot { leaving.append(task) }
            case .receive(let id, let stream, let sender):
                guard let keyring = keys?.keyring else { continue }
                let decryptor = keyring.makeDecryptor(sender: sender, track: stream.track, codec: stream.codec)
                let before = stream.track.isSound ? [] : leaving
                receiving[id] = tasks.start {
                    for task in before { await task.value }
                    await subscribe(id, stream, decryptor, from: UserID(sender.userID))
                }
            }
        }
    }

    private func subscribe(
        _ id: SubscriptionID, _ stream: RemotePublisher.Stream, _ decryptor: any FrameDecryptor, from user: UserID
    ) async {
        do throws(CallFailure) {
            let ice = try await environment.iceConfiguration(relayOnly: options.relayOnly)
            let output = await media.prepared.output
            let (name, permit) = (members.name(of: user), recording.permit)
            let kind: PictureKind = stream.track.isShared ? .screen : .camera
            let takePicture = options.pictures.map { feed in
                { @Sendable (picture: Picture) in feed.send(picture, of: user, name: name, kind) }
            }
            let configuration = SubscriberConfiguration(
                track: stream.track, codec: stream.codec, ice: ice, decryptor: decryptor,
                recording: call.flatMap { recording.file(of: stream.track, stream.codec, from: user, in: $0) },
                recordingNotice: recordingNotice, mayRecord: { permit.withLock { $0 } }, output: output, sender: name,
                surface: VideoSurface(person: user.rawValue, kind: kind == .screen ? .screen : .camera),
                takePicture: takePicture, checkContent: options.checkContent)
            // The room may have been left meanwhile: then nothing is received.
            guard !Task.isCancelled else { return }
            try await room.transport.subscribe(id, mid: stream.mid, configuration)
            if stream.track.isSound { await applyVolume(of: user) }
        } catch {
            cannotReceive(id, error.text)
        }
    }

    private func cannotReceive(_ id: SubscriptionID, _ reason: Text) {
        guard let call, !isClosed, subscriptions.failed(id) else { return }
        receiving[id] = nil
        tasks.start { await room.transport.unsubscribe(id) }
        report(.notice(call, .callNoticeNotReceivedBecause(reason: reason)))
    }

    /// Reports past the room, whose events end before the files are closed.
    private var recordingNotice: @Sendable (Text) -> Void {
        let (permit, notices, tasks) = (recording.permit, notices, tasks)
        return { [weak self] text in
            permit.withLock { $0 = false }
            notices.tell(text)
            tasks.start { await self?.recordingFailed() }
        }
    }

    /// This device's recording has failed: nothing more is written, then the recording mark is removed.
    private func recordingFailed() {
        guard let call, !isClosed, recording.failed() else { return }
        keys?.heard(.recording(false))
        report(.recording(call, false))
    }

    // MARK: - Quality

    /// Receivers report to senders, since the media server does not.
    private func reportReception(_ reports: inout ReceptionReports) async {
        let receptions = await room.transport.receptions()
        await measure(receptions)
        await lookAtCapture()
        await lookForMissingMedia()
        guard !isClosed else { return }
        let senders = subscriptions.senders
        let announced = reports.announcedPictures.map { subscriptions.receivedVideo(members, of: $0) } ?? []
        let height: Int? =
            if case .handedOver(let box) = await media.prepared.output.pictures { box.height } else { nil }
        let shown = ShownLayer.layer(height: height, others: members.present.count)
        keys?.heard(
            .receiving(
                reports.make(
                    receptions, senders: senders, shown: shown, unseen: subscriptions.unseen,
                    awaited: subscriptions.awaited(receptions), announced: announced, now: time.nanoseconds())))
        if subscriptions.mostPictures != reports.mostPictures {
            subscriptions.mostPictures = reports.mostPictures
            updateReceived()
        }
        // On a saturated connection the media server answers late; measuring continues meanwhile.
        let layers = Dictionary(
            uniqueKeysWithValues: reports.layers.map { id, layer in (id, (layer, subscriptions.hasLayers(id))) })
        tasks.start { await room.transport.receive(layers: layers) }
        await room.transport.holdBack(
            CallQuality.playoutDelays(receptions, senders: senders, roundTrip: quality.measures.roundTrip))
        quality.limits.tick()
        await followReceivers()
    }

    /// Encodes as much as the viewers can receive, and nothing if there are none.
    func followReceivers() async {
        let limit = quality.limits.limit(others: members.present.count)
        let isSeen = quality.limits.isSeen(by: members.addresses)
        await room.send { ($0.videoLimit, $0.isVideoSeen) = (limit, isSeen) }
    }

    private func measure(_ receptions: [SubscriptionID: Reception]) async {
        let now = time.nanoseconds()
        guard quality.measures.isDue(at: now) else { return }
        let transmission = await room.transport.transmission()
        guard let call, !isClosed else { return }
        let reading = ConnectionMetrics.Reading(receptions: receptions, transmission: transmission, at: now)
        guard
            let own = quality.measure(
                reading, senders: subscriptions.senders, members, isInterrupted: recovery.isInterrupted)
        else { return }
        if let own { report(.quality(call, own)) }
        apply(members.rated(quality.levels))
        tellPeople()
    }

    private func lookForMissingMedia() async {
        let isSending = await room.sends
        guard let call, !isClosed else { return }
        let wait = missing.look(
            now: time.nanoseconds(), hasOthers: !members.present.isEmpty, hasMedia: first.isConnected,
            isSending: isSending, isProtected: devices.isProtected)
        if let wait { report(.mediaWait(call, wait)) }
    }

    private func lookAtCapture() async {
        let changes = await media.lookAtCapture(sendsVideo: members[members.ownUser]?.sendsVideo ?? true)
        guard let call, !isClosed else { return }
        for change in changes { report(.capture(call, change.notice, isOver: change.isOver)) }
    }

    // MARK: - Loss and recovery of the connection

    private func interrupted() {
        guard let call, !isClosed else { return }
        let status = recovery.interrupted()
        report(.connection(call, .reconnecting))
        // Signals need the same network as media.
        tasks.start { await environment.signaling.makeSureItLives() }
        tasks.start { await tellStatus(status) }
    }

    private func reentered() {
        for task in receiving.values { task.cancel() }
        receiving = [:]
        subscriptions.reentered()
        // Participants may have come and gone meanwhile, and the call may be over.
        tasks.start { await refreshParticipants() }
    }

    private func restored() {
        guard let call, !isClosed else { return }
        let status = recovery.restored()
        report(.connection(call, .connected))
        updateReceived()
        tasks.start { await environment.signaling.makeSureItLives() }
        tasks.start { await tellStatus(status) }
    }

    private func tellStatus(_ status: ParticipantStatus?) async {
        var next = status
        while let status = next, !isClosed {
            try? await environment.updateOwn(in: call, status: status)
            next = recovery.next()
        }
    }

    /// Looks for feeds that were missed: the socket to Janus was lost and its session reclaimed, so someone may have started or
    /// stopped publishing unannounced.
    private func lookForMissed() async {
        guard let participants = await refreshParticipants(), !knowsAllFeeds(participants) else { return }
        // The list names a new publisher before the room announces them.
        guard (try? await time.sleep(for: times.grace)) != nil, !isClosed, !knowsAllFeeds(participants) else { return }
        await room.renew()
    }

    private func knowsAllFeeds(_ participants: [Participant]) -> Bool {
        !CallMembers.names(feedOutside: subscriptions.known, participants, own: environment.ownAddress)
    }
}
