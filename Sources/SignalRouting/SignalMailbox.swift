package import ECallAPI
import NIOCore

/// Signals that wait for devices that are away, few and for a short time (wire-protocol 3.3). Pure.
///
/// What is in memory counts; the changes it returns keep a copy in the database, without the signals that carry keys.
package struct SignalMailbox: Sendable {
    package struct Entry: Sendable, Equatable {
        /// Rises with every signal.
        package let id: Int64
        package let outgoing: OutgoingSignal
        package let expiresAt: Timestamp

        /// Keys are kept in memory only.
        package var isStored: Bool { !outgoing.kind.carriesKey }
        /// Bytes of memory.
        fileprivate var cost: Int { outgoing.cost }
    }

    /// What is to be done to the copy, in this order.
    package enum Change: Sendable, Equatable {
        case insert(Entry, DeviceIdentity)
        case remove([Int64])
        case forget(DeviceIdentity)
    }

    package struct Limits: Sendable {
        /// Signals for one device. Beyond it the oldest go first of the call that takes up most.
        package var perDevice = 512
        /// Bytes for one device, in the same way. More than may be under way to it, for that waits here when it is
        /// dropped for not reading.
        package var bytesPerDevice = 96 * 1024
        /// Bytes for all; then nothing more is taken, so that nobody's signals push out somebody else's.
        package var bytes = 64 * 1024 * 1024

        package init(perDevice: Int = 512, bytesPerDevice: Int = 96 * 1024, bytes: Int = 64 * 1024 * 1024) {
            self.perDevice = perDevice
            self.bytesPerDevice = bytesPerDevice
            self.bytes = bytes
        }
    }

    private let limits: Limits
    private var entries: [DeviceIdentity: [Entry]] = [:]
    private var nextID: Int64 = 1
    private var cost = 0
    /// Signals that were not taken or were pushed out because there was no room.
    package private(set) var overflow = 0
    /// Signals that were taken in.
    package private(set) var taken = 0

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// What was stored before the server started.
    ///
    /// - Parameter latest: the largest number in the copy.
    package init(
        limits: Limits = Limits(), restoring stored: [(entry: Entry, device: DeviceIdentity)], latest: Int64 = 0
    ) {
        self.limits = limits
        nextID = latest + 1
        for (entry, device) in stored {
            entries[device, default: []].append(entry)
            cost += entry.cost
            nextID = max(nextID, entry.id + 1)
        }
    }

    /// How many devices have something waiting.
    package var count: Int { entries.count }

    /// How many signals wait, by kind.
    package var depth: [SignalKind: Int] {
        entries.values.reduce(into: [:]) { depth, waiting in
            for entry in waiting { depth[entry.outgoing.kind, default: 0] += 1 }
        }
    }

    /// Seconds a signal may wait; nil for those that mean nothing later, because the client asks for the state anyway.
    package static func lifetime(of kind: SignalKind) -> Int? {
        switch kind {
        case .callInvitation, .callEnded, .callCancelled: 60
        // A leave must not be heard of after the key that follows it: it would end the use of that one too.
        case .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin, .participantLeft: 30
        case .muteRequested, .invitationRequested: 30
        // Beside `call_ended`, which says less.
        case .removedFromCall: 60
        case .participantJoined, .participantInvited, .participantRejected, .participantUpdated,
            .participantFeedUpdated,
            .participantRequestRejoin, .handoverHost, .friendRequest, .friendAccepted, .userUpdated:
            nil
        // They wait elsewhere: see `TextOutboxes`.
        case .e2ee: nil
        // Nobody asks for it by themselves.
        case .loginWarning: 86_400
        }
    }

    /// Seconds in which a device that is there takes what waits for it.
    private static let turn = 10

    /// The number of a signal that is sent at once. With it, it comes to its place should it have to wait after all.
    package mutating func number() -> Int64 {
        defer { nextID += 1 }
        return nextID
    }

    /// Takes a signal in, where its kind may wait and there is room.
    ///
    /// - Parameter whateverItIs: any kind may wait, for a moment: the device is there, and this is its turn.
    package mutating func put(
        _ outgoing: OutgoingSignal, id: Int64? = nil, for device: DeviceIdentity, now: Timestamp,
        whateverItIs: Bool = false
    ) -> [Change] {
        guard let lifetime = Self.lifetime(of: outgoing.kind) ?? (whateverItIs ? Self.turn : nil) else { return [] }
        let entry = Entry(id: id ?? number(), outgoing: outgoing, expiresAt: now.advanced(bySeconds: lifetime))
        guard cost + entry.cost <= limits.bytes else {
            overflow += 1
            return []
        }
        var changes: [Change] = []
        if [.callEnded, .callCancelled].contains(outgoing.kind), let call = outgoing.call {
            // Nothing of a call that is over is worth waiting for, its invitation least of all; but why it is over for this
            // device.
            changes += discard(for: device) { $0.outgoing.call == call && $0.outgoing.kind != .removedFromCall }
        }
        insert(entry, for: device)
        taken += 1
        changes += makeRoom(for: device)
        return entry.isStored ? [.insert(entry, device)] + changes : changes
    }

    /// Takes back what could not be sent; the copy still has it.
    package mutating func putBack(_ entry: Entry, for device: DeviceIdentity) -> [Change] {
        insert(entry, for: device)
        return makeRoom(for: device)
    }

    /// Takes out what waits, oldest first. The copy keeps it until it is sent; what is too old leaves that too.
    ///
    /// - Parameter bytes: of memory, at most, but one signal at least.
    package mutating func take(
        for device: DeviceIdentity, upTo bytes: Int = .max, now: Timestamp
    ) -> (waiting: [Entry], changes: [Change]) {
        let changes = discard(for: device) { $0.expiresAt <= now }
        let all = entries[device, default: []]
        var taken = 0
        var count = 0
        while count < all.count, count == 0 || taken + all[count].cost <= bytes {
            taken += all[count].cost
            count += 1
        }
        cost -= taken
        entries[device] = count == all.count ? nil : Array(all[count...])
        return (Array(all[..<count]), changes)
    }

    package mutating func forget(_ device: DeviceIdentity) -> [Change] {
        _ = discard(for: device) { _ in true }
        return [.forget(device)]
    }

    /// Expires everything that is too old.
    package mutating func sweep(_ now: Timestamp) -> [Change] {
        entries.keys.flatMap { device in discard(for: device) { $0.expiresAt <= now } }
    }

    // MARK: - Keeping count

    private mutating func insert(_ entry: Entry, for device: DeviceIdentity) {
        let isLate = entries[device]?.last.map { $0.id > entry.id } ?? false
        entries[device, default: []].append(entry)
        if isLate { entries[device]?.sort { $0.id < $1.id } }
        cost += entry.cost
    }

    private mutating func makeRoom(for device: DeviceIdentity) -> [Change] {
        var waiting = entries[device, default: []]
        var bytes = waiting.reduce(0) { $0 + $1.cost }
        var pushedOut: Set<Int64> = []
        while waiting.count > limits.perDevice || bytes > limits.bytesPerDevice,
            let oldest = Self.oldestOfTheLargestShare(waiting)
        {
            let gone = waiting.remove(at: oldest)
            bytes -= gone.cost
            pushedOut.insert(gone.id)
        }
        guard !pushedOut.isEmpty else { return [] }
        overflow += pushedOut.count
        return discard(for: device) { pushedOut.contains($0.id) }
    }

    /// Whoever floods a call pushes out what is of that call, and nothing of another one, nor what is of none: the warning of a
    /// sign-in above all.
    private static func oldestOfTheLargestShare(_ waiting: [Entry]) -> Int? {
        let shares = waiting.reduce(into: [CallID?: Int]()) { $0[$1.outgoing.call, default: 0] += $1.cost }
        let largest = shares.values.max()
        return waiting.firstIndex { shares[$0.outgoing.call] == largest }
    }

    private mutating func discard(for device: DeviceIdentity, where isDiscarded: (Entry) -> Bool) -> [Change] {
        guard let waiting = entries[device] else { return [] }
        let gone = waiting.filter(isDiscarded)
        guard !gone.isEmpty else { return [] }
        let kept = waiting.filter { !isDiscarded($0) }
        entries[device] = kept.isEmpty ? nil : kept
        cost -= gone.reduce(0) { $0 + $1.cost }
        let stored = gone.filter(\.isStored).map(\.id)
        return stored.isEmpty ? [] : [.remove(stored)]
    }
}
