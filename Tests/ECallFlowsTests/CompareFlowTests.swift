import ECallAPI
import ECallFlows
import ECallSecurity
import KeyDistribution
import Testing

@testable import ECallCalls

@Suite("Comparing devices", .timeLimit(.minutes(1)))
struct CompareFlowTests {
    private static let keyPair = try? DeviceKeyPair.generate()

    private static func identity(_ user: UInt64, _ device: UInt64) throws -> SignedIdentity {
        try SignedIdentity.make(
            address: DeviceAddress(userID: user, deviceID: device), serial: 1,
            rsa: try #require(keyPair).publicKey, signingKey: .generate(), createdAt: 1)
    }

    private let own: SignedIdentity
    private let theirs: SignedIdentity

    init() throws {
        own = try Self.identity(1, 11)
        theirs = try Self.identity(2, 21)
    }

    private func shown(
        _ trust: DeviceTrust, of identity: SignedIdentity? = nil, offer: DeviceOffer? = nil
    ) -> DeviceComparison {
        DeviceComparison(own: own, other: identity ?? theirs, trust: trust, offer: offer)
    }

    private func flow(showing devices: [DeviceComparison]) -> CompareFlow {
        var flow = CompareFlow()
        #expect(flow.send(.refreshed) == [.load])
        #expect(flow.send(.loaded(.success(devices))) == [])
        return flow
    }

    @Test("what is found the same is noted for what was shown, once")
    func same() {
        let device = shown(.known)
        let note = DeviceNote(.verified, of: device.identity)
        var flow = flow(showing: [device])
        #expect(flow.send(.foundSame(21)) == [.note(note)])
        #expect(flow.busy == [21] && flow.send(.foundSame(21)) == [])
        #expect(flow.send(.noted(note, .success(true))) == [.load])
        #expect(flow.busy == [] && flow.problem == nil)
        #expect(flow.send(.noted(note, .failure(.offline))) == [.load])
        #expect(flow.problem == .offline)
    }

    @Test("another identity that is loaded meanwhile changes nothing about what was said")
    func swapped() throws {
        let device = shown(.known)
        var flow = flow(showing: [device])
        let effects = flow.send(.foundSame(21))
        let swapped = shown(.held(.changedKey), of: try Self.identity(2, 21))
        #expect(flow.send(.loaded(.success([swapped]))) == [])
        #expect(effects == [.note(DeviceNote(.verified, of: device.identity))])
    }

    @Test("a code that is scanned before the devices are there is judged when they are")
    func early() {
        let device = shown(.new)
        var flow = CompareFlow()
        #expect(flow.send(.read(.code(device.expected))) == [])
        #expect(flow.outcome == nil)
        #expect(flow.send(.loaded(.success([device]))) == [.note(DeviceNote(.verified, of: device.identity))])
        #expect(flow.outcome == .same(device))
        #expect(flow.send(.sawOutcome) == [] && flow.outcome == nil)
    }

    @Test("what differs is said and notes nothing")
    func differs() {
        let device = shown(.verified)
        var flow = flow(showing: [device])
        let other = String(device.digits.reversed())
        #expect(flow.send(.read(.number(other))) == [])
        #expect(flow.outcome == .differs(device))
    }

    @Test("only what can be done is done", arguments: [DeviceTrust.new, .verified, .held(.revoked), .held(.newDevice)])
    func table(trust: DeviceTrust) {
        let device = shown(trust)
        func does(_ action: CompareFlow.Action) -> Bool {
            var flow = flow(showing: [device])
            return !flow.send(action).isEmpty
        }
        #expect(does(.foundSame(21)) == (trust != .held(.revoked)))
        #expect(does(.forgot(21)) == (trust == .verified))
        #expect(does(.isNotTheirs(21)) == (trust == .new || trust == .held(.newDevice)))
        #expect(!does(.isTheirs(21)) && !does(.letInAnyway(21)), "nothing is offered")
        #expect(!does(.isTheirs(22)) && !does(.isNotTheirs(22)) && !does(.foundSame(22)))
    }

    @Test("a held device is let in as it is offered, by the key that was shown; one that is to be compared is not")
    func offers() {
        for (offer, expected) in [
            (DeviceOffer.itsThem, [true, false]), (.anyway, [false, true]), (.compare, [false, false]),
        ] {
            let device = shown(.held(.newDevice), offer: offer)
            let note = DeviceNote(.letIn, of: device.identity)
            for (action, isDone) in zip([CompareFlow.Action.isTheirs(21), .letInAnyway(21)], expected) {
                var flow = flow(showing: [device])
                #expect(flow.send(action) == (isDone ? [.note(note)] : []))
            }
            var flow = flow(showing: [device])
            #expect(flow.send(.isNotTheirs(21)) == [.note(DeviceNote(.refused, of: device.identity))])
        }
    }
}
