import ECallAPI
import ECallSecurity
import KeyDistribution

/// The others' devices as far as keys go: whether anybody has this device's key, who holds this device, whom it sends to, and who has
/// taken part. Pure: instants are monotonic nanoseconds.
struct CallDevices {
    /// Whose published keys were asked for.
    private var askedFor: Set<UserID> = []
    /// Who is there and has handed over no key: since when, and whether that has gone on for so long that it is said.
    private var silent: [DeviceAddress: (since: UInt64, isSaid: Bool)] = [:]
    /// The devices that were heard in this call.
    private var counted: Set<DeviceAddress> = []
    private var audience = Audience()
    /// Whether the others are told that this device sends nothing.
    private var isToldSilent = false
    /// Whether somebody has shown, by what they sign in this call, that they have this device's key.
    private(set) var isProtected = false

    /// Whose published keys have not been asked for yet; from now on they have.
    mutating func ask(for users: [UserID]) -> [UserID] { users.filter { askedFor.insert($0).inserted } }

    /// Takes part from now on: who was let in and is heard, each once.
    mutating func takingPart(_ list: [CallMember]) -> [DeviceAddress] {
        list.filter { $0.isHeard && !$0.trust.isHeld && counted.insert($0.address).inserted }.map(\.address)
    }

    /// Whether the call is protected now, where that has changed. Of an empty call what was said goes on to hold: nothing is sent.
    mutating func protection(_ list: [CallMember]) -> Bool? {
        let isNow = list.isEmpty ? isProtected : list.contains(where: \.hearsUs)
        guard isNow != isProtected else { return nil }
        isProtected = isNow
        return isNow
    }

    // MARK: - Who holds this device

    /// Who lets a device in hands it a key at once, takes its key, and a text that is lost is sent again within seconds: who is there
    /// and has not for a while holds this device, and does not hear it (e2ee 1).
    ///
    /// - Returns: those whose key is awaited from now on.
    mutating func awaitingKeys(_ list: [CallMember], now: UInt64) -> [DeviceAddress] {
        let waiting = Set(list.filter { $0.presence == .member && !$0.takesUsIn }.map(\.address))
        silent = silent.filter { waiting.contains($0.key) }
        let new = waiting.filter { silent[$0] == nil }.sorted()
        for address in new { silent[address] = (now, false) }
        return new
    }

    /// Whether the key of a device is awaited still, since that instant.
    func awaitsKey(of address: DeviceAddress, since: UInt64) -> Bool { silent[address]?.since == since }

    /// Whether it is to be said now that a device keeps this one out: once.
    mutating func isToBeSaid(of address: DeviceAddress, since: UInt64) -> Bool {
        guard awaitsKey(of: address, since: since), silent[address]?.isSaid == false else { return false }
        silent[address]?.isSaid = true
        return true
    }

    /// Whether it was said of a device that it keeps this one out.
    func keepsOut(_ address: DeviceAddress) -> Bool { silent[address]?.isSaid ?? false }

    // MARK: - Whom this device sends to

    /// The feeds of which no sound is to be expected, and whether anybody may open what this device sends. Who hands this device no
    /// key seals nothing for it, and nothing is sealed here for who has no key: that silence is no broken line.
    static func expectation(of members: CallMembers) -> (silent: Set<UInt64>, isForSomebody: Bool) {
        let silent = members.present.filter { member in
            member.isAway || member.isMuted || member.device.flatMap { members.devices[$0]?.takesUsIn } != true
        }
        let isForSomebody = members.devices.values.contains { $0.presence == .member && $0.hasOurKey }
        return (Set(silent.compactMap(\.feed)), isForSomebody)
    }

    /// What to do for the server to know whether anybody is there to send to; nil where that has not changed.
    ///
    /// - Returns: how long to wait before it is told.
    mutating func audience(of members: CallMembers, isForSomebody: Bool) -> Duration? {
        let isAlone = !members.present.contains { $0.user != members.ownUser }
        guard audience.changed(isForSomebody: isForSomebody, isAlone: isAlone) else { return nil }
        // A new key is on its way for a moment.
        return audience.isLost ? Audience.settling : .zero
    }

    /// What the others are to be told, signed, of whether this device sends nothing just now; nil where they know.
    mutating func silence(_ isSilent: Bool) -> Bool? {
        guard isSilent != isToldSilent else { return nil }
        isToldSilent = isSilent
        return isSilent
    }

    /// What the server is to be told, `sendsNothing`; nil where it knows.
    mutating func toTell() -> Bool? { audience.toTell() }
}

extension CallMember {
    /// Whether it seals for this device and does not show that it hears nothing of it.
    fileprivate var takesUsIn: Bool { isHeard && !lacksKeys }
}
