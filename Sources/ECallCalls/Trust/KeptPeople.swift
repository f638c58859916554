public import ECallAPI
public import ECallCore
import ECallSecurity
public import KeyDistribution

/// The people whom this device has met, their names, and how they met: trust is decided by `DevicePins` alone. Pure; stored by its
/// owner. The twin of `Web/contacts/kept-people.js` (`Tests/Vectors/kept-people.json`).
public struct KeptPeople: Sendable, Equatable {
    struct Device: Sendable, Equatable, Codable {
        /// The beginning of its signing key.
        var key: String
        var how: PinnedDevice.Admission
        /// The times at which it was admitted, and at which its state last changed, in Unix milliseconds; nil if nothing was
        /// stored then.
        var since: UInt64?
        var at: UInt64?
        /// The number of calls in which it took part, and the id of the last one.
        var calls = 0
        var last: UInt64?
    }

    struct Person: Sendable, Equatable {
        /// The name stored here, whatever the server calls them.
        var name: String?
        /// Whether the person has noticed that the contact is gone.
        var isPutAway = false
        var devices: [DeviceAddress: Device] = [:]

        var isVerified: Bool { devices.values.contains { $0.how == .verified } }
    }

    /// Letters of a signing key that tell it apart: 132 bits.
    private static let keyLength = 22
    /// The most people that are stored; a person who was met is never dropped for another.
    static let most = 4_096

    var people: [UInt64: Person] = [:]

    public init() {}

    /// Takes over the current pins, in Unix milliseconds; nil for those that predate the storage.
    public mutating func follow(_ pins: DevicePins, now: UInt64?) { follow(pins.pinned, now: now) }

    mutating func follow(_ pinned: [PinnedDevice], now: UInt64?) {
        for device in pinned {
            let (address, user) = (device.address, device.address.userID)
            guard people[user] != nil || people.count < Self.most else { continue }
            let key = String(device.sign.prefix(Self.keyLength))
            var kept = people[user]?.devices[address] ?? Device(key: "", how: device.admission)
            if kept.key != key {
                kept = Device(key: key, how: device.admission, since: now, at: now)
            } else if kept.how != device.admission {
                (kept.how, kept.at) = (device.admission, now)
            }
            people[user, default: Person()].devices[address] = kept
        }
    }

    /// Records that a device takes part in a call: it was admitted, and is heard. A call is counted once; a person without a
    /// name yet gets the one from the call.
    mutating func takesPart(_ address: DeviceAddress, in call: UInt64, named name: String) {
        guard var device = people[address.userID]?.devices[address], device.last != call else { return }
        device.calls += 1
        device.last = call
        people[address.userID]?.devices[address] = device
        if people[address.userID]?.name == nil { accept(name, of: UserID(address.userID)) }
    }

    /// Takes over names of the server, for people who are stored without a name.
    public mutating func named(_ said: [(user: UserID, name: String)]) {
        for (user, name) in said where people[user.rawValue] != nil {
            people[user.rawValue]?.isPutAway = false
            if people[user.rawValue]?.name == nil { accept(name, of: user) }
        }
    }

    /// Records the name that the person chooses.
    public mutating func accept(_ name: String, of user: UserID) {
        let name = NameSkeleton.plain(name)
        guard !name.isEmpty, people[user.rawValue] != nil else { return }
        people[user.rawValue]?.name = name
    }

    /// Notes that the person has read, or wanted, the removal of a contact.
    public mutating func putAway(_ user: UserID) { people[user.rawValue]?.isPutAway = true }

    /// Returns the name of a person as this device keeps it; nil if the server's name is used.
    public func name(of user: UserID) -> String? { people[user.rawValue]?.name }

    /// Everyone who has a name here.
    public var names: [KeptName] {
        people.compactMap { user, person in
            person.name.map { KeptName(user: UserID(user), name: $0, isVerified: person.isVerified) }
        }.sorted { $0.user < $1.user }
    }

    /// Returns the reason to doubt the name that the server gives a person; nil if there is none.
    public func doubt(about user: UserID, named said: String) -> NameDoubt? {
        let said = NameSkeleton.plain(said)
        guard !said.isEmpty else { return nil }
        if let name = name(of: user) {
            return name.unicodeScalars.elementsEqual(said.unicodeScalars) ? nil : .renamed(kept: name, said: said)
        }
        let namesakes = names.filter { $0.user != user && NameSkeleton.areAlike($0.name, said) }
        let found = namesakes.first(where: \.isVerified) ?? namesakes.first
        return found.map { .namesake(of: $0.user, name: $0.name, isVerified: $0.isVerified) }
    }

    /// Returns people with compared numbers whom the server no longer lists as contacts, by their numbers, if that is news.
    public func verifiedGone(listed: some Sequence<UserID>, own: UserID) -> [KeptName] {
        let there = Set(listed).union([own])
        return people.filter { !there.contains(UserID($0.key)) && !$0.value.isPutAway && $0.value.isVerified }
            .map { KeptName(user: UserID($0.key), name: $0.value.name ?? "", isVerified: true) }
            .sorted { $0.user < $1.user }
    }
}

/// A doubt that the person is told before the call rings, and before they answer.
public enum NameDoubt: Sendable, Hashable, Codable {
    /// The server gives a person who was met another name.
    case renamed(kept: String, said: String)
    /// A person who was never met has the name of one who was, and another number.
    case namesake(of: UserID, name: String, isVerified: Bool)
}

extension KeptPeople: Codable {
    private enum Key: String, CodingKey { case people }

    public init(from decoder: any Decoder) throws {
        let people = try decoder.container(keyedBy: Key.self).decode([String: Person].self, forKey: .people)
        for (user, person) in people {
            if let user = UInt64(user) { self.people[user] = person }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let texts = Dictionary(uniqueKeysWithValues: people.map { ("\($0.key)", $0.value) })
        try container.encode(texts, forKey: .people)
    }
}

extension KeptPeople.Person: Codable {
    private enum Key: String, CodingKey { case name, isPutAway, devices }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        isPutAway = try container.decodeIfPresent(Bool.self, forKey: .isPutAway) ?? false
        for (address, device) in try container.decode([String: KeptPeople.Device].self, forKey: .devices) {
            if let address = DeviceAddress(address) { devices[address] = device }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(name, forKey: .name)
        if isPutAway { try container.encode(true, forKey: .isPutAway) }
        let texts = Dictionary(uniqueKeysWithValues: devices.map { ($0.key.description, $0.value) })
        try container.encode(texts, forKey: .devices)
    }
}
