import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution

/// How far a call has come, by what happened.
enum CallStates {
    static let ana: UserID = 1
    static let bo = OngoingCall.Person(id: 2, name: "Bo")
    static let cy = OngoingCall.Person(id: 3, name: "Cy")

    static func person(
        _ user: UserID, _ status: CallParticipant.Status = .joined, _ change: (inout CallParticipant) -> Void = { _ in }
    ) -> CallParticipant {
        let names: [UserID: String] = [1: "Ana", 2: "Bo", 3: "Cy", 4: "Di", 5: "Ed"]
        var person = CallParticipant(
            user: user, name: names[user] ?? "Person \(user)", status: status, isSelf: user == ana, isVideoEnabled: true
        )
        change(&person)
        return person
    }

    /// The person of this device, who made the call.
    static let maker = person(ana) { $0.isHost = true }

    static func incoming(
        isVerified: Bool = true, isNewDevice: Bool = false, isVideo: Bool = true, doubt: NameDoubt? = nil,
        past: DevicePast? = nil
    ) -> CallFlow {
        CallFlow().after(
            heard(
                .incoming(
                    IncomingCall(
                        id: 7, room: 5, caller: 2, callerDevice: 22, callerName: "Bo", isVideo: isVideo,
                        isVerified: isVerified, isNewDevice: isNewDevice, doubt: doubt, past: past))))
    }

    static let past = DevicePast(
        says: "Bo’s phone", since: .init(milliseconds: 1_700_000_000_000, hasYear: true), word: .verified(at: nil))

    static func heard(_ event: CallEvent, at seconds: Double = 0) -> CallFlow.Action {
        .heard(event, at: .seconds(seconds))
    }

    static func ended(
        _ reason: CallEndReason, problem: ECallLanguage.Text? = nil, reply: CallReply? = nil, at seconds: Double = 0
    ) -> CallFlow.Action {
        heard(
            .ended(CallSummary(id: 7, reason: reason, problem: problem, statistics: CallStatistics(), reply: reply)),
            at: seconds)
    }

    static func looked(
        _ state: CallOverview.State = .inCall, _ encryption: EncryptionState = .protected,
        _ devices: [CallOverview.Device] = [], seconds: Int = 0
    ) -> CallFlow.Action {
        .looked(
            CallOverview(id: 7, state: state, seconds: seconds, encryption: encryption, devices: devices), at: .zero)
    }

    static let calling = CallFlow().after(
        .called([bo], isVideo: true), .people([person(1), person(2, .ringing)]), .placed(1, .success(7), at: .zero))
    static let ringing = calling.after(heard(.ringing(7)))

    /// Begun, and answered by Bo.
    static func connecting(_ people: [CallParticipant] = [person(1), person(2)], isVideo: Bool = true) -> CallFlow {
        CallFlow().after(
            .called([bo], isVideo: isVideo), .placed(1, .success(7), at: .zero),
            heard(.answered(7, by: 2, name: "Bo")), .people(people), looked(.connecting, .waitingForKey))
    }

    /// Since the moment zero.
    static func talking(
        _ people: [CallParticipant] = [maker, person(2) { $0.trust = .known }], _ devices: [CallOverview.Device] = [],
        _ encryption: EncryptionState = .protected
    ) -> CallFlow {
        connecting(people).after(looked(.inCall, encryption, devices))
    }

    static let devices = ConnectedDevices([
        MediaDevice(kind: .camera, id: "front", name: "Front"), MediaDevice(kind: .camera, id: "back", name: "Back"),
        MediaDevice(kind: .loudspeaker, id: "ear", name: "Receiver"),
        MediaDevice(kind: .loudspeaker, id: "loud", name: ""),
    ])

    static let contacts: [Contact] = [4, 8, 9].map {
        Contact(
            userId: 1, contactId: $0, contactName: "Contact \($0)", isFavorite: false, isBlocked: false,
            lastInteraction: nil)
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
}
