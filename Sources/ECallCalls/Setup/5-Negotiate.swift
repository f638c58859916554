import ECallAPI
import ECallMedia
import ECallSecurity
import FrameCrypto
import Janus

/// Step 5: who publishes in the room is matched with who is in the call, and each track is received.
extension CallSession {
    func watchRoom() {
        guard watching == nil else { return }
        watching = Task { [weak self, room] in
            for await event in room.events { await self?.handle(event) }
        }
    }

    private func handle(_ event: CallRoom.Event) async {
        switch event {
        case .appeared(let publisher): await appeared(publisher)
        case .disappeared(let feed):
            unmapped[feed] = nil
            if feeds.removeValue(forKey: feed) != nil { await room.unsubscribe(feed: feed) }
        case .receiving: await tellConnected()
        case .firstDecoded(let feed, let track, let instant): firstDecoded(feed, track, at: instant)
        case .failed(let reason): failed(.media(reason))
        }
    }

    private func appeared(_ publisher: VideoRoomPublisher) async {
        guard feeds[publisher.id] == nil, let remote = RemotePublisher(publisher) else { return }
        unmapped[publisher.id] = remote
        if roster.member(remote.user) == nil { await refreshParticipants() }
        subscribeToMapped()
    }

    /// Receives everybody who publishes and whose device is known: frames are opened for that device only.
    func subscribeToMapped() {
        guard let keyring = keys?.keyring, !isClosed else { return }
        for (feed, publisher) in unmapped {
            guard let member = roster.member(publisher.user) else { continue }
            unmapped[feed] = nil
            feeds[feed] = member.address
            for stream in publisher.streams {
                let opener = keyring.makeOpener(sender: member.address, track: stream.track, codec: stream.codec)
                subscriptions.append(Task { await subscribe(feed, stream, opener, from: publisher.user) })
            }
        }
    }

    private func subscribe(
        _ feed: UInt64, _ stream: RemotePublisher.Stream, _ opener: any FrameOpening, from user: UserID
    ) async {
        do throws(CallFailure) {
            let configuration = SubscriberConfiguration(
                track: stream.track, codec: stream.codec, ice: try await iceConfiguration(), opener: opener,
                recording: recording(of: stream, from: user), render: options.render,
                checkContent: options.checkContent)
            try await room.subscribe(feed: feed, mid: stream.mid, configuration)
        } catch {
            guard let call, feeds[feed] != nil, !isClosed else { return }
            // A feed that Janus no longer has, or not yet, is one track less; the call goes on.
            guard case .room = error else { return failed(error) }
            report(.notice(call, "\(stream.track.rawValue) of a participant is not received: \(error.message)"))
        }
    }

    private func recording(of stream: RemotePublisher.Stream, from user: UserID) -> String? {
        guard let directory = options.recordDirectory, let call else { return nil }
        let ending =
            switch stream.codec {
            case .opus: "ogg"
            case .h264: "mp4"
            case .vp8: "webm"
            }
        return "\(directory)/call-\(call)-from-\(user)-\(stream.track.rawValue).\(ending)"
    }
}

extension RemotePublisher {
    /// Reads `"<userId>:<name>"` and the streams that can be received; nil for a display that names no user.
    init?(_ publisher: VideoRoomPublisher) {
        guard let first = publisher.display?.split(separator: ":", omittingEmptySubsequences: false).first,
            let user = UserID(String(first)), !user.isNone
        else { return nil }
        self.init(
            feed: publisher.id, user: user,
            streams: publisher.streams.filter { !$0.isDisabled }.compactMap { stream in
                switch (stream.type, stream.codec) {
                case ("audio", nil), ("audio", "opus"): Stream(track: .audio, codec: .opus, mid: stream.mid)
                case ("video", nil), ("video", "h264"): Stream(track: .video, codec: .h264, mid: stream.mid)
                case ("video", "vp8"): Stream(track: .video, codec: .vp8, mid: stream.mid)
                default: nil
                }
            })
    }
}
