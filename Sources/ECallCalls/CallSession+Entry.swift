import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// Joining the call, with the steps of `CallEntry`, and ringing more people into it.
extension CallSession {
    func prepare(for call: CallID? = nil) async throws(CallFailure) {
        await take(try await CallMedia.prepare(options, environment), for: call)
    }

    func take(_ prepared: PreparedMedia, for call: CallID?) async {
        await media.take(prepared)
        entry.timeline.mark(.devices)
        if self.call == nil { self.call = call }
        for text in prepared.notices { notice(text) }
    }

    /// Rings the devices of these people. From here on the call exists at the server.
    func place(_ contacts: [UserID]) async throws(CallFailure) -> (CallID, rings: Bool) {
        _ = devices.ask(for: contacts)
        let placed = try await entry.place(contacts)
        opening = placed.opening
        _ = members.listed(placed.record.participants, isFirst: true)
        tellPeople()
        return (placed.record.id, placed.rings)
    }

    /// From here on signals of the call count.
    func begin(_ call: CallID) async {
        awaitsAnswer = true
        await beginKeyExchange(call, isFounder: true)
    }

    /// The caller is in the call at the server from the beginning (wire-protocol 4.2): its room waits for none of the answers.
    func enterAsCaller(_ call: CallID) async throws(CallFailure) {
        report(.encryption(call, .waitingForKey))
        async let joined = Result.of { () throws(CallFailure) in try await joinAsCaller(call) }
        try await enter()
        try await joined.get()
    }

    private func joinAsCaller(_ call: CallID) async throws(CallFailure) {
        try await join(call)
        keys?.heard(.entered)
        await refreshParticipants()
    }

    func enterAsCallee(_ incoming: IncomingCall, opening said: E2EEOpening?) async throws(CallFailure) {
        opening = CallOpening(
            entry: try entry.makeEntry(room: incoming.room), codec: options.videoCodec ?? incoming.videoCodec)
        await beginKeyExchange(incoming.id, isFounder: false)
        report(.encryption(incoming.id, .waitingForKey))
        let caller = DeviceAddress(userID: incoming.caller.rawValue, deviceID: incoming.callerDevice.rawValue)
        async let opened = Result.of { () throws(CallFailure) in try await room.open() }
        apply(members.joined(incoming.caller, incoming.callerDevice, name: incoming.callerName))
        if let said {
            keys?.heard(.message(.join, from: caller, said.join))
            keys?.heard(.message(.invite, from: caller, said.invite))
        }
        if !incoming.isVerified {
            keys?.heard(.expected(InvitationCheck.people(in: said, of: caller, room: incoming.room)))
        }
        try await join(incoming.id)
        keys?.heard(.entered)
        async let refreshed = refreshParticipants()
        try await opened.get()
        try await enter()
        _ = await refreshed
    }

    func comeIn(_ call: CallID) async throws(CallFailure) -> CallRecord {
        guard !isClosed else { throw .noCall }
        let record = try await entry.comeIn(call)
        try await admitted(record, to: call)
        return record
    }

    /// Rejoins with new keys, heard and seen as before. Others are known by their published keys before the person is asked for anything.
    func beginAgain(_ record: CallRecord, codec: FrameCodec?) async throws(CallFailure) {
        let others = record.participants.map(\.userId).filter { $0 != members.ownUser }
        _ = devices.ask(for: others)
        let published = try await environment.api.publishedKeys(of: others)
        opening = CallOpening(
            entry: try entry.makeEntry(room: record.janusRoomId),
            codec: codec ?? options.videoCodec ?? published.commonVideoCodec, published: published)
        await beginKeyExchange(record.id, isFounder: false)
        let rung = RungPeople(environment.storage).of(record.id)
        if !rung.people.isEmpty { keys?.heard(.invitedBefore(rung.people, byLink: rung.byLink)) }
        report(.encryption(record.id, .waitingForKey))
        // As old as the call is for the others, who count from when media were there.
        let now = Timestamp(environment.api.clock.date()).milliseconds
        let age = min(max(record.connectedAt.map { now - $0.milliseconds } ?? 0, 0), Self.longestAge)
        first.isConnected(since: time.nanoseconds() &- UInt64(age) * 1_000_000)
        guard let own = record.participants.first(where: { $0.userId == members.ownUser }) else { return }
        await room.send { $0.isVideoEnabled = own.isVideoEnabled }
        if own.isVideoEnabled, !options.video { tasks.start { await self.sendVideo(false) } }
    }

    /// In milliseconds: an older call is an error of the server.
    private static let longestAge: Int64 = 86_400_000

    func enterAgain() async throws(CallFailure) {
        keys?.heard(.entered)
        await refreshParticipants()
        try await enter()
    }

    private func join(_ call: CallID) async throws(CallFailure) {
        guard !isClosed else { throw .noCall }
        try await admitted(try await entry.join(call), to: call)
    }

    /// The server has admitted this device: muted if the limit of unmuted people is reached, or if the person was muted before.
    private func admitted(_ record: CallRecord, to call: CallID) async throws(CallFailure) {
        if isClosed {
            // Hung up meanwhile, and the server may have learned of that before it let this device in.
            _ = try? await environment.api.send(.endCall, body: EndCallRequest(callId: call), as: EndCallResponse.self)
            throw .noCall
        }
        apply(members.listed(record.participants, isFirst: true))
        if members[members.ownUser]?.isMuted ?? false {
            members.chose(isMuted: true)
            if await media.muteAsServer(), members.isFull(besides: members.ownUser) { report(.joinedMuted(record.id)) }
        } else if members.isMuted, members[members.ownUser] != nil {
            // Muted before the server had this device in the call.
            members.chose(isMuted: true)
            tasks.start { try? await environment.updateOwn(in: record.id, isMuted: true) }
        }
        tellPeople()
    }

    private func enter() async throws(CallFailure) {
        guard let keys, let opening, !isClosed else { throw .noCall }
        watchRoom()
        try await entry.enter(opening, keys.keyring, media)
        tasks.start { await announceMissingMedia() }
    }

    /// Invites people. Everyone in the call is told of the invite before anyone rings, so that no newcomer is held.
    func invite(_ users: [UserID], isByLink: Bool) async throws(CallFailure) -> [UserID] {
        guard let call, let opening, let keys, !isClosed else { throw .noCall }
        let here = Set(members.all.filter(\.status.isIn).map(\.user))
        let asked = users.filter { !here.contains($0) && $0 != members.ownUser }
        guard !asked.isEmpty else { throw .alreadyInThisCall }
        _ = devices.ask(for: asked)
        let published = try await environment.api.publishedKeys(of: asked)
        try entry.mustHaveDevices(published)
        let (invite, request) = try entry.invitation(to: asked, opening, published)
        guard !isClosed else { throw .noCall }
        keys.heard(published)
        RungPeople(environment.storage).add(invite.callees, to: call, isByLink: isByLink)
        keys.heard(.invited(invite.text, callees: invite.callees, isByLink: isByLink))
        let ringing = try await entry.ring(request, into: call)
        await refreshParticipants()
        return ringing
    }

    /// From here the call has an id, and with it channels to the others; keys travel only to devices that have joined.
    private func beginKeyExchange(_ call: CallID, isFounder: Bool) async {
        guard !isClosed, let opening else { return }
        self.call = call
        let (signaling, pins) = (environment.signaling, pins)
        let (news, newsContinuation) = AsyncStream.makeStream(of: KeyExchange.News.self)
        let exchange = KeyExchange(
            call: call, room: opening.room, entry: opening.entry, pins: pins.readable(), isFounder: isFounder,
            time: environment.keyTime, tasks: tasks,
            send: { signal in
                // A text that cannot go now is repaired when this device is online again.
                guard await signaling.state == .online else { return false }
                return (try? await signaling.send(signal)) != nil
            },
            savePins: { try? pins.save($0) },
            tell: { newsContinuation.yield($0) },
            secretTaken: environment.secretTaken)
        keys = exchange
        tasks.follow(news) { [weak self] in await self?.heard($0) }
        tellSilence()
        await exchange.start()
        if recording.isAnnouncing { exchange.heard(.recording(true)) }
        if let published = opening.published { exchange.heard(published) }
        if let invite = opening.invite {
            RungPeople(environment.storage).add(invite.callees, to: call)
            exchange.heard(.invited(invite.text, callees: invite.callees))
        }
    }
}
