import ECallAPI

/// Signals that wait for devices that are away: in memory, few, and for a short time (wire-protocol 3.3). Pure.
struct SignalMailbox: Sendable {
    struct Entry: Sendable, Equatable {
        let signal: SignalMessage
        let expiresAt: Timestamp
    }

    /// Most signals that wait for one device; the oldest go first.
    static let capacity = 128

    private var entries: [DeviceID: [Entry]] = [:]
    private var nextSweep = 256

    /// How many devices have something waiting.
    var count: Int { entries.count }

    /// Seconds a signal may wait; nil for those that mean nothing later, because the client asks for the state anyway.
    static func lifetime(of kind: SignalKind) -> Int? {
        switch kind {
        case .callInvitation, .callEnded, .callCancelled: 60
        // A leave must not be heard of after the key that follows it: it would end the use of that one too.
        case .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin, .participantLeft: 30
        case .participantJoined, .participantInvited, .participantRejected, .participantUpdated,
            .participantFeedUpdated,
            .participantRequestRejoin, .handoverHost, .friendRequest, .friendAccepted, .userUpdated:
            nil
        // Nobody asks for it by themselves.
        case .loginWarning: 86_400
        }
    }

    mutating func put(_ signal: SignalMessage, for device: DeviceID, now: Timestamp) {
        guard let lifetime = Self.lifetime(of: signal.kind) else { return }
        if entries.count >= nextSweep { sweep(now) }
        var waiting = entries[device, default: []]
        if signal.kind == .callEnded || signal.kind == .callCancelled {
            // Nothing of a call that is over is worth waiting for, its invitation least of all.
            let call = signal[id: .call]
            waiting.removeAll { $0.signal[id: .call] == call }
        }
        waiting.append(Entry(signal: signal, expiresAt: now.advanced(bySeconds: lifetime)))
        entries[device] = Array(waiting.suffix(Self.capacity))
    }

    /// Takes out what waits, oldest first, without what is too old.
    mutating func take(for device: DeviceID, now: Timestamp) -> [SignalMessage] {
        (entries.removeValue(forKey: device) ?? []).filter { $0.expiresAt > now }.map(\.signal)
    }

    mutating func forget(_ device: DeviceID) { entries[device] = nil }

    private mutating func sweep(_ now: Timestamp) {
        entries = entries.compactMapValues { waiting in
            let live = waiting.filter { $0.expiresAt > now }
            return live.isEmpty ? nil : live
        }
        nextSweep = max(256, entries.count * 2)
    }
}
