import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import FrameCrypto
import Janus

/// A connection that receives one video at a time, and moves to another without a new description.
struct VideoSlot: Sendable {
    let number: Int
    let codec: FrameCodec
    let peer: PeerTransport
    let connection: any SubscribingConnection
    var line: String
    /// The feed whose video Janus sends on it, or sent last.
    var feed: UInt64
    /// The mid of the sender's stream: a camera and a screen are two.
    var source: String
    /// Whether the line was described while something was sent: Janus describes it once, and an inactive one carries nothing.
    var canBeReused = false
}

extension MediaTransport {
    /// Receives one track of a feed: sound on the connection for all, video in a free slot or a new one. Gives up a track that fails.
    func subscribe(
        _ id: SubscriptionID, mid: String, _ configuration: SubscriberConfiguration
    ) async throws(CallFailure) {
        guard isWanted(id) else { throw .noCall }
        if id.track.isSound {
            try await hear(id, mid: mid, configuration)
        } else if let index = idleSlot(for: id, mid: mid, configuration.codec) {
            try await move(slots.idle.remove(at: index), to: id, mid: mid, configuration)
        } else {
            try await makeSlot(for: id, mid: mid, configuration)
        }
        timeline.mark(.subscribed, of: id.track)
    }

    /// A slot that showed the same feed before only needs to be resumed.
    private func idleSlot(for id: SubscriptionID, mid: String, _ codec: FrameCodec) -> Int? {
        let free = slots.idle.indices.filter { slots.idle[$0].codec == codec && slots.idle[$0].canBeReused }
        return free.first { slots.idle[$0].shows(id, mid: mid) } ?? free.first
    }

    /// Stops receiving a track; a connection that is still being made is closed once it exists. If the slot is kept, another
    /// feed's video may replace it, soon unless the network cannot carry more.
    func unsubscribe(_ id: SubscriptionID, keepsSlot: Bool = false, pausesAtOnce: Bool = false) async {
        givenUp.insert(id)
        await sounds[id.track]?.release(id)
        guard let index = subscriptions.firstIndex(where: { $0.id == id }) else { return }
        let subscription = subscriptions.remove(at: index)
        guard keepsSlot, let slot = subscription.slot, slot.canBeReused, !subscription.isBroken else {
            leaving.append(subscription)
            await close(subscription)
            if let slot = subscription.slot { try? await janus.detach(slot.peer.handle) }
            return
        }
        finished.received.append((id.track, await subscription.track.statistics()))
        try? await slot.connection.show(nil)
        guard !isClosed else { return await slot.peer.close() }
        slots.idle.append(slot)
        listening.append(
            tasks.start(after: pausesAtOnce ? .zero : .seconds(1), on: time) { [weak self] in await self?.pause(slot) })
    }

    /// The slot was not reused at once: Janus need not send on it.
    private func pause(_ slot: VideoSlot) async {
        let isIdle = slots.idle.contains {
            $0.number == slot.number && $0.feed == slot.feed && $0.source == slot.source
        }
        guard isIdle else { return }
        let paused = VideoRoomConfiguration(streams: [.init(mid: slot.line, send: false)])
        _ = try? await request(.configure(paused), on: slot.peer.handle)
    }

    /// Handles the end of a feed: subscriptions that wait for others on its connections have nothing to wait for.
    func sourceIsGone(_ feed: UInt64) async {
        for sound in sounds.values { await sound.lost(feed: feed) }
        let useless = slots.idle.filter { $0.feed == feed }
        slots.idle.removeAll { $0.feed == feed }
        for slot in useless { await slot.peer.leave() }
    }

    /// Returns the number of audio frames of each voice so far, opened or not; shared sound may be silent and is left out.
    func arrivals() -> [SubscriptionID: Int] {
        Dictionary(
            uniqueKeysWithValues: subscriptions.filter { $0.id.track == .audio }.map { ($0.id, $0.track.arrivals) })
    }

    func receptions() async -> [SubscriptionID: Reception] {
        let live = subscriptions.map { ($0.id, $0.track) }
        return await withTaskGroup(of: (SubscriptionID, Reception?).self) { group in
            for (id, track) in live { group.addTask { (id, await track.reception()) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Delays tracks by at least this much, in seconds.
    func holdBack(_ delays: [SubscriptionID: Double]) async {
        for subscription in subscriptions {
            guard let delay = delays[subscription.id] else { continue }
            await subscription.track.holdBack(atLeast: delay)
        }
    }

    /// Plays all sound on a loudspeaker; the first failure is thrown once all were asked.
    func play(on loudspeaker: DeviceSelection) async throws(MediaError) {
        let former = self.loudspeaker
        self.loudspeaker = loudspeaker
        var failure: MediaError?
        for subscription in subscriptions where subscription.id.track.isSound {
            do throws(MediaError) { try await subscription.track.play(on: loudspeaker) } catch {
                failure = failure ?? error
            }
        }
        guard let failure else { return }
        self.loudspeaker = former
        throw failure
    }

    func setVolume(_ percent: Int, of id: SubscriptionID) async {
        await subscriptions.first { $0.id == id }?.track.setVolume(percent)
    }

    func receive(layers: [SubscriptionID: (layer: UInt8, hasSeveral: Bool)]) async {
        slots.requests = slots.requests.filter { layers[$0.key] != nil }
        for (id, wanted) in layers {
            guard let slot = subscriptions.first(where: { $0.id == id })?.slot,
                slots.requests[id, default: LayerRequest()].isDue(
                    wanted.layer, repeats: wanted.hasSeveral, now: time.nanoseconds())
            else { continue }
            let stream = VideoRoomConfiguration.Stream(
                mid: slot.line, layers: VideoRoomLayers(substream: Int(wanted.layer)))
            _ = try? await request(.configure(VideoRoomConfiguration(streams: [stream])), on: slot.peer.handle)
        }
    }

    func layerChanged(to layer: Int, on peer: PeerTransport?) {
        guard let id = subscriptions.first(where: { $0.slot?.peer === peer && peer != nil })?.id else { return }
        slots.requests[id, default: LayerRequest()].received = UInt8(clamping: layer)
    }

    func stopReceiving() async {
        let (ending, idle) = (subscriptions, slots.idle)
        (subscriptions, slots.idle) = ([], [])
        leaving += ending
        // At the same time: each may wait for its TURN server.
        await withTaskGroup(of: Void.self) { group in
            for subscription in ending { group.addTask { await self.close(subscription) } }
            for slot in idle { group.addTask { await slot.peer.close() } }
        }
        for sound in sounds.values { await sound.close(detaches: false) }
    }

    private func isWanted(_ id: SubscriptionID) -> Bool { !isClosed && !givenUp.contains(id) }

    private func close(_ subscription: Subscription) async {
        let statistics = await subscription.track.statistics()
        leaving.removeAll { $0.id == subscription.id }
        finished.received.append((subscription.id.track, statistics))
        if let slot = subscription.slot { await slot.peer.close() } else { await subscription.track.close() }
    }

    private func freeHandle() async throws(CallFailure) -> JanusHandle {
        if let handle = await spares.next()?.value { return handle }
        return try await step { () throws(JanusClientError) in try await janus.attachVideoRoom() }
    }

    // MARK: - Sound

    private func hear(
        _ id: SubscriptionID, mid: String, _ configuration: SubscriberConfiguration
    ) async throws(CallFailure) {
        let sound = try await soundOfAll(id.track, configuration.ice)
        let track = try await sound.receive(id, mid: mid, configuration)
        guard isWanted(id) else {
            await track.close()
            throw .noCall
        }
        subscriptions.append(Subscription(id: id, track: track, slot: nil))
        // It was chosen while this was being made.
        if let loudspeaker, loudspeaker != configuration.output.loudspeaker {
            try? await track.play(on: loudspeaker)
        }
        listening.append(tasks.follow(track.events) { [weak self] in await self?.receiving($0, id) })
        if await sound.isConnected { tell(.inRoom(.receiving(id))) }
    }

    private func soundOfAll(_ track: Track, _ ice: ICEConfiguration) async throws(CallFailure) -> SoundReceiving {
        if let sound = sounds[track] { return sound }
        guard let room else { throw .noCall }
        let made = SoundReceiving(
            room: room.rawValue, ice: ice, janus: janus, engine: parts.engine, tasks: tasks,
            freeHandle: { [weak self] () async throws(CallFailure) in
                guard let self else { throw .noCall }
                return try await self.freeHandle()
            },
            report: { [weak self] event in await self?.soundTold(event, track) })
        sounds[track] = made
        return made
    }

    private func soundTold(_ event: MediaEvent, _ track: Track) async {
        for id in subscriptions.map(\.id) where id.track == track { receiving(event, id) }
        switch event {
        // Later tracks get it when they arrive.
        case .pathFound: timeline.mark(.receiveICE, of: track)
        case .connected: timeline.mark(.receiveDTLS, of: track)
        case .failed:
            await sounds.removeValue(forKey: track)?.close()
        default: break
        }
    }

    // MARK: - Video

    private func makeSlot(
        for id: SubscriptionID, mid: String, _ configuration: SubscriberConfiguration
    ) async throws(CallFailure) {
        guard let room else { throw .noCall }
        let handle = try await freeHandle()
        guard isWanted(id) else {
            try? await janus.detach(handle)
            throw .noCall
        }
        let connection: any SubscribingConnection
        do throws(MediaError) { connection = try await parts.engine.makeSubscriber(configuration) } catch {
            try? await janus.detach(handle)
            throw error.failure
        }
        slots.made += 1
        let number = slots.made
        let peer = PeerTransport(handle: handle, connection: connection, janus: janus, tasks: tasks) {
            [weak self] event in
            await self?.slotTold(event, number)
        }
        guard isWanted(id) else {
            await connection.close()
            try? await janus.detach(handle)
            throw .noCall
        }
        let slot = VideoSlot(
            number: number, codec: configuration.codec, peer: peer, connection: connection, line: "0", feed: id.feed,
            source: mid)
        subscriptions.append(Subscription(id: id, track: connection, slot: slot))
        do throws(CallFailure) {
            await peer.start()
            watch(peer.handle, peer: peer)
            let stream = VideoRoomStreamSelection(feed: id.feed, mid: mid)
            let offer = try await request(
                .joinSubscriber(VideoRoomSubscriberJoin(room: room.rawValue, streams: [stream], autoupdate: false)),
                on: handle)
            guard offer.jsep != nil else { throw .room(.callFailureNothingOffered) }
            if case .attached(_, let streams) = offer.event, let line = streams.first?.mid {
                change(slot) { $0.line = line }
            }
            try await negotiate(slot, offer.jsep)
        } catch {
            await abandon(slot)
            throw error
        }
    }

    /// Switches a slot to another feed. Frames are opened as the new sender's before Janus is asked.
    private func move(
        _ slot: VideoSlot, to id: SubscriptionID, mid: String, _ configuration: SubscriberConfiguration
    ) async throws(CallFailure) {
        var moved = slot
        (moved.feed, moved.source) = (id.feed, mid)
        subscriptions.append(Subscription(id: id, track: slot.connection, slot: moved))
        configuration.decryptor.settle()
        do throws(CallFailure) {
            try await step { () throws(MediaError) in try await slot.connection.show(configuration) }
            let answer = try await request(
                slot.shows(id, mid: mid)
                    ? .configure(VideoRoomConfiguration(streams: [.init(mid: slot.line, send: true)]))
                    : .switch([VideoRoomSwitch(feed: id.feed, mid: mid, subscriberMid: slot.line)]),
                on: slot.peer.handle)
            // With an offer, if the former sender was gone by then.
            try await negotiate(moved, answer.jsep)
        } catch {
            await abandon(slot)
            throw error
        }
        tell(.inRoom(.receiving(id)))
    }

    /// Handles a failure in a slot, whichever feed its video was meant for.
    private func abandon(_ slot: VideoSlot) async {
        subscriptions.removeAll { $0.slot?.number == slot.number }
        slots.idle.removeAll { $0.number == slot.number }
        await slot.peer.leave()
    }

    private func negotiate(_ slot: VideoSlot, _ offer: JanusSessionDescription?) async throws(CallFailure) {
        guard let sdp = offer?.sdp else { return }
        let answer = try await step { () throws(MediaError) in try await slot.connection.answer(offer: sdp) }
        guard !isClosed else { throw .noCall }
        try await slot.peer.accept(answer)
        change(slot) { $0.canBeReused = !Self.isInactive(sdp) }
    }

    /// Whether the one media line of a description is inactive (RFC 8866 section 6.7).
    private static func isInactive(_ sdp: String) -> Bool {
        sdp.split(whereSeparator: \.isNewline).contains("a=inactive")
    }

    /// The feed shown on it may have been given up meanwhile.
    private func change(_ slot: VideoSlot, _ body: (inout VideoSlot) -> Void) {
        for index in slots.idle.indices where slots.idle[index].number == slot.number { body(&slots.idle[index]) }
        for index in subscriptions.indices {
            guard var changed = subscriptions[index].slot, changed.number == slot.number else { continue }
            body(&changed)
            subscriptions[index].slot = changed
        }
    }

    private func slotTold(_ event: MediaEvent, _ number: Int) async {
        if let id = subscriptions.first(where: { $0.slot?.number == number })?.id { return receiving(event, id) }
        guard let index = slots.idle.firstIndex(where: { $0.number == number }) else { return }
        switch event {
        case .disconnected, .failed: await slots.idle.remove(at: index).peer.leave()
        default: break
        }
    }

    // MARK: - Reports of the connections

    private func receiving(_ event: MediaEvent, _ id: SubscriptionID) {
        guard isWanted(id) else { return }
        switch event {
        case .pathFound: timeline.mark(.receiveICE, of: id.track)
        case .connected:
            timeline.mark(.receiveDTLS, of: id.track)
            set(id, isBroken: false)
            tell(.inRoom(.receiving(id)))
        case .firstDecodedFrame(let instant, let opened):
            timeline.mark(.decrypted, of: id.track, at: opened)
            timeline.mark(.decoded, of: id.track, at: instant)
            tell(.inRoom(.firstDecoded(feed: id.feed, id.track, at: opened)))
        case .speaking(let speaks): tell(.inRoom(.speaking(id, speaks)))
        case .failed(let error): tell(.inRoom(.cannotReceive(id, error.text)))
        case .notice(let text): tell(.inRoom(.notice(text)))
        case .screenEnded: break
        case .disconnected:
            set(id, isBroken: true)
            // It may recover; or the other side has left, which the room reports.
            listening.append(tasks.start(after: times.grace, on: time) { [weak self] in await self?.graceIsOver(id) })
        case .localCandidate, .gatheringComplete: break
        }
    }

    private func set(_ id: SubscriptionID, isBroken: Bool) {
        for index in subscriptions.indices where subscriptions[index].id == id {
            subscriptions[index].isBroken = isBroken
        }
    }

    private func graceIsOver(_ id: SubscriptionID) async {
        guard isWanted(id), subscriptions.contains(where: { $0.id == id && $0.isBroken }) else { return }
        // All audio arrives on one connection: a track that is received again needs another.
        if let former = sounds[id.track], await !former.isConnected, sounds[id.track] === former {
            sounds[id.track] = nil
            await former.close()
        }
        tell(.inRoom(.broke(id)))
    }
}

extension VideoSlot {
    fileprivate func shows(_ id: SubscriptionID, mid: String) -> Bool { feed == id.feed && source == mid }
}
