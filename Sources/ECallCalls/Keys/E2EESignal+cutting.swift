import ECallAPI
import ECallSecurity

extension E2EESignal {
    /// Splits E2EE messages for several devices, one for each, into as many signals as their size requires (e2ee 7). The page
    /// has the same rule (Tests/Vectors/cut-texts.json).
    static func cut(_ kind: E2EEKind, _ texts: [DeviceAddress: String], of call: CallID) -> [E2EESignal] {
        var signals: [E2EESignal] = []
        var bodies: [DeviceKey: String] = [:]
        var size = envelope
        for (address, text) in texts.sorted(by: { $0.key < $1.key }) {
            let length = text.utf8.count + address.description.utf8.count + quoting
            if !bodies.isEmpty, size + length > largest || bodies.count == mostBodies {
                signals.append(E2EESignal(call: call, kind: kind, content: .bodies(bodies)))
                (bodies, size) = ([:], envelope)
            }
            bodies[DeviceKey(user: UserID(address.userID), device: DeviceID(address.deviceID))] = text
            size += length
        }
        if !bodies.isEmpty { signals.append(E2EESignal(call: call, kind: kind, content: .bodies(bodies))) }
        return signals
    }

    /// The size of the JSON around the bodies, and around one of them, in bytes and generously.
    private static let envelope = 256
    private static let quoting = 8
}
