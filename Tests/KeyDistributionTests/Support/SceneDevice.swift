import ECallSecurity
import TestSupport

@testable import KeyDistribution

/// One entry of a device into the call of a scene: its core, and its results.
struct SceneDevice {
    /// The input and output of an event, for the vectors.
    struct Step {
        let now: UInt64
        let event: Happening
        let actions: [KeyDistribution.Action]
        /// The generations that may seal from then on.
        let generations: OwnGenerations

        /// The key that may seal right after.
        var sealing: SealingKey? { generations.sealing(now: now) }
    }

    enum Happening {
        case event(KeyDistribution.Event)
        /// The ratchet moves on by itself, which only a test does.
        case ratchet
    }

    let name: String
    let seed: UInt64
    let isFounder: Bool
    let wrapping: any ChannelWrapping
    var core: KeyDistribution
    var random: SeededGenerator
    var steps: [Step] = []
    var nextTick: UInt64?
    /// The keys that are here to open with.
    var opens: [DeviceAddress: [SealingKey]] = [:]
    /// All that were ever here, in this entry.
    var everOpened: [DeviceAddress: [SealingKey]] = [:]
    var members: [CallMember] = []
    var notices: [KeyDistribution.Notice] = []
    /// The others' reports on its media, and when they arrived.
    var reports: [(from: DeviceAddress, report: ReceptionReport, at: UInt64)] = []
    /// The replies of people whom it has rung.
    var replies: [(from: DeviceAddress, reply: CallReply)] = []
    /// The reactions that were reported here, and when.
    var reactions: [(from: DeviceAddress, reaction: Reaction, at: UInt64)] = []
    var isOnline = true
    var startedAt: UInt64

    var address: DeviceAddress { core.own.device.identity.address }

    func sealing(_ now: UInt64) -> SealingKey? { core.generations.sealing(now: now) }

    func canOpen(_ key: SealingKey, of sender: DeviceAddress) -> Bool {
        opens[sender]?.contains { $0.opens(key) } ?? false
    }
}

extension SealingKey {
    /// Whether who has this key can open what is sealed with another: the same generation, this step or a later one.
    func opens(_ other: SealingKey) -> Bool {
        guard generation == other.generation, step <= other.step else { return false }
        var key = key
        for _ in step..<other.step { key = key.ratcheted() }
        return key.bytes == other.key.bytes
    }
}

extension SenderKey {
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
