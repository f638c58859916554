import ECallSecurity

@testable import KeyDistribution

/// The recorded flows that Swift and the page both repeat byte for byte (`Tests/Vectors/e2ee2-flows.json`).
///
/// Texts stand in a table, since each of them goes to several devices; everything else names them by their place in it.
struct FlowVectors: Codable, Equatable, Sendable {
    struct Device: Codable, Equatable {
        let address: String
        let identity: Int
        /// PKCS#8 or PKCS#1 DER, base64url.
        let rsa: String
        /// The seed of the Ed25519 pair, base64url.
        let seed: String
    }

    /// One entry of a device into the call of a flow.
    struct Entry: Codable, Equatable {
        let device: String
        /// The seed of the randomness: SplitMix64, of which first the keys of the join are drawn.
        let random: String
        let isFounder: Bool
        let postQuantum: Bool
        let seq: UInt64
        let startedAt: UInt64
        /// Its knowledge of others when it enters.
        let pins: DevicePins
        let join: Int
        let leave: Int
        /// The results of RSA-OAEP in order, base64url: no library lets its randomness be set.
        let wrapped: [String]
        /// Those of ML-KEM: secret and ciphertext.
        let encapsulated: [[String]]
        let steps: [Step]
    }

    struct Step: Codable, Equatable {
        let now: UInt64
        let event: Event
        let actions: [Action]
        /// The key that may seal right after.
        let sealing: Key?
        /// The keys that may seal later if nothing else happens: generation and step, or neither if nothing may be sealed, by the
        /// milliseconds from now; only if it is not `sealing`.
        let later: [String: [UInt32]]?

        /// Around the ends of gathering, adoption and grace.
        private static let instants: [UInt64] = [249, 251, 499, 501]

        init(
            _ now: UInt64, _ event: Event, _ actions: [KeyDistribution.Action], _ generations: OwnGenerations,
            _ table: inout TextTable
        ) {
            (self.now, self.event) = (now, event)
            self.actions = actions.map { table.action($0) }
            sealing = generations.sealing(now: now).map { Key($0) }
            func pair(_ instant: UInt64) -> [UInt32] {
                generations.sealing(now: instant).map { [$0.generation, UInt32($0.step)] } ?? []
            }
            let differing = Self.instants.filter { pair(now + $0) != pair(now) }
            later =
                differing.isEmpty
                ? nil : Dictionary(uniqueKeysWithValues: differing.map { (String($0), pair(now + $0)) })
        }
    }

    struct Key: Codable, Equatable {
        let generation: UInt32
        let step: UInt8
        /// Base64url.
        let key: String

        init(_ key: SealingKey) {
            (generation, step) = (key.generation, key.step)
            self.key = Base64URLText.encode(key.key.bytes)
        }
    }

    struct Event: Codable, Equatable {
        var type: String
        var kind: MessageKind?
        var from: String?
        var text: Int?
        var addresses: [String]?
        var callees: [UInt64]?
        var isByLink: Bool?
        var byLink: [UInt64]?
        var reports: [String: Report]?
        var isOn: Bool?
        var isRaised: Bool?
        var reaction: Reaction?
        var note: DeviceNote.Finding?
        var identity: ShownIdentity?
    }

    struct Action: Codable, Equatable {
        var type: String
        var kind: MessageKind?
        var text: Int?
        var texts: [String: Int]?
        var from: String?
        var key: Key?
        var members: [Member]?
        var pins: DevicePins?
        var notice: [String]?
        var report: Report?
        var reply: CallReply?
        var reaction: Reaction?
        var at: UInt64?
    }

    struct Report: Codable, Equatable {
        struct Arrival: Codable, Equatable {
            let loss: UInt16
            let jitter: UInt16
        }

        let video: Arrival
        let audio: Arrival
        let bitrate: UInt32
        let freezes: UInt16
        /// 0 to 254; every recorded report has one.
        let layer: UInt8?

        init(_ report: ReceptionReport) {
            video = Arrival(loss: report.video.loss, jitter: report.video.jitter)
            audio = Arrival(loss: report.audio.loss, jitter: report.audio.jitter)
            (bitrate, freezes, layer) = (report.bitrate, report.freezes, report.layer)
        }

        var value: ReceptionReport {
            ReceptionReport(
                video: .init(loss: video.loss, jitter: video.jitter),
                audio: .init(loss: audio.loss, jitter: audio.jitter),
                bitrate: bitrate, freezes: freezes, layer: layer)
        }
    }

    struct Member: Codable, Equatable {
        let address: String
        let presence: CallMember.Presence
        let trust: String
        /// How it can be admitted; absent if it is not held.
        let offer: DeviceOffer?
        let hasOurKey: Bool
        let isHeard: Bool
        let hearsUs: Bool
        /// Absent if it is not so, as with the others below.
        let lacksKeys: Bool?
        let isPostQuantum: Bool
        let isRecording: Bool
        let isSilent: Bool?
        /// Absent if the hand is down.
        let isHandRaised: Bool?
    }

    struct Recorded: Codable, Equatable {
        let number: Int
        let name: String
        let entries: [Entry]
    }

    var texts: [String]
    var devices: [String: Device]
    var flows: [Recorded]
}
