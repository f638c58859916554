import ECallAPI
import ECallCalls
public import ECallLanguage
public import ECallMedia
public import ECallSecurity

/// The person's own media, gestures and view.
extension CallFlow {
    /// Whether this person is muted, as they have chosen last.
    public var isMuted: Bool { mute.wanted ?? own.isMuted }
    public var isCameraOn: Bool { camera.wanted ?? own.isCameraOn }
    /// Whether the person's own hand is raised.
    public var isHandRaised: Bool { hand.wanted ?? people.contains { $0.isSelf && $0.hand != nil } }
    /// Whether there is another camera to change to.
    public var canFlip: Bool { phase.isGoingOn && isCameraOn && nextCamera != nil }
    /// The loudspeakers to choose from.
    public var loudspeakers: [MediaDevice] { devices?.of(.loudspeaker) ?? [] }

    mutating func take(choice action: Action) -> [Effect] {
        guard phase.isGoingOn else { return [] }
        switch action {
        case .muted(let isMuted) where isMuted != self.isMuted: return carryOut(mute.choose(isMuted).map { .muted($0) })
        case .turnedCamera(let isOn) where isOn != isCameraOn: return carryOut(camera.choose(isOn).map { .video($0) })
        case .flippedCamera where isCameraOn:
            guard let next = nextCamera else { return [] }
            return use { $0.camera = ChosenDevice(next) }
        case .choseLoudspeaker(let chosen) where chosen != wishes.loudspeaker: return use { $0.loudspeaker = chosen }
        case .raisedHand(let isRaised) where phase.isInCall && isRaised != isHandRaised:
            return carryOut(hand.choose(isRaised).map { .hand(isRaised: $0) })
        case .reacted(let reaction) where phase.isInCall: return [.carryOut(.reaction(reaction))]
        default: return []
        }
    }

    private func carryOut(_ wish: CallWish?) -> [Effect] { wish.map { [.carryOut($0)] } ?? [] }

    private mutating func use(_ change: (inout DeviceWishes) -> Void) -> [Effect] {
        change(&wishes)
        return carryOut(deviceChoice.choose(wishes).map { .devices($0) })
    }

    /// The camera after the current one, cyclically; nil if there is only one.
    private var nextCamera: MediaDevice? {
        guard let devices else { return nil }
        let cameras = devices.of(.camera)
        guard cameras.count > 1 else { return nil }
        let used = wishes.camera?.found(as: .camera, in: devices) ?? cameras.first(where: \.isDefault) ?? cameras[0]
        let place = cameras.firstIndex(of: used) ?? 0
        return cameras[(place + 1) % cameras.count]
    }

    // MARK: - Results

    mutating func carriedOut(_ wish: CallWish, _ failure: CallFailure?) -> [Effect] {
        // Failures to receive other tiles, or of a call that is over, are not shown.
        if case .shown = wish { return [] }
        if let failure, failure != .noCall { tell(failure.text, isBad: true) }
        guard phase.isGoingOn else { return [] }
        let isDone = failure == nil
        switch wish {
        case .muted(let isMuted):
            if isDone { own.isMuted = isMuted }
            return carryOut(mute.arrived().map { .muted($0) })
        case .video(let isOn):
            if isDone { own.isCameraOn = isOn }
            return carryOut(camera.arrived().map { .video($0) })
        case .hand: return carryOut(hand.arrived().map { .hand(isRaised: $0) })
        case .devices: return carryOut(deviceChoice.arrived().map { .devices($0) })
        case .volume(_, let user): return carryOut(volumes[user]?.arrived().map { .volume($0, of: user) })
        case .heard(_, let user): return carryOut(hearing[user]?.arrived().map { .heard($0, of: user) })
        case .reaction(let reaction):
            if isDone, let me = people.first(where: \.isSelf) { stage.reacted(me.user, reaction, at: clock) }
            return []
        case .screen, .shown: return []
        }
    }

    // MARK: - Visible content

    mutating func take(look action: Action) -> [Effect] {
        guard phase.isGoingOn else { return [] }
        switch action {
        case .opened(let panel):
            self.panel = panel
            guard panel == .invite || panel == .people else { return [] }
            if panel == .invite { invite.problem = nil }
            return [.loadContacts]
        case .pinned(let id): stage.pin(id)
        case .changedLayout: stage.changeLayout()
        case .turnedPage(let step): stage.turn(by: step)
        default: break
        }
        return []
    }
}

extension Reaction {
    /// Its name on screens.
    public var text: Text {
        switch self {
        case .thumbsUp: .reactionThumbsUp
        case .heart: .reactionHeart
        case .laugh: .reactionLaugh
        case .surprise: .reactionSurprise
        case .applause: .reactionApplause
        case .celebration: .reactionCelebration
        }
    }
}
