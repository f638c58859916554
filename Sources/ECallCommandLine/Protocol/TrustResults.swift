import ECallAPI
import ECallCalls

/// The known devices of a person, the least trusted first.
struct PersonTrust: Codable, Sendable, Equatable {
    var person: Person
    var devices: [KnownDevice]
    /// Whether there are devices that cannot be called, since their apps make no identities.
    var hasOlderApps: Bool
}

struct OwnDeviceEntry: Codable, Sendable, Equatable {
    var id: DeviceID
    var name: String
    /// Nil if it shows no identity.
    var shown: OwnDeviceComparison?
}

/// The devices of the account, this one first.
struct OwnDeviceList: Codable, Sendable, Equatable {
    var devices: [OwnDeviceEntry]
    /// Whether another device has vouched for this one.
    var isVouched: Bool
    /// Whether another device has marked this one as lost.
    var isRevoked: Bool
}
