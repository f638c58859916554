import ECallAPI
import ECallCalls
import ECallCore
import ECallLanguage
import ECallSecurity
import Foundation
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallFlows
@testable import ECallFlowsTestSupport

/// Buttons of the app on a phone: the library acts only within the system's actions, and the caller gets the result.
@Suite("Calls routed through the system", .timeLimit(.minutes(1)))
@MainActor
struct RoutedCallsTests {
    /// Calls that do as specified, and record it.
    private final class NotedCalls: CallControlling {
        private let listeners = Mutex<[AsyncStream<CallEvent>.Continuation]>([])
        var events: AsyncStream<CallEvent> {
            let (events, told) = AsyncStream.makeStream(of: CallEvent.self)
            listeners.withLock { $0.append(told) }
            return events
        }
        func tell(_ event: CallEvent) { for listener in listeners.withLock({ $0 }) { listener.yield(event) } }

        var participants: AsyncStream<[CallParticipant]> { AsyncStream { $0.finish() } }
        private let state = Mutex((steps: [String](), overview: CallOverview?.none, failure: CallFailure?.none))

        var steps: [String] { state.withLock { $0.steps } }
        func fail(_ failure: CallFailure?) { state.withLock { $0.failure = failure } }
        func stands(_ overview: CallOverview?) { state.withLock { $0.overview = overview } }

        private func did(_ step: String, _ overview: CallOverview?) throws(CallFailure) {
            let failure = state.withLock { state in
                state.steps.append(step)
                if state.failure == nil { state.overview = overview }
                return state.failure
            }
            if let failure { throw failure }
        }

        func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID {
            try did("call \(contacts) \(options.video)", CallOverview(id: 7, state: .calling))
            return 7
        }
        func answer(_ call: CallID?, options: CallOptions) async throws(CallFailure) {
            try did("answer \(call ?? 0) \(options.video)", CallOverview(id: call, state: .connecting))
        }
        func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure) {
            try did("return \(call) \(options.video)", CallOverview(id: call, state: .connecting))
        }
        func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool {
            try did("decline \(reply == nil ? "-" : "reply")", nil)
            return reply != nil
        }
        func hangUp() async throws(CallFailure) { try did("hang up", nil) }
        func carryOut(_ wish: CallWish) async throws(CallFailure) { try did("\(wish)", await status()) }
        func status() async -> CallOverview? { state.withLock { $0.overview } }
        func ongoing() async throws(CallFailure) -> OngoingCall? {
            OngoingCall(id: 7, place: .here, isVideo: true, people: [OngoingCall.Person(id: 2, name: "Bo")])
        }
        func check(_ options: CallOptions) async throws(CallFailure) {}
        func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure) { throw .noCall }
        func leave(_ call: CallID) async throws(CallFailure) { throw .noCall }
        func running() async -> RunningCall? { nil }
        func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID] { throw .noCall }
        func askToMute(_ user: UserID) async throws(CallFailure) { throw .noCall }
        func remove(_ user: UserID) async throws(CallFailure) { throw .noCall }
        func note(_ note: DeviceNote) async throws(CallFailure) -> Bool { throw .noCall }
        func statistics() async -> CallStatistics? { nil }
    }

    @MainActor
    private final class Told { var texts: [Text] = [] }

    private let system = PromptPhone()
    private let library = NotedCalls()
    private let routes: SystemCallRoutes
    private let calls: any CallControlling
    private let told = Told()
    private let options = CallOptions(video: true)

    init() {
        let told = told
        routes = SystemCallRoutes(
            over: CallSystem(screen: system, pushes: system, audio: system),
            SystemCallRoutes.Ways(
                goOnline: {}, goOffline: {}, name: { $0 == 2 ? "Bo" : nil }, tell: { told.texts.append($0) }),
            time: ManualTime())
        system.center = routes.center
        calls = routes.routed(library)
        routes.center.send(.launched)
    }

    /// The library reports a ringing call.
    private func rings(isVerified: Bool = true) {
        library.stands(CallOverview(id: 7, state: .incoming))
        routes.center.send(SystemSamples.incoming(isVerified: isVerified, at: .zero))
    }

    private func until(_ isSo: () -> Bool) async throws { while !isSo() { try await pause() } }

    private func requests() -> [SystemCalls.Effect] {
        system.said.filter { if case .request = $0 { true } else { false } }
    }

    @Test("a call is placed in the action of a transaction, under the stored name")
    func places() async throws {
        #expect(try await calls.call([2, 3], options: options) == 7)
        #expect(library.steps == ["call [2, 3] true"])
        guard case .request(.start(_, let caller)) = requests().first else {
            Issue.record("\(system.said)")
            return
        }
        #expect(caller == SystemCaller(2, name: "Bo", .verified, isVideo: true))
        await #expect(throws: CallFailure.alreadyInCall) { try await calls.returnTo(9, options: options) }
        try await calls.hangUp()
        #expect(library.steps.last == "hang up" && requests().count == 2)
        #expect(routes.center.state.call == nil && system.phone.breaches == [])
    }

    @Test("a call that cannot be placed fails with the library's reason, and ends on the system's screen")
    func failsToPlace() async throws {
        library.fail(.busy)
        await #expect(throws: CallFailure.busy) { _ = try await calls.call([2], options: options) }
        try await until { routes.center.state.call == nil }
        #expect(system.phone.callsShown.isEmpty)
    }

    @Test("a refusal by the system places, answers and mutes nothing, and is reported once")
    func refused() async throws {
        system.act { $0.takesRequests = false }
        let refusal = CallFailure.media(.callNoticeRefused)
        await #expect(throws: refusal) { _ = try await calls.call([2], options: options) }
        await #expect(throws: refusal) { try await calls.returnTo(7, options: options) }
        #expect(library.steps == [])
        // A call that no one asked for.
        routes.center.send(.wantsToCall(UUID(), SystemStory.bo))
        try await until { !told.texts.isEmpty }
        #expect(told.texts == [.callNoticeRefused])
        system.act { $0.takesRequests = true }
        _ = try await calls.call([2], options: options)
        system.act { $0.takesRequests = false }
        await #expect(throws: refusal) { try await calls.carryOut(.muted(true)) }
        #expect(library.steps == ["call [2] true"])
        // An end is carried out all the same.
        try await calls.hangUp()
        #expect(library.steps.last == "hang up" && system.phone.breaches == [])
    }

    @Test("a call is answered as the user chose, and once")
    func answers() async throws {
        await #expect(throws: CallFailure.noCall) { try await calls.answer(7, options: options) }
        rings()
        await #expect(throws: CallFailure.noCall) { try await calls.answer(9, options: options) }
        try await calls.answer(7, options: CallOptions(video: false))
        #expect(library.steps == ["answer 7 false"] && routes.center.state.isSounding)
        await #expect(throws: CallFailure.noCall) { try await calls.answer(7, options: options) }
        #expect(library.steps.count == 1 && requests().count == 1 && system.phone.breaches == [])
    }

    @Test("an answer that the library cannot carry out fails with its reason")
    func failsToAnswer() async throws {
        rings()
        library.fail(.offline)
        await #expect(throws: CallFailure.offline) { try await calls.answer(nil, options: options) }
        try await until { routes.center.state.call == nil }
        #expect(system.phone.callsShown.isEmpty && system.phone.breaches == [])
    }

    @Test("a call is declined with a reply by an end action of the system")
    func declines() async throws {
        rings()
        #expect(try await calls.decline(saying: .callBackSoon))
        #expect(library.steps == ["decline reply"] && requests() == [.request(.end(SystemStory.uuid))])
        #expect(system.phone.breaches == [])
    }

    @Test("muting is an action of the system, and a refused unmute shows as muted on the system's screen")
    func mutes() async throws {
        _ = try await calls.call([2], options: options)
        try await calls.carryOut(.muted(true))
        library.fail(.tooManyUnmuted)
        await #expect(throws: CallFailure.tooManyUnmuted) { try await calls.carryOut(.muted(false)) }
        library.fail(nil)
        try await until { library.steps.count == 4 }
        let mutes = requests().compactMap { if case .request(.mute(_, let isMuted)) = $0 { isMuted } else { nil } }
        #expect(mutes == [true, false, true] && library.steps.last == "muted(true)")
        #expect(system.phone.breaches == [])
    }

    @Test("the camera state is the library's, and the flow learns it")
    func camera() async throws {
        _ = try await calls.call([2], options: options)
        try await calls.carryOut(.video(false))
        #expect(routes.center.state.call?.isCameraOn == false)
        system.act { $0.goToBackground() }
        try await calls.carryOut(.hand(isRaised: true))
        #expect(library.steps == ["call [2] true", "video(false)", "hand(isRaised: true)"])
    }

    @Test("a call is resumed with its camera, which is off in the background")
    func returns() async throws {
        try await calls.returnTo(7, options: options)
        #expect(library.steps == ["return 7 true"])
        library.tell(.encryption(7, .protected))
        try await until { routes.center.state.call?.isConnected == true }
        #expect(system.said.suffix(1) == [.reportConnected(SystemStory.uuid)])
        system.act { $0.goToBackground() }
        try await until { library.steps.count == 2 }
        #expect(library.steps.last == "video(false)" && system.phone.breaches == [])
    }

    @Test("media that flows before the library reports this device in the call counts")
    func earlyMedia() {
        var calls = SystemCalls()
        _ = calls.send(.wantsToReturn(7, SystemStory.bo))
        _ = calls.send(
            .performs(SystemCallAction(id: UUID(), .start(SystemStory.uuid), deadline: .seconds(30)), at: .zero))
        #expect(calls.send(.connected(7)) == [])
        #expect(
            calls.send(.entered(7, isIn: true, at: .zero))
                == [.reportConnecting(SystemStory.uuid), .reportConnected(SystemStory.uuid)])
    }

    @Test("events from before the first reader reach that reader and the system's screen")
    func events() async throws {
        #expect(routes.center.state.call == nil)
        library.tell(.clockOff(.commonSomebody))
        var events = calls.events.makeAsyncIterator()
        #expect(await events.next() == .clockOff(.commonSomebody))
    }
}
