import ECallAPI
import TestSupport

@testable import CallEngine

/// Random signals of devices, from those that may send them and those that may not.
struct RandomSignals {
    private static let keys: [SignalKind] = [
        .keyRotation, .keyRotation, .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin,
    ]

    private let call: LiveCall?
    /// The devices that are in the call, ring or wait.
    private let known: [DeviceIdentity]

    /// The next signal and its sender.
    static func next(
        for board: ActiveCalls, _ generator: inout SeededGenerator
    ) -> (signal: Signal, sender: DeviceIdentity) {
        RandomSignals(board.calls.values.sorted { $0.id < $1.id }.randomElement(using: &generator)).next(&generator)
    }

    private init(_ call: LiveCall?) {
        self.call = call
        known =
            call.map { call in
                call.devices() + call.members.flatMap(\.ringingDevices)
                    + call.awaitingDevices.sorted { $0.device < $1.device }
            } ?? []
    }

    private func next(_ generator: inout SeededGenerator) -> (signal: Signal, sender: DeviceIdentity) {
        let sender = one(&generator)
        let named = generator.below(8) == 0 ? CallID(generator.below(20) + 1) : call?.id ?? 1
        switch generator.below(8) {
        case 0, 1, 2, 3: return key(named, sender, &generator)
        case 4: return (.sample(generator.below(2) == 0 ? .callEnded : .participantJoined, call: named), sender)
        default:
            let kind = E2EEKind.allCases.randomElement(using: &generator) ?? .status
            return (.e2ee(E2EESignal(call: named, kind: kind, content: content(&generator))), sender)
        }
    }

    /// A signal with one of the app's keys, often from the key host or to it.
    private func key(
        _ named: CallID, _ sender: DeviceIdentity, _ generator: inout SeededGenerator
    ) -> (signal: Signal, sender: DeviceIdentity) {
        let kind = Self.keys.randomElement(using: &generator) ?? .keyRotation
        let keyHost = generator.below(3) == 0 ? nil : call.flatMap { $0[$0.keyHost]?.identity }
        let isAsking = kind == .requestAESKey
        let addressee = isAsking ? keyHost ?? one(&generator) : one(&generator)
        let signal = Signal.sample(kind).rerouted {
            $0 = SignalRoute(
                call: generator.below(6) == 0 ? nil : named, user: generator.below(16) == 0 ? nil : addressee.user,
                device: generator.below(16) == 0 ? nil : addressee.device)
        }
        return (signal, isAsking ? sender : keyHost ?? sender)
    }

    private func content(_ generator: inout SeededGenerator) -> E2EESignal.Content {
        guard generator.below(2) == 0 else { return .body("b\(generator.below(3))") }
        let addressees = (0...generator.below(3)).map { _ in one(&generator) }
        return .bodies(
            Dictionary(addressees.map { (DeviceKey(user: $0.user, device: $0.device), "b") }) { first, _ in first })
    }

    private func one(_ generator: inout SeededGenerator) -> DeviceIdentity {
        let stranger = RandomEvents.people[Int(generator.below(UInt64(RandomEvents.people.count)))]
        return generator.below(5) == 0 ? stranger : known.randomElement(using: &generator) ?? stranger
    }
}
