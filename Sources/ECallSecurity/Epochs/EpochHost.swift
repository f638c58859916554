import FrameCrypto

/// When the key host starts a new epoch, and whose key requests it answers (e2ee 6). Pure: events with the monotonic
/// time in nanoseconds go in, actions come out. Keys are drawn and wrapped outside.
public struct EpochHost: Sendable {
    public enum Event: Sendable, Equatable {
        /// A device, other than this one, has joined; also when it joins again.
        case deviceJoined(DeviceAddress)
        /// A device has left, was removed or dropped.
        case deviceLeft(DeviceAddress)
        /// This device is the key host from now on. The other joined devices, and the newest epoch it knows, 0 for none.
        case becameHost(members: Set<DeviceAddress>, newestEpoch: UInt32)
        /// Another device is named key host.
        case lostHost
        /// A device asks for the current key.
        case keyRequested(by: DeviceAddress)
        /// The instant of the last `nextTick` has come.
        case tick
    }

    public enum Action: Sendable, Equatable {
        /// Draw a key, wrap it for each recipient, send each a `key_rotation`, install it with sealing to begin
        /// `adoptAfter` nanoseconds from now.
        case startEpoch(epoch: UInt32, recipients: [DeviceAddress], adoptAfter: UInt64)
        /// Send the current key to a device that has had it already.
        case answerRequest(DeviceAddress)
        /// Call with `tick` at this instant; replaces the one before.
        case nextTick(at: UInt64)
    }

    private var isHost = false
    private var epoch: UInt32 = 0
    private var members: Set<DeviceAddress> = []
    /// Whom the current key was wrapped for.
    private var recipients: Set<DeviceAddress> = []
    private var dueAt: UInt64?
    private var leaveIsPending = false
    private var lastLeaveEpoch: UInt64?
    private var lastAnswers: [DeviceAddress: UInt64] = [:]
    private var answers = EpochHost.answerLimit

    public init() {}

    /// Joins within this time of the first share an epoch; so do leaves that follow one.
    public static let gathering: UInt64 = 250_000_000
    /// Sealing with the key of a join or of the timer begins this long after it was sent.
    public static let adoptionDelay: UInt64 = 500_000_000
    /// The age at which a key is replaced.
    public static let period: UInt64 = 300 * KeyLimits.second
    /// One device is answered once in this time.
    public static let answerInterval: UInt64 = 3 * KeyLimits.second
    private static var answerLimit: RateLimit { RateLimit(limit: 20, interval: KeyLimits.second) }

    /// Whether a device is to have the newest key: it was there when the epoch started and has not left or joined again.
    public func isRecipient(_ device: DeviceAddress) -> Bool { recipients.contains(device) }

    /// Takes an event at an instant.
    public mutating func handle(_ event: Event, now: UInt64) -> [Action] {
        switch event {
        case .becameHost(let members, let newestEpoch):
            return becameHost(members, newestEpoch: newestEpoch, now: now)
        case .lostHost:
            self = EpochHost()
            return []
        case .deviceJoined(let device):
            guard isHost else { return [] }
            members.insert(device)
            // Joining again loses the old key: nothing is sent to it before the next epoch.
            recipients.remove(device)
            schedule(at: now &+ Self.gathering)
        case .deviceLeft(let device):
            guard isHost, members.remove(device) != nil else { return [] }
            recipients.remove(device)
            lastAnswers[device] = nil
            leaveIsPending = true
            schedule(at: max(now, lastLeaveEpoch.map { $0 &+ Self.gathering } ?? now))
        case .keyRequested(let device):
            return answer(device, now: now)
        case .tick:
            break
        }
        return startIfDue(now: now)
    }

    private mutating func becameHost(
        _ members: Set<DeviceAddress>, newestEpoch: UInt32, now: UInt64
    ) -> [Action] {
        // Naming the current host again changes nothing.
        guard !isHost else { return [] }
        self = EpochHost()
        isHost = true
        epoch = newestEpoch
        self.members = members
        // The host before may have gone because it left.
        leaveIsPending = newestEpoch > 0
        schedule(at: now)
        return startIfDue(now: now)
    }

    private mutating func schedule(at instant: UInt64) {
        dueAt = min(dueAt ?? .max, instant)
    }

    private mutating func startIfDue(now: UInt64) -> [Action] {
        guard isHost, !members.isEmpty, epoch < .max else {
            // Alone: there is nobody to send to until somebody joins.
            dueAt = nil
            return []
        }
        guard let dueAt, now >= dueAt else { return dueAt.map { [.nextTick(at: $0)] } ?? [] }
        let isFirst = epoch == 0
        epoch += 1
        recipients = members
        // After a leave sealing must not wait; before the first key there is nothing else to seal with.
        let adoptAfter = leaveIsPending || isFirst ? 0 : Self.adoptionDelay
        if leaveIsPending { lastLeaveEpoch = now }
        leaveIsPending = false
        self.dueAt = now &+ Self.period
        return [
            .startEpoch(epoch: epoch, recipients: members.sorted(), adoptAfter: adoptAfter),
            .nextTick(at: now &+ Self.period),
        ]
    }

    private mutating func answer(_ device: DeviceAddress, now: UInt64) -> [Action] {
        guard isHost, recipients.contains(device) else { return [] }
        if let last = lastAnswers[device], now < last &+ Self.answerInterval { return [] }
        guard answers.allows(at: now) else { return [] }
        lastAnswers[device] = now
        return [.answerRequest(device)]
    }
}
