public import ECallAPI
import Foundation
import STOMP

/// Receives and sends the signals of this device over STOMP (wire-protocol 3), and reconnects after every loss.
public actor SignalingClient {
    /// Fetches credentials; `isRefused` when the server did not take the last ones.
    public typealias CredentialSource =
        @Sendable (_ isRefused: Bool) async throws(APIClientError) -> SignalingCredentials

    /// The signals for this device, for one consumer.
    public nonisolated let signals: AsyncStream<Signal>
    /// The changes of `state`, for one consumer.
    public nonisolated let states: AsyncStream<SignalingState>
    /// The state of the signalling.
    public private(set) var state = SignalingState.stopped
    /// The number of dropped messages: of an unknown type, malformed, or more than were taken.
    public private(set) var droppedMessages = 0
    /// The reason why no server was found at the last attempt; nil if one was.
    public private(set) var obstacle: APIClientError?

    private let changes = EventHub<SignalingState>()
    private let address: SocketAddress
    private let credentials: CredentialSource
    private let dialer: any SocketDialing
    private let time: any TimeSource
    private let tasks = SessionTasks()
    private let random: @Sendable () -> Double
    private let backoff: Backoff
    private let timeout: Duration
    private let signalContinuation: AsyncStream<Signal>.Continuation
    private let stateContinuation: AsyncStream<SignalingState>.Continuation

    private var connection: Connection?
    private var timer: DeadlineTimer
    private var running: Task<Void, Never>?
    /// Is being ended in order.
    private var ending: Task<Void, Never>?
    private var isStopping = false
    private var onlineSince: UInt64?
    private var wasEverOnline = false
    private var waiters = OnlineWaiters()
    /// Sends that wait for the server's receipt.
    private var confirmations = OnlineWaiters()
    private var check: (receipt: String, limit: Task<Void, Never>)?
    private var checks = 0
    /// Between two connections.
    private var pausing: Task<Void, Never>?
    private var isUrgent = false
    private var isReplaced = false

    private struct Connection {
        let socket: any MessageSocket
        let device: DeviceID
        var session: STOMPClientSession
        var decoder = STOMPDecoder()
        var isRefused = false
        var wasOnline = false
        /// Whether it was given up without waiting for its end: the next one begins at once.
        var isReplaced = false
        var reading: Task<Void, Never>?
    }

    /// Connections that are lost sooner do not count as having held.
    private static let settling = Duration.seconds(5)
    private static let subscriptionReceipt = "subscribed"
    /// How long a connection may take to answer a check.
    static let checkTime = Duration.seconds(2)

    /// - Parameters:
    ///   - timeout: how long `send` waits for a connection.
    ///   - random: in 0 ..< 1; spreads reconnections.
    public init(
        server: ServerAddress, credentials: @escaping CredentialSource, dialer: any SocketDialing = WebSocketDialer(),
        time: any TimeSource = SystemTime(), backoff: Backoff = .sockets, timeout: Duration = .seconds(5),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        address = server.signalingSocket
        self.credentials = credentials
        self.dialer = dialer
        self.time = time
        self.backoff = backoff
        self.timeout = timeout
        self.random = random
        timer = DeadlineTimer(time: time, tasks: tasks)
        (signals, signalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1024))
        (states, stateContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// Makes a client with the credentials of `storage`.
    public init(
        server: ServerAddress, device: DeviceID, storage: CredentialStorage,
        dialer: any SocketDialing = WebSocketDialer(), time: any TimeSource = SystemTime()
    ) {
        self.init(
            server: server,
            credentials: { (isRefused) async throws(APIClientError) in
                if isRefused { await storage.invalidate() }
                let credentials = try await storage.credentials()
                return SignalingCredentials(device: device, passcode: credentials.rabbitmqToken ?? "")
            }, dialer: dialer, time: time)
    }

    deinit {
        tasks.cancel()
        connection?.socket.close()
        signalContinuation.finish()
        stateContinuation.finish()
        changes.finish()
    }

    // MARK: - Use

    /// The changes of `state` from now on, for each who asks.
    public nonisolated func stateChanges() -> AsyncStream<SignalingState> { changes.follow() }

    /// Connects, and stays connected until `stop`. Work that a `stop` still waits for is closed at once.
    public func start() {
        guard running == nil else { return }
        isStopping = false
        ending?.cancel()
        running = tasks.start { [weak self, ending] in
            await ending?.value
            await self?.run()
        }
    }

    /// Disconnects from the server in order and closes. Returns when it is done, after 2 s at the latest.
    public func stop() async {
        guard let task = running else { return }
        isStopping = true
        (running, ending) = (nil, task)
        pausing?.cancel()
        if connection != nil {
            update { session, now in session.disconnect(now: now) }
            let time = time
            let limit = tasks.start {
                guard (try? await time.sleep(for: .seconds(2))) != nil else { return }
                task.cancel()
            }
            await task.value
            limit.cancel()
        } else {
            task.cancel()
        }
        if ending == task { ending = nil }
        // It may have been started again meanwhile.
        if running == nil { enter(.stopped) }
    }

    /// Sends a signal; waits a bounded time for a connection when there is none.
    public func send(_ signal: Signal) async throws(SignalingError) { try await send(signal, receipt: nil) }

    /// The same, and returns once the server has received it: later requests to the server, on any connection, are processed
    /// after it. Fails with `notConnected` if the server does not confirm it within `limit`; it may arrive nevertheless.
    public func send(_ signal: Signal, confirmedWithin limit: Duration) async throws(SignalingError) {
        let id = confirmations.newID()
        defer { confirmations.resume(id, with: false) }
        try await send(signal, receipt: Self.receipt(of: id))
        let timer = tasks.start { [weak self, time] in
            guard (try? await time.sleep(for: limit)) != nil else { return }
            await self?.confirmed(id, false)
        }
        defer { timer.cancel() }
        guard await withCheckedContinuation({ confirmations.add($0, id: id) }) else { throw .notConnected }
    }

    private static func receipt(of id: UInt64) -> String { "sent-\(id)" }

    private func confirmed(_ id: UInt64, _ isTaken: Bool) { confirmations.resume(id, with: isTaken) }

    private func send(_ signal: Signal, receipt: String?) async throws(SignalingError) {
        let body = signal.json()
        guard body.count <= signal.kind.largest else { throw .tooLarge }
        if state != .online {
            guard running != nil else { throw .stopped }
            guard await waitUntilOnline(timeout: timeout) else {
                throw running == nil ? .stopped : .notConnected
            }
        }
        var failed = false
        update { session, now in
            do {
                return try session.send(body, to: Signal.outbox, receipt: receipt, now: now)
            } catch {
                failed = true
                return []
            }
        }
        if failed || connection == nil { throw .notConnected }
    }

    /// Whether it is online now or becomes so within `timeout`; there is no wait if the account is suspended, which is checked
    /// again.
    public func waitUntilOnline(timeout: Duration) async -> Bool {
        if state == .online { return true }
        if case .suspended = state { pausing?.cancel() }
        if obstacle != nil, !wasEverOnline { pausing?.cancel() }
        guard running != nil, !Task.isCancelled else { return false }
        let id = waiters.newID()
        let limit = tasks.start { [weak self, time] in
            guard (try? await time.sleep(for: timeout)) != nil else { return }
            await self?.giveUp(waiter: id)
        }
        defer { limit.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiters.add($0, id: id) }
        } onCancel: {
            tasks.start { await self.giveUp(waiter: id) }
        }
    }

    private func giveUp(waiter id: UInt64) { waiters.resume(id, with: false) }

    // MARK: - Connection

    private enum Outcome {
        case ended(wasOnline: Bool, isRefused: Bool)
        case suspended(APIClientError)
        case signedOut(ErrorCode?)
    }

    private func run() async {
        var failures = 0
        var isRefused = false
        while !Task.isCancelled, !isStopping {
            enter(.connecting)
            switch await connectOnce(isRefused: isRefused) {
            case .signedOut(let code):
                running = nil
                enter(.signedOut(code))
                return
            case .suspended(let error):
                (isRefused, failures) = (false, failures + 1)
                guard !Task.isCancelled, !isStopping else { return }
                await pause(after: failures, as: .suspended(error))
                continue
            case .ended(let wasOnline, let refused):
                isRefused = refused
                failures = wasOnline ? 0 : failures + 1
            }
            guard !Task.isCancelled, !isStopping else { return }
            await pause(after: failures)
        }
    }

    private func pause(after failures: Int, as state: SignalingState? = nil) async {
        let delay = delay(after: failures)
        enter(state ?? .waiting(delay))
        guard delay > .zero else { return }
        let pausing = tasks.start { [time] in try? await time.sleep(for: delay) }
        self.pausing = pausing
        await withTaskCancellationHandler {
            await pausing.value
        } onCancel: {
            pausing.cancel()
        }
        self.pausing = nil
    }

    /// No delay after a connection that lasted: a restarted server is available again soon.
    private func delay(after failures: Int) -> Duration {
        defer { onlineSince = nil }
        if isReplaced { return .zero }
        if let onlineSince, Duration.nanoseconds(time.nanoseconds() &- onlineSince) >= Self.settling { return .zero }
        return (isUrgent ? Backoff.urgent : backoff).delay(attempt: max(0, failures - 1), random: random())
    }

    private func connectOnce(isRefused: Bool) async -> Outcome {
        let failed = Outcome.ended(wasOnline: false, isRefused: false)
        isReplaced = false
        let credentials: SignalingCredentials
        do throws(APIClientError) {
            credentials = try await self.credentials(isRefused)
            obstacle = nil
        } catch {
            obstacle = error.isRefusal ? error : nil
            // There may be no server at this address: only one that was online before is waited for.
            if obstacle != nil, !wasEverOnline { waiters.resumeAll(with: false) }
            if case .signedOut(let code) = error { return .signedOut(code) }
            return error.code == .accountSuspended ? .suspended(error) : failed
        }
        let request = SocketRequest(address: address, subprotocol: "v12.stomp")
        guard !isStopping, let socket = try? await dialer.dial(request) else { return failed }
        guard !isStopping, !Task.isCancelled else {
            socket.close()
            return failed
        }
        let configuration = STOMPClientConfiguration(
            login: "device-\(credentials.device)", passcode: credentials.passcode,
            headers: [SignalKind.extensionHeader, E2EESignal.header].map { STOMPHeader($0.name, $0.value) })
        connection = Connection(
            socket: socket, device: credentials.device, session: STOMPClientSession(configuration: configuration))
        let reading = tasks.start { [weak self] in
            for await event in socket.events { await self?.receive(event) }
        }
        connection?.reading = reading
        update { session, now in session.connect(now: now) }
        await withTaskCancellationHandler {
            await reading.value
        } onCancel: {
            socket.close()
        }
        defer { disconnected() }
        isReplaced = connection?.isReplaced ?? false
        return .ended(
            wasOnline: connection?.wasOnline ?? false, isRefused: connection?.isRefused ?? false)
    }

    private func disconnected() {
        connection = nil
        confirmations.resumeAll(with: false)
        check?.limit.cancel()
        check = nil
        timer.cancel()
    }

    // MARK: - A line that changes

    /// Checks the connection: one that does not answer within 2 s is replaced, and a pending reconnection is made at once. Does
    /// nothing while a check is running.
    public func makeSureItLives() {
        pausing?.cancel()
        guard state == .online, check == nil else { return }
        checks += 1
        let receipt = "alive-\(checks)"
        let limit = tasks.start { [weak self, time] in
            guard (try? await time.sleep(for: Self.checkTime)) != nil else { return }
            await self?.checkIsOver(receipt)
        }
        check = (receipt, limit)
        // It asks for nothing but its receipt.
        update { session, now in (try? session.send([], to: Signal.outbox, receipt: receipt, now: now)) ?? [] }
    }

    private func checkIsOver(_ receipt: String) {
        if check?.receipt == receipt { replace() }
    }

    /// The machine's network paths have changed.
    public func networkChanged(_ change: NetworkChange) {
        if case .addressRemoved(let address) = change, let own = connection?.socket.localAddress, own == address {
            replace()
        } else {
            makeSureItLives()
        }
    }

    /// While a call waits for the connection it is tried again every 2 s at least.
    public func setUrgent(_ isUrgent: Bool) {
        self.isUrgent = isUrgent
        if isUrgent { pausing?.cancel() }
    }

    /// Replaces the connection. The end of the old one is not awaited: it may never come.
    private func replace() {
        guard connection != nil else { return }
        connection?.isReplaced = true
        connection?.session.socketClosed()
        connection?.socket.close()
        if state == .online { enter(.connecting) }
        connection?.reading?.cancel()
    }

    // MARK: - Session

    private func receive(_ event: SocketEvent) {
        switch event {
        case .text(let text): receive(Array(text.utf8)[...])
        case .binary(let bytes): receive(bytes[...])
        case .closed:
            connection?.session.socketClosed()
            if state == .online { enter(.connecting) }
        }
    }

    private func receive(_ bytes: ArraySlice<UInt8>) {
        var outputs: [STOMPDecoder.Output] = []
        var failure: STOMPDecodingError?
        do throws(STOMPDecodingError) {
            try connection?.decoder.decode(bytes, into: &outputs)
            try connection?.decoder.endOfMessage()
        } catch {
            failure = error
        }
        for output in outputs { update { session, now in session.received(output, now: now) } }
        if let failure { update { session, _ in session.failed(failure) } }
    }

    private func tick() {
        update { session, now in session.tick(now: now) }
    }

    /// Changes the session and carries out its actions.
    private func update(_ change: (inout STOMPClientSession, UInt64) -> [STOMPClientSession.Action]) {
        guard var session = connection?.session else { return }
        let actions = change(&session, time.nanoseconds())
        connection?.session = session
        for action in actions { perform(action) }
        timer.schedule(connection?.session.deadline) { [weak self] in await self?.tick() }
    }

    private func perform(_ action: STOMPClientSession.Action) {
        switch action {
        case .send(let frame):
            // Frames are created here from strings that need no escaping; one that cannot be encoded would be a defect.
            guard let bytes = try? frame.encoded() else { return close(isRefused: false) }
            transmit(String(decoding: bytes, as: UTF8.self))
        case .sendHeartBeat: transmit("\n")
        case .connected: subscribe()
        case .message(_, _, let body, _): deliver(body)
        case .receipt(let id) where id == check?.receipt:
            check?.limit.cancel()
            check = nil
        case .receipt(let text) where text.hasPrefix("sent-"):
            if let id = UInt64(text.dropFirst("sent-".count)) { confirmed(id, true) }
        case .receipt(let id):
            guard id == Self.subscriptionReceipt else { return }
            connection?.wasOnline = true
            onlineSince = time.nanoseconds()
            wasEverOnline = true
            enter(.online)
        case .close(.refused(let message)): close(isRefused: message.contains("Bad CONNECT"))
        case .close: close(isRefused: false)
        }
    }

    private func subscribe() {
        guard let device = connection?.device else { return }
        update { session, now in
            (try? session.subscribe(
                id: "sub-\(device)", destination: Signal.inbox(of: device), receipt: Self.subscriptionReceipt,
                now: now)) ?? []
        }
    }

    private func deliver(_ body: [UInt8]) {
        guard let signal = Signal(json: body) else {
            droppedMessages += 1
            return
        }
        if case .dropped = signalContinuation.yield(signal) { droppedMessages += 1 }
    }

    private func transmit(_ text: String) {
        do throws(SocketError) { try connection?.socket.send(text) } catch { connection?.socket.close() }
    }

    private func close(isRefused: Bool) {
        connection?.isRefused = isRefused
        connection?.socket.close()
        if state == .online { enter(.connecting) }
    }

    private func enter(_ new: SignalingState) {
        guard new != state else { return }
        state = new
        stateContinuation.yield(new)
        changes.send(new)
        switch new {
        case .online: waiters.resumeAll(with: true)
        case .stopped, .signedOut, .suspended: waiters.resumeAll(with: false)
        case .connecting, .waiting: break
        }
    }
}
