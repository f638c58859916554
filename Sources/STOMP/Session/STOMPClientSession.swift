/// Settings of a client session.
public struct STOMPClientConfiguration: Hashable, Sendable {
    /// The virtual host (wire-protocol 3.1: `ecall`).
    public var host: String
    /// The login, `device-<deviceId>`.
    public var login: String
    /// The passcode of `GET /credentials`.
    public var passcode: String
    /// The client's offer.
    public var heartBeat: STOMPHeartBeat
    /// Headers to add to CONNECT, such as `ecall-signals:2`.
    public var headers: [STOMPHeader]
    /// The part of the server's interval, in percent, without a byte after which the server counts as dead; 200 = twice the
    /// interval.
    public var tolerancePercent: UInt64
    /// The timeout in nanoseconds of CONNECTED, and of the answer to DISCONNECT.
    public var answerTimeout: UInt64

    /// Settings; the defaults follow wire-protocol 0.3.
    public init(
        host: String = "ecall", login: String, passcode: String, heartBeat: STOMPHeartBeat = .tenSeconds,
        headers: [STOMPHeader] = [], tolerancePercent: UInt64 = 200, answerTimeout: UInt64 = 10_000_000_000
    ) {
        self.host = host
        self.login = login
        self.passcode = passcode
        self.heartBeat = heartBeat
        self.headers = headers
        self.tolerancePercent = tolerancePercent
        self.answerTimeout = answerTimeout
    }
}

/// The client's side of one STOMP 1.2 connection: takes calls, frames and times, returns actions.
///
/// Pure: no socket, no clock. Every frame of an action must be sent as its own WebSocket message, a heart-beat as the
/// message `"\n"`. Times are nanoseconds of a monotonic clock. The page has the same rules (Tests/Vectors/stomp.json).
public struct STOMPClientSession: Sendable {
    /// An action for the owner of the socket, in order.
    public enum Action: Hashable, Sendable {
        case send(STOMPFrame)
        /// Send the message `"\n"`.
        case sendHeartBeat
        /// CONNECTED arrived: subscribing and sending are possible.
        case connected
        /// A message for one of the subscriptions.
        case message(subscription: String, destination: String, body: [UInt8], headers: [STOMPHeader])
        /// The server has processed the frame that asked for this receipt.
        case receipt(id: String)
        /// Close the socket once all earlier messages are sent. No action follows.
        case close(CloseReason)
    }

    /// The reason why a session ended.
    public enum CloseReason: Hashable, Sendable {
        /// The client ended it, and the server has processed everything that was sent.
        case disconnected
        /// The client ended it; the server did not confirm in time.
        case disconnectedUnconfirmed
        /// The server answered ERROR; the text is its `message` header.
        case refused(message: String)
        /// The bytes were not STOMP.
        case malformed(STOMPDecodingError)
        /// The server sent a frame that is not allowed now.
        case protocolViolation
        /// CONNECTED did not arrive in time.
        case connectTimeout
        /// The server was silent for longer than it promised.
        case silent
    }

    /// The reason why a call failed.
    public enum UsageError: Error, Hashable, Sendable {
        /// Not connected: before `.connected`, after `disconnect` or after `.close`.
        case notConnected
        case duplicateSubscription
        case unknownSubscription
    }

    /// The states are named after what the session waits for.
    private enum State: Sendable {
        case start
        case connected(deadline: UInt64)
        case frames(HeartBeatTimer)
        case receipt(id: String, deadline: UInt64)
        case nothing
    }

    private let configuration: STOMPClientConfiguration
    private var state = State.start
    private var subscriptions: [String: String] = [:]

    /// A session on an open socket, before CONNECT.
    public init(configuration: STOMPClientConfiguration) {
        self.configuration = configuration
    }

    /// Whether CONNECTED arrived and the session has not ended.
    public var isConnected: Bool {
        if case .frames = state { true } else { false }
    }

    /// The latest time of the next `tick`; nil without timers.
    public var deadline: UInt64? {
        switch state {
        case .connected(let deadline), .receipt(_, let deadline): deadline
        case .frames(let timer): timer.deadline
        case .start, .nothing: nil
        }
    }

    // MARK: - Calls

    /// Sends CONNECT; once, at the start.
    public mutating func connect(now: UInt64) -> [Action] {
        guard case .start = state else { return [] }
        state = .connected(deadline: now + configuration.answerTimeout)
        let headers = [
            STOMPHeader("accept-version", "1.2"), STOMPHeader("host", configuration.host),
            STOMPHeader("login", configuration.login), STOMPHeader("passcode", configuration.passcode),
            STOMPHeader("heart-beat", configuration.heartBeat.header),
        ]
        return [.send(STOMPFrame(.connect, headers: headers + configuration.headers))]
    }

    /// Subscribes `id` to `destination`; with `receipt` the server confirms.
    public mutating func subscribe(
        id: String, destination: String, receipt: String? = nil, now: UInt64
    ) throws(UsageError) -> [Action] {
        guard isConnected else { throw .notConnected }
        guard subscriptions[id] == nil else { throw .duplicateSubscription }
        subscriptions[id] = destination
        let headers = [
            STOMPHeader("id", id), STOMPHeader("destination", destination), STOMPHeader("ack", "auto"),
        ]
        return try write(.subscribe, headers, receipt: receipt, now: now)
    }

    /// Unsubscribes `id`.
    public mutating func unsubscribe(id: String, receipt: String? = nil, now: UInt64) throws(UsageError) -> [Action] {
        guard isConnected else { throw .notConnected }
        guard subscriptions.removeValue(forKey: id) != nil else { throw .unknownSubscription }
        return try write(.unsubscribe, [STOMPHeader("id", id)], receipt: receipt, now: now)
    }

    /// Sends `body` (compact JSON) to `destination`. `authorization` is a whole header value, `Bearer <token>`.
    public mutating func send(
        _ body: [UInt8], to destination: String, authorization: String? = nil, receipt: String? = nil, now: UInt64
    ) throws(UsageError) -> [Action] {
        var headers = [STOMPHeader("destination", destination), STOMPHeader("content-type", "application/json")]
        if let authorization { headers.append(STOMPHeader("authorization", authorization)) }
        return try write(.send, headers, body: body, receipt: receipt, now: now)
    }

    /// Sends DISCONNECT; `.close` follows when the server confirms, or by `tick` when it does not.
    public mutating func disconnect(receipt: String = "disconnect-receipt", now: UInt64) -> [Action] {
        switch state {
        case .frames:
            state = .receipt(id: receipt, deadline: now + configuration.answerTimeout)
            return [.send(STOMPFrame(.disconnect, headers: [STOMPHeader("receipt", receipt)]))]
        case .start, .connected: return close(.disconnectedUnconfirmed)
        case .receipt, .nothing: return []
        }
    }

    /// Sends heart-beats that are due and handles timeouts.
    public mutating func tick(now: UInt64) -> [Action] {
        switch state {
        case .connected(let deadline) where now >= deadline: return close(.connectTimeout)
        case .receipt(_, let deadline) where now >= deadline: return close(.disconnectedUnconfirmed)
        case .frames(var timer):
            if timer.isSilent(now: now) { return close(.silent) }
            guard timer.mustSend(now: now) else { return [] }
            timer.sent(now: now)
            state = .frames(timer)
            return [.sendHeartBeat]
        case .start, .connected, .receipt, .nothing: return []
        }
    }

    /// Handles a decoding error of the server's bytes.
    public mutating func failed(_ error: STOMPDecodingError) -> [Action] {
        if case .nothing = state { return [] }
        return close(.malformed(error))
    }

    /// Handles a closed socket.
    public mutating func socketClosed() {
        state = .nothing
        subscriptions = [:]
    }

    // MARK: - Frames

    /// Handles a heart-beat or frame of the server.
    public mutating func received(_ output: STOMPDecoder.Output, now: UInt64) -> [Action] {
        if case .frames(var timer) = state {
            timer.received(now: now)
            state = .frames(timer)
        }
        guard case .frame(let frame) = output else { return [] }
        if case .nothing = state { return [] }
        if frame.command == .error { return close(.refused(message: frame["message"] ?? "")) }
        switch state {
        case .connected where frame.command == .connected: return receivedConnected(frame, now: now)
        case .frames, .receipt: return receivedWhileConnected(frame)
        case .start, .connected, .nothing: return close(.protocolViolation)
        }
    }

    private mutating func receivedConnected(_ frame: STOMPFrame, now: UInt64) -> [Action] {
        guard frame["version"] == "1.2",
            let server = frame["heart-beat"].map(STOMPHeartBeat.init(header:)) ?? STOMPHeartBeat.none
        else { return close(.protocolViolation) }
        let intervals = configuration.heartBeat.negotiated(with: server)
        state = .frames(HeartBeatTimer(intervals, tolerancePercent: configuration.tolerancePercent, now: now))
        return [.connected]
    }

    private mutating func receivedWhileConnected(_ frame: STOMPFrame) -> [Action] {
        switch frame.command {
        case .message:
            guard let id = frame["subscription"], let destination = frame["destination"] else {
                return close(.protocolViolation)
            }
            // A message in flight when the subscription ended is dropped.
            guard subscriptions[id] != nil else { return [] }
            return [.message(subscription: id, destination: destination, body: frame.body, headers: frame.headers)]
        case .receipt:
            guard let id = frame["receipt-id"] else { return close(.protocolViolation) }
            if case .receipt(id, _) = state { return [.receipt(id: id)] + close(.disconnected) }
            return [.receipt(id: id)]
        default: return close(.protocolViolation)
        }
    }

    // MARK: - Parts

    private mutating func write(
        _ command: STOMPCommand, _ headers: [STOMPHeader], body: [UInt8] = [], receipt: String?, now: UInt64
    ) throws(UsageError) -> [Action] {
        guard case .frames(var timer) = state else { throw .notConnected }
        timer.sent(now: now)
        state = .frames(timer)
        let receiptHeader = receipt.map { [STOMPHeader("receipt", $0)] } ?? []
        return [.send(STOMPFrame(command, headers: headers + receiptHeader, body: body))]
    }

    private mutating func close(_ reason: CloseReason) -> [Action] {
        state = .nothing
        subscriptions = [:]
        return [.close(reason)]
    }
}
