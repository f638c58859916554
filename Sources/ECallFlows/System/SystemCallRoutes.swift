public import ECallAPI
public import ECallCalls
public import ECallCore
public import ECallLanguage
import ECallSecurity
import Foundation

/// Connects the calls of this device and the system's call screen in both directions: the library's events are shown there, and
/// the person's actions, there or in the app, are executed by the library within an action of the system.
@MainActor
public final class SystemCallRoutes {
    /// The requirements on the app.
    public struct Ways: Sendable {
        /// Goes online; returns once it is, or cannot be now.
        public var goOnline: @Sendable () async -> Void
        /// Disconnects once no call rings or runs.
        public var goOffline: @Sendable () async -> Void
        /// The name that this device keeps for a person.
        public var name: @Sendable (UserID) async -> String?
        /// The person's choices for a call that they enter on the system's screen.
        public var options: @Sendable (_ isVideo: Bool) -> CallOptions
        /// Shows the person a short message.
        public var tell: @MainActor @Sendable (Text) -> Void

        public init(
            goOnline: @escaping @Sendable () async -> Void, goOffline: @escaping @Sendable () async -> Void,
            name: @escaping @Sendable (UserID) async -> String?,
            options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions = { CallOptions(video: $0) },
            tell: @escaping @MainActor @Sendable (Text) -> Void
        ) {
            (self.goOnline, self.goOffline, self.name) = (goOnline, goOffline, name)
            (self.options, self.tell) = (options, tell)
        }
    }

    public let center: SystemCallCenter

    private let desk = SystemCallDesk()
    private let ways: Ways
    private let time: any TimeSource
    private var listening: Task<Void, Never>?

    /// - Parameter time: counts the time for which the phone slept.
    public init(over system: CallSystem, _ ways: Ways, time: any TimeSource = ContinuousTime()) {
        (self.ways, self.time) = (ways, time)
        center = SystemCallCenter(system, library: SystemCallEffects(desk: desk, ways: ways, time: time))
        center.watch = { [desk, weak center] action, effects in
            desk.follow(action, effects, current: center?.state.call?.uuid)
        }
    }

    isolated deinit { listening?.cancel() }

    /// Returns the calls of a device for the app: anything that begins, answers, mutes or ends a call asks the system first.
    /// The previous device is released.
    public func routed(_ calls: any CallControlling) -> any CallControlling {
        listening?.cancel()
        desk.calls = calls
        // Taken before any event: one for here, one for the first consumer.
        let (events, forApp) = (calls.events, calls.events)
        listening = Task { [weak center, time] in
            for await event in events {
                guard !Task.isCancelled else { return }
                center?.send(.heard(event, at: time.now))
                if let call = event.callWithMedia { center?.send(.connected(call)) }
            }
        }
        return RoutedCalls(calls, events: forApp, to: self)
    }

    // MARK: - The person's requests in the app

    func call(_ people: [UserID], _ options: CallOptions) async throws(CallFailure) -> CallID {
        guard let first = people.first else { throw .notAvailable }
        let name = await ways.name(first) ?? ""
        let caller = SystemCaller(first, name: name, .verified, isVideo: options.video)
        guard center.state.call == nil else { throw .alreadyInCall }
        let uuid = UUID()
        let outcome = await desk.ask(.place(people), uuid, id: nil, options: options) {
            center.send(.wantsToCall(uuid, caller))
        }
        switch outcome {
        case .done(let id?): return id
        case .failed(let failure): throw failure
        case .done(nil), .declined: throw .noCall
        }
    }

    func comeBack(to id: CallID, _ options: CallOptions, _ calls: any CallControlling) async throws(CallFailure) {
        let person = (try? await calls.ongoing())?.people.first
        let caller = SystemCaller(
            person?.id, name: person?.name ?? "", person == nil ? .hidden : .verified, isVideo: options.video)
        guard center.state.call == nil else { throw .alreadyInCall }
        let outcome = await desk.ask(.comeBack(id), SystemCallID.of(id), id: id, options: options) {
            center.send(.wantsToReturn(id, caller))
        }
        if let failure = outcome.failure { throw failure }
    }

    /// - Parameter id: nil takes whichever rings.
    func answer(_ id: CallID?, _ options: CallOptions) async throws(CallFailure) {
        guard let call = center.state.call, let own = call.id, id == nil || id == own else { throw .noCall }
        // On the system's screen it was answered already.
        guard call.isRinging, call.answer == nil else { throw .noCall }
        let outcome = await desk.ask(.answer(own), call.uuid, id: own, options: options) {
            center.send(.wantsToAnswer(isVideo: options.video))
        }
        if let failure = outcome.failure { throw failure }
    }

    /// Declines or hangs up. Returns nil if the system shows no call.
    func end(saying reply: CallReply? = nil) async -> SystemCallWish.Outcome? {
        guard let call = center.state.call else { return nil }
        return await desk.ask(.end(saying: reply), call.uuid, id: call.id) { center.send(.wantsToHangUp) }
    }

    /// Returns nil if the system has no call in progress.
    func mute(_ isMuted: Bool) async -> SystemCallWish.Outcome? {
        guard let call = center.state.call, call.isGoingOn else { return nil }
        return await desk.ask(.mute(isMuted), call.uuid, id: call.id) { center.send(.wantsToMute(isMuted)) }
    }

    func turnedCamera(isOn: Bool) { center.send(.camera(isOn: isOn)) }

    /// Whether a call is being placed that the library does not know of yet.
    var isPlacing: Bool { center.state.call.map { $0.stage == .requested || $0.stage == .placing } ?? false }
}

extension CallEvent {
    /// The call whose media flow, or may, by this event; nil for all others.
    fileprivate var callWithMedia: CallID? {
        switch self {
        case .encryption(let id, .protected), .firstSound(let id, _, _, _), .firstPicture(let id, _, _): id
        default: nil
        }
    }
}
