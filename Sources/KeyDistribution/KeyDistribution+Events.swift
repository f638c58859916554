public import ECallSecurity

extension KeyDistribution {
    /// An event that concerns a device in a call.
    public enum Event: Sendable {
        /// This device is in the call, and its messages are relayed.
        case entered
        /// A message arrived; the server names the sender.
        case message(MessageKind, from: DeviceAddress, String)
        /// The devices that the server lists in the call, this one left out or not.
        case listed(Set<DeviceAddress>)
        /// The session with the server is gone, or is back.
        case disconnected, connected
        /// The server's answer about people: their identities, and statements about them.
        case published(identities: [String], vouches: [String], revokes: [String])
        /// Frames of an unknown generation were held in vain.
        case keyMissing(of: DeviceAddress)
        /// The person has judged a device: this applies to the identity shown, whatever joins say by now.
        case noted(DeviceNote)
        /// More people are rung; the message is this device's invite. `isByLink`: they asked by a link, as anyone who has it
        /// can.
        case invited(String, callees: [UInt64], isByLink: Bool = false)
        /// The people whom this device has rung in an earlier entry of this call, as it has stored itself.
        case invitedBefore([UInt64], byLink: [UInt64] = [])
        /// The person answers an unproven ring: the caller and the people they name count as invited.
        case expected([UInt64])
        /// The reception of the media of those whose video is shown; replaces the former reports.
        case receiving([DeviceAddress: ReceptionReport])
        /// This device is about to record received media, or has stopped. It may record once a status that announces it was
        /// sent.
        case recording(Bool)
        /// Whether this device is sending nothing at the moment: no audio, no camera, no screen. The next status says so.
        case silent(Bool)
        /// The person raises their hand, or lowers it.
        case hand(isRaised: Bool)
        /// The person reacts; of several reactions within a second the last one is sent.
        case react(Reaction)
        /// The person hangs up.
        case leave
        /// The instant of the last `nextTick` has been reached.
        case tick
    }

    /// An action for the owner to carry out.
    public enum Action: Sendable {
        /// Send one signal with a text for each of these devices.
        case send(MessageKind, [DeviceAddress: String])
        /// Sends one signal with a message for everyone else in the call.
        case sendToAll(MessageKind, String)
        /// A key to open this device's frames, from this step on.
        case received(from: DeviceAddress, SealingKey)
        /// Drop all keys of this device: it has left, or joined again.
        case forget(DeviceAddress)
        /// The members of the call, with the state of their keys; when they have changed.
        case members([CallMember])
        /// The pins have changed and must be stored.
        case pinned(DevicePins)
        /// The reception of this device's media at another.
        case reported(from: DeviceAddress, ReceptionReport)
        /// A person whom this device rang replies that they will not join.
        case replied(from: DeviceAddress, CallReply)
        /// A member reacts; each reaction is reported once.
        case reacted(from: DeviceAddress, Reaction)
        case notice(Notice)
        /// Call with `tick` at this instant; replaces the one before.
        case nextTick(at: UInt64)
    }

    /// A notice to the person on the others' view of the call (e2ee 6).
    public enum Notice: Sendable, Hashable {
        /// For two periods this device has had a join that another lacks.
        case lacks(DeviceAddress, of: DeviceAddress)
        /// For two periods another device has listed a join that is not here.
        case knowsUnknown(DeviceAddress)
    }
}

/// Another device in the call, as a person is shown it (e2ee 6).
public struct CallMember: Sendable, Hashable {
    public enum Presence: String, Sendable, Hashable, Codable {
        /// It gets keys, and its keys are accepted.
        case member
        /// It has not shown for three periods that it is present, or is said to have left: no keys.
        case away
        /// A person must confirm it first: no keys.
        case held
    }

    public let address: DeviceAddress
    /// The identity whose owner the person confirms.
    public let identity: ShownIdentity
    public let presence: Presence
    public let trust: DeviceTrust
    /// How it can be confirmed; nil if it is not held.
    public let offer: DeviceOffer?
    /// Whether it was handed the key that this device seals with.
    public let hasOurKey: Bool
    /// Whether a key of it is here.
    public let isHeard: Bool
    /// Whether it has shown that it hears this device: its newest status, which its join signed, lists the own join with a key
    /// that it was handed and lacks no later one.
    public let hearsUs: Bool
    /// Whether it has shown that it hears nothing of this device: its newest status lists the own join with no key. Otherwise it
    /// may only not have sent one yet.
    public let lacksKeys: Bool
    /// Whether its channel withstands someone who records now and has a quantum computer later.
    public let isPostQuantum: Bool
    /// Whether it records, as a member whose newest status says so.
    public let isRecording: Bool
    /// Whether it is sending nothing at the moment, as a member whose newest status says so: there is nothing to open here.
    public let isSilent: Bool
    /// Whether its person raises their hand, as a member that has reported it within half a minute.
    public let isHandRaised: Bool
    /// The device's own description; proven by nothing.
    public let says: String?
}
