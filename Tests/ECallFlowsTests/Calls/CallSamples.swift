import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution
import Testing

@testable import ECallFlows

/// People, calls and devices of the tests of a call, and how far one has come.
enum CallSamples {
    typealias Row = (action: CallFlow.Action, effects: [CallFlow.Effect])

    static let bo = OngoingCall.Person(id: 2, name: "Bo")
    static let cy = OngoingCall.Person(id: 3, name: "Cy")
    static let id: CallID = 7

    static func person(
        _ user: UserID, _ status: CallParticipant.Status = .joined, _ change: (inout CallParticipant) -> Void = { _ in }
    ) -> CallParticipant {
        let names: [UserID: String] = [1: "Ana", 2: "Bo", 3: "Cy", 4: "Di"]
        var person = CallParticipant(
            user: user, name: names[user] ?? "P\(user)", status: status, isSelf: user == 1, isVideoEnabled: true)
        change(&person)
        return person
    }

    static func incoming(
        _ id: CallID = 7, isVerified: Bool = true, isNewDevice: Bool = false, isVideo: Bool = true,
        doubt: NameDoubt? = nil
    ) -> IncomingCall {
        IncomingCall(
            id: id, room: 5, caller: 2, callerDevice: 22, callerName: "Bo", isVideo: isVideo, isVerified: isVerified,
            isNewDevice: isNewDevice, doubt: doubt)
    }

    static func summary(
        _ reason: CallEndReason, _ id: CallID = 7, problem: Text? = nil, reply: CallReply? = nil
    ) -> CallSummary {
        CallSummary(id: id, reason: reason, problem: problem, statistics: CallStatistics(), reply: reply)
    }

    static func overview(
        _ state: CallOverview.State, seconds: Int = 0, _ encryption: EncryptionState = .protected,
        devices: [CallOverview.Device] = [], id: CallID = 7
    ) -> CallOverview {
        CallOverview(id: id, state: state, seconds: seconds, encryption: encryption, devices: devices)
    }

    static func device(
        of user: UserID, _ trust: DeviceTrust = .known, offer: DeviceOffer? = nil, keepsOut: Bool = false,
        isPostQuantum: Bool = true, past: DevicePast? = nil
    ) throws -> CallOverview.Device {
        CallOverview.Device(
            user: user, name: person(user).name, device: DeviceID(user.rawValue * 11),
            identity: try identity(of: user), presence: trust.isHeld ? .held : .member, trust: trust, offer: offer,
            canHear: !trust.isHeld, keepsOut: keepsOut, isPostQuantum: isPostQuantum, past: past)
    }

    static func address(of user: UserID) -> DeviceAddress {
        DeviceAddress(userID: user.rawValue, deviceID: user.rawValue * 11)
    }

    static func identity(of user: UserID) throws -> ShownIdentity {
        ShownIdentity(
            try SignedIdentity.make(
                address: address(of: user), serial: 1, rsa: try keys.get().publicKey, signingKey: signing,
                createdAt: 1))
    }

    private static let keys = Result { try DeviceKeyPair.generate() }
    private static let signing = SigningKeyPair.generate()

    static func start(_ isVideo: Bool = true) -> CallFlow.CallStart {
        CallFlow.CallStart(isVideo: isVideo, devices: .init())
    }

    static func heard(_ event: CallEvent, at seconds: Double = 0) -> CallFlow.Action {
        .heard(event, at: .seconds(seconds))
    }

    static func ended(
        _ reason: CallEndReason, _ id: CallID = 7, problem: Text? = nil, reply: CallReply? = nil, at seconds: Double = 0
    ) -> CallFlow.Action {
        heard(.ended(summary(reason, id, problem: problem, reply: reply)), at: seconds)
    }

    /// Sends all of them, and compares the effects of each.
    static func run(
        _ rows: [Row], from flow: CallFlow = CallFlow(), at location: SourceLocation = #_sourceLocation
    ) -> CallFlow {
        var flow = flow
        for row in rows {
            #expect(flow.send(row.action) == row.effects, "\(row.action)", sourceLocation: location)
        }
        return flow
    }

    static func after(_ actions: [CallFlow.Action], from flow: CallFlow = CallFlow()) -> CallFlow {
        var flow = flow
        for action in actions { _ = flow.send(action) }
        return flow
    }

    // MARK: - How far it has come

    static let calling: [Row] = [
        (.called([bo], isVideo: true), [.place(attempt: 1, [2], start()), .findDevices]),
        (.people([person(1), person(2, .ringing)]), []),
        (.placed(1, .success(7), at: .zero), []),
    ]
    static let ringing: [Row] = calling + [(heard(.ringing(7)), [])]
    static let answered: [Row] =
        ringing + [
            (heard(.answered(7, by: 2, name: "Bo"), at: 1), [.look]),
            (.people([person(1), person(2)]), [.carryOut(.shown([2]))]),
            (.looked(overview(.connecting, .waitingForKey), at: .seconds(1)), [.wait(until: .seconds(2))]),
        ]
    /// Since second 2.
    static let talking: [Row] =
        answered + [
            (.waited(at: .seconds(2)), [.look]),
            (.looked(overview(.inCall), at: .seconds(2)), [.wait(until: .seconds(3))]),
        ]
    static let rung: [Row] = [(heard(.incoming(incoming())), [.askWho(7)])]

    static func talking(_ people: [CallParticipant], devices: [CallOverview.Device] = []) -> CallFlow {
        after(
            [
                .called([bo, cy], isVideo: true), .placed(1, .success(7), at: .zero),
                heard(.answered(7, by: 2, name: "Bo")), .people(people),
                .looked(overview(.inCall, devices: devices), at: .zero),
            ])
    }
}
