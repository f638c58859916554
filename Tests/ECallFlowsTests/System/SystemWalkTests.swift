import ECallAPI
import ECallCalls
import Foundation
import TestSupport
import Testing

@testable import ECallFlows
@testable import ECallFlowsTestSupport

/// Whatever happens in whatever order, no rule of the system is broken.
@Suite("Calls on a phone, in any order", .timeLimit(.minutes(1)))
struct SystemWalkTests {
    typealias S = SystemSamples

    /// A phone on which anything happens.
    private struct Walk {
        private(set) var calls = SystemCalls()
        private(set) var phone = PhoneDouble()
        private var past: [String] = []
        private var random: SeededGenerator
        private var seconds = 0
        private var waits: Set<Duration> = []

        private static let own = PhoneDouble.action(200)
        private static let reasons: [CallEndReason] = [
            .cancelled, .answeredElsewhere, .declined, .notAnswered, .remoteHungUp, .failed, .busy,
        ]

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            phone.givesAudio = Bool.random(using: &random)
            send(.launched)
        }

        private var now: Duration { .seconds(seconds) }

        /// The last things that happened.
        var story: String { past.suffix(12).joined(separator: "\n") }

        private mutating func send(_ action: SystemCalls.Action) {
            let effects = calls.send(action)
            phone.take(effects)
            for case .wait(let moment) in effects { waits.insert(moment) }
            past.append("\(action) -> \(effects)")
        }

        /// The system says what it has to say.
        mutating func listen() { while let answer = phone.nextAnswer() { send(answer) } }

        mutating func pass(_ seconds: Int) {
            for _ in 0..<seconds {
                self.seconds += 1
                for moment in waits.sorted() where moment <= now {
                    waits.remove(moment)
                    send(.waited(at: now))
                }
                phone.move(to: now)
                listen()
            }
        }

        mutating func step() {
            let id = Bool.random(using: &random) ? CallID(7) : 9
            let uuid = [SystemCallID.of(id), Self.own].randomElement(using: &random) ?? Self.own
            switch Int.random(in: 0..<20, using: &random) {
            case 0, 1: push(id)
            case 2, 3: send(S.incoming(id, at: now))
            // Others cannot be tapped.
            case 4 where phone.callsShown.contains(uuid), 5 where phone.callsShown.contains(uuid):
                phone.tap(.answer(uuid))
            case 6: phone.tap(.end(uuid))
            case 7: phone.tap(.mute(uuid, Bool.random(using: &random)))
            case 8: send(S.over(Self.reasons.randomElement(using: &random) ?? .failed, id))
            case 9, 10: send(.entered(id, isIn: Int.random(in: 0..<4, using: &random) > 0, at: now))
            case 11: send(.connected(id))
            case 12: send(.wantsToCall(Self.own, SystemStory.verifiedBo))
            case 13: send(.placed(Self.own, Bool.random(using: &random) ? id : nil))
            case 14: send(.wantsToReturn(id, SystemStory.verifiedBo))
            case 15:
                send(
                    [.wantsToHangUp, .wantsToAnswer(isVideo: true), .wantsToMute(true)].randomElement(using: &random)
                        ?? .wantsToHangUp)
            case 16:
                listen()
                if calls.isInBackground { phone.comeToForeground() } else { phone.goToBackground() }
                listen()
            case 17 where Int.random(in: 0..<4, using: &random) == 0:
                listen()
                phone.reset()
                listen()
            case 18: phone.doesNotDisturb.toggle()
            default: pass(Int.random(in: 1..<8, using: &random))
            }
            if Bool.random(using: &random) { listen() }
        }

        private mutating func push(_ id: CallID) {
            let push = RingPush(call: id, caller: 2, callerName: "Bo", isVideo: true)
            let action = SystemCalls.Action.pushed(push, isUnlocked: true, mustReport: true, at: now)
            let effects = calls.send(action)
            phone.push { $0.take(effects) }
            for case .wait(let moment) in effects { waits.insert(moment) }
            past.append("\(action) -> \(effects)")
        }
    }

    @Test(
        "no rule is broken, each action has its result, and ended calls leave nothing behind", arguments: 1...400)
    func walk(seed: UInt64) {
        var walk = Walk(seed: seed)
        for _ in 0..<80 where walk.phone.breaches.isEmpty { walk.step() }
        #expect(walk.phone.breaches.isEmpty, "\(walk.story)")
        walk.listen()
        walk.pass(70)
        let story = walk.story
        #expect(walk.phone.breaches.isEmpty, "\(story)")
        #expect(!walk.phone.hasOpenAction, "\(story)")
        #expect(walk.phone.callsShown == Set(walk.calls.call.map { [$0.uuid] } ?? []), "\(story)")
        #expect(walk.phone.isSounding == walk.calls.isSounding)
    }
}
