import ECallAPI
import ECallAccount
import ECallCore
import ECallFlows
import ECallSecurity
import KeyDistribution
import Testing

@testable import ECallCalls

/// The screen of the own devices, as tables.
@Suite("Vouching for own devices", .timeLimit(.minutes(1)))
struct VouchFlowTests {
    private static let keyPair = try? DeviceKeyPair.generate()

    private static func shown(
        _ device: UInt64, _ trust: DeviceTrust = .new, isThis: Bool = false, canVouch: Bool = true
    ) throws -> OwnDeviceComparison {
        let identity = try SignedIdentity.make(
            address: DeviceAddress(userID: 1, deviceID: device), serial: 1,
            rsa: try #require(keyPair).publicKey, signingKey: .generate(), createdAt: 1)
        return OwnDeviceComparison(identity, trust: trust, isThis: isThis, canVouch: canVouch, isVouchedHere: false)
    }

    private static func flow(_ devices: [OwnDeviceComparison]) -> VouchFlow {
        var flow = VouchFlow()
        #expect(flow.send(.refreshed) == [.load])
        #expect(flow.send(.loaded(.success(OwnDevices(devices: devices, isVouched: false, isRevoked: false)))) == [])
        return flow
    }

    @Test("a device that matches, by eye or by code, is vouched for as it was shown, once")
    func same() throws {
        let device = try Self.shown(12)
        for action in [
            VouchFlow.Action.foundSame(12), .read(12, .number(device.digits)), .read(12, .code(device.code)),
        ] {
            var flow = Self.flow([device])
            #expect(flow.send(action) == [.vouch(device)])
            #expect(flow.busy == [12] && flow.send(action) == [])
            let swapped = OwnDevices(devices: [try Self.shown(12)], isVouched: false, isRevoked: false)
            #expect(flow.send(.loaded(.success(swapped))) == [], "what was said stays said of what was shown")
            #expect(flow.send(.vouched(12, .success(true))) == [.load])
            #expect(flow.busy.isEmpty && flow.problem == nil)
        }
    }

    @Test("a code scanned before the devices are loaded is judged once they are")
    func readEarly() throws {
        let device = try Self.shown(12)
        var flow = VouchFlow()
        #expect(flow.send(.read(12, .code(device.code))) == [] && flow.compared == nil)
        let devices = OwnDevices(devices: [device], isVouched: false, isRevoked: false)
        #expect(flow.send(.loaded(.success(devices))) == [.vouch(device)] && flow.compared?.outcome == .same)
        #expect(flow.send(.vouched(12, .success(true))) == [.load] && flow.send(.loaded(.success(devices))) == [])
    }

    @Test("a difference is reported, and vouches for nothing")
    func differs() throws {
        let (device, other) = (try Self.shown(12), try Self.shown(13))
        let table: [(ComparedText, OwnDeviceComparison.Outcome)] = [
            (.number(other.digits), .differs), (.code(other.code), .another(other.identity.address)),
            (.number("12345"), .incomplete(5)), (.number("x"), .notANumber), (.code("x"), .notACode),
        ]
        for (text, outcome) in table {
            var flow = Self.flow([device, other])
            #expect(flow.send(.read(12, text)) == [])
            #expect(flow.compared?.device == 12 && flow.compared?.outcome == outcome && flow.busy.isEmpty)
            #expect(flow.send(.sawOutcome) == [] && flow.compared == nil)
        }
    }

    @Test("a device that is this one, lost, unknown, not offered or not loaded yet cannot be vouched for")
    func refused() throws {
        let devices = [
            try Self.shown(11, .verified, isThis: true, canVouch: false), try Self.shown(12, .held(.revoked)),
            try Self.shown(13, canVouch: false),
        ]
        for device: DeviceID in [11, 12, 13, 14] {
            var flow = Self.flow(devices)
            #expect(flow.send(.foundSame(device)) == [] && flow.busy.isEmpty)
        }
        var early = VouchFlow()
        #expect(early.send(.foundSame(12)) == [])
    }

    @Test("a lost device is revoked after a confirmation, and a partial failure is reported")
    func givesUp() throws {
        let devices = [try Self.shown(11, isThis: true, canVouch: false), try Self.shown(12)]
        var flow = Self.flow(devices)
        for device: DeviceID in [11, 14] {
            #expect(flow.send(.askedToGiveUp(device)) == [] && flow.question == nil)
        }
        #expect(flow.send(.confirmed) == [])
        #expect(flow.send(.askedToGiveUp(12)) == [] && flow.question == 12)
        #expect(flow.send(.thoughtBetter) == [] && flow.question == nil)
        #expect(flow.send(.askedToGiveUp(12)) == [] && flow.send(.confirmed) == [.giveUp(12)])
        #expect(flow.busy == [12] && flow.send(.foundSame(12)) == [])
        #expect(flow.send(.gaveUp(12, .notSignedOut(.server(.offline(host: "calls.example.org"))))) == [.load])
        #expect(flow.problem == .notSignedOut(.server(.offline(host: "calls.example.org"))) && flow.busy.isEmpty)
        #expect(flow.send(.vouched(12, .success(false))) == [.load] && flow.problem == .isLost)
    }

    @Test("devices that cannot be loaded are reported, and shown ones stay")
    func loading() throws {
        var flow = VouchFlow()
        #expect(flow.send(.loaded(.failure(.offline))) == [] && flow.devices == .failed(.offline))
        flow = Self.flow([try Self.shown(12)])
        #expect(flow.send(.loaded(.failure(.offline))) == [])
        #expect(flow.devices.value?.devices.count == 1 && flow.problem == .notLoaded(.offline))
    }
}
