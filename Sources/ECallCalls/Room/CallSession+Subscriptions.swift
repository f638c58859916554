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
        watching = tasks.start { [weak self, room] in
            for await event in room.events { await self?.handle(event) }
        }
    }

    private func handle(_ event: CallRoom.Event) {
        switch event {
        case .appeared(let publisher): appeared(publisher)
        case .disappeared(let feed): disappeared(feed)
        case .receiving(let id): receiving(id)
        case .speaking: break
        case .firstDecoded(let feed, let track, let instant): firstDecoded(feed, track, at: instant)
        case .broke(let id): receiveAnew(id)
        case .cannotReceive(let id, let reason): cannotReceive(id, reason)
        case .interrupted: interrupted()
        case .reentered: reentered()
        case .restored: restored()
        case .notice(let text): notice(text)
        case .mayHaveMissed: tasks.start { await lookForMissed() }
        case .failed(let failure): failed(failure)
        }
    }

    private func appeared(_ publisher: VideoRoomPublisher) {
        guard let remote = RemotePublisher(publisher) else { return }
        guard feeds[publisher.id] == nil else { return sendsMore(remote) }
        if remote.streams.contains(where: { $0.track == timeline.track }) { timeline.mark(.published) }
        unmapped[publisher.id] = remote
        // What else the room reports does not wait for the list.
        if remote.user != environment.account.userId, roster.feeds[remote.user] != publisher.id {
            tasks.start { await refreshParticipants() }
        }
        subscribeToMapped()
    }

    /// Somebody who is received sends more than before, such as video in a call that began without.
    private func sendsMore(_ publisher: RemotePublisher) {
        guard let keyring = keys?.keyring, !isClosed, var received = feeds[publisher.feed] else { return }
        let known = Set(received.publisher.streams.map(\.mid))
        let more = publisher.streams.filter { !known.contains($0.mid) }
        guard !more.isEmpty else { return }
        received.publisher = publisher
        for stream in more { receive(stream, of: &received, keyring) }
        feeds[publisher.feed] = received
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
        for id in received.subscriptions.keys { tasks.start { await room.unsubscribe(id) } }
    }

    /// Receives everybody whose device is known, on the one feed that the server names: frames are opened for that device
    /// only, and a feed that somebody else published in the same name would only be in their way. Who wants to record receives
    /// nothing before the others are told.
    func subscribeToMapped() {
        guard let keyring = keys?.keyring, !isClosed, recording != .announcing else { return }
        for (feed, received) in feeds {
            guard let named = roster.feeds[UserID(received.sender.userID)], named != feed else { continue }
            disappeared(feed)
            unmapped[feed] = received.publisher
        }
        for (feed, publisher) in unmapped {
            guard let member = roster.member(publisher.user), roster.feeds[publisher.user] == feed else { continue }
            unmapped[feed] = nil
            var received = ReceivedFeed(sender: member.address, publisher: publisher)
            for stream in publisher.streams { receive(stream, of: &received, keyring) }
            feeds[feed] = received
        }
    }

    private func receive(_ stream: RemotePublisher.Stream, of feed: inout ReceivedFeed, _ keyring: SenderKeyring) {
        subscriptionNumber += 1
        let id = SubscriptionID(feed: feed.publisher.feed, track: stream.track, number: subscriptionNumber)
        feed.subscriptions[id] = receive(stream, as: id, from: feed.sender, keyring)
    }

    private func receive(
        _ stream: RemotePublisher.Stream, as id: SubscriptionID, from sender: DeviceAddress, _ keyring: SenderKeyring
    ) -> Task<Void, Never> {
        let decryptor = keyring.makeDecryptor(sender: sender, track: stream.track, codec: stream.codec)
        return tasks.start { await subscribe(id, stream, decryptor, from: UserID(sender.userID)) }
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
            let takePicture = options.pictures.map { feed in
                { @Sendable (picture: Picture) in feed.send(picture, of: user) }
            }
            let configuration = SubscriberConfiguration(
                track: stream.track, codec: stream.codec, ice: try await iceConfiguration(), decryptor: decryptor,
                recording: recording(of: stream, from: user), recordingNotice: recordingNotice,
                mayRecord: { [recordingPermit] in recordingPermit.withLock { $0 } }, output: prepared.output,
                takePicture: takePicture, checkContent: options.checkContent)
            // What the room was left for meanwhile is not received.
            guard !Task.isCancelled else { return }
            try await room.subscribe(id, mid: stream.mid, configuration)
        } catch {
            cannotReceive(id, error.text)
        }
    }

    /// A track that Janus no longer has, or whose connection broke, is one less; the call goes on.
    private func cannotReceive(_ id: SubscriptionID, _ reason: Text) {
        guard let call, !isClosed, feeds[id.feed]?.subscriptions.removeValue(forKey: id) != nil else { return }
        // Without any, the feed may be announced again.
        if feeds[id.feed]?.subscriptions.isEmpty ?? false { feeds[id.feed] = nil }
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
