import ECallAPI
public import ECallCalls
public import ECallLanguage

/// The texts and lists of the screen.
extension CallFlow {
    /// The names of those in the call, two at most.
    public var title: Text {
        let present = others.filter(\.status.isIn)
        if !present.isEmpty { return CallNames.text(of: present) }
        if others.count > 1 {
            let ringing = others.filter { $0.status == .ringing }
            return CallNames.text(of: ringing.isEmpty ? others : ringing)
        }
        if let called = call?.called, called.count > 1 { return CallNames.text(called.map(\.shown)) }
        return call?.peer.shown ?? .commonSomebody
    }

    /// The state of the call in a word or two; nil while it simply runs.
    public var status: Text? {
        switch phase {
        case .idle, .active: nil
        case .outgoing(let isRinging): isRinging ? .callPhaseRinging : .callPhaseCalling
        case .incoming(let call): call.isVideo ? .callPhaseIncomingVideo : .callPhaseIncoming
        case .connecting(isEntering: true):
            call?.origin == .returned ? .callPhaseReturning : .callPhaseAnswering
        case .connecting(isEntering: false): .callPhaseConnecting
        case .reconnecting: .callPhaseReconnecting
        case .ending: .callPhaseEnding
        case .ended(let end): end.title
        }
    }

    /// A sentence about weak connections; nil while all are well.
    public var qualityNote: Text? {
        if case .active = phase { CallQualityText.sentence(people) } else { nil }
    }

    /// Sentences about media that do not arrive, and about a microphone or camera that delivers nothing.
    public var mediaTexts: [Text] { mediaWaitTexts + captureNotices.map { $0.text(isOver: false) } }

    private var mediaWaitTexts: [Text] {
        switch mediaWait {
        case .ownNetwork: [.callMediaOwnNetwork]
        case .others: [.callMediaOthers]
        case .none, .connecting: []
        }
    }

    /// Whether the lock is shown: before anyone has answered there is no one to share a key with.
    public var showsLock: Bool { phase.isInCall || phase == .connecting(isEntering: true) }

    /// The device that the person is asked about now. Devices shown in the open panel aren't asked about as well.
    public var heldDevice: CallProtection.Device? {
        phase.isInCall && panel != .protection ? protection.question : nil
    }

    /// The tiles in their order: screens, people, the own one.
    public var tiles: [CallTile] {
        let byUser = Dictionary(people.map { ($0.user, $0) }) { first, _ in first }
        let severalHands = people.count { $0.hand != nil } > 1
        let keepOut = protection.keepOut
        let isAlone = stage.order.count == 1 && stage.sharers.isEmpty
        func around(_ one: CallParticipant) -> CallTile.Surroundings {
            CallTile.Surroundings(
                stage: stage, isVideo: call?.isVideo ?? false, isAlone: isAlone, hasSeveralHands: severalHands,
                keepsOut: keepOut.contains(one.user))
        }
        return stage.tiles.compactMap { id in
            switch id {
            case .person(let user): byUser[user].map { CallTile(person: $0, around($0)) }
            case .screen(let user): byUser[user].map { CallTile(screenOf: $0, around($0)) }
            case .own:
                people.first(where: \.isSelf).map { me in
                    var me = me
                    (me.isMuted, me.isVideoEnabled) = (isMuted, isCameraOn)
                    return CallTile(person: me, around(me))
                }
            }
        }
    }

    /// The list of people, with the actions for each.
    public var peopleList: CallPeople {
        let contacts = invite.contacts.value ?? []
        return CallPeople(
            people.map(asChosen),
            .init(
                stage: stage, protection: protection, isInCall: phase.isInCall,
                contacts: Set(contacts.filter { !$0.isBlocked }.map(\.contactId))))
    }

    /// A participant as this person wants to hear them, also before that is carried out.
    private func asChosen(_ one: CallParticipant) -> CallParticipant {
        var one = one
        one.volume = volumes[one.user]?.wanted ?? one.volume
        one.isHeard = hearing[one.user]?.wanted ?? one.isHeard
        return one
    }

    /// The texts of a ringing call; nil if none rings.
    public var incoming: CallIncoming? {
        if case .incoming(let call) = phase { CallIncoming(call, rung) } else { nil }
    }
}

/// The texts of a call that rings here.
public struct CallIncoming: Sendable, Equatable {
    /// The name of the caller; for a call in progress, the names of those in it.
    public let name: Text
    /// The same as a sentence, for anyone who does not see it.
    public let sentence: Text
    /// Audio or video.
    public let kind: Text
    /// The others that the call rings; nil if there are none.
    public let others: Text?
    /// The past of the device that signed the invitation; nil if none of theirs did.
    public let device: DevicePast?
    /// Warnings about the name and the device.
    public let notes: [Text]
    /// The label of the quiet button, which answers a video call without the camera and an audio call with it.
    public let otherAnswer: Text
    /// Whether a reply can be sent to the caller, such as *Can’t talk now*.
    public let canReply: Bool

    /// - Parameter rung: those in the call and whom it rings besides; empty while that is not known.
    init(_ call: IncomingCall, _ rung: [CallParticipant]) {
        let caller = CallNames.one(call.callerName)
        let besides = rung.filter { !$0.isSelf && $0.user != call.caller }
        let calling = besides.filter(\.status.isIn).map(\.shown)
        let called = besides.filter { $0.status == .ringing }.map(\.shown)
        let first: Text = call.isNewDevice ? .incomingNewDevice(name: caller) : caller
        name = CallNames.text([first] + calling)
        sentence =
            switch (calling.isEmpty, call.isVideo) {
            case (true, false): .incomingIsCalling(name: name)
            case (true, true): .incomingIsCallingVideo(name: name)
            case (false, false): .incomingAreCalling(names: name)
            case (false, true): .incomingAreCallingVideo(names: name)
            }
        kind = call.isVideo ? .incomingVideo : .incomingAudio
        others = called.isEmpty ? nil : .incomingWith(names: CallNames.text(called))
        device = call.past
        let doubt: Text? =
            switch call.doubt {
            case .renamed(let kept, let said): .nameRenamed(kept: kept, said: said)
            case .namesake(_, let name, isVerified: true): .nameNamesakeVerified(name: name)
            case .namesake(_, let name, isVerified: false): .nameNamesake(name: name)
            case nil: nil
            }
        let unverified: Text? =
            call.isVerified ? nil : call.isNewDevice ? .incomingNewDeviceText(name: caller) : .incomingUnverified
        notes = [doubt, unverified].compactMap(\.self)
        otherAnswer = call.isVideo ? .incomingAnswerSound : .incomingAnswerVideo
        canReply = call.isVerified
    }
}
