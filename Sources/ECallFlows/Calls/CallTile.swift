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
    /// Currently shown ones, the newest last.
    public let reactions: [CallStage.Shown]
    /// The reason why no new picture of them is shown; nil if that needs no explanation.
    public let note: Text?
    /// The states to be read aloud after the name and the note, the most important first.
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
        let absence = one.isSelf ? nil : Absence(of: one, around)
        note = absence?.note(of: one.shown, isAlone: around.isAlone)
        states = Self.states(one, around).filter { $0 != absence?.state }
    }

    init(screenOf one: CallParticipant, _ around: Surroundings) {
        (id, user, name) = (.screen(one.user), one.user, .screenOf(name: one.shown))
        (showsPicture, isMuted, isCameraOff, isSpeaking, isRecording) = (true, false, false, false, false)
        (isReconnecting, isOnHold) = (one.status == .reconnecting, one.status == .onHold)
        (quality, hand, trust, keepsOut, reactions, note, states) = (nil, nil, nil, false, [], nil, [])
        isPinned = around.stage.pinned == id
    }

    private static func states(_ one: CallParticipant, _ around: Surroundings) -> [Text] {
        let isHeld = one.trust?.isHeld ?? false
        let states: [Text?] = [
            one.handState(isOneOfSeveral: around.hasSeveralHands),
            one.isRecording ? .tileStateRecording : nil,
            isHeld ? Absence.notLetIn.state : nil,
            around.keepsOut ? Absence.keepsOut.state : nil,
            one.status == .onHold
                ? Absence.onHold.state : one.status == .reconnecting ? Absence.reconnecting.state : nil,
            one.trust == .new ? .tileStateNew : nil,
            one.isMuted ? .tileStateMuted : nil,
            one.isVideoEnabled ? nil : .tileStateCameraOff,
        ]
        return states.compactMap(\.self)
    }
}

/// Why no new picture of someone is shown: a note on their tile, in place of the state.
private enum Absence {
    case onHold, reconnecting, keepsOut, notLetIn

    /// The most important one.
    init?(of one: CallParticipant, _ around: CallTile.Surroundings) {
        if one.status == .onHold {
            self = .onHold
        } else if one.status == .reconnecting {
            self = .reconnecting
        } else if around.keepsOut {
            self = .keepsOut
        } else if one.trust?.isHeld ?? false {
            self = .notLetIn
        } else {
            return nil
        }
    }

    var state: Text {
        switch self {
        case .onHold: .tileStateOnHold
        case .reconnecting: .tileStateReconnecting
        case .keepsOut: .tileKeepsOut
        case .notLetIn: .tileNotLetIn
        }
    }

    /// A single tile has room for the whole sentence; otherwise the name beside it is enough.
    func note(of name: Text, isAlone: Bool) -> Text {
        switch self {
        case .onHold: isAlone ? .tileOnHold(name: name) : .tileHeld
        case .reconnecting: isAlone ? .callReconnecting(name: name) : .callPhaseReconnecting
        case .keepsOut: isAlone ? .protectionKeepsOut(name: name) : .tileKeepsOut
        case .notLetIn: .tileNotLetIn
        }
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
