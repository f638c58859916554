import ECallAPI
import Foundation

@testable import ECallFlows

/// An iPhone as calls see it: executes what `SystemCalls` wants, answers like CallKit, PushKit and the audio session, and
/// records each breach of their rules by its consequence in the system.
struct PhoneDouble {
    enum Breach: Equatable {
        /// A push without a report: the system ends the app, and after a few of those sends it no more pushes.
        case killed
        /// Pushes that were registered for before anyone handles them.
        case lostPushes
        /// The Keychain was needed before the first unlock.
        case lockedKeychain
        /// An engine for a call that the system does not show.
        case engineWithoutCall
        /// An action that was fulfilled or failed already.
        case answeredTwice
        /// An action without a result in time: the system considers it failed.
        case actionTimedOut
        /// The library acted without an action of the system, or the system still shows a call that was hung up.
        case actedByItself
        /// An audio session that records and plays nothing.
        case deafSession
        /// Progress of an outgoing call that is repeated, or of a call that does not exist.
        case wrongProgress
        /// Something of a call that the system has forgotten.
        case forgottenCall
        /// The system stops a camera in the background.
        case cameraInBackground
    }

    /// The person's actions on the system's call screen.
    enum Tap { case answer(UUID), end(UUID), mute(UUID, Bool), hold }

    private struct Shown {
        let isIncoming: Bool
        var isConnecting = false
        var isConnected = false
    }

    /// Events of the phone, and the app's actions in a test: to be replayed over adapters.
    enum Happening {
        /// The app or the library tells the flow.
        case told(SystemCalls.Action)
        /// The system says what it had to say.
        case said(SystemCalls.Action)
        case pushed(RingPush?, mustReport: Bool)
        case tapped(Tap)
        case moved(Duration)
        case wentToBackground, cameToForeground, reset
        case took([SystemCalls.Effect])
        case isSet(Setting)
    }

    /// The phone for a test.
    struct Setting: Equatable {
        var isUnlocked = true
        var doesNotDisturb = false
        /// Whether activations and deactivations of the audio session come.
        var givesAudio = true
        /// Whether transactions are accepted.
        var takesRequests = true
    }

    var setting = Setting() { didSet { past.append(.isSet(setting)) } }
    var isUnlocked: Bool {
        get { setting.isUnlocked }
        set { setting.isUnlocked = newValue }
    }
    var doesNotDisturb: Bool {
        get { setting.doesNotDisturb }
        set { setting.doesNotDisturb = newValue }
    }
    var givesAudio: Bool {
        get { setting.givesAudio }
        set { setting.givesAudio = newValue }
    }
    var takesRequests: Bool {
        get { setting.takesRequests }
        set { setting.takesRequests = newValue }
    }

    private(set) var past: [Happening] = []

    private(set) var breaches: [Breach] = []
    /// The next events that the system reports to the app.
    private(set) var answers: [SystemCalls.Action] = []
    private(set) var isSounding = false

    private(set) var now = Duration.zero
    private var shown: [UUID: Shown] = [:]
    private var open: [UUID: SystemCallAction] = [:]
    private var forgotten: Set<UUID> = []
    private var actionCount: UInt8 = 0
    private var takesPushes = false
    private var hasReported = false
    private var isCategorySet = false
    private var isAudioActive = false
    private var isInBackground = false
    private var isCameraOn = false
    private var hungUp: [CallID?] = []

    /// The identifier of the n-th action.
    static func action(_ number: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)) }

    var callsShown: Set<UUID> { Set(shown.keys) }
    var hasOpenAction: Bool { !open.isEmpty }

    // MARK: - What happens to the phone

    /// A VoIP push arrives, and the app handles it.
    mutating func push(_ handle: (inout Self) -> Void) {
        beginPush()
        handle(&self)
        endPush()
    }

    /// The handler is called.
    mutating func beginPush() { hasReported = false }

    /// It has returned.
    mutating func endPush() { if !hasReported { breaches.append(.killed) } }

    mutating func tap(_ tap: Tap) {
        past.append(.tapped(tap))
        switch tap {
        case .answer(let uuid): perform(.answer(uuid))
        case .end(let uuid): perform(.end(uuid))
        case .mute(let uuid, let isMuted): perform(.mute(uuid, isMuted: isMuted))
        case .hold: perform(.unsupported)
        }
    }

    mutating func move(to now: Duration) {
        past.append(.moved(now))
        self.now = now
        for action in open.values where action.deadline <= now {
            open[action.id] = nil
            breaches.append(.actionTimedOut)
            answers.append(.timedOut(action.id))
        }
    }

    mutating func goToBackground() {
        past.append(.wentToBackground)
        isInBackground = true
        answers.append(.wentToBackground)
    }

    mutating func comeToForeground() {
        past.append(.cameToForeground)
        isInBackground = false
        answers.append(.cameToForeground)
    }

    /// CallKit starts anew.
    mutating func reset() {
        past.append(.reset)
        forgotten.formUnion(shown.keys)
        forgotten.formUnion(open.keys)
        (shown, open, isAudioActive) = ([:], [:], false)
        answers.append(.reset)
    }

    /// The app must leave this to the system.
    mutating func activateAudioSession() { breaches.append(.deafSession) }

    mutating func nextAnswer() -> SystemCalls.Action? {
        guard !answers.isEmpty else { return nil }
        past.append(.said(answers[0]))
        return answers.removeFirst()
    }

    /// Stores what a story does besides the phone.
    mutating func note(_ happening: Happening) { past.append(happening) }

    /// The app does this without the flow's word.
    mutating func takeByItself(_ effects: [SystemCalls.Effect]) {
        past.append(.took(effects))
        take(effects)
    }

    // MARK: - What the app does

    /// Takes what is done about one event.
    mutating func take(_ effects: [SystemCalls.Effect]) {
        for effect in effects { take(effect) }
        let over = hungUp.contains { call in
            call.map { shown[SystemCallID.of($0)] != nil } ?? !shown.isEmpty
        }
        if over { breaches.append(.actedByItself) }
        hungUp = []
        if isInBackground, isCameraOn { breaches.append(.cameraInBackground) }
    }

    private mutating func take(_ effect: SystemCalls.Effect) {
        switch effect {
        case .takePushes: takesPushes = true
        case .askForPushes: if !takesPushes { breaches.append(.lostPushes) }
        case .reportIncoming(let uuid, let caller): reportIncoming(uuid, caller)
        case .update(let uuid, let caller):
            check(uuid)
            checkName(caller)
        case .reportEnded(let uuid, _):
            check(uuid)
            close(uuid)
        case .reportConnecting(let uuid): progress(uuid, of: \.isConnecting, after: nil)
        case .reportConnected(let uuid): progress(uuid, of: \.isConnected, after: \.isConnecting)
        case .fulfill(let id): if let action = answered(id) { fulfilled(action) }
        case .fail(let id): if let action = answered(id), case .start(let uuid) = action.kind { close(uuid) }
        case .request(let request): take(request)
        case .configureAudio, .startAudio, .stopAudio: takeAudio(effect)
        case .goOnline: if !isUnlocked { breaches.append(.lockedKeychain) }
        case .place, .comeBack, .answer, .decline, .hangUp, .setMuted, .setCamera: takeWork(effect)
        case .goOffline, .tellRefused, .tellSilent, .wait: break
        }
    }

    private mutating func reportIncoming(_ uuid: UUID, _ caller: SystemCaller) {
        hasReported = true
        forgotten.remove(uuid)
        checkName(caller)
        if shown[uuid] != nil { return answers.append(.reported(uuid, .knownCall)) }
        if doesNotDisturb { return answers.append(.reported(uuid, .filtered)) }
        shown[uuid] = Shown(isIncoming: true)
        answers.append(.reported(uuid, nil))
    }

    private mutating func take(_ request: SystemCallRequest) {
        let isKnown: Bool
        switch request {
        case .start: isKnown = shown.isEmpty
        case .answer(let uuid), .end(let uuid), .mute(let uuid, _): isKnown = shown[uuid] != nil
        }
        answers.append(.requested(request, isRefused: !isKnown || !takesRequests))
        guard isKnown, takesRequests else { return }
        switch request {
        case .start(let uuid, _):
            shown[uuid] = Shown(isIncoming: false)
            perform(.start(uuid))
        case .answer(let uuid): perform(.answer(uuid))
        case .end(let uuid): perform(.end(uuid))
        case .mute(let uuid, let isMuted): perform(.mute(uuid, isMuted: isMuted))
        }
    }

    private mutating func perform(_ kind: SystemCallAction.Kind) {
        actionCount += 1
        let action = SystemCallAction(id: Self.action(actionCount), kind, deadline: now + .seconds(30))
        open[action.id] = action
        answers.append(.performs(action, at: now))
    }

    private mutating func answered(_ id: UUID) -> SystemCallAction? {
        if let action = open.removeValue(forKey: id) { return action }
        breaches.append(forgotten.contains(id) ? .forgottenCall : .answeredTwice)
        return nil
    }

    private mutating func fulfilled(_ action: SystemCallAction) {
        switch action.kind {
        case .start, .answer:
            if !isCategorySet { breaches.append(.deafSession) }
            guard givesAudio, !isAudioActive else { return }
            isAudioActive = true
            answers.append(.activatedAudio)
        case .end(let uuid): close(uuid)
        case .mute, .unsupported: break
        }
    }

    private mutating func close(_ uuid: UUID) {
        shown[uuid] = nil
        guard shown.isEmpty else { return }
        (isCategorySet, isCameraOn) = (false, false)
        guard isAudioActive, givesAudio else { return }
        isAudioActive = false
        answers.append(.deactivatedAudio)
    }

    private mutating func progress(
        _ uuid: UUID, of part: WritableKeyPath<Shown, Bool>, after before: KeyPath<Shown, Bool>?
    ) {
        guard var call = shown[uuid], !call.isIncoming, !call[keyPath: part], before.map({ call[keyPath: $0] }) ?? true
        else { return breaches.append(.wrongProgress) }
        call[keyPath: part] = true
        shown[uuid] = call
    }

    private mutating func takeAudio(_ effect: SystemCalls.Effect) {
        switch effect {
        case .configureAudio:
            isCategorySet = open.values.contains { $0.kind.beginsSound }
            if !isCategorySet { breaches.append(.deafSession) }
            if shown.isEmpty { breaches.append(.engineWithoutCall) }
        case .startAudio:
            isSounding = true
            if !isAudioActive { breaches.append(.deafSession) }
        default: isSounding = false
        }
    }

    private mutating func takeWork(_ effect: SystemCalls.Effect) {
        let kinds = open.values.map(\.kind)
        switch effect {
        case .place(let uuid): if !kinds.contains(.start(uuid)) { breaches.append(.actedByItself) }
        case .comeBack(let id): if !kinds.contains(.start(SystemCallID.of(id))) { breaches.append(.actedByItself) }
        case .answer(let id, let isVideo):
            let uuid = SystemCallID.of(id)
            isCameraOn = isVideo
            if shown[uuid] == nil { breaches.append(.engineWithoutCall) }
            if !kinds.contains(.answer(uuid)) { breaches.append(.actedByItself) }
        case .decline(let id): hungUp.append(id)
        case .hangUp(let id):
            isCameraOn = false
            hungUp.append(id)
        case .setMuted:
            if !kinds.contains(where: { if case .mute = $0 { true } else { false } }) {
                breaches.append(.actedByItself)
            }
        case .setCamera(let isOn): isCameraOn = isOn
        default: break
        }
    }

    private mutating func check(_ uuid: UUID) {
        if shown[uuid] == nil, forgotten.contains(uuid) { breaches.append(.forgottenCall) }
    }

    private mutating func checkName(_ caller: SystemCaller) {
        if !isUnlocked, caller.user != nil { breaches.append(.lockedKeychain) }
    }
}

extension SystemCallAction.Kind {
    fileprivate var beginsSound: Bool {
        switch self {
        case .start, .answer: true
        case .end, .mute, .unsupported: false
        }
    }
}
