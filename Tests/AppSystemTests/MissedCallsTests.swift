import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import Testing

@testable import AppSystem

@Suite("Missed calls", .timeLimit(.minutes(1)))
struct MissedCallsTests {
    private static func call(_ id: CallID, isVerified: Bool = true, isNewDevice: Bool = false) -> IncomingCall {
        IncomingCall(
            id: id, room: 5, caller: 2, callerDevice: 22, callerName: "Ben", isVideo: false, isVerified: isVerified,
            isNewDevice: isNewDevice)
    }

    private static func ended(_ id: CallID, _ reason: CallEndReason) -> CallEvent {
        .ended(CallSummary(id: id, reason: reason, problem: nil, statistics: CallStatistics()))
    }

    private static let reasons: [CallEndReason] = [
        .hungUp, .remoteHungUp, .declined, .notAnswered, .answeredElsewhere, .cancelled, .connectionLost, .failed,
        .busy,
        .declinedElsewhere, .removed, .remoteLost,
    ]

    @Test(
        "an unanswered ring is missed if its caller gave up or it timed out",
        arguments: reasons)
    func ends(_ reason: CallEndReason) {
        var missed = MissedCalls()
        #expect(missed.hear(.incoming(Self.call(7))) == nil)
        let isMissed = [.notAnswered, .cancelled].contains(reason)
        #expect(missed.hear(Self.ended(7, reason)) == (isMissed ? Self.call(7) : nil))
        // Once.
        #expect(missed.hear(Self.ended(7, reason)) == nil)
    }

    @Test("an unanswered outgoing call is not missed here, and a call whose invitation came too late is")
    func others() {
        var missed = MissedCalls()
        #expect(missed.hear(Self.ended(8, .notAnswered)) == nil)
        #expect(missed.hear(.missed(Self.call(9))) == Self.call(9))
        #expect(missed.hear(.signedOut) == nil)
    }

    @Test("a missed call's caller is named as on the call screen, and not at all if unverified")
    func names() {
        let texts = Texts()
        #expect(texts.string(SystemCaller(missed: Self.call(7)).name) == "Ben")
        let unknown = texts.string(SystemCaller(missed: Self.call(7, isVerified: false)).name)
        #expect(unknown == texts.string(.notificationUnverified))
        let fresh = texts.string(SystemCaller(missed: Self.call(7, isVerified: false, isNewDevice: true)).name)
        #expect(fresh.contains("Ben") && fresh != "Ben")
    }
}
