/// A client's session with Janus: matches answers to requests, keeps the session alive, routes events by handle.
///
/// Pure: no socket, no clock; times are nanoseconds of a monotonic clock. A synchronous request ends with `success` or
/// `error`; an asynchronous one with the event that carries its transaction, after `ack` (wire-protocol 6.1).
/// Every request ends exactly once, by `.completed` or `.failed`, whatever happens to session and socket.
public struct JanusSession: Sendable {
    /// An action for the owner of the socket, in order.
    public enum Action: Hashable, Sendable {
        /// Send this text message.
        case send([UInt8])
        /// The session is open: created, or claimed after `reconnected`.
        case opened(session: UInt64)
        case completed(JanusRequestID, JanusReply)
        case failed(JanusRequestID, JanusRequestError)
        case event(handle: UInt64, JanusHandleEvent)
        /// A message could not be read and was ignored; worth counting.
        case ignored(JanusDecodingError)
        /// The session has ended: close the socket once all earlier messages are sent. No action follows.
        case close(JanusEndReason)
    }

    /// The states are named after what the session waits for.
    enum State: Sendable {
        case start
        case creation
        /// The session being created is unwanted: it is destroyed once Janus reports its id.
        case unwantedCreation
        case requests(session: UInt64, nextKeepalive: UInt64)
        case reconnection(session: UInt64)
        case claim(session: UInt64)
        case destruction(session: UInt64)
        case nothing
    }

    /// The meaning of an answer to a transaction.
    enum Purpose: Hashable, Sendable {
        case create
        case claim
        case keepalive
        case destroy
        case attach
        case hangup(handle: UInt64)
        case detach(handle: UInt64)
        case plugin(handle: UInt64, isSynchronous: Bool)

        var handle: UInt64? {
            switch self {
            case .hangup(let handle), .detach(let handle), .plugin(let handle, _): handle
            case .create, .claim, .keepalive, .destroy, .attach: nil
            }
        }
    }

    struct Pending: Sendable {
        var purpose: Purpose
        var request: JanusRequestID?
        var deadline: UInt64
    }

    struct Handle: Sendable {
        var id: UInt64
        var hasJoined = false
        var isPublishing = false
    }

    var configuration: JanusSessionConfiguration
    var state = State.start
    var pending: [String: Pending] = [:]
    /// Attachments abandoned before their answer: a handle that arrives late is detached.
    var abandonedAttachments: Set<String> = []
    var handles: [Handle] = []
    private var requestCount: UInt64 = 0
    private let makeTransaction: @Sendable () -> String

    /// A session on an open socket, before `open`.
    ///
    /// - Parameter makeTransaction: returns a new random text at every call; 16 hexadecimal digits are usual.
    public init(
        configuration: JanusSessionConfiguration = JanusSessionConfiguration(),
        makeTransaction: @escaping @Sendable () -> String
    ) {
        self.configuration = configuration
        self.makeTransaction = makeTransaction
    }

    /// The session id while requests can be made.
    public var sessionID: UInt64? {
        if case .requests(let session, _) = state { session } else { nil }
    }

    /// The latest time of the next `tick`; nil without timers.
    public var deadline: UInt64? {
        var earliest = pending.values.map(\.deadline).min()
        if case .requests(_, let keepalive) = state { earliest = min(earliest ?? keepalive, keepalive) }
        return earliest
    }

    /// Replaces the credentials of later requests, for tokens that expire.
    public mutating func use(credentials: JanusCredentials) {
        configuration.credentials = credentials
    }

    // MARK: - Requests

    /// Creates the session; `.opened` or `.close` follows.
    public mutating func open(now: UInt64) -> [Action] {
        guard case .start = state else { return [] }
        state = .creation
        return [send(.create, purpose: .create, now: now)]
    }

    /// Attaches to a plugin; completed with `.attached`.
    public mutating func attach(
        _ plugin: JanusPlugin = .videoRoom, now: UInt64
    ) throws(JanusUsageError) -> (JanusRequestID, [Action]) {
        guard let session = sessionID else { throw .notOpen }
        return request(.attach(session: session, plugin: plugin), purpose: .attach, now: now)
    }

    /// Sends a request to the plugin behind `handle`; completed with `.plugin`.
    public mutating func send(
        _ body: VideoRoomRequest, jsep: JanusSessionDescription? = nil, to handle: UInt64, now: UInt64
    ) throws(JanusUsageError) -> (JanusRequestID, [Action]) {
        let (session, index) = try find(handle)
        switch body {
        case .joinPublisher, .joinSubscriber: handles[index].hasJoined = true
        case .publish, .configure: if jsep?.kind == .offer { handles[index].isPublishing = true }
        case .unpublish: handles[index].isPublishing = false
        case .leave:
            handles[index].hasJoined = false
            handles[index].isPublishing = false
        default: break
        }
        let purpose = Purpose.plugin(handle: handle, isSynchronous: body.isSynchronous)
        return request(
            .message(session: session, handle: handle, body: body, jsep: jsep), purpose: purpose, now: now)
    }

    /// Sends a local candidate, or the end of candidates. There is no answer.
    public mutating func trickle(_ trickle: JanusTrickle, to handle: UInt64) throws(JanusUsageError) -> [Action] {
        let (session, _) = try find(handle)
        return [send(.trickle(session: session, handle: handle, trickle))]
    }

    /// Closes the PeerConnection of `handle`.
    public mutating func hangup(
        _ handle: UInt64, now: UInt64
    ) throws(JanusUsageError) -> (JanusRequestID, [Action]) {
        let (session, _) = try find(handle)
        return request(.hangup(session: session, handle: handle), purpose: .hangup(handle: handle), now: now)
    }

    /// Detaches `handle`; no request can use it any more.
    public mutating func detach(
        _ handle: UInt64, now: UInt64
    ) throws(JanusUsageError) -> (JanusRequestID, [Action]) {
        let (session, index) = try find(handle)
        handles.remove(at: index)
        return request(.detach(session: session, handle: handle), purpose: .detach(handle: handle), now: now)
    }

    // MARK: - Ends

    /// The longest wait, in nanoseconds, for a session that is still being created when it is torn down.
    private static let patience: UInt64 = 2_000_000_000

    /// Ends everything in order: unpublish, leave, detach each handle, destroy. `.close` follows when Janus confirms, or by
    /// `tick` when it does not. Outstanding requests fail with `.closing`.
    public mutating func tearDown(now: UInt64) -> [Action] {
        switch state {
        case .requests(let session, _):
            var actions = failAll(.closing)
            for handle in handles where handle.isPublishing {
                actions.append(send(.message(session: session, handle: handle.id, body: .unpublish, jsep: nil)))
            }
            for handle in handles where handle.hasJoined {
                actions.append(send(.message(session: session, handle: handle.id, body: .leave, jsep: nil)))
            }
            for handle in handles {
                actions.append(send(.detach(session: session, handle: handle.id)))
            }
            handles = []
            state = .destruction(session: session)
            return actions + [send(.destroy(session: session), purpose: .destroy, now: now)]
        case .creation:
            // Janus creates it all the same, and would keep it for a while after the socket.
            state = .unwantedCreation
            for transaction in pending.keys {
                guard let deadline = pending[transaction]?.deadline else { continue }
                pending[transaction]?.deadline = min(deadline, now + Self.patience)
            }
            return []
        case .start, .claim, .reconnection: return end(.destroyedUnconfirmed, failing: .closing)
        case .unwantedCreation, .destruction, .nothing: return []
        }
    }

    /// Handles a closed socket: every request fails. The session may survive in Janus; `reconnected` claims it.
    public mutating func socketClosed() -> [Action] {
        let actions = failAll(.connectionLost)
        switch state {
        case .requests(let session, _), .claim(let session), .reconnection(let session):
            state = .reconnection(session: session)
        case .start, .creation, .unwantedCreation, .destruction, .nothing: state = .nothing
        }
        return actions
    }

    /// Handles a new socket after `socketClosed`: claims the session with its handles. `.opened` follows, or `.close`.
    public mutating func reconnected(now: UInt64) -> [Action] {
        guard case .reconnection(let session) = state else { return [] }
        state = .claim(session: session)
        return [send(.claim(session: session), purpose: .claim, now: now)]
    }

    /// Sends keepalives that are due and fails requests that timed out.
    public mutating func tick(now: UInt64) -> [Action] {
        var actions: [Action] = []
        for (transaction, late) in pending.filter({ $0.value.deadline <= now }).sorted(by: { $0.key < $1.key }) {
            switch late.purpose {
            case .create, .claim, .keepalive: return actions + end(.silent, failing: .sessionLost)
            case .destroy: return actions + end(.destroyedUnconfirmed, failing: .closing)
            case .attach: abandonedAttachments.insert(transaction)
            case .hangup, .detach, .plugin: break
            }
            pending[transaction] = nil
            if let request = late.request { actions.append(.failed(request, .timeout)) }
        }
        if case .requests(let session, let keepalive) = state, now >= keepalive {
            state = .requests(session: session, nextKeepalive: now + configuration.keepaliveInterval)
            actions.append(send(.keepalive(session: session), purpose: .keepalive, now: now))
        }
        return actions
    }

    // MARK: - Parts

    private func find(_ handle: UInt64) throws(JanusUsageError) -> (session: UInt64, index: Int) {
        guard let session = sessionID else { throw .notOpen }
        guard let index = handles.firstIndex(where: { $0.id == handle }) else { throw .unknownHandle }
        return (session, index)
    }

    private mutating func request(
        _ request: JanusRequest, purpose: Purpose, now: UInt64
    ) -> (JanusRequestID, [Action]) {
        requestCount += 1
        let id = JanusRequestID(number: requestCount)
        return (id, [send(request, purpose: purpose, id: id, now: now)])
    }

    mutating func send(
        _ request: JanusRequest, purpose: Purpose, id: JanusRequestID? = nil, now: UInt64
    ) -> Action {
        let transaction = makeTransaction()
        let deadline = now + configuration.requestTimeout
        pending[transaction] = Pending(purpose: purpose, request: id, deadline: deadline)
        return .send(request.encoded(transaction: transaction, credentials: configuration.credentials))
    }

    /// Sends a request whose answer is ignored.
    func send(_ request: JanusRequest) -> Action {
        .send(request.encoded(transaction: makeTransaction(), credentials: configuration.credentials))
    }

    mutating func failAll(
        _ error: JanusRequestError, where matches: (Pending) -> Bool = { _ in true }
    ) -> [Action] {
        let failing = pending.filter { matches($0.value) }
        for transaction in failing.keys { pending[transaction] = nil }
        let requests = failing.values.compactMap(\.request).sorted { $0.number < $1.number }
        return requests.map { .failed($0, error) }
    }

    mutating func end(_ reason: JanusEndReason, failing error: JanusRequestError) -> [Action] {
        let actions = failAll(error)
        state = .nothing
        handles = []
        abandonedAttachments = []
        return actions + [.close(reason)]
    }
}
