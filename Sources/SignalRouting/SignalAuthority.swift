package import CallEngine
package import ECallAPI

/// A signal that a device wants to be relayed.
package struct RelayRequest: Sendable {
    package let signal: Signal
    package let sender: DeviceIdentity
}

/// What the router asks about signals: implemented by the call service.
package protocol SignalAuthority: Sendable {
    /// Decides about signals that devices sent, one after the other.
    func relay(_ requests: [RelayRequest]) async -> [RelayDecision]
    /// What the device is given of the call that it is in, before anything else; nil when it is in none.
    func texts(for device: DeviceIdentity) async -> GivenTexts?
    /// Whether a signal that waited still means something to the device.
    func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool
    /// Does what a client orders by an old name; nil means its only call. Decides at once and does not wait for more: what
    /// others report comes after it.
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async
    func sessionOpened(_ device: DeviceIdentity) async
    /// The client said that it goes; the session is closed next.
    func sessionGoing(_ device: DeviceIdentity) async
    func sessionClosed(_ device: DeviceIdentity) async
}
