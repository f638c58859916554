import CallEngine
import ECallAPI
import TestSupport

@testable import SignalRouting

/// A directory in which every device is registered.
struct Everybody: DeviceDirectory {
    func isRegistered(_ identity: DeviceIdentity) async throws -> Bool { true }
}

extension RelayRequest {
    /// To the device that the signal names, in any call.
    var passed: RelayDecision {
        if case .e2ee(let message) = signal { return spread(message) }
        guard let device = signal.route?.device else { return .drop(.noAddressee) }
        return .deliver(signal.sent(by: sender), to: Cast.identity(of: device))
    }

    /// A body to alice, bob and carol, other contents to the devices they name.
    private func spread(_ message: E2EESignal) -> RelayDecision {
        switch message.content {
        case .body(let body):
            let others = [Cast.alice, Cast.bob, Cast.carol].filter { $0 != sender }
            return .spread([E2EEDelivery(message: message.passed(body, from: sender), devices: others)])
        case .bodies(let bodies):
            return .spread(
                bodies.sorted { $0.key.device < $1.key.device }.map { address, body in
                    let device = DeviceIdentity(user: address.user, device: address.device)
                    return E2EEDelivery(message: message.passed(body, from: sender), devices: [device])
                })
        }
    }
}
