import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia

/// The actions of a `listen` command on events.
struct Listener {
    /// The options of its command line.
    struct Conduct: Sendable {
        /// Nil answers nothing automatically.
        var autoAnswer: AutoAnswer?
        /// Whether it ends with the first call.
        var once = false
        /// Hangs up this many seconds after the first media of a call that was answered here.
        var stayOnLine: Double?
    }

    /// Why a call isn't answered automatically; nil if it is.
    typealias Refusing = @Sendable (IncomingCall) async -> AutoAnswer.Refusal?
    /// Reports after this many seconds that the time limit of a call is reached, unless the task is cancelled.
    typealias Timing = @Sendable (Double, CallID) -> Task<Void, Never>

    let conduct: Conduct
    let options: CallOptions
    let calls: any CallControlling
    let reply: ReplySink
    private let rings: Rings
    private let refusal: Refusing
    /// The devices for a call that is answered now.
    private let devices: @Sendable () async -> DeviceWishes
    private let after: Timing
    /// The running call that was answered automatically, or by a notification.
    private(set) var answered: CallID?
    /// The person with whose leave an automatically answered call ends.
    private var host: UserID?
    private var waitsForPicture = false
    /// Limits of the call that was taken.
    private var timers: [Task<Void, Never>] = []
    private var isStaying = false
    /// Calls that arrived here. Calls that another terminal placed or answered before belong to it.
    private var announced: Set<CallID> = []
    /// The call of the previous agent: until it is over, no further call is awaited.
    private var returned: CallID?

    init(
        _ conduct: Conduct, options: CallOptions, calls: any CallControlling, reply: @escaping ReplySink, rings: Rings,
        refusal: @escaping Refusing, devices: @escaping @Sendable () async -> DeviceWishes, after: @escaping Timing
    ) {
        self.conduct = conduct
        self.options = options
        self.calls = calls
        self.reply = reply
        self.rings = rings
        self.refusal = refusal
        self.devices = devices
        self.after = after
    }

    /// A call that was taken before the agent was killed is this listener's, as it was the former one's.
    mutating func takeOver(_ call: ResumedCall) async {
        announced.insert(call.id)
        returned = call.id
        if let autoAnswer = conduct.autoAnswer {
            answered = call.id
            begin(call.id, autoAnswer, caller: call.caller, isVideo: call.isVideo)
        }
        await say(call.isIn ? .terminalBackInCall : .terminalReturning)
    }

    mutating func notLetIn() async {
        guard let call = returned else { return }
        announced.remove(call)
        if answered == call { isOver() }
        await say(.terminalReturnFailed)
        await waitFromNowOn()
    }

    private mutating func waitFromNowOn() async {
        returned = nil
        await reply(.event(event: .listening))
    }

    private func say(_ sentence: Text) async { await reply(.event(event: .notice(sentence))) }

    /// The summary after which listening ends.
    @discardableResult
    mutating func take(_ event: CallEvent) async -> CallSummary? {
        if case .incoming(let call) = event {
            announced.insert(call.id)
            await reply(.event(event: .call(event)))
            await rang(call)
            return nil
        }
        await rings.take(event)
        switch event {
        case .suspended, .clockOff, .missed:
            await reply(.event(event: .call(event)))
            return nil
        default: break
        }
        guard let call = event.call, announced.contains(call) else { return nil }
        await reply(.event(event: .call(event)))
        if call == answered { await watch(event, of: call) }
        guard case .ended(let summary) = event else { return nil }
        if summary.id == answered { isOver() }
        if conduct.once { return summary }
        if summary.id == returned { await waitFromNowOn() }
        return nil
    }

    private mutating func rang(_ call: IncomingCall) async {
        guard let autoAnswer = conduct.autoAnswer, answered == nil else { return await rings.take(.incoming(call)) }
        if let refusal = await refusal(call) {
            await say(refusal.text(callOf: call.callerName))
        } else {
            begin(call.id, autoAnswer, caller: call.caller, isVideo: call.isVideo)
            guard await answer(call) != nil else { return }
        }
        await rings.take(.incoming(call))
    }

    // MARK: - Limits

    private mutating func begin(_ call: CallID, _ autoAnswer: AutoAnswer, caller: UserID?, isVideo: Bool) {
        host = autoAnswer.leavesWithCaller ? caller : nil
        waitsForPicture = isVideo
        timers.append(after(autoAnswer.longest, call))
    }

    private mutating func watch(_ event: CallEvent, of call: CallID) async {
        switch event {
        case .firstPicture where waitsForPicture, .firstSound where !waitsForPicture:
            guard let seconds = conduct.stayOnLine, !isStaying else { return }
            isStaying = true
            timers.append(after(seconds, call))
        case .participantLeft(_, let user), .participantRemoved(_, let user, _):
            // Without anyone else in it, the call ends by itself.
            guard user == host, await othersStay(without: user) else { return }
            await say(.terminalCallerLeft)
            try? await calls.hangUp()
        default: break
        }
    }

    private func othersStay(without user: UserID) async -> Bool {
        // The first is how it is now.
        for await people in calls.participants {
            return people.contains { !$0.isSelf && $0.user != user && ($0.status.isIn || $0.status == .ringing) }
        }
        return false
    }

    /// A call that was answered here has reached its time limit; does nothing if it is over.
    func timeIsUp(for call: CallID) async {
        guard call == answered else { return }
        await say(.terminalTimeLimit)
        try? await calls.hangUp()
    }

    private mutating func isOver() {
        answered = nil
        host = nil
        isStaying = false
        for timer in timers { timer.cancel() }
        timers = []
    }

    // MARK: - Answering

    /// In a task that isn't a child of the command's, so that Ctrl-C doesn't interrupt it midway: the call is hung up after it.
    ///
    /// - Parameter desktop: where the call is seen and heard when the command does not show it.
    /// - Returns: why the call couldn't be answered; nil if it was, or is over.
    @discardableResult
    mutating func answer(_ call: IncomingCall, on desktop: Desktop? = nil) async -> Text? {
        answered = call.id
        waitsForPicture = call.isVideo
        var options = options
        options.video = options.video && call.isVideo
        options.rendering = Self.rendering(options.rendering, orOn: desktop)
        options.devices = await devices()
        let (calls, chosen) = (calls, options)
        let outcome = await Task { () -> CallFailure? in
            do throws(CallFailure) {
                try await calls.answer(call.id, options: chosen)
                return nil
            } catch {
                return error
            }
        }.value
        guard let outcome else { return nil }
        isOver()
        // Another terminal was faster, or the caller gave up: the call's end reports it.
        guard outcome != .noCall else { return nil }
        let message = CommandFailure(outcome).text
        await say(message)
        return message
    }

    /// A person who answers by a notification isn't at a terminal: pictures are shown on its desktop then.
    static func rendering(_ chosen: Rendering?, orOn desktop: Desktop?) -> Rendering? {
        guard let desktop, chosen?.showsPictures != true else { return chosen }
        return desktop.rendering
    }
}

/// The signals of a ringing call, besides the line in the terminal.
struct Rings: Sendable {
    private let desktop: DesktopRinger?
    private let tone: ToneRinger?

    init(_ desktop: DesktopRinger?, _ tone: ToneRinger?) { (self.desktop, self.tone) = (desktop, tone) }

    func take(_ event: CallEvent) async {
        _ = desktop?.take(.event(event))
        await tone?.take(event)
    }
}
