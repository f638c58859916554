public import Observation

/// Runs `SystemCalls`. The system's work is done before `send` returns, because PushKit requires a report before its handler returns; the
/// library's work is started then, and its results arrive by themselves.
@MainActor @Observable
public final class SystemCallCenter {
    public private(set) var state = SystemCalls()

    @ObservationIgnored private let system: CallSystem
    @ObservationIgnored private let library: any FlowEffects<SystemCalls>
    @ObservationIgnored private var tasks: [Int: Task<Void, Never>] = [:]
    @ObservationIgnored private var taskCount = 0
    @ObservationIgnored private var waiting: [SystemCalls.Action] = []
    @ObservationIgnored private var isSending = false
    /// Observes each action after the state has changed and before its effects are performed.
    @ObservationIgnored var watch: (@MainActor (SystemCalls.Action, [SystemCalls.Effect]) -> Void)?

    /// - Parameter library: performs the work that isn't the system's: the library's calls, notices to the person, and waiting.
    public init(_ system: CallSystem, library: some FlowEffects<SystemCalls>) {
        (self.system, self.library) = (system, library)
    }

    isolated deinit { for task in tasks.values { task.cancel() } }

    /// Handles actions one after the other: the system may answer while it is called.
    public func send(_ action: SystemCalls.Action) {
        waiting.append(action)
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while !waiting.isEmpty {
            let action = waiting.removeFirst()
            let effects = state.send(action)
            watch?(action, effects)
            for effect in effects where !performHere(effect) { begin(effect) }
        }
    }

    /// Returns once the library has nothing left to do.
    public func settled() async {
        while let task = tasks.values.first { await task.value }
    }

    /// Performs the effect if it is the system's. Returns whether it is.
    private func performHere(_ effect: SystemCalls.Effect) -> Bool {
        switch effect {
        case .takePushes: system.pushes.take()
        case .askForPushes: system.pushes.ask()
        case .reportIncoming(let uuid, let caller): system.screen.reportIncoming(uuid, caller)
        case .update(let uuid, let caller): system.screen.update(uuid, caller)
        case .reportEnded(let uuid, let end): system.screen.reportEnded(uuid, end)
        case .reportConnecting(let uuid): system.screen.reportConnecting(uuid)
        case .reportConnected(let uuid): system.screen.reportConnected(uuid)
        case .fulfill(let action): system.screen.fulfill(action)
        case .fail(let action): system.screen.fail(action)
        case .request(let request): system.screen.request(request)
        case .configureAudio(let isVideo): system.audio.configure(isVideo: isVideo)
        case .startAudio: system.audio.start()
        case .stopAudio: system.audio.stop()
        case .goOnline, .goOffline, .place, .comeBack, .answer, .decline, .hangUp, .setMuted, .setCamera, .tellRefused,
            .tellSilent, .wait:
            return false
        }
        return true
    }

    private func begin(_ effect: SystemCalls.Effect) {
        taskCount += 1
        let (id, library) = (taskCount, library)
        tasks[id] = Task { [weak self] in
            let action = await library.perform(effect)
            self?.ended(id, action)
        }
    }

    private func ended(_ id: Int, _ action: SystemCalls.Action?) {
        tasks[id] = nil
        if let action { send(action) }
    }
}
