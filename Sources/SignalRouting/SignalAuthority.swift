package import CallEngine
package import ECallAPI

/// A signal that a device asks to relay.
package struct RelayRequest: Sendable {
    package let signal: Signal
    package let sender: DeviceIdentity
}

/// The decisions about signals that the router needs; implemented by the call service.
package protocol SignalAuthority: Sendable {
    /// Decides about a device's signal on the caller's executor, as of the last decision of the calls; nil if only the calls
    /// themselves can decide, because they keep the signal.
    func relayAtOnce(_ request: RelayRequest) -> RelayDecision?
    /// Decides about devices' signals, one after the other.
    func relay(_ requests: [RelayRequest]) async -> [RelayDecision]
    /// The E2EE messages of its call that a device gets before anything else; nil if it is in none.
    func e2eeMessages(for device: DeviceIdentity) async -> JoinE2EEMessages?
    func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool
    /// Executes a client's command by its old name; nil means its only call. Decides at once without waiting, so that other
    /// reports come after it.
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async
    func sessionOpened(_ device: DeviceIdentity) async
    /// The client announced that it leaves; the session is closed next.
    func sessionGoing(_ device: DeviceIdentity) async
    func sessionClosed(_ device: DeviceIdentity) async
}
