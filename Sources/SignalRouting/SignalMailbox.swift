package import ECallAPI
import NIOCore

/// Signals for offline devices, few and for a short time (wire-protocol 3.3). Pure.
///
/// The state in memory is authoritative; the returned changes maintain a copy in the database, without signals that carry keys.
package struct SignalMailbox: Sendable {
    package struct Entry: Sendable, Equatable {
        /// A number that rises with every signal.
        package let id: Int64
        package let outgoing: OutgoingSignal
        package let expiresAt: Timestamp

        /// Whether it is stored; signals with keys are kept in memory only.
        package var isStored: Bool { !outgoing.kind.carriesKey }
        /// The memory in bytes.
        fileprivate var cost: Int { outgoing.cost }
    }

    /// A change of the copy, in order.
    package enum Change: Sendable, Equatable {
        case insert(Entry, DeviceIdentity)
        case remove([Int64])
        case forget(DeviceIdentity)
    }

    package struct Limits: Sendable {
        /// The most signals for one device. Beyond it, the oldest of the call with the largest share are dropped.
        package var perDevice = 512
        /// The most bytes for one device, in the same way. More than the limit in flight to it, because those are queued
        /// here when it is dropped for not reading.
        package var bytesPerDevice = 96 * 1024
        /// The most bytes in total; beyond it nothing more is accepted, so that one device's signals never displace another's.
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
    /// Signals that were refused or displaced for lack of room.
    package private(set) var overflow = 0
    /// Signals that were accepted.
    package private(set) var taken = 0

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Restores the entries stored before the server started.
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

    /// The number of devices with queued signals.
    package var count: Int { entries.count }

    /// The number of queued signals by kind.
    package var depth: [SignalKind: Int] {
        entries.values.reduce(into: [:]) { depth, waiting in
            for entry in waiting { depth[entry.outgoing.kind, default: 0] += 1 }
        }
    }

    /// The time in seconds for which a signal may be queued; nil for kinds that are useless later, because the client
    /// requests the state anyway.
    package static func lifetime(of kind: SignalKind) -> Int? {
        switch kind {
        case .callInvitation, .callEnded, .callCancelled: 60
        // A leave must not arrive after the key that follows it, whose use it would end, too.
        case .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin, .participantLeft: 30
        case .muteRequested, .invitationRequested: 30
        // In addition to `call_ended`, which says less.
        case .removedFromCall: 60
        case .participantJoined, .participantInvited, .participantRejected, .participantUpdated,
            .participantFeedUpdated,
            .participantRequestRejoin, .handoverHost, .friendRequest, .friendAccepted, .userUpdated:
            nil
        // Queued elsewhere: see `E2EEOutboxes`.
        case .e2ee: nil
        // No client requests it.
        case .loginWarning: 86_400
        }
    }

    /// The time in seconds within which a connected device takes its queued signals.
    private static let turn = 10

    /// Assigns the number of a signal that is sent at once, which keeps its place in order if it has to be queued after all.
    package mutating func number() -> Int64 {
        defer { nextID += 1 }
        return nextID
    }

    /// Queues a signal if its kind may be queued and there is room.
    ///
    /// - Parameter whateverItIs: whether any kind may be queued briefly, because the device is connected and about to receive it.
    package mutating func put(
        _ outgoing: OutgoingSignal, id: Int64? = nil, for device: DeviceIdentity, now: Timestamp,
        whateverItIs: Bool = false
    ) -> [Change] {
        guard let lifetime = Self.lifetime(of: outgoing.kind) ?? (whateverItIs ? Self.turn : nil) else { return [] }
        let entry = Entry(id: id ?? number(), outgoing: outgoing, expiresAt: now.advanced(bySeconds: lifetime))
        guard let changes = place(entry, for: device) else { return [] }
        return entry.isStored ? [.insert(entry, device)] + changes : changes
    }

    /// The entry that a signal for an offline device gets, for a copy that is stored first; nil if none is stored.
    package mutating func entry(for outgoing: OutgoingSignal, now: Timestamp) -> Entry? {
        guard let lifetime = Self.lifetime(of: outgoing.kind), !outgoing.kind.carriesKey else { return nil }
        return Entry(id: number(), outgoing: outgoing, expiresAt: now.advanced(bySeconds: lifetime))
    }

    /// Queues a signal whose copy is stored already, if there is room.
    package mutating func put(_ entry: Entry, for device: DeviceIdentity) -> [Change] {
        place(entry, for: device) ?? [.remove([entry.id])]
    }

    /// Returns the changes of other signals' copies; nil if there is no room.
    private mutating func place(_ entry: Entry, for device: DeviceIdentity) -> [Change]? {
        let outgoing = entry.outgoing
        guard cost + entry.cost <= limits.bytes else {
            overflow += 1
            return nil
        }
        var changes: [Change] = []
        if [.callEnded, .callCancelled].contains(outgoing.kind), let call = outgoing.call {
            // Signals of an ended call are useless, its invitation most of all, except the reason why it ended for this device.
            changes += discard(for: device) { $0.outgoing.call == call && $0.outgoing.kind != .removedFromCall }
        }
        insert(entry, for: device)
        taken += 1
        return changes + makeRoom(for: device)
    }

    /// Requeues a signal that could not be sent; the copy still has it.
    package mutating func putBack(_ entry: Entry, for device: DeviceIdentity) -> [Change] {
        insert(entry, for: device)
        return makeRoom(for: device)
    }

    /// Takes queued signals, oldest first. The copy keeps them until they are sent; expired ones are removed from it, too.
    ///
    /// - Parameter bytes: the most bytes of memory, but at least one signal is taken.
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

    /// Removes all expired signals.
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

    /// A flood of one call displaces only that call's signals, not those of another call or of none, above all the warning
    /// of a sign-in.
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
