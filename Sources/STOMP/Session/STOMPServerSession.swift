/// The server's side of one STOMP 1.2 connection: takes frames and times, returns actions.
///
/// Pure: no socket, no clock. Every frame of an action must be sent as its own WebSocket message, a heart-beat as the
/// message `"\n"` (wire-protocol 3.2). Times are nanoseconds of a monotonic clock.
public struct STOMPServerSession: Sendable {
    /// An action for the owner of the socket, in order.
    public enum Action: Hashable, Sendable {
        /// Check the credentials, then call `authenticated` or `refused`. `headers` are all of CONNECT.
        case checkPasscode(login: String, passcode: String, headers: [STOMPHeader])
        case send(STOMPFrame)
        /// Send the message `"\n"`.
        case sendHeartBeat
        /// The client has subscribed: waiting messages can be delivered.
        case subscribed(id: String, destination: String)
        /// The client has unsubscribed.
        case unsubscribed(id: String, destination: String)
        case sent(destination: String, body: [UInt8], headers: [STOMPHeader])
        /// Close the socket once all earlier messages are sent. No action follows.
        case close(CloseReason)
    }

    /// The reason why a session ended.
    public enum CloseReason: Hashable, Sendable {
        /// The client sent DISCONNECT.
        case disconnected
        /// The bytes were not STOMP.
        case malformed(STOMPDecodingError)
        /// A frame violated the protocol or the policy; the client was notified by ERROR.
        case protocolViolation
        /// The credentials are invalid.
        case refused
        /// CONNECT did not arrive in time.
        case connectTimeout
        /// The client was silent for longer than it promised.
        case silent
        /// The server ended the session.
        case ended
    }

    /// The reason why a message cannot be delivered now.
    public enum DeliveryError: Error, Hashable, Sendable {
        /// The destination has no subscriber.
        case notSubscribed
        /// NUL in the body: clients split at it (wire-protocol 3.2).
        case bodyContainsNUL
    }

    /// The states are named after what the session waits for.
    enum State: Sendable {
        case connect(deadline: UInt64)
        case passcodeCheck(STOMPHeartBeat)
        case frames(Connected)
        case nothing
    }

    struct Connected: Sendable {
        var policy: STOMPServerPolicy
        var timer: HeartBeatTimer
        var subscriptions: [Subscription] = []
        var messages: UInt64 = 0
    }

    struct Subscription: Hashable, Sendable {
        var id: String
        var destination: String
    }

    let configuration: STOMPServerConfiguration
    var state: State

    /// A session whose socket opened at `now`.
    public init(configuration: STOMPServerConfiguration = STOMPServerConfiguration(), now: UInt64) {
        self.configuration = configuration
        state = .connect(deadline: now + configuration.connectTimeout)
    }

    /// Whether CONNECTED was sent and the session has not ended.
    public var isConnected: Bool {
        if case .frames = state { true } else { false }
    }

    /// Whether the session has ended, after which it has no more actions.
    public var isClosed: Bool {
        if case .nothing = state { true } else { false }
    }

    /// Whether a message to `destination` can be delivered.
    public func isSubscribed(to destination: String) -> Bool {
        guard case .frames(let connected) = state else { return false }
        return connected.subscriptions.contains { $0.destination == destination }
    }

    /// The latest time of the next `tick`; nil without timers.
    public var deadline: UInt64? {
        switch state {
        case .connect(let deadline): deadline
        case .frames(let connected): connected.timer.deadline
        case .passcodeCheck, .nothing: nil
        }
    }

    // MARK: - The answer to checkPasscode

    /// Accepts the credentials: the session is allowed what `policy` says. Does nothing without a check under way.
    public mutating func authenticated(policy: STOMPServerPolicy, now: UInt64) -> [Action] {
        guard case .passcodeCheck(let client) = state else { return [] }
        let intervals = configuration.heartBeat.negotiated(with: client)
        let timer = HeartBeatTimer(intervals, tolerancePercent: configuration.tolerancePercent, now: now)
        state = .frames(Connected(policy: policy, timer: timer))
        let headers = [STOMPHeader("version", "1.2"), STOMPHeader("heart-beat", configuration.heartBeat.header)]
        return [.send(STOMPFrame(.connected, headers: headers))]
    }

    /// Refuses the credentials: ERROR `Bad CONNECT`, then close. Never use it for a temporary reason, which leaves the
    /// stock client stuck (wire-protocol 3.3). Does nothing without a check under way.
    public mutating func refused() -> [Action] {
        guard case .passcodeCheck = state else { return [] }
        return fail("Bad CONNECT", reason: .refused)
    }

    // MARK: - What the server does by itself

    /// Counts a MESSAGE with `body` (compact JSON) to the subscriber of `destination` as sent. Returns what precedes the body;
    /// a NUL follows it.
    public mutating func deliver(
        body: UnsafeRawBufferPointer, to destination: String, now: UInt64
    ) throws(DeliveryError) -> STOMPMessageHead {
        guard !body.contains(0) else { throw .bodyContainsNUL }
        guard case .frames(var connected) = state,
            let subscription = connected.subscriptions.first(where: { $0.destination == destination })
        else { throw .notSubscribed }
        connected.messages += 1
        connected.timer.sent(now: now)
        state = .frames(connected)
        return STOMPMessageHead(
            subscription: subscription.id, number: connected.messages, destination: destination, length: body.count)
    }

    /// Sends heart-beats that are due and ends sessions that were silent for too long.
    public mutating func tick(now: UInt64) -> [Action] {
        switch state {
        case .connect(let deadline) where now >= deadline:
            return close(.connectTimeout)
        case .frames(var connected):
            if connected.timer.isSilent(now: now) { return close(.silent) }
            guard connected.timer.mustSend(now: now) else { return [] }
            connected.timer.sent(now: now)
            state = .frames(connected)
            return [.sendHeartBeat]
        case .connect, .passcodeCheck, .nothing: return []
        }
    }

    /// Ends the session from the server's side (device gone, newer session of the device, shutdown) with ERROR.
    public mutating func end(message: String) -> [Action] {
        isClosed ? [] : fail(message, reason: .ended)
    }

    /// Handles a decoding error of the client's bytes: ERROR, then close.
    public mutating func failed(_ error: STOMPDecodingError) -> [Action] {
        isClosed ? [] : fail("malformed frame", reason: .malformed(error))
    }

    /// Handles a closed socket.
    public mutating func socketClosed() {
        state = .nothing
    }

    // MARK: - Ends

    mutating func close(_ reason: CloseReason) -> [Action] {
        state = .nothing
        return [.close(reason)]
    }

    mutating func fail(
        _ message: String, reason: CloseReason = .protocolViolation, receipt: String? = nil,
        headers: [STOMPHeader] = [], body: String = ""
    ) -> [Action] {
        var headers = [STOMPHeader("message", message)] + headers
        if let receipt { headers.append(STOMPHeader("receipt-id", receipt)) }
        return [.send(STOMPFrame(.error, headers: headers, body: Array(body.utf8)))] + close(reason)
    }
}
