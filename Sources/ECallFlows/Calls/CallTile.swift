public import ECallAPI
public import ECallCalls
public import ECallLanguage
import ECallSecurity
public import KeyDistribution

/// A tile of a call, as it is drawn.
public struct CallTile: Sendable, Equatable, Identifiable {
    public let id: CallStage.ID
    public let user: UserID
    /// For a screen, the name of the person who shares it.
    public let name: Text
    /// Whether a picture is drawn rather than the person's avatar.
    public let showsPicture: Bool
    public let isMuted: Bool
    /// Whether the camera is off in a call that has video.
    public let isCameraOff: Bool
    public let isSpeaking: Bool
    /// The level of the bars; nil while the connection is good, unknown or lost.
    public let quality: QualityLevel?
    public let isReconnecting: Bool
    public let isOnHold: Bool
    /// The place of the raised hand among those that are raised, from 1; nil while it is down.
    public let hand: Int?
    public let isRecording: Bool
    /// The trust in their device; nil for the own user, for screens, and before a device of theirs has shown itself.
    public let trust: DeviceTrust?
    /// Whether their device has not let this one in.
    public let keepsOut: Bool
    public let isPinned: Bool
    /// Shown just now, the newest last.
    public let reactions: [CallStage.Shown]
    /// The reason why no new picture of them is shown; nil if that needs no explanation.
    public let note: Text?
    /// The states to be read aloud after the name, the most important first.
    public let states: [Text]
}

extension CallTile {
    /// A tile's dependencies besides the person.
    struct Surroundings {
        var stage: CallStage
        var isVideo: Bool
        /// Whether there is only one other.
        var isAlone: Bool
        /// Whether several hands are raised: then each has its place.
        var hasSeveralHands: Bool
        var keepsOut: Bool
    }

    init(person one: CallParticipant, _ around: Surroundings) {
        let isAway = one.status == .reconnecting
        (id, user, name) = (one.isSelf ? .own : .person(one.user), one.user, one.isSelf ? .tileYou : one.shown)
        showsPicture = one.isVideoEnabled && (one.isSelf || around.stage.pictured.contains(one.user))
        (isMuted, isSpeaking) = (one.isMuted, one.isSpeaking)
        isCameraOff = around.isVideo && !one.isVideoEnabled
        quality = isAway || one.quality == .good ? nil : one.quality
        (isReconnecting, isOnHold) = (isAway, one.status == .onHold)
        (hand, isRecording, trust, keepsOut) = (one.hand, one.isRecording, one.trust, around.keepsOut)
        isPinned = around.stage.pinned == id
        reactions = around.stage.reactions.filter { $0.user == one.user }
        note = one.isSelf ? nil : Self.note(one, around)
        states = Self.states(one, around)
    }

    init(screenOf one: CallParticipant, _ around: Surroundings) {
        (id, user, name) = (.screen(one.user), one.user, .screenOf(name: one.shown))
        (showsPicture, isMuted, isCameraOff, isSpeaking, isRecording) = (true, false, false, false, false)
        (isReconnecting, isOnHold) = (one.status == .reconnecting, one.status == .onHold)
        (quality, hand, trust, keepsOut, reactions, note, states) = (nil, nil, nil, false, [], nil, [])
        isPinned = around.stage.pinned == id
    }

    /// Alone there is place for all that is to be said; else the name beside it is enough.
    private static func note(_ one: CallParticipant, _ around: Surroundings) -> Text? {
        let name = one.shown
        if one.status == .onHold { return around.isAlone ? .tileOnHold(name: name) : .tileHeld }
        if one.status == .reconnecting {
            return around.isAlone ? .callReconnecting(name: name) : .callPhaseReconnecting
        }
        if around.keepsOut { return around.isAlone ? .protectionKeepsOut(name: name) : .tileKeepsOut }
        return one.trust?.isHeld ?? false ? .tileNotLetIn : nil
    }

    private static func states(_ one: CallParticipant, _ around: Surroundings) -> [Text] {
        let isHeld = one.trust?.isHeld ?? false
        let states: [Text?] = [
            one.handState(isOneOfSeveral: around.hasSeveralHands),
            one.isRecording ? .tileStateRecording : nil,
            isHeld ? .tileNotLetIn : nil,
            around.keepsOut ? .tileKeepsOut : nil,
            one.status == .onHold ? .tileStateOnHold : one.status == .reconnecting ? .tileStateReconnecting : nil,
            one.trust == .new ? .tileStateNew : nil,
            one.isMuted ? .tileStateMuted : nil,
            one.isVideoEnabled ? nil : .tileStateCameraOff,
        ]
        return states.compactMap(\.self)
    }
}

extension CallParticipant {
    /// The raised hand, with its place if there are several; nil while it is down.
    func handState(isOneOfSeveral: Bool) -> Text? {
        hand.map { isOneOfSeveral ? .handStatePlace(place: "\($0)") : .handState }
    }
}

enum CallQualityText {
    /// The spoken quality of a connection that isn't good; nil without bars.
    static func bars(_ level: QualityLevel, isOwn: Bool) -> Text? {
        switch level {
        case .good: nil
        case .fair: isOwn ? .qualityOwnFair : .qualityOtherFair
        case .poor: isOwn ? .qualityOwnPoor : .qualityOtherPoor
        case .lost: isOwn ? .qualityOwnLost : .qualityOtherLost
        }
    }

    /// A sentence about weak connections; nil while all are well.
    static func sentence(_ people: [CallParticipant]) -> Text? {
        let others = people.filter { !$0.isSelf && $0.status == .joined }
        guard !others.isEmpty else { return nil }
        if let own = people.first(where: \.isSelf)?.quality, own <= .poor { return bars(own, isOwn: true) }
        let weak = others.filter { $0.quality.map { $0 <= .poor } ?? false }
        switch weak.count {
        case 0: return nil
        case 1:
            return weak[0].quality == .lost
                ? .qualityNothing(name: weak[0].shown) : .qualityWeakOne(name: weak[0].shown)
        case 2: return .qualityWeakNames(names: CallNames.text(of: weak))
        default: return .qualityWeakMany(count: weak.count)
        }
    }
}
