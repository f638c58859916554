import ECallSecurity
import TestSupport

@testable import KeyDistribution

extension FlowVectors {
    /// Repeats every flow; answers the first difference of each entry that has one.
    func differences() async throws -> [String] {
        let devices = try devices.mapValues { try device($0) }
        var differences: [String] = []
        for flow in flows {
            for entry in flow.entries {
                guard let device = devices[entry.device] else { throw VectorError.unreadable }
                if let difference = try replay(entry, of: device) {
                    differences.append("flow \(flow.number) \(flow.name), \(entry.device): \(difference)")
                }
                await Task.yield()
            }
        }
        return differences
    }

    private func device(_ recorded: Device) throws -> OwnDevice {
        guard let signingKey = SigningKeyPair(seed: try Base64URLText.secret(recorded.seed)) else {
            throw VectorError.unreadable
        }
        return OwnDevice(
            identity: try SignedIdentity(verifying: texts[recorded.identity]), signingKey: signingKey,
            keyPair: try DeviceKeyPair(der: try Base64URLText.secret(recorded.rsa)))
    }

    /// The first difference.
    private func replay(_ entry: Entry, of device: OwnDevice) throws -> String? {
        guard let seed = UInt64(entry.random) else { throw VectorError.unreadable }
        var random = SeededGenerator(seed: seed)
        let secrets = JoinSecrets.draw(postQuantum: entry.postQuantum, using: &random)
        let join = try Join(verifying: texts[entry.join])
        let own = try OwnEntry(
            device, room: Scene.room, seq: entry.seq, secrets: secrets, vouch: join.vouch, chain: join.chain)
        guard own.join.text == texts[entry.join], own.leave.text == texts[entry.leave] else {
            return "another join or leave"
        }
        var core = KeyDistribution(
            call: Scene.call, room: Scene.room, entry: own, pins: entry.pins, isFounder: entry.isFounder,
            wrapping: RecordedWrapping(try .init(wrapped: entry.wrapped, encapsulated: entry.encapsulated)),
            now: entry.startedAt, random: &random)
        var table = TextTable(texts)
        for (index, step) in entry.steps.enumerated() {
            guard let happening = table.event(step.event) else { throw VectorError.unreadable }
            var actions: [KeyDistribution.Action] = []
            switch happening {
            case .ratchet: core.generations.step()
            case .event(let event): actions = core.handle(event, now: step.now, random: &random)
            }
            let found = Step(step.now, step.event, actions, core.generations, &table)
            if found != step { return "step \(index): \(found), not \(step)" }
        }
        return nil
    }
}
