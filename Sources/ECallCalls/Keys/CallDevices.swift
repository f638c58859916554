import ECallAPI
import ECallSecurity
import KeyDistribution

/// The keys of the others' devices. Pure: instants are monotonic nanoseconds.
struct CallDevices {
    private var askedFor: Set<UserID> = []
    /// Present devices that have handed over no key: since when, and whether that is long enough to be reported.
    private var silent: [DeviceAddress: (since: UInt64, isSaid: Bool)] = [:]
    private var counted: Set<DeviceAddress> = []
    var audience = Audience()
    private var isToldSilent = false
    /// Whether another participant has shown, by a signature in this call, that they have this device's key.
    private(set) var isProtected = false

    mutating func ask(for users: [UserID]) -> [UserID] { users.filter { askedFor.insert($0).inserted } }

    mutating func takingPart(_ list: [CallMember]) -> [DeviceAddress] {
        list.filter { $0.isHeard && !$0.trust.isHeld && counted.insert($0.address).inserted }.map(\.address)
    }

    /// Returns whether the call is protected now, if that has changed. In an empty call the last answer still holds: nothing is sent.
    mutating func protection(_ list: [CallMember]) -> Bool? {
        let isNow = list.isEmpty ? isProtected : list.contains(where: \.hearsUs)
        guard isNow != isProtected else { return nil }
        isProtected = isNow
        return isNow
    }

    /// A device that admits this one sends its key at once: one that takes long holds this device (e2ee 1).
    mutating func awaitingKeys(_ list: [CallMember], now: UInt64) -> [DeviceAddress] {
        let waiting = Set(list.filter { $0.presence == .member && !$0.takesUsIn }.map(\.address))
        silent = silent.filter { waiting.contains($0.key) }
        let new = waiting.filter { silent[$0] == nil }.sorted()
        for address in new { silent[address] = (now, false) }
        return new
    }

    func awaitsKey(of address: DeviceAddress, since: UInt64) -> Bool { silent[address]?.since == since }

    mutating func isToBeSaid(of address: DeviceAddress, since: UInt64) -> Bool {
        guard awaitsKey(of: address, since: since), silent[address]?.isSaid == false else { return false }
        silent[address]?.isSaid = true
        return true
    }

    func keepsOut(_ address: DeviceAddress) -> Bool { silent[address]?.isSaid ?? false }

    /// Returns the feeds whose silence is not a broken connection, as a key is missing on either side, and whether anyone may
    /// decrypt what is sent.
    static func expectation(of members: CallMembers) -> (silent: Set<UInt64>, isForSomebody: Bool) {
        let silent = members.present.filter { member in
            member.isAway || member.isMuted || member.device.flatMap { members.devices[$0]?.takesUsIn } != true
        }
        let isForSomebody = members.devices.values.contains { $0.presence == .member && $0.hasOurKey }
        return (Set(silent.compactMap(\.feed)), isForSomebody)
    }

    /// Returns how long to wait before reporting to the server whether there is anyone to send to; nil if that has not changed.
    mutating func audience(of members: CallMembers, isForSomebody: Bool) -> Duration? {
        let isAlone = !members.present.contains { $0.user != members.ownUser }
        guard audience.changed(isForSomebody: isForSomebody, isAlone: isAlone) else { return nil }
        // A new key may be on its way for a moment.
        return audience.isLost ? Audience.settling : .zero
    }

    /// Returns the signed statement that the others need, whether this device is sending nothing at the moment; nil if they
    /// know.
    mutating func silence(_ isSilent: Bool) -> Bool? {
        guard isSilent != isToldSilent else { return nil }
        isToldSilent = isSilent
        return isSilent
    }
}

extension CallMember {
    /// Whether it seals for this device and does not show that it lacks this device's keys.
    fileprivate var takesUsIn: Bool { isHeard && !lacksKeys }
}
