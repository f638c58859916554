import ECallAPI

/// E2EE messages of one call for participants who join later (e2ee 7): the last join of each participating device, and the
/// invites of all who were in it; also the devices that have sent their one reply while ringing. Bounded, in memory only,
/// and never part of the stored call. Pure.
struct E2EEMessageStore: Sendable, Equatable {
    struct Stored: Sendable, Equatable {
        let sender: DeviceIdentity
        let body: String
    }

    /// The most invites per device, and in total. Beyond it the oldest of the device with the most are dropped.
    static let (invitesOfOne, invitesOfAll) = (8, 100)

    /// In the order of arrival.
    private(set) var joins: [Stored] = []
    private(set) var invites: [Stored] = []
    /// Devices that rang and have sent their one reply.
    private(set) var replied: Set<DeviceIdentity> = []

    mutating func joined(_ body: String, _ sender: DeviceIdentity) {
        left(sender)
        joins.append(Stored(sender: sender, body: body))
    }

    /// Drops the device's join.
    mutating func left(_ sender: DeviceIdentity) { joins.removeAll { $0.sender == sender } }

    mutating func invited(_ body: String, _ sender: DeviceIdentity) {
        let invite = Stored(sender: sender, body: body)
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

    /// Records a reply. Returns whether the device may reply: once.
    mutating func replies(_ sender: DeviceIdentity) -> Bool { replied.insert(sender).inserted }

    mutating func keepJoins(of devices: [DeviceIdentity]) {
        joins.removeAll { !devices.contains($0.sender) }
    }
}
