import ECallCore
import ECallLanguage
import ECallMedia
import FrameCrypto
import Janus

/// Receives the sound of all on one Janus handle, which gets one request after the other: descriptions must not cross.
actor SoundReceiving {
    private struct Waiter {
        let configuration: SubscriberConfiguration
        let done: CheckedContinuation<Result<any ReceivedTrack, CallFailure>, Never>
    }

    private let room: UInt64
    private let ice: ICEConfiguration
    private let janus: JanusClient
    private let engine: any MediaEngine
    private let tasks: SessionTasks
    private let freeHandle: @Sendable () async throws(CallFailure) -> JanusHandle
    private let report: @Sendable (MediaEvent) async -> Void
    private var lines = SoundLines()
    private var waiters: [SubscriptionID: Waiter] = [:]
    private var peer: PeerTransport?
    private var connection: (any SoundConnection)?
    private var worker: Task<Void, Never>?
    private var listening: Task<Void, Never>?
    /// Set after a failure, so that a feed that Janus does not know holds up no other.
    private var isOneByOne = false
    private var isClosed = false
    private(set) var isConnected = false

    init(
        room: UInt64, ice: ICEConfiguration, janus: JanusClient, engine: any MediaEngine, tasks: SessionTasks,
        freeHandle: @escaping @Sendable () async throws(CallFailure) -> JanusHandle,
        report: @escaping @Sendable (MediaEvent) async -> Void
    ) {
        (self.room, self.ice, self.janus, self.engine, self.tasks) = (room, ice, janus, engine, tasks)
        (self.freeHandle, self.report) = (freeHandle, report)
    }

    /// Receives a track of sound; returns once Janus sends it.
    func receive(
        _ id: SubscriptionID, mid: String, _ configuration: SubscriberConfiguration
    ) async throws(CallFailure) -> any ReceivedTrack {
        guard !isClosed, waiters[id] == nil else { throw .noCall }
        let result = await withCheckedContinuation { done in
            waiters[id] = Waiter(configuration: configuration, done: done)
            lines.want(.init(id: id, mid: mid))
            work()
        }
        return try result.get()
    }

    func release(_ id: SubscriptionID) {
        lines.release(id)
        settle(id, .failure(.noCall))
        work()
    }

    func lost(feed: UInt64) {
        lines.lost(feed: feed)
        work()
    }

    /// Returns once nothing of it is open; the handle need not be given up if the session ends, which does that for all.
    func close(detaches: Bool = true) async {
        guard !isClosed else { return }
        isClosed = true
        for id in waiters.keys { settle(id, .failure(.noCall)) }
        await connection?.close()
        await peer?.close()
        if detaches, let handle = peer?.handle { try? await janus.detach(handle) }
        // A connection that is still being made is closed by its maker.
        await worker?.value
        listening?.cancel()
    }

    private func settle(_ id: SubscriptionID, _ result: Result<any ReceivedTrack, CallFailure>) {
        waiters.removeValue(forKey: id)?.done.resume(returning: result)
    }

    private func work() {
        guard worker == nil, !isClosed, lines.next() != nil else { return }
        worker = tasks.start {
            while let step = next() { await take(step) }
        }
    }

    private func next() -> SoundLines.Step? {
        let step = isClosed ? nil : lines.next()
        if step == nil { worker = nil }
        return step
    }

    private func take(_ step: SoundLines.Step) async {
        switch step {
        case .pause(let line):
            // A line that continues to send only costs traffic: nothing of it is opened.
            _ = try? await request(.configure(VideoRoomConfiguration(streams: [.init(mid: line, send: false)])))
            lines.paused(line: line)
        case .resume(let source, let line):
            let resumed = VideoRoomConfiguration(streams: [.init(mid: line, send: true)])
            await move(source, to: line, .configure(resumed))
        case .switch(let source, let line):
            waiters[source.id]?.configuration.decryptor.settle()
            await move(source, to: line, .switch([.init(feed: source.id.feed, mid: source.mid, subscriberMid: line)]))
        case .subscribe(let sources): await subscribe(isOneByOne ? Array(sources.prefix(1)) : sources)
        }
    }

    /// Gives an existing line to another sender; its frames are opened as theirs before Janus is asked.
    private func move(_ source: SoundLines.Source, to line: String, _ body: VideoRoomRequest) async {
        var track: (any ReceivedTrack)?
        do throws(CallFailure) {
            track = try await open(source, on: line)
            try await negotiate(request(body))
            await took(source, line, track)
        } catch {
            await track?.close()
            failed(source, error)
        }
    }

    private func subscribe(_ sources: [SoundLines.Source]) async {
        var opened: [(SoundLines.Source, String, (any ReceivedTrack)?)] = []
        do throws(CallFailure) {
            let answer = try await ask(for: sources)
            guard let streams = answer.event.subscriptions else { throw .room(.callFailureNothingOffered) }
            for source in sources {
                let used = lines.lines.filter { $0.source != nil || !$0.isLost }.map(\.mid) + opened.map(\.1)
                let line = streams.first {
                    $0.feed == source.id.feed && $0.feedMid == source.mid && $0.type == "audio"
                        && !used.contains($0.mid)
                }
                guard let line else {
                    failed(source, .room(.callFailureNothingOffered))
                    continue
                }
                opened.append((source, line.mid, try? await open(source, on: line.mid)))
            }
            try await negotiate(answer)
            for (source, line, track) in opened { await took(source, line, track) }
        } catch {
            for (_, _, track) in opened { await track?.close() }
            // One of the feeds may be gone, which the room will report.
            if sources.count > 1, !isOneByOne { return isOneByOne = true }
            for source in sources { failed(source, error) }
        }
    }

    private func ask(for sources: [SoundLines.Source]) async throws(CallFailure) -> Answer {
        let streams = sources.map { VideoRoomStreamSelection(feed: $0.id.feed, mid: $0.mid) }
        guard peer == nil else { return try await request(.subscribe(streams)) }
        try await connect()
        do throws(CallFailure) {
            return try await request(
                .joinSubscriber(VideoRoomSubscriberJoin(room: room, streams: streams, autoupdate: false)))
        } catch {
            // Janus lets only a handle that has joined subscribe: the next attempt begins with another.
            if !isClosed { await disconnect() }
            throw error
        }
    }

    private func disconnect() async {
        let former = peer
        (connection, peer) = (nil, nil)
        listening?.cancel()
        await former?.leave()
    }

    private func connect() async throws(CallFailure) {
        let handle = try await freeHandle()
        let made: any SoundConnection
        do throws(MediaError) { made = try await engine.makeSoundConnection(ice) } catch {
            try? await janus.detach(handle)
            throw error.failure
        }
        let peer = PeerTransport(handle: handle, connection: made, janus: janus, tasks: tasks) { [weak self] event in
            await self?.connectionTold(event)
        }
        (connection, self.peer) = (made, peer)
        guard !isClosed else {
            await made.close()
            try? await janus.detach(handle)
            throw .noCall
        }
        await peer.start()
        listening = tasks.follow(handle.events) { [peer] event in
            if case .trickle(let trickle) = event { await peer.remote(trickle) }
        }
    }

    private func connectionTold(_ event: MediaEvent) async {
        if event == .connected { isConnected = true }
        if event == .disconnected { isConnected = false }
        await report(event)
    }

    private func open(
        _ source: SoundLines.Source, on line: String
    ) async throws(CallFailure) -> (any ReceivedTrack)? {
        // It is not awaited any more: the line is left again.
        guard let connection, let configuration = waiters[source.id]?.configuration else { return nil }
        return try await step { () throws(MediaError) in try await connection.receive(configuration, on: line) }
    }

    private func took(_ source: SoundLines.Source, _ line: String, _ track: (any ReceivedTrack)?) async {
        lines.took(source, line: line)
        isOneByOne = false
        guard let track else { return }
        guard waiters[source.id] != nil else { return await track.close() }
        settle(source.id, .success(track))
    }

    private func failed(_ source: SoundLines.Source, _ failure: CallFailure) {
        lines.release(source.id)
        settle(source.id, .failure(failure))
    }

    private typealias Answer = (event: VideoRoomEvent, jsep: JanusSessionDescription?)

    private func request(_ body: VideoRoomRequest) async throws(CallFailure) -> Answer {
        guard let peer, !isClosed else { throw .noCall }
        return try await step { () throws(JanusClientError) in
            try await janus.request(body, jsep: nil, on: peer.handle)
        }
    }

    /// Answers an offer of Janus: with more lines, or if a line's former sender had left.
    private func negotiate(_ asked: Answer) async throws(CallFailure) {
        guard let offer = asked.jsep?.sdp, let connection, let peer else { return }
        try await peer.accept(try await step { () throws(MediaError) in try await connection.answer(offer: offer) })
    }
}

extension VideoRoomEvent {
    fileprivate var subscriptions: [VideoRoomSubscription]? {
        switch self {
        case .attached(_, let streams), .updated(_, let streams), .switched(_, _, let streams): streams
        default: nil
        }
    }
}
