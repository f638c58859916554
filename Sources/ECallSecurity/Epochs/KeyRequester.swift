/// When a device asks the key host for the current key (e2ee 4 and 6): the emergency request. Pure: events with the
/// monotonic time in nanoseconds go in, actions come out.
public struct KeyRequester: Sendable {
    public enum Event: Sendable, Equatable {
        /// This device has joined the call and has no key yet.
        case joined
        /// `CallKeyring.needsKey` has fired.
        case needsKey
        /// This device could not be reached for a while: a newer key may have passed it by.
        case signalsMayBeMissing
        /// A key was installed, or the key host answered with one that is known.
        case keyInstalled
        /// Another device is key host now; it never saw a request that is open.
        case hostChanged
        /// This device is the key host: it asks nobody.
        case becameHost
        /// The instant of the last `nextTick` has come.
        case tick
    }

    public enum Action: Sendable, Equatable {
        /// Send `request_aes_key` to the key host.
        case request
        /// Call with `tick` at this instant; replaces the one before.
        case nextTick(at: UInt64)
    }

    /// Time between two requests.
    public static let cooldown: UInt64 = 3 * KeyLimits.second
    /// How long an answer is waited for before asking again.
    public static let answerTime: UInt64 = 10 * KeyLimits.second
    /// Needs this soon after one that was seen, or after a key came, are the same need.
    public static let deduplication: UInt64 = KeyLimits.second
    /// How long a joiner waits for its first key without asking.
    public static let joinPatience: UInt64 = 2 * KeyLimits.second

    private var isHost = false
    private var hasKey = false
    private var joinedAt: UInt64?
    private var lastRequest: UInt64?
    private var isOpen = false
    private var ignoreNeedsUntil: UInt64 = 0
    private var dueAt: UInt64?

    public init() {}

    /// Whether a request is open, so that an answer to it may be taken.
    public func isWaiting(now: UInt64) -> Bool {
        isOpen && lastRequest.map { now < $0 &+ Self.answerTime } ?? false
    }

    /// Takes an event at an instant.
    public mutating func handle(_ event: Event, now: UInt64) -> [Action] {
        switch event {
        case .joined:
            joinedAt = now
            if !hasKey { schedule(at: now &+ Self.joinPatience, now: now) }
        case .needsKey:
            guard now >= ignoreNeedsUntil else { return [] }
            ignoreNeedsUntil = now &+ Self.deduplication
            let due = hasKey ? now : max(now, (joinedAt ?? now) &+ Self.joinPatience)
            schedule(at: due, now: now)
        case .signalsMayBeMissing:
            if hasKey { schedule(at: now, now: now) }
        case .keyInstalled:
            hasKey = true
            isOpen = false
            dueAt = nil
            ignoreNeedsUntil = now &+ Self.deduplication
            return []
        case .hostChanged:
            isHost = false
            if isOpen {
                isOpen = false
                schedule(at: now, now: now)
            }
        case .becameHost:
            isHost = true
            isOpen = false
            dueAt = nil
        case .tick:
            break
        }
        return askIfDue(now: now)
    }

    /// Notes a request for an instant, or later when the cooldown or an open request says so.
    private mutating func schedule(at instant: UInt64, now: UInt64) {
        guard !isHost else { return }
        var instant = instant
        if let lastRequest {
            instant = max(instant, lastRequest &+ (isOpen ? Self.answerTime : Self.cooldown))
        }
        dueAt = min(dueAt ?? .max, instant)
    }

    private mutating func askIfDue(now: UInt64) -> [Action] {
        guard let dueAt else { return [] }
        guard now >= dueAt else { return [.nextTick(at: dueAt)] }
        lastRequest = now
        isOpen = true
        // Without an answer it asks again: anyone who has no key has nothing else to wait for.
        self.dueAt = now &+ Self.answerTime
        return [.request, .nextTick(at: now &+ Self.answerTime)]
    }
}
