public import Janus

/// Talks to Janus over its WebSocket (wire-protocol 6): one session with its handles, kept alive, reclaimed after the socket
/// was lost, and torn down in order.
public actor JanusClient {
    /// The headers of the handshake.
    typealias HeaderSource = @Sendable () async throws(JanusClientError) -> [String: String]

    /// The changes of the connection, for one consumer.
    public nonisolated let states: AsyncStream<JanusClientState>
    /// The number of messages that could not be read.
    public private(set) var ignoredMessages = 0

    private let address: SocketAddress
    private let headers: HeaderSource
    private let dialer: any SocketDialing
    private let time: any TimeSource
    private let tasks = SessionTasks()
    private let random: @Sendable () -> Double
    private let stateContinuation: AsyncStream<JanusClientState>.Continuation

    private var session: JanusSession
    private var socket: (any MessageSocket)?
    private var reader: Task<Void, Never>?
    private var timer: DeadlineTimer
    private var requests: [JanusRequestID: CheckedContinuation<Result<JanusReply, JanusClientError>, Never>] = [:]
    private var opening: CheckedContinuation<Result<UInt64, JanusClientError>, Never>?
    private var handles: [UInt64: Handle] = [:]
    private var isClosing = false
    private var isClosed = false
    private var hasSession = false
    /// While the socket is lost and the session not yet claimed.
    private var reconnection: Reconnection?

    private struct Reconnection {
        let since: UInt64
        var attempts = 0
    }

    private struct Handle {
        let continuation: AsyncStream<JanusHandleEvent>.Continuation
        /// Filled with events that arrive between the answer to `attach` and its reader.
        let events: AsyncStream<JanusHandleEvent>
        var hasJoined = false
        var isPublishing = false
    }

    /// How long Janus keeps a session whose socket is lost (`reclaim_session_timeout`).
    private static let reclaimTime = Duration.seconds(30)

    /// Over the server's checked proxy.
    ///
    /// - Parameter accessToken: a valid access token, asked for at every handshake.
    public init(
        server: ServerAddress, accessToken: @escaping @Sendable () async throws(APIClientError) -> String,
        dialer: any SocketDialing = WebSocketDialer(), time: any TimeSource = SystemTime(),
        configuration: JanusSessionConfiguration = JanusSessionConfiguration()
    ) {
        self.init(
            address: server.janusSocket, configuration: configuration, dialer: dialer, time: time
        ) { () async throws(JanusClientError) in
            do throws(APIClientError) {
                return ["Authorization": "Bearer \(try await accessToken())"]
            } catch {
                throw .authorization(error)
            }
        }
    }

    /// Straight to a Janus, with the secrets of its operator: for tools and tests.
    public init(
        janus address: SocketAddress, credentials: JanusCredentials, dialer: any SocketDialing = WebSocketDialer(),
        time: any TimeSource = SystemTime()
    ) {
        self.init(
            address: address, configuration: JanusSessionConfiguration(credentials: credentials), dialer: dialer,
            time: time
        ) { () async throws(JanusClientError) in [:] }
    }

    private init(
        address: SocketAddress, configuration: JanusSessionConfiguration, dialer: any SocketDialing,
        time: any TimeSource, headers: @escaping HeaderSource
    ) {
        self.address = address
        self.headers = headers
        self.dialer = dialer
        self.time = time
        random = { .random(in: 0..<1) }
        timer = DeadlineTimer(time: time, tasks: tasks)
        session = JanusSession(configuration: configuration, makeTransaction: Self.transaction)
        (states, stateContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    deinit {
        tasks.cancel()
        socket?.close()
        for handle in handles.values { handle.continuation.finish() }
        stateContinuation.finish()
    }

    /// The address on this side of its socket; nil while there is none.
    public var localAddress: String? { socket?.localAddress }

    // MARK: - Requests

    /// Opens the socket.
    public func connect() async throws(JanusClientError) {
        guard socket == nil, !isClosing else { throw .notConnected }
        let opened = try await dial()
        guard socket == nil, !isClosing else {
            opened.close()
            throw .notConnected
        }
        attach(opened)
        stateContinuation.yield(.connected)
    }

    /// Creates the session, and keeps it alive from then on.
    @discardableResult
    public func createSession() async throws(JanusClientError) -> UInt64 {
        guard socket != nil, opening == nil, session.sessionID == nil else { throw .notConnected }
        return try await withCheckedContinuation { continuation in
            opening = continuation
            update { session, now in session.open(now: now) }
        }.get()
    }

    /// Attaches to the videoroom plugin.
    public func attachVideoRoom() async throws(JanusClientError) -> JanusHandle {
        let reply = try await reply { session, now throws(JanusUsageError) in
            try session.attach(.videoRoom, now: now)
        }
        guard case .attached(let id) = reply else { throw .unexpectedAnswer }
        // The session may have ended since the answer arrived.
        guard let handle = handles[id] else { throw .handleGone }
        return JanusHandle(id: id, events: handle.events)
    }

    /// Sends a request to the room and waits for its answer: the event that belongs to it, not the acknowledgement.
    @discardableResult
    public func request(
        _ body: VideoRoomRequest, jsep: JanusSessionDescription? = nil, on handle: JanusHandle
    ) async throws(JanusClientError) -> (event: VideoRoomEvent, jsep: JanusSessionDescription?) {
        try await request(body, jsep: jsep, on: handle.id)
    }

    /// Sends a candidate, or the end of the candidates.
    public func trickle(_ trickle: JanusTrickle, on handle: JanusHandle) throws(JanusClientError) {
        var failure: JanusUsageError?
        update { session, _ in
            do throws(JanusUsageError) {
                return try session.trickle(trickle, to: handle.id)
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw JanusClientError(failure) }
    }

    /// Gives a handle up.
    public func detach(_ handle: JanusHandle) async throws(JanusClientError) {
        try await detach(handle.id)
    }

    // MARK: - Teardown

    /// Ends everything: unpublish, leave, detach each handle, destroy, each answered by Janus; then the socket. Janus
    /// not answering one step in time makes the rest go out without waiting for each.
    public func close() async {
        guard !isClosing else { return }
        isClosing = true
        if session.sessionID != nil { await leaveHandles() }
        update { session, now in session.tearDown(now: now) }
        if socket == nil {
            reader?.cancel()
        } else if let reader {
            // The session ends by the answer to destroy or by its deadline, and with it the socket.
            await reader.value
        }
        end(nil)
        tasks.cancel()
    }

    private func leaveHandles() async {
        // Handles that were never used end with the session.
        let used = handles.filter { $0.value.isPublishing || $0.value.hasJoined }
        for (id, handle) in used.sorted(by: { $0.key < $1.key }) {
            do throws(JanusClientError) {
                if handle.isPublishing { try await undo(.unpublish, on: id) }
                if handle.hasJoined { try await undo(.leave, on: id) }
                try await detach(id)
            } catch {
                guard case .refused = error else { return }
            }
        }
    }

    /// A refusal means that there was nothing to undo.
    private func undo(_ body: VideoRoomRequest, on handle: UInt64) async throws(JanusClientError) {
        do throws(JanusClientError) {
            _ = try await request(body, on: handle)
        } catch {
            guard case .refused = error else { throw error }
        }
    }

    // MARK: - Parts of requests

    private func request(
        _ body: VideoRoomRequest, jsep: JanusSessionDescription? = nil, on handle: UInt64
    ) async throws(JanusClientError) -> (event: VideoRoomEvent, jsep: JanusSessionDescription?) {
        // Before the answer: an attempt that may have taken effect must be undone.
        note(body, jsep, on: handle)
        let reply = try await reply { session, now throws(JanusUsageError) in
            try session.send(body, jsep: jsep, to: handle, now: now)
        }
        guard case .plugin(let event, let answer) = reply else { throw .unexpectedAnswer }
        return (event, answer)
    }

    /// Records the requests that must be undone.
    private func note(_ body: VideoRoomRequest, _ jsep: JanusSessionDescription?, on handle: UInt64) {
        switch body {
        case .joinPublisher, .joinSubscriber: handles[handle]?.hasJoined = true
        case .publish, .configure: if jsep?.kind == .offer { handles[handle]?.isPublishing = true }
        case .unpublish: handles[handle]?.isPublishing = false
        case .leave: handles[handle]?.hasJoined = false
        default: break
        }
    }

    private func detach(_ id: UInt64) async throws(JanusClientError) {
        defer { handles.removeValue(forKey: id)?.continuation.finish() }
        _ = try await reply { session, now throws(JanusUsageError) in try session.detach(id, now: now) }
    }

    private func reply(
        to make: (inout JanusSession, UInt64) throws(JanusUsageError) -> (JanusRequestID, [JanusSession.Action])
    ) async throws(JanusClientError) -> JanusReply {
        guard socket != nil else { throw .notConnected }
        let id: JanusRequestID
        let actions: [JanusSession.Action]
        do throws(JanusUsageError) {
            (id, actions) = try make(&session, time.nanoseconds())
        } catch {
            throw JanusClientError(error)
        }
        return try await withCheckedContinuation { continuation in
            requests[id] = continuation
            perform(actions)
        }.get()
    }

    // MARK: - Socket

    private func dial() async throws(JanusClientError) -> any MessageSocket {
        let headers = try await headers()
        do throws(SocketError) {
            return try await dialer.dial(
                SocketRequest(address: address, subprotocol: "janus-protocol", headers: headers))
        } catch {
            throw .socket(error)
        }
    }

    private func attach(_ opened: any MessageSocket) {
        socket = opened
        reader = tasks.start { [weak self] in
            for await event in opened.events { await self?.receive(event) }
            await self?.socketClosed()
        }
    }

    private func receive(_ event: SocketEvent) {
        switch event {
        case .text(let text): update { session, now in session.received(Array(text.utf8), now: now) }
        case .binary(let bytes): update { session, now in session.received(bytes, now: now) }
        case .closed: break
        }
    }

    private func socketClosed() async {
        socket = nil
        update { session, _ in session.socketClosed() }
        resumeOpening(.failure(.notConnected))
        guard !isClosing, !isClosed else { return end(nil) }
        guard hasSession else { return end(.notConnected) }
        if reconnection == nil {
            reconnection = Reconnection(since: time.nanoseconds())
            stateContinuation.yield(.reconnecting)
        }
        await reconnect()
    }

    /// Opens sockets until the session is claimed on one. A socket that closes before its claim was answered, as those
    /// of a proxy do that finds no Janus, is one more attempt.
    private func reconnect() async {
        while !isClosing, !Task.isCancelled, let since = reconnection?.since, let attempt = reconnection?.attempts {
            reconnection?.attempts += 1
            let delay = Self.pause(before: attempt, random: random())
            let elapsed = Duration.nanoseconds(time.nanoseconds() &- since)
            guard elapsed + delay < Self.reclaimTime else { return end(.sessionLost) }
            if delay > .zero { try? await time.sleep(for: delay) }
            guard !isClosing, let opened = try? await dial() else { continue }
            guard !isClosing else { return opened.close() }
            attach(opened)
            return update { session, now in session.reconnected(now: now) }
        }
    }

    /// The pause before an attempt to reconnect, counted from 0: none, then 100 ms and twice as long each time.
    static func pause(before attempt: Int, random: Double) -> Duration {
        attempt == 0 ? .zero : Backoff.media.delay(attempt: attempt - 1, random: random)
    }

    // MARK: - Session

    private func update(_ change: (inout JanusSession, UInt64) -> [JanusSession.Action]) {
        perform(change(&session, time.nanoseconds()))
    }

    private func perform(_ actions: [JanusSession.Action]) {
        for action in actions { perform(action) }
        timer.schedule(session.deadline) { [weak self] in await self?.tick() }
    }

    private func tick() {
        update { session, now in session.tick(now: now) }
    }

    private func perform(_ action: JanusSession.Action) {
        switch action {
        case .send(let bytes):
            do throws(SocketError) {
                try socket?.send(String(decoding: bytes, as: UTF8.self))
            } catch {
                socket?.close()
            }
        case .opened(let session):
            reconnection = nil
            hasSession = true
            if opening == nil { stateContinuation.yield(.connected) }
            resumeOpening(.success(session))
        case .completed(let id, let reply):
            // Added here, before any event of the handle can arrive.
            if case .attached(let handle) = reply { addHandle(handle) }
            requests.removeValue(forKey: id)?.resume(returning: .success(reply))
        case .failed(let id, let error):
            requests.removeValue(forKey: id)?.resume(returning: .failure(JanusClientError(error)))
        case .event(let handle, let event):
            handles[handle]?.continuation.yield(event)
            if case .detached = event { handles.removeValue(forKey: handle)?.continuation.finish() }
        case .ignored: ignoredMessages += 1
        case .close(let reason):
            socket?.close()
            end(JanusClientError(reason))
        }
    }

    private func addHandle(_ id: UInt64) {
        let (events, continuation) = AsyncStream.makeStream(
            of: JanusHandleEvent.self, bufferingPolicy: .bufferingOldest(1024))
        handles[id] = Handle(continuation: continuation, events: events)
    }

    private func resumeOpening(_ result: Result<UInt64, JanusClientError>) {
        opening?.resume(returning: result)
        opening = nil
    }

    /// Ends the session: everyone who waits is notified.
    private func end(_ error: JanusClientError?) {
        guard !isClosed else { return }
        isClosed = true
        timer.cancel()
        resumeOpening(.failure(error ?? .notConnected))
        for request in requests.values { request.resume(returning: .failure(error ?? .notConnected)) }
        requests = [:]
        for handle in handles.values { handle.continuation.finish() }
        handles = [:]
        socket?.close()
        stateContinuation.yield(.closed(error))
        stateContinuation.finish()
    }

    /// 16 random hexadecimal digits.
    private static func transaction() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
