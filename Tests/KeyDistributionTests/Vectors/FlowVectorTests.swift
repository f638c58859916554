import ECallAPI
import ECallSecurity
import Foundation
import TestSupport
import Testing

@testable import KeyDistribution

/// The recorded flows, repeated. `ECALL_WRITE_VECTORS=1` records them anew.
@Suite("Recorded flows")
struct FlowVectorTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Vectors/e2ee2-flows.json").standardized

    @Test("are repeated byte for byte", .timeLimit(.minutes(2)))
    func repeated() async throws {
        if ProcessInfo.processInfo.environment["ECALL_WRITE_VECTORS"] != nil { try Self.record() }
        let vectors = try JSONDecoder().decode(FlowVectors.self, from: Data(contentsOf: Self.file))
        #expect(vectors.flows.map(\.number) == Array(1...40))
        let devices = try vectors.devices.mapValues { try device($0, vectors.texts) }
        for flow in vectors.flows {
            for entry in flow.entries {
                let device = try #require(devices[entry.device])
                let wrong = try replay(entry, of: device, vectors.texts)
                #expect(wrong == nil, "flow \(flow.number) \(flow.name), \(entry.device)")
                await Task.yield()
            }
        }
    }

    private func device(_ recorded: FlowVectors.Device, _ texts: [String]) throws -> OwnDevice {
        OwnDevice(
            identity: try SignedIdentity(verifying: texts[recorded.identity]),
            signingKey: try #require(SigningKeyPair(seed: try secret(recorded.seed))),
            keyPair: try DeviceKeyPair(der: try secret(recorded.rsa)))
    }

    private func secret(_ text: String) throws -> SecretBytes {
        var bytes = [UInt8](try #require(Base64URL.decode(text)))
        return SecretBytes(taking: &bytes)
    }

    /// The first step that differs.
    private func replay(_ entry: FlowVectors.Entry, of device: OwnDevice, _ texts: [String]) throws -> String? {
        var random = SeededGenerator(seed: try #require(UInt64(entry.random)))
        let secrets = JoinSecrets.draw(postQuantum: entry.postQuantum, using: &random)
        let vouch = try Join(verifying: texts[entry.join]).vouch
        let own = try OwnEntry(device, room: Scene.room, seq: entry.seq, secrets: secrets, vouch: vouch)
        #expect(own.join.text == texts[entry.join])
        #expect(own.leave.text == texts[entry.leave])
        var results = RecordedWrapping.Results()
        results.wrapped = entry.wrapped.compactMap { Base64URL.decode($0).map { [UInt8]($0) } }
        results.encapsulated = entry.encapsulated.compactMap { pair in
            guard let secret = Base64URL.decode(pair[0]), let text = Base64URL.decode(pair[1]) else { return nil }
            return ([UInt8](secret), [UInt8](text))
        }
        var core = KeyDistribution(
            call: Scene.call, room: Scene.room, entry: own, pins: entry.pins.value, isFounder: entry.isFounder,
            wrapping: RecordedWrapping(results), now: entry.startedAt, random: &random)
        var table = TextTable(texts)
        for (index, step) in entry.steps.enumerated() {
            var actions: [KeyDistribution.Action] = []
            switch try #require(table.event(step.event)) {
            case .ratchet: core.generations.step()
            case .event(let event): actions = core.handle(event, now: step.now, random: &random)
            }
            let sealing = core.generations.sealing(now: step.now).map { FlowVectors.Key($0) }
            if actions.map({ table.action($0) }) != step.actions || sealing != step.sealing {
                return "step \(index), at \(step.now): \(actions.map { table.action($0) }), not \(step.actions)"
            }
        }
        return nil
    }

    // MARK: - recording

    private static func record() throws {
        var table = TextTable()
        var devices: [String: FlowVectors.Device] = [:]
        var flows: [FlowVectors.Recorded] = []
        for flow in Flow.all {
            var cast = flow.cast()
            cast.seed = UInt64(flow.number) * 1_000
            cast.makeWrapping = { RecordedWrapping() }
            let scene = FlowScene(cast)
            flow.run(scene)
            #expect(scene.violations == [])
            for entry in scene.scene.entries {
                devices[entry.name] = devices[entry.name] ?? recorded(entry.core.own.device, &table)
            }
            flows.append(
                .init(
                    number: flow.number, name: flow.name,
                    entries: scene.scene.entries.map { recorded($0, cast, &table) }))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let vectors = FlowVectors(texts: table.texts, devices: devices, flows: flows)
        try encoder.encode(vectors).write(to: file)
    }

    private static func recorded(_ device: OwnDevice, _ table: inout TextTable) -> FlowVectors.Device {
        .init(
            address: device.identity.address.description, identity: table.place(of: device.identity.text),
            rsa: Base64URLText.encode(device.keyPair.exportDER().withUnsafeBytes { Array($0) }),
            seed: Base64URLText.encode(device.signingKey.exportSeed().withUnsafeBytes { Array($0) }))
    }

    private static func recorded(
        _ entry: SceneDevice, _ cast: SceneCast, _ table: inout TextTable
    ) -> FlowVectors.Entry {
        let results = (entry.wrapping as? RecordedWrapping)?.results ?? .init()
        return .init(
            device: entry.name, random: String(entry.seed), isFounder: entry.isFounder,
            postQuantum: cast.postQuantum.contains(entry.name), seq: entry.core.own.join.seq,
            startedAt: entry.startedAt, pins: .init(cast.pins[entry.name] ?? DevicePins()),
            join: table.place(of: entry.core.own.join.text), leave: table.place(of: entry.core.own.leave.text),
            wrapped: results.wrapped.map { Base64URLText.encode($0) },
            encapsulated: results.encapsulated.map {
                [Base64URLText.encode($0.secret), Base64URLText.encode($0.ciphertext)]
            },
            steps: entry.steps.map { step in
                .init(
                    now: step.now, event: table.event(step.event), actions: step.actions.map { table.action($0) },
                    sealing: step.sealing.map { FlowVectors.Key($0) })
            })
    }
}

/// Base64url of bytes.
enum Base64URLText {
    static func encode(_ bytes: [UInt8]) -> String { Base64URL.encode(Data(bytes)) }
}
