import ECallAPI
import Foundation
import Janus
package import NIOCore
import NIOWebSocket
package import ServerFoundation

/// A client's connection to Janus: every message passes the policy in both directions (wire-protocol 6.5).
///
/// When the client disconnects, its sessions in Janus are destroyed: at once if it closed in order, is unauthenticated, or
/// is in no call; otherwise it may claim them for a while from a new connection, because media continue without this one.
package final class JanusProxyHandler: ChannelInboundHandler {
    package typealias InboundIn = WebSocketMessage
    package typealias OutboundOut = WebSocketMessage

    /// The states are named after what the connection waits for.
    private enum State {
        /// Messages that arrived before Janus and the identity were known.
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
    /// The client's network, as limits count it.
    private let origin: String
    /// Whether this connection counts towards the device's limit.
    private var hasEntered = false
    private var bucket: TokenBucket
    private var credentialsIssued: NIODeadline
    private var feedOfHandle: [UInt64: PublishedFeed] = [:]
    /// The number of this connection in the session registry.
    private let connection: UInt64
    /// Set once the client is gone and may come back.
    private var expiry: Scheduled<Void>?

    package init(services: JanusProxyServices, request: WebSocketRequest) {
        self.services = services
        self.request = request
        origin = ClientAddress.limiterKey(request.clientAddress)
        connection = services.sessions.newConnection()
        credentialsIssued = .now()
        bucket = TokenBucket(
            perSecond: Self.messages.perSecond, burst: Self.messages.burst, now: NIODeadline.now().uptimeNanoseconds)
    }

    // MARK: - Preparation

    package func handlerAdded(context: ChannelHandlerContext) {
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let identified = context.eventLoop.makePromise(of: DeviceIdentity?.self)
        let (services, bearer) = (services, request.bearer)
        let deadline = NIODeadline.now() + services.timeout
        identified.completeWithTask {
            guard let bearer else {
                guard services.takesStockClients else { throw Refused() }
                return nil
            }
            guard let identity = await services.identify(bearer), await services.isRegistered(identity) else {
                throw Refused()
            }
            return identity
        }
        // Unauthenticated clients must not load Janus.
        identified.futureResult.flatMap { identity in
            let (handler, context) = loopBound.value
            return handler.connect(context, until: deadline).map { (identity, $0) }
        }.whenComplete { result in
            let (handler, context) = loopBound.value
            switch result {
            case .success(let (identity, channel)): handler.prepared(identity, channel, context)
            case .failure(let error):
                handler.services.refusals.count(error is Refused ? "credentials" : "noAnswer")
                handler.close(
                    context, error is Refused ? .policyViolation : .tryAgainLater,
                    reason: error is Refused ? "needs an access token" : "")
            }
        }
    }

    private struct Refused: Error {}

    /// Connects to Janus, or waits while it is being started. The death of Janus may not be known yet; then this waits for
    /// the next one.
    private func connect(
        _ context: ChannelHandlerContext, after earlier: UInt64 = 0, until deadline: NIODeadline
    ) -> EventLoopFuture<any Channel> {
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let (readiness, address, loop) = (services.readiness, services.address, context.eventLoop)
        return readiness.opening(after: earlier, on: loop, until: deadline).flatMap { opening in
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
        let (rooms, visitor, origin) = (services.rooms, visitor, origin)
        let policy = JanusProxyPolicy(
            identity: identity.map { .user($0.user.rawValue) } ?? .participantOfRoom,
            credentials: services.credentials(), access: { rooms.access(to: RoomID($0), for: visitor) },
            opaqueID: identity?.opaqueID, makeRoom: { rooms.makeRoom(for: visitor, from: origin) })
        state = .messages(policy, upstream: upstream)
        for bytes in waiting { fromClient(bytes, context) }
    }

    private var visitor: RoomVisitor { identity.map(RoomVisitor.device) ?? .stock(origin: origin) }

    /// Closes the connection when the device is signed out.
    private func endWithDevice(_ identity: DeviceIdentity, _ context: ChannelHandlerContext) {
        let (loop, services) = (context.eventLoop, services)
        let loopBound = NIOLoopBound((self, context), eventLoop: loop)
        let end: @Sendable () -> Void = {
            loop.execute {
                let (handler, context) = loopBound.value
                if handler.expiry == nil { handler.close(context, .policyViolation) } else { handler.finish() }
            }
        }
        services.connections.add(
            connection, of: identity, end: end, expel: { loop.execute { loopBound.value.0.expelFormer() } })
        // The device may have been signed out since its identity was looked up.
        Task { if await !services.isRegistered(identity) { end() } }
    }

    // MARK: - From the client

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
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
        if let identity {
            policy.claimable = services.sessions.sessions(of: identity)
            policy.claimableRooms = services.sessions.rooms(of: identity)
        }
        if NIODeadline.now() - credentialsIssued > .hours(1) {
            policy.credentials = services.credentials()
            credentialsIssued = .now()
        }
        let expulsions = policy.expulsions() + expulsionsOfFormer(&policy)
        let before = policy.roomOfHandle
        let decision = policy.fromClient(bytes)
        state = .messages(policy, upstream: upstream)
        if policy.roomOfHandle != before { remember(policy) }
        for bytes in expulsions { upstream.write(ByteBuffer(bytes: bytes), promise: nil) }
        switch decision {
        case .forward(let rebuilt): upstream.write(ByteBuffer(bytes: rebuilt), promise: nil)
        case .refuse(let refusal):
            services.refusals.count(refusal)
            write(refusal.encoded(), context)
        }
    }

    /// Detaches its handles in rooms that it can no longer use, even if the client sends nothing.
    private func expelFormer() {
        guard case .messages(var policy, let upstream) = state else { return }
        let messages = policy.expulsions() + expulsionsOfFormer(&policy)
        state = .messages(policy, upstream: upstream)
        for bytes in messages { upstream.write(ByteBuffer(bytes: bytes), promise: nil) }
    }

    /// For connections without identity: detaches publishers in the name of users who have left the call.
    private func expulsionsOfFormer(_ policy: inout JanusProxyPolicy) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        guard identity == nil else { return messages }
        for entry in feedOfHandle.values
        where services.rooms.device(of: entry.identity.user, in: entry.room) != entry.identity.device {
            messages += policy.expulsions(from: entry.room.rawValue)
        }
        return messages
    }

    // MARK: - From Janus

    private func fromJanus(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard case .messages(var policy, let upstream) = state else { return }
        let decision = policy.fromJanus(bytes)
        state = .messages(policy, upstream: upstream)
        guard case .forward(let rebuilt, let observations) = decision else { return }
        for observation in observations { observe(observation, context) }
        if !observations.isEmpty { remember(policy) }
        if expiry == nil { write(rebuilt, context) }
    }

    /// Stores the state that a later connection of the device can claim.
    private func remember(_ policy: JanusProxyPolicy) {
        guard identity != nil else { return }
        for (session, handles) in policy.sessions {
            services.sessions.update(
                session, by: connection, handles: handles, rooms: policy.roomOfHandle, feeds: feedOfHandle)
        }
    }

    private func observe(_ observation: JanusProxyObservation, _ context: ChannelHandlerContext) {
        switch observation {
        case .roomCreated(let room, _): services.rooms.made(RoomID(room))
        case .roomFailed(let creation): creation.room.map { services.rooms.release(RoomID($0)) }
        case .joined(let room, let feed, let handle, let user):
            joined(RoomID(room), FeedID(feed), handle, UserID(user), context)
        case .left(let handle), .handleDetached(let handle):
            guard let entry = feedOfHandle.removeValue(forKey: handle) else { return }
            gone(entry, handle)
        case .sessionOpened(let session):
            guard let identity else { return }
            for (handle, entry) in services.sessions.take(session, by: connection, identity) {
                feedOfHandle[handle] = entry
                if !services.occupants.move(entry.place, occupant(handle, context)) { expel(handle) }
            }
        case .sessionEnded(let session): _ = services.sessions.remove(session, of: connection)
        case .audio(let handle, let isReceived):
            guard let entry = feedOfHandle[handle] else { return }
            services.report(.audio(entry.feed, entry.room, entry.identity, isReceived: isReceived))
        case .webRTCUp(let handle):
            guard let entry = feedOfHandle[handle] else { return }
            services.report(.media(entry.feed, entry.room, entry.identity))
        case .handleAttached, .hangup: break
        }
    }

    private func gone(_ entry: PublishedFeed, _ handle: UInt64) {
        services.occupants.leave(entry.place, handle: handle)
        services.report(.gone(entry.feed, entry.room, entry.identity))
    }

    // MARK: - In whose name

    /// Handles a publisher's join. Permission may have been revoked since the request.
    private func joined(
        _ room: RoomID, _ feed: FeedID, _ handle: UInt64, _ user: UserID, _ context: ChannelHandlerContext
    ) {
        guard let device = services.rooms.device(of: user, in: room),
            services.rooms.access(to: room, for: visitor)?.participants?.contains(user.rawValue) == true
        else { return expel(handle) }
        if let identity { services.rooms.identify(identity, in: room) }
        let entry = PublishedFeed(
            feed: feed, room: room, identity: DeviceIdentity(user: user, device: device))
        guard services.occupants.take(entry.place, occupant(handle, context)) else { return expel(handle) }
        feedOfHandle[handle] = entry
        services.report(.published(entry.feed, entry.room, entry.identity))
    }

    private func occupant(_ handle: UInt64, _ context: ChannelHandlerContext) -> RoomOccupants.Occupant {
        let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let loop = context.eventLoop
        return RoomOccupants.Occupant(handle: handle, isProven: identity != nil) {
            loop.execute { loopBound.value.expel(handle) }
        }
    }

    /// Detaches a handle whose name another handle has taken or that is no longer allowed. Without credentials all of this
    /// connection's handles in the room are detached, because only that name admitted it.
    private func expel(_ handle: UInt64) {
        guard case .messages(var policy, let upstream) = state else { return }
        var messages = [policy.expulsion(of: handle)].compactMap { $0 }
        if identity == nil, let room = policy.roomOfHandle[handle] { messages += policy.expulsions(from: room) }
        state = .messages(policy, upstream: upstream)
        for bytes in messages { upstream.write(ByteBuffer(bytes: bytes), promise: nil) }
    }

    private func upstreamClosed(_ context: ChannelHandlerContext) {
        guard case .messages = state else { return }
        guard expiry == nil else { return finish() }
        close(context, .serviceRestart)
    }

    // MARK: - The end

    package func channelInactive(context: ChannelHandlerContext) {
        lose(context)
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        if expiry == nil { finish() }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that closes in order does not come back.
        if event is WebSocketClosed { finish() }
        context.fireUserInboundEventTriggered(event)
    }

    private func leave() {
        guard hasEntered, let identity else { return }
        hasEntered = false
        services.sessions.leave(identity)
    }

    /// Handles a client that disconnected without closing.
    private func lose(_ context: ChannelHandlerContext) {
        leave()
        guard case .messages(let policy, _) = state, !policy.lastingSessions.isEmpty, let identity,
            services.rooms.isInCall(identity),
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
        // Sessions claimed by a newer connection are not this one's.
        let own = policy.sessions.filter { session, _ in
            identity == nil || services.sessions.remove(session, of: connection)
        }
        for (handle, entry) in feedOfHandle where own.values.contains(where: { $0.contains(handle) }) {
            gone(entry, handle)
        }
        feedOfHandle = [:]
        // Sessions that the client has destroyed itself are already ending.
        let lasting = policy.lastingSessions
        for (index, session) in own.keys.filter({ lasting[$0] != nil }).enumerated() {
            let destroy = JanusRequest.destroy(session: session)
                .encoded(transaction: "end-\(index)", credentials: policy.credentials)
            upstream.write(ByteBuffer(bytes: destroy), promise: nil)
        }
        // Janus answers in order, so after its answers nothing of the client is left. Janus may be gone by now.
        upstream.eventLoop.scheduleTask(in: own.isEmpty ? .zero : .milliseconds(500)) {
            upstream.close(promise: nil)
        }
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, reason: String = "") {
        finish()
        context.triggerUserOutboundEvent(WebSocketClosing(code: code, reason: reason), promise: nil)
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.text(ByteBuffer(bytes: bytes))), promise: nil)
    }
}

extension WebSocketErrorCode {
    /// The service behind the server was restarted: reconnect at once (IANA's registry of close codes).
    fileprivate static let serviceRestart = WebSocketErrorCode(codeNumber: 1012)
    /// The service behind the server does not answer: reconnect later.
    fileprivate static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)
}
