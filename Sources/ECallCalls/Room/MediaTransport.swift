import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import FrameCrypto
import Janus

/// One media connection: a Janus session, one connection that sends, one for the sound of all, and one for each slot of video.
actor MediaTransport {
    enum Event: Sendable {
        case inRoom(RoomEvent)
        case sending
        /// The session was claimed on a new socket: events of the room were lost meanwhile.
        case reclaimed
        case lost
        case failed(Text)
    }

    struct Slots {
        var idle: [VideoSlot] = []
        var made = 0
        var requests: [SubscriptionID: LayerRequest] = [:]
    }

    struct Subscription {
        let id: SubscriptionID
        let track: any ReceivedTrack
        /// The video slot; sound has one connection for all.
        var slot: VideoSlot?
        var isBroken = false
    }

    /// For one consumer.
    nonisolated let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    let janus: JanusClient
    let parts: MediaParts
    private(set) var publisherHandle: JanusHandle?
    var spares = SpareHandles()
    private var publisherPeer: PeerTransport?
    private(set) var publishing: (any PublishingConnection)?
    var subscriptions: [Subscription] = []
    var slots = Slots()
    /// The connections for voices and for shared sound, so that a share renegotiates nothing of the voices: each is made with the
    /// first track that is heard.
    var sounds: [Track: SoundReceiving] = [:]
    /// Subscriptions given up, and not in `finished` yet.
    var leaving: [Subscription] = []
    /// Subscriptions given up, perhaps before they were there.
    var givenUp: Set<SubscriptionID> = []
    var room: RoomID?
    var loudspeaker: DeviceSelection?
    var listening: [Task<Void, Never>] = []
    var finished: (received: [(track: Track, statistics: TrackStatistics)], sent: TrackStatistics?) = ([], nil)
    private var wishes = SendWishes()
    private var isSending = false
    var hasScreen = false
    private var sendingWaiters: [CheckedContinuation<Bool, Never>] = []
    /// Whether there is no connection, or the session in Janus or the sending connection is gone.
    private(set) var isBroken = false
    private var closing: Task<Void, Never>?
    /// Whether Janus gets sound of this device; nil before it got any.
    private var arrives: Bool?
    /// Runs while Janus hears nothing of this device, which sends sound.
    private var unheard: Task<Void, Never>?
    var isUnheard: Bool { unheard != nil }
    var isClosed: Bool { closing != nil }
    var time: any TimeSource { parts.time }
    var times: CallTimes { parts.times }
    nonisolated var tasks: SessionTasks { parts.tasks }
    nonisolated var timeline: SetUpTimeline { parts.timeline }

    init(_ parts: MediaParts) {
        self.parts = parts
        janus = parts.makeJanus()
        (events, continuation) = AsyncStream.makeStream()
    }

    // MARK: - Entering

    func open() async throws(CallFailure) {
        guard publisherHandle == nil else { return }
        let handle: JanusHandle
        do throws(JanusClientError) {
            try await janus.connect()
            try await janus.createSession()
            handle = try await janus.attachVideoRoom()
        } catch {
            throw failure(error)
        }
        guard !isClosed else { throw .noCall }
        publisherHandle = handle
        spares.attach(on: janus)
        listening.append(
            tasks.start { [weak self, janus] in
                var isBack = false
                for await state in janus.states {
                    switch state {
                    case .connected where isBack: await self?.tell(.reclaimed)
                    case .connected: break
                    case .reconnecting: isBack = true
                    case .closed: await self?.isLost()
                    }
                }
            })
    }

    /// Makes the call's room; the server hides and guards it.
    func createRoom() async throws(CallFailure) -> RoomID {
        let answer = try await request(.create(VideoRoomCreation()), on: publisherHandle)
        guard case .created(let room) = answer.event else { throw .room(.callFailureNoRoom) }
        return RoomID(room)
    }

    /// Enters the room; existing publishers are reported as events.
    func join(_ room: RoomID, display: String) async throws(CallFailure) {
        let answer = try await request(
            .joinPublisher(VideoRoomPublisherJoin(room: room.rawValue, display: display)), on: publisherHandle)
        guard case .joined(_, _, _, let publishers) = answer.event else { throw .room(.callFailureNotLetIn) }
        self.room = room
        timeline.mark(.enter)
        for publisher in publishers { continuation.yield(.inRoom(.appeared(publisher))) }
        // Not before: news of the room may overtake this answer, and nothing can be subscribed to without a room.
        if let publisherHandle { watch(publisherHandle) }
    }

    // MARK: - Sending

    func publish(_ configuration: PublisherConfiguration) async throws(CallFailure) {
        guard let handle = publisherHandle, !isClosed else { throw .noCall }
        let connection = try await step { () throws(MediaError) in
            try await parts.engine.makePublisher(configuration)
        }
        guard !isClosed else {
            await connection.close()
            throw .noCall
        }
        // A former one that could not be offered.
        await publishing?.close()
        publishing = connection
        // The person's choices from before the microphone was open.
        if wishes.isMuted { await connection.setMuted(true) }
        if !wishes.sendsVideo { await connection.setVideoEnabled(false) }
        await connection.limitVideo(to: wishes.videoLimit)
        let offer = try await step { () throws(MediaError) in try await connection.createOffer() }
        timeline.mark(.offer)
        let peer = PeerTransport(handle: handle, connection: connection, janus: janus, tasks: tasks) {
            [weak self] event in
            await self?.sending(event)
        }
        publisherPeer = peer
        await peer.start()
        let codec = configuration.video?.codec.rawValue
        let request = VideoRoomRequest.publish(
            VideoRoomConfiguration(audio: true, video: codec != nil, videoCodec: codec))
        try await self.offer(offer, of: connection, by: request, on: handle)
    }

    func offer(
        _ offer: String, of connection: any PublishingConnection, by body: VideoRoomRequest, on handle: JanusHandle
    ) async throws(CallFailure) {
        let answer = try await request(
            body, jsep: JanusSessionDescription(.offer, sdp: offer, isEndToEndEncrypted: true), on: handle)
        timeline.mark(.accepted)
        await publisherPeer?.descriptionIsKnown()
        guard let sdp = answer.jsep?.sdp else { throw .room(.callFailureNoAnswerToOffer) }
        try await step { () throws(MediaError) in try await connection.setAnswer(sdp) }
    }

    /// Returns whether own media reach the media server; waits until that is known.
    func becomesSending() async -> Bool {
        if isSending || isClosed || isBroken { return isSending }
        return await withCheckedContinuation { sendingWaiters.append($0) }
    }

    private func isLost() {
        guard !isClosed else { return }
        isBroken = true
        nowSending(false)
        tell(.lost)
    }

    private func nowSending(_ sends: Bool) {
        isSending = sends
        for waiter in sendingWaiters { waiter.resume(returning: sends) }
        sendingWaiters = []
    }

    func send(_ new: SendWishes) async {
        let before = wishes
        wishes = new
        if (new.isMuted, new.isForSomebody) != (before.isMuted, before.isForSomebody) { expectSound() }
        if new.isMuted != before.isMuted { await publishing?.setMuted(new.isMuted) }
        if new.sendsVideo != before.sendsVideo { await publishing?.setVideoEnabled(new.sendsVideo) }
        if new.videoLimit != before.videoLimit { await publishing?.limitVideo(to: new.videoLimit) }
    }

    func capture(with devices: CaptureDevices) async throws(MediaError) {
        try await publishing?.capture(with: devices)
    }

    /// Whether the connection to Janus, or the one that sends, ends with this address.
    func ends(withAddress address: String) async -> Bool {
        if await janus.localAddress == address { return true }
        return await publisherPeer?.addressRemoved(address) ?? false
    }

    func transmission() async -> Transmission? { isSending ? await publishing?.transmission() : nil }

    /// Returns what microphone and camera have captured since the last reading; nil if neither is used.
    func captureReading() async -> CaptureReading? { await publishing?.captureReading() }

    // MARK: - Counting and closing

    func count(into statistics: inout CallStatistics) async {
        // Each subscription is in one of the three at any time.
        let (live, finished) = (subscriptions + leaving, finished)
        if let sent = finished.sent {
            statistics.add(sending: sent)
        } else if let publishing {
            statistics.add(sending: await publishing.statistics())
        }
        for (track, counted) in finished.received { statistics.add(receiving: track, counted) }
        // At the same time: each one of a lost media connection may take its whole timeout.
        let counted = await withTaskGroup(of: (Int, TrackStatistics).self) { group in
            for (index, subscription) in live.enumerated() {
                group.addTask { (index, await subscription.track.statistics()) }
            }
            return await group.reduce(into: [Int: TrackStatistics]()) { $0[$1.0] = $1.1 }
        }
        for (index, subscription) in live.enumerated() {
            if let counted = counted[index] { statistics.add(receiving: subscription.id.track, counted) }
        }
    }

    /// Stops capture and all connections, then unpublishes, leaves, detaches, destroys and closes; returns once all that is done.
    func close() async {
        let closing = closing ?? tasks.start { await shutDown() }
        self.closing = closing
        await closing.value
    }

    private func shutDown() async {
        continuation.finish()
        unheard?.cancel()
        nowSending(false)
        await publishing?.close()
        await publisherPeer?.close()
        await stopReceiving()
        await janus.close()
        for task in listening { task.cancel() }
        finished.sent = await publishing?.statistics()
        publishing = nil
    }

    // MARK: - Reports of Janus and the connections

    func watch(_ handle: JanusHandle, peer: PeerTransport? = nil) {
        listening.append(tasks.follow(handle.events) { [weak self] in await self?.handle($0, peer: peer) })
    }

    private func handle(_ event: JanusHandleEvent, peer: PeerTransport?) async {
        switch event {
        case .trickle(let trickle): await (peer ?? publisherPeer)?.remote(trickle)
        case .plugin(.publishers(_, let publishers), _):
            for publisher in publishers { continuation.yield(.inRoom(.appeared(publisher))) }
        case .plugin(.leaving(.feed(let feed)), _), .plugin(.unpublished(.feed(let feed)), _):
            await sourceIsGone(feed)
            continuation.yield(.inRoom(.disappeared(feed: feed)))
        case .plugin(.layersChanged(_, _, let layer?, _), _): layerChanged(to: layer, on: peer)
        case .media(type: "audio", mid: _, let isReceiving) where peer == nil:
            arrives = isReceiving
            expectSound()
        case .hangup where peer == nil: isLost()
        case .plugin, .webRTCUp, .media, .slowLink, .hangup, .detached: break
        }
    }

    /// Expects audio at Janus. A sender who is not muted sends audio without pause: if Janus gets no more, the connection is
    /// broken or paused.
    private func expectSound() {
        unheard?.cancel()
        unheard = nil
        guard arrives == false, !wishes.isMuted, wishes.isForSomebody else { return }
        unheard = tasks.start(after: times.unheard, on: time) { [weak self] in await self?.isLost() }
    }

    private func sending(_ event: MediaEvent) {
        switch event {
        case .failed(let error): tell(.failed(error.text))
        case .notice(let text): tell(.inRoom(.notice(text)))
        case .screenEnded(let text): tell(.inRoom(.screenEnded(text)))
        case .disconnected: isLost()
        case .connected:
            timeline.mark(.sendDTLS)
            nowSending(true)
            tell(.sending)
        case .pathFound: timeline.mark(.sendICE)
        case .localCandidate, .gatheringComplete, .firstDecodedFrame, .speaking: break
        }
    }

    func tell(_ event: Event) {
        if !isClosed { continuation.yield(event) }
    }

    @discardableResult
    func request(
        _ body: VideoRoomRequest, jsep: JanusSessionDescription? = nil, on handle: JanusHandle?
    ) async throws(CallFailure) -> (event: VideoRoomEvent, jsep: JanusSessionDescription?) {
        guard let handle, !isClosed else { throw .noCall }
        do throws(JanusClientError) {
            return try await janus.request(body, jsep: jsep, on: handle)
        } catch {
            throw handle.id == publisherHandle?.id ? failure(error) : .room(error.text)
        }
    }

    private func failure(_ error: JanusClientError) -> CallFailure {
        if error.isLoss { isBroken = true }
        return .room(error.text)
    }
}
