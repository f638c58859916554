import ECallAPI
import ECallSecurity

@testable import KeyDistribution

/// The claims of the encryption, checked after every event of a scene, from outside of the cores (e2ee 5 and 6).
final class Claims {
    private struct Nonce: Hashable {
        let from: ObjectHash
        let to: ObjectHash
        let n: UInt64
    }

    private struct Sealed: Hashable {
        let entry: Int
        let generation: UInt32
        let step: UInt8
    }

    private(set) var violations: [String] = []
    /// When each entry learned that another one's device has left.
    private var leaves: [Int: [Int: UInt64]] = [:]
    private var firstSealed: [Sealed: (key: SealingKey, at: UInt64)] = [:]
    private var nonces: [Nonce: [UInt8]] = [:]
    private var looked: [Int: Int] = [:]
    private(set) var seals = 0

    func look(at scene: Scene) {
        for index in scene.entries.indices {
            let entry = scene.entries[index]
            for step in entry.steps.dropFirst(looked[index] ?? 0) { take(step, of: index, in: scene) }
            looked[index] = entry.steps.count
        }
        for index in scene.running.values { lookAtSealing(of: index, in: scene) }
    }

    private func take(_ step: SceneDevice.Step, of index: Int, in scene: Scene) {
        if case .event(.listed(let listed)) = step.event {
            for (other, entry) in scene.entries.enumerated() where other != index {
                if listed.contains(entry.address) {
                    leaves[index]?[other] = nil
                } else if leaves[index]?[other] == nil, entry.startedAt + 5_000 < step.now {
                    leaves[index, default: [:]][other] = step.now
                }
            }
        }
        for action in step.actions {
            switch action {
            case .received(let sender, let key): checkNothingEarlier(key, of: sender, by: index, in: scene)
            case .send(let kind, let texts) where kind == .open || kind == .key:
                for (address, text) in texts { check(kind, text, to: address, by: index, in: scene) }
            default: break
            }
        }
    }

    /// Checks that a device that has left opens nothing that is sealed 500 ms after that was learned.
    private func lookAtSealing(of index: Int, in scene: Scene) {
        let speaker = scene.entries[index]
        guard let key = speaker.sealing(scene.now) else { return }
        seals += 1
        let sealed = Sealed(entry: index, generation: key.generation, step: key.step)
        if firstSealed[sealed] == nil { firstSealed[sealed] = (key, scene.now) }
        for (other, entry) in scene.entries.enumerated() where other != index {
            let keys = entry.everOpened[speaker.address] ?? []
            guard keys.contains(where: { $0.opens(key) }),
                let learned = leaves[index]?[other], scene.now >= learned + KeyDistributionLimits.leaveGrace
            else { continue }
            violations.append(
                "\(speaker.name) seals for \(entry.name), who left at \(learned), at \(scene.now)")
        }
    }

    /// Checks that a newcomer opens nothing that was sealed before it joined.
    private func checkNothingEarlier(_ key: SealingKey, of sender: DeviceAddress, by index: Int, in scene: Scene) {
        let started = scene.entries[index].startedAt
        // By the keys: two entries of a device may begin with one number.
        for (sealed, first) in firstSealed where scene.entries[sealed.entry].address == sender && first.at < started {
            guard key.opens(first.key) else { continue }
            violations.append("\(scene.entries[index].name) opens what was sealed at \(first.at), before \(started)")
        }
    }

    /// Checks that no number of a channel seals two messages, and that no one gets a key without an invitation.
    private func check(_ kind: MessageKind, _ text: String, to address: DeviceAddress, by index: Int, in scene: Scene) {
        let entry = scene.entries[index]
        guard let peer = entry.core.peers[address]?.current else { return }
        if !entry.core.invited.contains(address.userID) {
            violations.append("\(entry.name) hands a key to \(address), whom nobody invited")
        }
        if peer.presence == .held { violations.append("\(entry.name) hands a key to \(address), who is held") }
        let nonce: Nonce
        let sealed: [UInt8]
        if kind == .open {
            guard let message = OpenMessage(text: text) else { return violations.append("an opening cannot be read") }
            nonce = Nonce(from: message.from, to: message.to, n: 0)
            sealed = message.sealed
        } else {
            guard let message = KeyMessage(text: text) else { return violations.append("a key cannot be read") }
            nonce = Nonce(from: entry.core.own.join.hash, to: peer.join.hash, n: message.n)
            sealed = message.sealed
        }
        let bytes = sealed
        if let before = nonces[nonce], before != bytes { violations.append("\(entry.name) uses n \(nonce.n) twice") }
        nonces[nonce] = bytes
    }
}
