import ECallSecurity
import Testing

@testable import KeyDistribution

extension FlowVectors {
    /// Lets flows happen, with RSA and ML-KEM.
    static func recording(_ flows: [Flow]) -> FlowVectors {
        var table = TextTable()
        var devices: [String: Device] = [:]
        var recorded: [Recorded] = []
        for flow in flows {
            var cast = flow.cast()
            cast.seed = UInt64(flow.number) * 1_000
            cast.makeWrapping = { RecordedWrapping() }
            let scene = FlowScene(cast)
            flow.run(scene)
            #expect(scene.violations == [])
            for entry in scene.scene.entries where devices[entry.name] == nil {
                devices[entry.name] = Device(entry.core.own.device, &table)
            }
            recorded.append(
                .init(
                    number: flow.number, name: flow.name,
                    entries: scene.scene.entries.map { Entry($0, cast, &table) }))
        }
        return FlowVectors(texts: table.texts, devices: devices, flows: recorded)
    }
}

extension FlowVectors.Device {
    init(_ device: OwnDevice, _ table: inout TextTable) {
        self.init(
            address: device.identity.address.description, identity: table.place(of: device.identity.text),
            rsa: Base64URLText.encode(device.keyPair.exportDER()),
            seed: Base64URLText.encode(device.signingKey.exportSeed()))
    }
}

extension FlowVectors.Entry {
    fileprivate init(_ entry: SceneDevice, _ cast: SceneCast, _ table: inout TextTable) {
        let results = (entry.wrapping as? RecordedWrapping)?.results ?? .init()
        self.init(
            device: entry.name, random: String(entry.seed), isFounder: entry.isFounder,
            postQuantum: cast.postQuantum.contains(entry.name), seq: entry.core.own.join.seq,
            startedAt: entry.startedAt, pins: cast.pins[entry.name] ?? DevicePins(),
            join: table.place(of: entry.core.own.join.text), leave: table.place(of: entry.core.own.leave.text),
            wrapped: results.wrapped.map { Base64URLText.encode($0) },
            encapsulated: results.encapsulated.map {
                [Base64URLText.encode($0.secret), Base64URLText.encode($0.ciphertext)]
            },
            steps: entry.steps.map { step in
                .init(step.now, table.event(step.event), step.actions, step.generations, &table)
            })
    }
}
