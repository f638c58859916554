public import ECallAPI
public import ECallCalls
public import ECallLanguage
public import ECallSecurity
public import KeyDistribution

/// The present protection of a call, as far as it is proven: one lock with its sentence, and the devices behind it. All of it
/// follows from the library's view of the devices in the call (`CallOverview.Device`).
public struct CallProtection: Sendable, Equatable {
    public enum Lock: Sendable, Equatable {
        /// No one has shown yet that they hear this device.
        case waiting
        /// End-to-end encrypted: someone has shown, signed, that they have the key of this device.
        case protected
        /// Nothing is sent or heard before the person lets someone in.
        case held
        /// No one has let this device in.
        case keptOut

        /// The words next to the lock.
        public var text: Text {
            switch self {
            case .waiting: .protectionChipWaiting
            case .protected: .protectionChipProtected
            case .held: .protectionChipHeld
            case .keptOut: .protectionChipKeptOut
            }
        }

        /// The same as a sentence.
        public var sentence: Text {
            switch self {
            case .waiting: .protectionSpokenWaiting
            case .protected: .protectionSpokenProtected
            case .held: .protectionSpokenHeld
            case .keptOut: .protectionSpokenKeptOut
            }
        }
    }

    /// A device of a participant.
    public struct Device: Sendable, Equatable, Identifiable {
        public let id: DeviceAddress
        public var user: UserID { UserID(id.userID) }
        public let name: Text
        public let trust: DeviceTrust
        /// How the person can admit it; nil if it isn't held.
        public let offer: DeviceOffer?
        /// The identity that was shown, for which a finding counts; nil if none was.
        public let identity: ShownIdentity?
        /// Its past, for its name and the trust words.
        public let past: DevicePast?
        public let isPostQuantum: Bool

        /// Whether numbers can be compared with it: not with a device that its person has signed out, which may be in other
        /// hands.
        public var isComparable: Bool { trust != .held(.revoked) }
        /// Whether the person can refuse it.
        public var isRefusable: Bool { identity != nil && trust != .held(.refused) && trust != .verified }

        /// Advice while it is held; nil if it is not.
        public var advice: Text? {
            guard case .held(let reason) = trust else { return nil }
            return offer == .compare && isComparable ? .heldCompareFirst : reason.advice
        }
    }

    public internal(set) var lock = Lock.waiting
    /// Devices that can hear this person.
    public private(set) var hearing: [Device] = []
    /// People who know of this device and don't let it in: only they can change that.
    public private(set) var keptOut: [Device] = []
    /// Devices whose media are blocked until the person says to whom they belong.
    public private(set) var held: [Device] = []
    /// People in the call who have shown no key yet.
    public private(set) var unheard: [Text] = []
    /// People who record what they receive, according to their apps.
    public private(set) var recorders: [Text] = []
    private var isProtected = false

    /// People who keep this device out.
    var keepOut: Set<UserID> { Set(keptOut.map(\.user)) }

    /// The device that the person is asked about: one at a time, until they answer; never one that they have refused.
    public var question: Device? { held.first { $0.trust != .held(.refused) } }

    /// The people with whom recordings may be decrypted once there are large quantum computers; empty if there are none.
    public var notPostQuantum: [Text] { (hearing + keptOut).filter { !$0.isPostQuantum }.map(\.name) }

    /// People whose numbers were not compared: a server could have stood in between from the first call on.
    public var uncompared: [Text] {
        (hearing + keptOut).filter { $0.trust == .new || $0.trust == .known }.map(\.name)
    }

    /// A device of the person with which numbers can be compared and were not compared yet; held devices come first.
    func comparable(of user: UserID) -> Device? {
        (held + keptOut + hearing).first { $0.user == user && $0.isComparable && $0.trust != .verified }
    }

    func device(_ id: DeviceAddress) -> Device? { (held + hearing + keptOut).first { $0.id == id } }

    // MARK: - Changes

    /// Takes over the state of the call.
    mutating func follow(_ overview: CallOverview, _ people: [CallParticipant]) {
        let present = people.filter { !$0.isSelf && $0.status.isIn }
        let users = Set(present.map(\.user))
        let devices = overview.devices.filter { users.contains($0.user) && $0.presence != .away }
        held = devices.filter(\.trust.isHeld).map(Device.init)
        let members = devices.filter { !$0.trust.isHeld }
        keptOut = members.filter(\.keepsOut).map(Device.init)
        hearing = members.filter { !$0.keepsOut }.map(Device.init)
        let shown = Set(devices.map(\.user))
        unheard = present.filter { !shown.contains($0.user) }.map(\.shown)
        recorders = present.filter(\.isRecording).map(\.shown)
        isProtected = overview.encryption == .protected
        judge(present)
    }

    /// Takes over the latest state of the keys before the overview has it.
    mutating func isProtected(_ isProtected: Bool, _ people: [CallParticipant]) {
        self.isProtected = isProtected
        judge(people.filter { !$0.isSelf && $0.status.isIn })
    }

    private mutating func judge(_ present: [CallParticipant]) {
        let keepOut = keepOut
        if !present.isEmpty, present.allSatisfy({ keepOut.contains($0.user) }) {
            lock = .keptOut
        } else if isProtected {
            lock = .protected
        } else {
            lock = !present.isEmpty && present.allSatisfy { $0.trust?.isHeld ?? false } ? .held : .waiting
        }
    }
}

extension CallProtection.Device {
    init(_ device: CallOverview.Device) {
        id = DeviceAddress(userID: device.user.rawValue, deviceID: device.device.rawValue)
        (name, trust, offer) = (CallNames.one(device.name), device.trust, device.offer)
        (identity, past, isPostQuantum) = (device.identity, device.past, device.isPostQuantum)
    }
}

extension DeviceTrust.Reason {
    /// Advice about a device that is held for this reason.
    var advice: Text {
        switch self {
        case .changedKey, .olderIdentity: .heldChangedKey
        case .newDevice: .heldNewDevice
        case .uninvited: .heldUninvited
        case .revoked: .heldRevoked
        case .unverified: .heldUnverified
        case .refused: .heldRefused
        }
    }
}
