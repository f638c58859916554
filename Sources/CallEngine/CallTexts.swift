import ECallAPI

/// Texts of one call that who comes later is given (e2ee 7): the last join of each device in it, and the invites of all who
/// were in it; and who has sent the one text that a device may which rings. Bounded, in memory only, and never a part of what is
/// stored of a call. Pure.
struct CallTexts: Sendable, Equatable {
    struct Stored: Sendable, Equatable {
        let sender: DeviceIdentity
        let text: String
    }

    /// Invites of one device, and of all. Beyond it the oldest go first, of the device that has most.
    static let (invitesOfOne, invitesOfAll) = (8, 100)

    /// In the order in which they came.
    private(set) var joins: [Stored] = []
    private(set) var invites: [Stored] = []
    /// Devices that rang and have sent their one reply.
    private(set) var replied: Set<DeviceIdentity> = []

    mutating func joined(_ text: String, _ sender: DeviceIdentity) {
        left(sender)
        joins.append(Stored(sender: sender, text: text))
    }

    /// The device's join is over.
    mutating func left(_ sender: DeviceIdentity) { joins.removeAll { $0.sender == sender } }

    mutating func invited(_ text: String, _ sender: DeviceIdentity) {
        let invite = Stored(sender: sender, text: text)
        guard !invites.contains(invite) else { return }
        if invites.count(where: { $0.sender == sender }) >= Self.invitesOfOne {
            invites.firstIndex { $0.sender == sender }.map { _ = invites.remove(at: $0) }
        }
        invites.append(invite)
        guard invites.count > Self.invitesOfAll else { return }
        let shares = invites.reduce(into: [DeviceIdentity: Int]()) { $0[$1.sender, default: 0] += 1 }
        let largest = shares.values.max()
        invites.firstIndex { shares[$0.sender] == largest }.map { _ = invites.remove(at: $0) }
    }

    /// Whether the device may reply: once.
    mutating func replies(_ sender: DeviceIdentity) -> Bool { replied.insert(sender).inserted }

    mutating func keepJoins(of devices: [DeviceIdentity]) {
        joins.removeAll { !devices.contains($0.sender) }
    }
}
