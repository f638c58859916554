import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import Janus

/// Who publishes in the room is matched with who is in the call, and each track is received.
extension CallSession {
    func watchRoom() {
        guard watching == nil else { return }
        watchReception()
        watchDevices()
        watching = tasks.start { [weak self, room] in
            for await event in room.events { await self?.handle(event) }
        }
    }

    private func handle(_ event: CallRoom.Event) {
        switch event {
        case .appeared(let publisher): appeared(publisher)
        case .disappeared(let feed): disappeared(feed)
        case .receiving(let id): receiving(id)
        case .speaking(let id, let speaks): isSpeaking(id, speaks)
        case .firstDecoded(let feed, let track, let instant): firstDecoded(feed, track, at: instant)
        case .broke(let id): receiveAnew(id)
        case .cannotReceive(let id, let reason): cannotReceive(id, reason)
        case .interrupted: interrupted()
        case .reentered: reentered()
        case .restored: restored()
        case .notice(let text): notice(text)
        case .screenEnded(let text): screenEnded(text)
        case .mayHaveMissed: tasks.start { await lookForMissed() }
        case .failed(let failure): failed(failure)
        }
    }

    private func appeared(_ publisher: VideoRoomPublisher) {
        guard let remote = RemotePublisher(publisher) else { return }
        guard feeds[publisher.id] == nil else { return sendsAnother(remote) }
        if remote.streams.contains(where: { $0.track == timeline.track }) { timeline.mark(.published) }
        unmapped[publisher.id] = remote
        // What else the room reports does not wait for the list.
        if remote.user != environment.account.userId, members[remote.user]?.feed != publisher.id {
            tasks.start { await refreshParticipants() }
        }
        subscribeToMapped()
    }

    /// Somebody who is received sends something else than before: video in a call that began without, a screen, or that no more.
    private func sendsAnother(_ publisher: RemotePublisher) {
        guard let before = feeds[publisher.feed]?.publisher, publisher.streams != before.streams else { return }
        feeds[publisher.feed]?.publisher = publisher
        feeds[publisher.feed]?.failed = []
        let changed = publisher.changed(since: before)
        let ended = feeds[publisher.feed]?.subscriptions.keys.filter { changed.contains($0.track) } ?? []
        updateReceived(after: ended.map { drop($0, of: publisher.feed) })
    }

    /// Receives a device no more; its feeds are received again if it comes back while they are there.
    func lostSight(of address: DeviceAddress) {
        receiverLimits.forget(address)
        for (feed, received) in feeds where received.sender == address {
            disappeared(feed)
            unmapped[feed] = received.publisher
        }
    }

    private func disappeared(_ feed: UInt64) {
        unmapped[feed] = nil
        guard let received = feeds.removeValue(forKey: feed) else { return }
        speaking.remove(UserID(received.sender.userID))
        for id in received.subscriptions.keys { tasks.start { await room.unsubscribe(id) } }
        tellSharing()
    }

    /// Receives everybody whose device is known, on the one feed that the server names: frames are opened for that device
    /// only, and a feed that somebody else published in the same name would only be in their way. Who wants to record receives
    /// nothing before the others are told.
    func subscribeToMapped() {
        guard keys != nil, !isClosed, recording != .announcing else { return }
        for (feed, received) in feeds {
            guard let named = members[UserID(received.sender.userID)]?.feed, named != feed else { continue }
            disappeared(feed)
            unmapped[feed] = received.publisher
        }
        for (feed, publisher) in unmapped {
            guard let member = members[publisher.user], let device = member.device, member.feed == feed else {
                continue
            }
            unmapped[feed] = nil
            feeds[feed] = ReceivedFeed(sender: device, publisher: publisher)
        }
        updateReceived()
    }

    /// Whose video is on the screen; nil leaves it to who speaks.
    func show(_ users: [UserID]?) {
        wanted = users
        updateReceived()
    }

    /// Receives the sound of those who are not muted and of what is shared, and as many pictures as there are slots, and nothing
    /// else. Who is muted and shares is heard: what they share is not their microphone.
    ///
    /// - Parameter ended: what leaves its slot already.
    func updateReceived(after ended: [Task<Void, Never>] = []) {
        tellSharing()
        guard let keyring = keys?.keyring, !isClosed, recording != .announcing else { return }
        let shown = shownVideo(most: mostPictures)
        var leaving = ended
        var coming: [(ReceivedFeed, RemotePublisher.Stream)] = []
        for (feed, received) in feeds.sorted(by: { $0.key < $1.key }) {
            let user = UserID(received.sender.userID)
            for stream in received.publisher.streams where !received.failed.contains(stream.track) {
                let isWanted =
                    switch stream.track {
                    case .audio: members[user]?.isMuted != true
                    case .screenAudio: true
                    case .video, .screen: shown.contains(.init(user: user, track: stream.track))
                    }
                let id = received.subscriptions.keys.first { $0.track == stream.track }
                switch (isWanted, id) {
                case (true, nil): coming.append((received, stream))
                case (false, let id?): leaving.append(drop(id, of: feed))
                default: break
                }
            }
        }
        for (received, stream) in coming {
            subscriptionNumber += 1
            let id = SubscriptionID(feed: received.publisher.feed, track: stream.track, number: subscriptionNumber)
            // Whose slot it takes is out of it first.
            feeds[id.feed]?.subscriptions[id] = receive(
                stream, as: id, from: received.sender, keyring, after: stream.track.isSound ? [] : leaving)
        }
    }

    /// Which pictures are received.
    ///
    /// - Parameter most: how many the line carries; nil for any number. What one person alone sends is never all left out.
    func shownVideo(most: Int?) -> Set<SlotPlan.Shown> {
        var candidates: [SlotPlan.Candidate] = []
        var seen: Set<UserID> = []
        for received in feeds.values.sorted(by: { $0.publisher.feed < $1.publisher.feed }) {
            let user = UserID(received.sender.userID)
            guard received.publisher.sends(.video), members[user]?.sendsVideo != false else { continue }
            candidates.append(.init(user: user, spoke: spoke[user]))
            if received.subscriptions.keys.contains(where: { $0.track == .video }) { seen.insert(user) }
        }
        let carried = max(most ?? .max, feeds.count == 1 ? 1 : 0)
        return SlotPlan.shown(
            of: candidates, screens: sharing, slots: min(options.slots, carried), seen: seen, wanted: wanted)
    }

    private func isSpeaking(_ id: SubscriptionID, _ speaks: Bool) {
        // What is shared may be a film in which somebody speaks.
        guard id.track == .audio, let sender = feeds[id.feed]?.sender, feeds[id.feed]?.subscriptions[id] != nil else {
            return
        }
        let user = UserID(sender.userID)
        spoke[user] = time.nanoseconds()
        _ = speaks ? speaking.insert(user).inserted : speaking.remove(user) != nil
        if speaks { updateReceived() }
        tellPeople()
    }

    /// Plays somebody as loud as the person wants to hear them.
    func followHearing(of user: UserID) async {
        let percent = members[user]?.hearing.percent ?? 100
        for received in feeds.values where UserID(received.sender.userID) == user {
            for id in received.subscriptions.keys where id.track.isSound { await room.setVolume(percent, of: id) }
        }
    }

    /// Receives a track no more; its slot is another's.
    private func drop(_ id: SubscriptionID, of feed: UInt64) -> Task<Void, Never> {
        if id.track == .audio, let sender = feeds[feed]?.sender { speaking.remove(UserID(sender.userID)) }
        feeds[feed]?.subscriptions.removeValue(forKey: id)?.cancel()
        feeds[feed]?.working.remove(id)
        // A recording is of one person: its connection ends with it.
        let keepsSlot = options.recordDirectory == nil
        let isNarrow = mostPictures != nil
        return tasks.start { await room.unsubscribe(id, keepsSlot: keepsSlot, pausesAtOnce: isNarrow) }
    }

    private func receive(
        _ stream: RemotePublisher.Stream, as id: SubscriptionID, from sender: DeviceAddress, _ keyring: SenderKeyring,
        after leaving: [Task<Void, Never>] = []
    ) -> Task<Void, Never> {
        let decryptor = keyring.makeDecryptor(sender: sender, track: stream.track, codec: stream.codec)
        return tasks.start {
            for task in leaving { await task.value }
            await subscribe(id, stream, decryptor, from: UserID(sender.userID))
        }
    }

    private func receiving(_ id: SubscriptionID) {
        feeds[id.feed]?.working.insert(id)
        tasks.start { await tellStatus(.connected) }
    }

    /// A connection that worked broke: the track is received on another. One that never worked is given up.
    private func receiveAnew(_ id: SubscriptionID) {
        guard !isClosed, let keyring = keys?.keyring, let received = feeds[id.feed],
            received.working.contains(id), received.subscriptions[id] != nil,
            let stream = received.publisher.streams.first(where: { $0.track == id.track })
        else { return cannotReceive(id, .callNoticeConnectionBroke) }
        tasks.start { await room.unsubscribe(id) }
        subscriptionNumber += 1
        let next = SubscriptionID(feed: id.feed, track: id.track, number: subscriptionNumber)
        feeds[id.feed]?.working.remove(id)
        feeds[id.feed]?.subscriptions[id] = nil
        feeds[id.feed]?.subscriptions[next] = receive(stream, as: next, from: received.sender, keyring)
    }

    private func subscribe(
        _ id: SubscriptionID, _ stream: RemotePublisher.Stream, _ decryptor: any FrameDecryptor, from user: UserID
    ) async {
        do throws(CallFailure) {
            let kind: PictureKind = stream.track.isShared ? .screen : .camera
            let name = self.name(of: user)
            let takePicture = options.pictures.map { feed in
                { @Sendable (picture: Picture) in feed.send(picture, of: user, name: name, kind) }
            }
            let configuration = SubscriberConfiguration(
                track: stream.track, codec: stream.codec, ice: try await iceConfiguration(), decryptor: decryptor,
                recording: recording(of: stream, from: user), recordingNotice: recordingNotice,
                mayRecord: { [recordingPermit] in recordingPermit.withLock { $0 } }, output: prepared.output,
                sender: name, takePicture: takePicture, checkContent: options.checkContent)
            // What the room was left for meanwhile is not received.
            guard !Task.isCancelled else { return }
            try await room.subscribe(id, mid: stream.mid, configuration)
            if stream.track.isSound { await followHearing(of: user) }
        } catch {
            cannotReceive(id, error.text)
        }
    }

    /// A track that Janus no longer has, or whose connection broke, is one less; the call goes on.
    private func cannotReceive(_ id: SubscriptionID, _ reason: Text) {
        guard let call, !isClosed, feeds[id.feed]?.subscriptions.removeValue(forKey: id) != nil else { return }
        feeds[id.feed]?.failed.insert(id.track)
        // Where nothing of it could be received, the feed may be announced again.
        if let received = feeds[id.feed], received.failed.isSuperset(of: received.publisher.streams.map(\.track)) {
            feeds[id.feed] = nil
        }
        tasks.start { await room.unsubscribe(id) }
        report(.notice(call, .callNoticeNotReceivedBecause(reason: reason)))
    }

    private func recording(of stream: RemotePublisher.Stream, from user: UserID) -> String? {
        guard recording == .on, let directory = options.recordDirectory, let call else { return nil }
        let ending =
            switch stream.codec {
            case .opus: "ogg"
            case .h264: "mp4"
            case .vp8: "webm"
            }
        let name = "\(directory)/call-\(call)-from-\(user)-\(stream.track.rawValue)"
        // What is received again is another file: the one before is kept.
        let part = recordings[name, default: 0] + 1
        recordings[name] = part
        return part == 1 ? "\(name).\(ending)" : "\(name)-\(part).\(ending)"
    }
}
