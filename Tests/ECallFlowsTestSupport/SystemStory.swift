import ECallAPI
import ECallCalls
import Foundation
import Testing

@testable import ECallFlows

/// A transcript of what happens to `SystemCalls` on a phone with Apple's rules: each thing that happens, with its effects.
struct SystemStory {
    typealias S = SystemSamples

    static let bo = SystemCaller(2, name: "Bo", .said, isVideo: true)
    static let verifiedBo = SystemCaller(2, name: "Bo", .verified, isVideo: true)
    static let push = RingPush(call: 7, caller: 2, callerName: "Bo", isVideo: true)
    static let uuid = SystemCallID.of(7)

    var calls = SystemCalls()
    var phone = PhoneDouble()
    /// On the clock of the story.
    private(set) var now = Duration.zero

    /// In order.
    private(set) var done: [SystemCalls.Effect] = []

    init() {
        phone.note(.told(.launched))
        _ = take(.launched)
    }

    /// Collects stories as they run, each as far as it has passed.
    final class Collector: @unchecked Sendable { var stories: [SystemStory] = [] }
    @TaskLocal static var collector: Collector?

    /// The stories that `tell` tells.
    static func collect(_ tell: () -> Void) -> [SystemStory] {
        let collector = Collector()
        $collector.withValue(collector, operation: tell)
        return collector.stories
    }

    /// Stores the present state of the story.
    func keep() { Self.collector?.stories.append(self) }

    /// Something happens in the app or the library.
    mutating func send(
        _ action: SystemCalls.Action, _ effects: [SystemCalls.Effect], at location: SourceLocation = #_sourceLocation
    ) {
        phone.note(.told(action))
        check(action, effects, location)
    }

    private mutating func check(
        _ action: SystemCalls.Action, _ effects: [SystemCalls.Effect], _ location: SourceLocation
    ) {
        #expect(take(action) == effects, "\(action)", sourceLocation: location)
    }

    /// The system reports the consequences of earlier actions.
    mutating func system(
        _ action: SystemCalls.Action, _ effects: [SystemCalls.Effect], at location: SourceLocation = #_sourceLocation
    ) {
        #expect(phone.nextAnswer() == action, sourceLocation: location)
        check(action, effects, location)
    }

    mutating func push(
        _ push: RingPush?, mustReport: Bool = true, _ effects: [SystemCalls.Effect],
        at location: SourceLocation = #_sourceLocation
    ) {
        let action = SystemCalls.Action.pushed(
            push, isUnlocked: phone.isUnlocked, mustReport: mustReport, at: now)
        phone.note(.pushed(push, mustReport: mustReport))
        var (calls, done) = (calls, done)
        phone.push { phone in
            let made = calls.send(action)
            phone.take(made)
            done += made
            #expect(made == effects, "\(action)", sourceLocation: location)
        }
        (self.calls, self.done) = (calls, done)
    }

    mutating func moves(to seconds: Double) {
        now = .seconds(seconds)
        phone.move(to: now)
    }

    /// The system wants this done; taps and requests are numbered as they come.
    func action(_ number: UInt8, _ kind: SystemCallAction.Kind, at seconds: Double = 0) -> SystemCalls.Action {
        let action = SystemCallAction(
            id: PhoneDouble.action(number), kind, deadline: .seconds(seconds) + .seconds(30))
        return .performs(action, at: .seconds(seconds))
    }

    /// Nothing that the system requires is left undone, and none of its rules was broken.
    func isFine(at location: SourceLocation = #_sourceLocation) {
        #expect(phone.breaches == [], sourceLocation: location)
        #expect(phone.answers == [], sourceLocation: location)
        #expect(phone.isSounding == calls.isSounding, sourceLocation: location)
        keep()
    }

    private mutating func take(_ action: SystemCalls.Action) -> [SystemCalls.Effect] {
        let effects = calls.send(action)
        phone.take(effects)
        done += effects
        return effects
    }

    // MARK: - How far it has come

    /// At second 0 a push of Bo's call has rung, and at second 1 the invitation has confirmed it.
    static func ringing() -> SystemStory {
        var story = SystemStory()
        story.push(push, [.reportIncoming(uuid, bo), .goOnline, .wait(until: .seconds(10))])
        story.system(.reported(uuid, nil), [])
        story.moves(to: 1)
        story.send(S.incoming(at: story.now), [.update(uuid, verifiedBo)])
        return story
    }

    /// At second 2 it was answered, and media flow.
    static func talking() -> SystemStory {
        var story = ringing()
        story.moves(to: 2)
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 2), [.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        story.moves(to: 3)
        story.send(
            .entered(7, isIn: true, at: .seconds(3)), [.fulfill(PhoneDouble.action(1)), .wait(until: .seconds(8))])
        story.system(.activatedAudio, [.startAudio])
        story.send(.connected(7), [])
        return story
    }
}

/// Samples of the library's events.
enum SystemSamples {
    static func incoming(_ id: CallID = 7, isVerified: Bool = true) -> IncomingCall {
        IncomingCall(
            id: id, room: 5, caller: 2, callerDevice: 22, callerName: "Bo", isVideo: true, isVerified: isVerified)
    }

    static func incoming(_ id: CallID = 7, isVerified: Bool = true, at now: Duration) -> SystemCalls.Action {
        .heard(.incoming(incoming(id, isVerified: isVerified)), at: now)
    }

    static func over(_ reason: CallEndReason, _ id: CallID = 7) -> SystemCalls.Action {
        .heard(.ended(CallSummary(id: id, reason: reason, problem: nil, statistics: CallStatistics())), at: .zero)
    }
}
