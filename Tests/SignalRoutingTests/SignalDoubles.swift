import CallEngine
import ECallAPI
import TestSupport

@testable import SignalRouting

/// A directory in which everybody is registered.
struct Everybody: DeviceDirectory {
    func isRegistered(_ identity: DeviceIdentity) async throws -> Bool { true }
}

extension RelayRequest {
    /// To the device that the signal names, whatever call it is of.
    var passed: RelayDecision {
        guard let device = signal.route?.device else { return .drop(.noAddressee) }
        return .deliver(signal.sent(by: sender), to: Cast.identity(of: device))
    }
}
