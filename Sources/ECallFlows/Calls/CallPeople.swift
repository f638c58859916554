public import ECallAPI
public import ECallCalls
public import ECallContacts
public import ECallLanguage
public import ECallSecurity
import KeyDistribution

/// The list of people of a call: those who are in it, ring, don't answer or have left; and the actions for each.
public struct CallPeople: Sendable, Equatable {
    /// An action about a person.
    public enum Offer: Sendable, Equatable {
        case muteForMe
        case hearAgain
        /// Sets how loud this device plays them, within `CallParticipant.volumes`.
        case setVolume
        case pin
        case unpin
        /// Leads to the safety number of this device of theirs (`CompareFlow`): the most important one.
        case compare(DeviceAddress)
        /// Their device is held; the person confirms that it is theirs.
        case isTheirs(DeviceAddress)
        /// For the maker of the call.
        case askToMute
        /// For the maker of the call; asks once.
        case remove
        /// For the maker of the call, while they ring.
        case stopCalling
        /// For a contact who is not in the call.
        case callAgain
    }

    public struct Row: Sendable, Equatable, Identifiable {
        public let person: CallParticipant
        public var id: UserID { person.user }
        /// With *(you)* after the own one.
        public let name: Text
        /// Facts next to the name.
        public let facts: [Text]
        public let offers: [Offer]
    }

    public let inCall: [Row]
    public let ringing: [Row]
    /// People who declined, did not answer, left or were removed.
    public let gone: [Row]
    /// The people with raised hands, by name, in the order in which they raised them.
    public let hands: [Text]
    /// The label of the button that opens the list.
    public let button: Text
}

extension CallPeople {
    /// The list's dependencies besides the people.
    struct Surroundings {
        var stage: CallStage
        var protection: CallProtection
        var isInCall: Bool
        /// Contacts who can be called.
        var contacts: Set<UserID>
    }

    init(_ people: [CallParticipant], _ around: Surroundings) {
        let isMaker = people.contains { $0.isSelf && $0.isHost }
        let raised = people.filter { $0.hand != nil }.sorted { ($0.hand ?? 0) < ($1.hand ?? 0) }
        func rows(_ isMeant: (CallParticipant) -> Bool) -> [Row] {
            people.filter(isMeant).map { one in
                Row(
                    person: one, name: one.nameInList,
                    facts: Self.facts(
                        of: one, hasSeveralHands: raised.count > 1,
                        keepsOut: around.protection.keepOut.contains(one.user)),
                    offers: Self.offers(of: one, isMaker: isMaker, around))
            }
        }
        inCall = rows(\.status.isIn)
        ringing = rows { $0.status == .ringing }
        gone = rows { !$0.status.isIn && $0.status != .ringing }
        hands = raised.map(\.nameInList)
        button = .peopleButton(count: inCall.count)
    }

    /// Returns the facts next to a person's name.
    static func facts(of one: CallParticipant, hasSeveralHands: Bool, keepsOut: Bool) -> [Text] {
        let standing = [one.reply?.words ?? one.status.text].compactMap(\.self)
        guard one.status.isIn else { return standing }
        let trust: Text? =
            one.trust == .verified ? .peopleFactVerified : one.trust?.isHeld ?? false ? .peopleFactHeld : nil
        let facts: [Text?] = [
            one.handState(isOneOfSeveral: hasSeveralHands),
            one.isHost ? .peopleFactHost : nil,
            one.isSpeaking ? .peopleFactSpeaks : nil,
            one.isSharing ? .peopleFactShares : nil,
            one.isMuted ? .peopleFactMuted : nil,
            one.isRecording ? .peopleFactRecords : nil,
            keepsOut ? .peopleFactKeepsOut : nil,
            one.isHeard ? nil : .peopleFactUnheard,
            one.volume == 100 || !one.isHeard ? nil : .peopleFactVolume(percent: "\(one.volume) %"),
            trust,
        ]
        return standing + facts.compactMap(\.self)
    }

    static func offers(of one: CallParticipant, isMaker: Bool, _ around: Surroundings) -> [Offer] {
        guard !one.isSelf else { return [] }
        if one.status.isIn {
            let held = around.protection.held.first { $0.user == one.user && $0.offer == .itsThem }
            let comparable = around.protection.comparable(of: one.user)
            let isPinned = around.stage.pinned == .person(one.user)
            let offers: [Offer?] = [
                one.isHeard ? .muteForMe : .hearAgain,
                one.isHeard ? .setVolume : nil,
                around.stage.canPin ? (isPinned ? .unpin : .pin) : nil,
                comparable.map { .compare($0.id) },
                held.map { .isTheirs($0.id) },
                isMaker && !one.isMuted ? .askToMute : nil,
                isMaker ? .remove : nil,
            ]
            return offers.compactMap(\.self)
        }
        guard around.isInCall else { return [] }
        if one.status == .ringing { return isMaker ? [.stopCalling] : [] }
        return around.contacts.contains(one.user) ? [.callAgain] : []
    }
}

extension CallParticipant {
    /// The name in a list, in which the own one is marked.
    var nameInList: Text { isSelf ? .peopleYou(name: shown) : shown }
}

extension CallParticipant.Status {
    /// The state of a person; nil if they are simply in the call.
    var text: Text? {
        switch self {
        case .joined: nil
        case .ringing: .peopleStatusRinging
        case .declined: .peopleStatusDeclined
        case .noAnswer: .peopleStatusNoAnswer
        case .busy: .peopleStatusBusy
        case .reconnecting: .peopleStatusReconnecting
        case .onHold: .peopleStatusOnHold
        case .left: .peopleStatusLeft
        case .removed: .peopleStatusRemoved
        }
    }

    /// The reason why someone who was rung isn't in the call, for those who are.
    func refusal(of name: Text) -> Text {
        switch self {
        case .noAnswer: .callRejectedNotAnswered(name: name)
        case .busy: .callRejectedBusy(name: name)
        case .removed: .callRejectedCancelled(name: name)
        default: .callRejectedDeclined(name: name)
        }
    }
}

/// Ringing contacts into the running call (requirements 000-52, 000-11).
public struct CallInvite: Sendable, Equatable {
    /// The contacts, in the order of the service.
    public internal(set) var contacts = Loadable<[Contact], ContactsError>.loading
    /// Whether someone is being rung.
    public internal(set) var isBusy = false
    public internal(set) var problem: CallFailure?

    /// The contacts who can be chosen: neither blocked, nor in the call, nor ringing.
    public func candidates(_ people: [CallParticipant]) -> [Contact] {
        let taken = Set(people.filter(\.isTaken).map(\.user))
        return (contacts.value ?? []).filter { !$0.isBlocked && !taken.contains($0.contactId) }
    }

    /// The users who can be rung, each once, as many as the call still has room for (`CallParticipant.most`).
    func free(_ users: [UserID], _ people: [CallParticipant]) -> [UserID] {
        var free = Set(candidates(people).map(\.contactId))
        let places = max(0, CallParticipant.most - 1 - people.count { !$0.isSelf && $0.isTaken })
        return Array(users.filter { free.remove($0) != nil }.prefix(places))
    }
}

extension CallParticipant {
    /// Whether they have a place in the call.
    fileprivate var isTaken: Bool { status.isIn || status == .ringing }
}
