import ECallAPI

extension ActiveCalls {
    /// Applies a participant's report of its own state, or that it sees another's media (wire-protocol 4.8).
    ///
    /// Ignores feed numbers in requests: they are taken from Janus, which cannot be made to report a wrong one.
    mutating func update(
        _ id: CallID, _ request: UpdateParticipantRequest, _ identity: DeviceIdentity, _ now: Timestamp
    ) -> CallOutcome {
        guard var call = call(id, with: identity.user), let asker = call[identity.user] else {
            return .refused(hasEnded(id, with: identity.user) ? .over : .notFound)
        }
        guard asker.isInCall, asker.device == identity.device else { return .refused(.notInCall) }
        guard let before = call[request.userId ?? identity.user] else { return .refused(.unknownParticipant) }
        if before.user == identity.user, before.isMuted, request.isMuted == false, isFull(call, beside: before) {
            return .refused(.tooManyUnmuted)
        }
        var after =
            before.user == identity.user
            ? changedBySelf(before, request) : changedByOther(before, request)
        guard after != before else { return CallOutcome(call: id) }

        var change = ParticipantUpdate(participant: CallSignals.about(after, in: id))
        if after.status != before.status { change.status = after.status }
        if after.isMuted != before.isMuted { change.isMuted = after.isMuted }
        if after.isVideoEnabled != before.isVideoEnabled { change.isVideoEnabled = after.isVideoEnabled }
        if before.user == identity.user { lookForLoss(before, &after) }
        call[after.user] = after
        store(call, now: now)
        // The others are not notified of the device's capabilities.
        guard change.status != nil || change.isMuted != nil || change.isVideoEnabled != nil else {
            return CallOutcome(call: id)
        }
        return CallOutcome(
            effects: [.deliver(.participantUpdated(change), to: call.devices(except: identity))], call: id)
    }

    private func changedBySelf(_ member: CallMember, _ request: UpdateParticipantRequest) -> CallMember {
        var member = member
        switch (member.status, request.status) {
        // A late update, like Janus, cannot resume a call from hold: only joining does.
        case _ where member.isOnHold: break
        case (.accepted, .connected), (.reconnecting, .connected), (.connected, .reconnecting):
            member.status = request.status ?? member.status
            // The device's own report takes precedence; Janus reports again when its reception changes.
            if member.status == .connected { member.silentSince = nil }
        default: break
        }
        if let isMuted = request.isMuted, isMuted != member.isMuted { setMuted(&member, isMuted) }
        member.isVideoEnabled = request.isVideoEnabled ?? member.isVideoEnabled
        member.takesCalls = request.takesCalls ?? member.takesCalls
        member.sendsNothing = request.sendsNothing ?? member.sendsNothing
        if request.sendsNothing == true { silenceIsMeant(&member) }
        return member
    }

    private func setMuted(_ member: inout CallMember, _ isMuted: Bool) {
        member.isMuted = isMuted
        if isMuted { silenceIsMeant(&member) }
    }

    /// Clears the silence of a member who mutes, or has no one to send to: it was intended, not a broken connection.
    private func silenceIsMeant(_ member: inout CallMember) {
        guard member.silentSince != nil else { return }
        member.silentSince = nil
        if member.status == .reconnecting, member.isReachable { member.status = .connected }
    }

    /// Whether the limit of unmuted participants is reached by the others.
    func isFull(_ call: LiveCall, beside member: CallMember) -> Bool {
        call.unmuted(except: member.user) >= limits.unmuted
    }

    private func changedByOther(_ member: CallMember, _ request: UpdateParticipantRequest) -> CallMember {
        var member = member
        // Only if plausible: it has joined, and is reachable.
        if request.status == .connected, member.isInCall, member.isReachable { member.status = .connected }
        return member
    }

    // MARK: - What Janus says

    mutating func setFeed(
        _ feed: FeedID, _ room: RoomID, _ identity: DeviceIdentity, _ now: Timestamp
    ) -> CallOutcome {
        changeFeed(of: identity, in: room, now) { member in
            guard member.feed != feed else { return }
            (member.feed, member.silentSince, member.mediaSince) = (feed, nil, nil)
            // A device that tries again and again is waited for since its first try.
            member.awaitsMediaSince = member.awaitsMediaSince ?? now
        }
    }

    /// Records that ICE and DTLS of a feed are established.
    mutating func setMedia(
        _ feed: FeedID, _ room: RoomID, _ identity: DeviceIdentity, _ now: Timestamp
    ) -> CallOutcome {
        guard var call = call(in: room), var member = call[identity.user], member.isInCall,
            member.device == identity.device, member.feed == feed, member.mediaSince == nil
        else { return CallOutcome() }
        let since = member.awaitsMediaSince ?? now
        (member.mediaSince, member.awaitsMediaSince, member.lacksMedia) = (now, nil, nil)
        call[identity.user] = member
        happened(.connected(milliseconds: now.milliseconds - since.milliseconds))
        store(call, now: now)
        return CallOutcome(call: call.id)
    }

    private mutating func lookForLoss(_ before: CallMember, _ after: inout CallMember) {
        guard before.status == .connected, after.status == .reconnecting, let device = after.identity else { return }
        happened(.lost(device, isFirst: after.hasLostMedia != true))
        after.hasLostMedia = true
    }

    mutating func clearFeed(
        _ feed: FeedID, _ room: RoomID, _ identity: DeviceIdentity, _ now: Timestamp
    ) -> CallOutcome {
        changeFeed(of: identity, in: room, now) { member in
            if member.feed == feed { (member.feed, member.mediaSince) = (nil, nil) }
        }
    }

    /// Records whether Janus receives a publisher's audio: this shows a broken connection before its signalling session times
    /// out. A participant who is muted, or has no one to send to, sends none.
    mutating func setAudio(
        of feed: FeedID, _ room: RoomID, _ identity: DeviceIdentity, isReceived: Bool, _ now: Timestamp
    ) -> CallOutcome {
        guard var call = call(in: room), let before = call[identity.user], before.isInCall,
            before.device == identity.device, before.feed == feed,
            isReceived || !(before.isMuted || before.sendsNothing == true)
        else { return CallOutcome() }
        var after = before
        after.silentSince = isReceived ? nil : before.silentSince ?? now
        if !isReceived, before.status == .connected {
            after.status = .reconnecting
        } else if isReceived, before.status == .reconnecting, after.isReachable {
            after.status = .connected
        }
        guard after != before else { return CallOutcome(call: call.id) }
        lookForLoss(before, &after)
        call[identity.user] = after
        store(call, now: now)
        return CallOutcome(effects: after.status == before.status ? [] : tellStatus(of: after, in: call), call: call.id)
    }

    private mutating func changeFeed(
        of identity: DeviceIdentity, in room: RoomID, _ now: Timestamp, _ change: (inout CallMember) -> Void
    ) -> CallOutcome {
        guard var call = call(in: room), let before = call[identity.user], before.isInCall,
            before.device == identity.device
        else { return CallOutcome() }
        var after = before
        change(&after)
        guard after != before else { return CallOutcome(call: call.id) }
        call[identity.user] = after
        store(call, now: now)
        let feed = ParticipantFeed(participant: CallSignals.about(after, in: call.id), feed: after.feed)
        return CallOutcome(
            effects: [.deliver(.participantFeedUpdated(feed), to: call.devices(except: identity))], call: call.id)
    }
}
