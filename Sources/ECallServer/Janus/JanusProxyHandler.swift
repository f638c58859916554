import ECallAPI
import Foundation
import Janus
import NIOCore
import NIOWebSocket

/// One client's connection to Janus: every message passes the policy in both directions (wire-protocol 6.5).
///
/// When the client goes, its sessions in Janus are destroyed: at once when it said so, is nobody, or is in no call; else
/// it may claim them for a while from a new connection, because media goes on without this one.
final class JanusProxyHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    /// Named after what the connection waits for.
    private enum State {
        /// Messages that came before Janus and the identity were known.
        case preparation([[UInt8]])
        case messages(JanusProxyPolicy, upstream: any Channel)
        case nothing
    }

    private static let waitingLimit = 32
    private static let messages = (perSecond: UInt64(100), burst: UInt64(400))

    private let services: JanusProxyServices
    private let request: WebSocketRequest
    private var state = State.preparation([])
    private var identity: DeviceIdentity?
    /// Whether this connection counts among the device's.
    private var hasEntered = false
    private var bucket: TokenBucket
    private var credentialsIssued: NIODeadline
    /// Of connections without identity: under whose id a handle joins.
    private var displayOfHandle: [UInt64: UserID] = [:]
    private var feedOfHandle: [UInt64: PublishedFeed] = [:]
    /// The number of this connection among those that share sessions.
    private let connection: UInt64
    /// Set once the client is gone and may come back.
    private var expiry: Scheduled<Void>?

    init(services: JanusProxyServices, request: WebSocketRequest) {
        self.services = services
        self.request = request
        connection = services.sessions.newConnection()
        credentialsIssued = .now()
        bucket = TokenBucket(
            perSecond: Self.messages.perSecond, burst: Self.messages.burst, now: NIODeadline.now().uptimeNanoseconds)
    }

    // MARK: - Preparation

    func handlerAdded(context: ChannelHandlerContext) {
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let identified = context.eventLoop.makePromise(of: DeviceIdentity?.self)
        let (services, bearer) = (services, request.bearer)
        identified.completeWithTask {
            guard let bearer else { return nil }
            guard let identity = await services.identify(bearer), await services.isRegistered(identity) else {
                throw Refused()
            }
            return identity
        }
        let upstream = connect(context, until: .now() + services.patience)
        identified.futureResult.and(upstream).whenComplete { result in
            let (handler, context) = loopBound.value
            switch result {
            case .success(let (identity, channel)): handler.prepared(identity, channel, context)
            case .failure(let error):
                upstream.whenSuccess { $0.close(promise: nil) }
                handler.services.refusals.count(error is Refused ? "credentials" : "noAnswer")
                handler.close(context, error is Refused ? .policyViolation : .tryAgainLater)
            }
        }
    }

    private struct Refused: Error {}

    /// Connects to Janus; while it is being started, waits. A Janus that has died may not be known to have yet: then the
    /// next one is waited for.
    private func connect(
        _ context: ChannelHandlerContext, after earlier: UInt64 = 0, until deadline: NIODeadline
    ) -> EventLoopFuture<any Channel> {
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let (gate, address, loop) = (services.gate, services.address, context.eventLoop)
        return gate.opening(after: earlier, on: loop, until: deadline).flatMap { opening in
            JanusSocket.connect(to: address, on: loop) {
                JanusSocketHandler(
                    received: { bytes in
                        let (handler, context) = loopBound.value
                        handler.fromJanus(bytes, context)
                    },
                    closed: {
                        let (handler, context) = loopBound.value
                        handler.upstreamClosed(context)
                    })
            }.flatMapError { error in
                let (handler, context) = loopBound.value
                guard context.channel.isActive else { return loop.makeFailedFuture(error) }
                return handler.connect(context, after: opening, until: deadline)
            }
        }
    }

    private func prepared(
        _ identity: DeviceIdentity?, _ upstream: any Channel, _ context: ChannelHandlerContext
    ) {
        guard case .preparation(let waiting) = state, context.channel.isActive else {
            upstream.close(promise: nil)
            return
        }
        if let identity {
            guard services.sessions.enter(identity) else {
                services.refusals.count("connections")
                upstream.close(promise: nil)
                return close(context, .policyViolation)
            }
            hasEntered = true
            endWithDevice(identity, context)
        }
        self.identity = identity
        let registry = services.rooms
        let policy = JanusProxyPolicy(
            identity: identity.map { .user($0.user.rawValue) } ?? .participantOfRoom,
            credentials: services.credentials(), opaqueID: identity?.opaqueID,
            makeRoom: { registry.makeRoom(for: identity) })
        state = .messages(policy, upstream: upstream)
        for bytes in waiting { fromClient(bytes, context) }
    }

    /// From now on the connection ends when the device is signed out.
    private func endWithDevice(_ identity: DeviceIdentity, _ context: ChannelHandlerContext) {
        let (loop, services) = (context.eventLoop, services)
        let loopBound = NIOLoopBound((self, context), eventLoop: loop)
        let end: @Sendable () -> Void = {
            loop.execute {
                let (handler, context) = loopBound.value
                if handler.expiry == nil { handler.close(context, .policyViolation) } else { handler.finish() }
            }
        }
        services.connections.add(connection, of: identity, end: end)
        // It may have been signed out since it was asked for.
        Task { if await !services.isRegistered(identity) { end() } }
    }

    // MARK: - From the client

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard bucket.take(now: NIODeadline.now().uptimeNanoseconds) else {
            services.refusals.count("rate")
            return close(context, .policyViolation)
        }
        let bytes = Array(unwrapInboundIn(data).bytes.readableBytesView)
        switch state {
        case .preparation(var waiting):
            guard waiting.count < Self.waitingLimit else {
                services.refusals.count("rate")
                return close(context, .policyViolation)
            }
            waiting.append(bytes)
            state = .preparation(waiting)
        case .messages: fromClient(bytes, context)
        case .nothing: break
        }
    }

    private func fromClient(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard case .messages(var policy, let upstream) = state else { return }
        policy.rooms = services.rooms.access(for: identity)
        if let identity {
            policy.claimable = services.sessions.sessions(of: identity)
            policy.claimableRooms = services.sessions.rooms(of: identity)
        }
        if NIODeadline.now() - credentialsIssued > .hours(1) {
            policy.credentials = services.credentials()
            credentialsIssued = .now()
        }
        let expulsions = policy.expulsions()
        let before = policy.roomOfHandle
        let decision = policy.fromClient(bytes)
        state = .messages(policy, upstream: upstream)
        if policy.roomOfHandle != before { remember(policy) }
        for bytes in expulsions { upstream.write(ByteBuffer(bytes: bytes), promise: nil) }
        switch decision {
        case .forward(let rebuilt):
            if identity == nil { noteDisplay(rebuilt) }
            upstream.write(ByteBuffer(bytes: rebuilt), promise: nil)
        case .refuse(let refusal):
            services.refusals.count(refusal.kind.rawValue)
            write(refusal.encoded(), context)
        }
    }

    /// Remembers under whose id a connection without identity joins; the policy has checked that it may.
    private func noteDisplay(_ message: [UInt8]) {
        struct Join: Decodable {
            struct Body: Decodable {
                let request: String
                let display: String?
            }
            let handle_id: UInt64?
            let body: Body?
        }
        guard let join = try? JSONDecoder().decode(Join.self, from: Data(message)), let handle = join.handle_id,
            join.body?.request == "join", let name = join.body?.display?.split(separator: ":").first
        else { return }
        displayOfHandle[handle] = UserID(String(name))
    }

    // MARK: - From Janus

    private func fromJanus(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard case .messages(var policy, let upstream) = state else { return }
        let decision = policy.fromJanus(bytes)
        state = .messages(policy, upstream: upstream)
        guard case .forward(let rebuilt, let observations) = decision else { return }
        for observation in observations { observe(observation) }
        if !observations.isEmpty { remember(policy) }
        if expiry == nil { write(rebuilt, context) }
    }

    /// What a later connection of the device may claim.
    private func remember(_ policy: JanusProxyPolicy) {
        guard identity != nil else { return }
        for (session, handles) in policy.sessions {
            services.sessions.update(
                session, by: connection, handles: handles, rooms: policy.roomOfHandle, feeds: feedOfHandle)
        }
    }

    private func observe(_ observation: JanusProxyObservation) {
        switch observation {
        case .roomCreated(let room, let creation): services.rooms.created(RoomID(room), creation, by: identity)
        case .joined(let room, let feed, let handle):
            let room = RoomID(room)
            let named = displayOfHandle[handle].flatMap { user in
                services.rooms.device(of: user, in: room).map { DeviceIdentity(user: user, device: $0) }
            }
            guard let who = identity ?? named else { return }
            if let identity { services.rooms.identify(identity, in: room) }
            feedOfHandle[handle] = PublishedFeed(feed: FeedID(feed), room: room, identity: who)
            services.report(.published(FeedID(feed), room, who))
        case .left(let handle), .handleDetached(let handle):
            guard let entry = feedOfHandle.removeValue(forKey: handle) else { return }
            services.report(.gone(entry.feed, entry.room, entry.identity))
        case .sessionOpened(let session):
            guard let identity else { return }
            feedOfHandle.merge(services.sessions.take(session, by: connection, identity)) { $1 }
        case .sessionEnded(let session): _ = services.sessions.remove(session, of: connection)
        case .handleAttached, .webRTCUp, .hangup: break
        }
    }

    private func upstreamClosed(_ context: ChannelHandlerContext) {
        guard case .messages = state else { return }
        guard expiry == nil else { return finish() }
        close(context, .serviceRestart)
    }

    // MARK: - The end

    func channelInactive(context: ChannelHandlerContext) {
        lose(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if expiry == nil { finish() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // It does not come back.
        if event is WebSocketClosed { finish() }
        context.fireUserInboundEventTriggered(event)
    }

    private func leave() {
        guard hasEntered, let identity else { return }
        hasEntered = false
        services.sessions.leave(identity)
    }

    /// The client is gone without a word.
    private func lose(_ context: ChannelHandlerContext) {
        leave()
        guard case .messages(let policy, _) = state, !policy.sessions.isEmpty, let identity,
            !services.rooms.access(for: identity).isEmpty,
            services.sessions.sessions(of: identity).count <= JanusSessionRegistry.limit
        else { return finish() }
        let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
        expiry = context.eventLoop.scheduleTask(in: services.claimTime) { loopBound.value.finish() }
    }

    private func finish() {
        leave()
        if let identity { services.connections.remove(connection, of: identity) }
        expiry?.cancel()
        guard case .messages(let policy, let upstream) = state else {
            state = .nothing
            return
        }
        state = .nothing
        // What a newer connection has claimed is its own.
        let own = policy.sessions.filter { session, _ in
            identity == nil || services.sessions.remove(session, of: connection)
        }
        for (handle, entry) in feedOfHandle where own.values.contains(where: { $0.contains(handle) }) {
            services.report(.gone(entry.feed, entry.room, entry.identity))
        }
        feedOfHandle = [:]
        for (index, session) in own.keys.enumerated() {
            let destroy = JanusRequest.destroy(session: session)
                .encoded(transaction: "end-\(index)", credentials: policy.credentials)
            upstream.write(ByteBuffer(bytes: destroy), promise: nil)
        }
        // Janus answers in order: after its answers nothing of the client is left. It may be gone itself by now.
        upstream.eventLoop.scheduleTask(in: own.isEmpty ? .zero : .milliseconds(500)) {
            upstream.close(promise: nil)
        }
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        finish()
        context.triggerUserOutboundEvent(WebSocketClosing(code: code), promise: nil)
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.text(ByteBuffer(bytes: bytes))), promise: nil)
    }
}

extension WebSocketErrorCode {
    /// What is behind the server was started anew: come back at once (IANA's registry of close codes).
    fileprivate static let serviceRestart = WebSocketErrorCode(codeNumber: 1012)
    /// What is behind the server does not answer: come back in a while.
    fileprivate static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)
}
