import ECallAPI
import ECallCalls
import ECallLanguage
import Testing

@testable import ECallCommandLine

@Suite("Notifications of calls")
struct RingNoticesTests {
    private typealias Step = (input: RingNotices.Input, actions: [RingNotices.Action])

    static let reasons: [CallEndReason] = [
        .hungUp, .remoteHungUp, .declined, .notAnswered, .answeredElsewhere, .cancelled, .connectionLost, .failed,
        .busy,
        .declinedElsewhere, .removed, .remoteLost,
    ]
    private static let call = EventSamples.incoming
    private static let second = IncomingCall(
        id: 18, room: 900, caller: 7, callerDevice: 77, callerName: "Eve", isVideo: false)
    private static let rings: Step = (.event(.incoming(call)), [.show(.ring(call, problem: nil), 17)])
    private static let secondRings: Step = (.event(.incoming(second)), [.show(.ring(second, problem: nil), 18)])

    private static func ended(_ reason: CallEndReason, problem: String? = nil) -> RingNotices.Input {
        .event(.ended(EventSamples.summary(reason, problem: problem)))
    }

    private func check(_ steps: [Step], sourceLocation: SourceLocation = #_sourceLocation) {
        var notices = RingNotices()
        for (number, step) in steps.enumerated() {
            #expect(notices.take(step.input) == step.actions, "step \(number)", sourceLocation: sourceLocation)
        }
    }

    @Test("the end of a ringing call decides whether a notification stays", arguments: reasons)
    func ends(reason: CallEndReason) {
        let actions: [RingNotices.Action] =
            switch reason {
            case .notAnswered, .cancelled, .remoteLost, .connectionLost: [.show(.missed(Self.call), 17)]
            case .failed: [.show(.failed(Self.call, problem: nil), 17)]
            case .hungUp, .remoteHungUp, .declined, .busy, .answeredElsewhere, .declinedElsewhere, .removed:
                [.close(17)]
            }
        check([
            Self.rings, (Self.ended(reason), actions),
            // Reported twice, or pressed too late.
            (Self.ended(reason), []), (.chosen(.answer, 17), []), (.chosen(.decline, 17), []), (.left, []),
        ])
    }

    @Test("a call answered at a terminal has no notification, and neither has its end")
    func answeredHere() {
        check([
            Self.rings, (.event(.encryption(17, .waitingForKey)), [.close(17)]),
            (.event(.participantJoined(17, 5, name: "Bob")), []), (.chosen(.decline, 17), []),
            (Self.ended(.failed), []),
        ])
    }

    @Test("a button acts once, and only for a ringing call", arguments: NoticeChoice.allCases)
    func buttons(choice: NoticeChoice) {
        let action: RingNotices.Action = choice == .answer ? .answer(17) : .decline(17)
        check([
            (.chosen(choice, 17), []), Self.rings, (.chosen(choice, 18), []),
            (.chosen(choice, 17), [.close(17), action]), (.chosen(.answer, 17), []), (.chosen(.decline, 17), []),
        ])
    }

    @Test("a failed answer asks again while it rings, and becomes a missed call otherwise")
    func refused() {
        check([
            Self.rings, (.chosen(.answer, 17), [.close(17), .answer(17)]),
            (
                .refused(17, .verbatim("The microphone is busy.")),
                [.show(.ring(Self.call, problem: .verbatim("The microphone is busy.")), 17)]
            ),
            (.chosen(.answer, 17), [.close(17), .answer(17)]),
            (Self.ended(.cancelled), [.show(.missed(Self.call), 17)]),
            (.refused(17, .verbatim("The microphone is busy.")), []),
        ])
    }

    @Test("a call answered by its notification that fails says why")
    func failed() {
        check([
            Self.rings, (.chosen(.answer, 17), [.close(17), .answer(17)]),
            (.event(.encryption(17, .waitingForKey)), [.close(17)]),
            (
                Self.ended(.failed, problem: "No media."),
                [.show(.failed(Self.call, problem: .verbatim("No media.")), 17)]
            ),
            (Self.ended(.failed, problem: "No media."), []),
        ])
        check([
            Self.rings, (.chosen(.answer, 17), [.close(17), .answer(17)]),
            (.event(.encryption(17, .waitingForKey)), [.close(17)]), (Self.ended(.remoteHungUp), []),
        ])
    }

    @Test("two calls have two notifications, and a repeated call has one")
    func two() {
        check([
            Self.rings, (.event(.incoming(Self.call)), []), Self.secondRings,
            (Self.ended(.answeredElsewhere), [.close(17)]), (.chosen(.decline, 18), [.close(18), .decline(18)]),
        ])
    }

    @Test("the end of listening, or of the account, closes every notification")
    func left() {
        check([Self.rings, Self.secondRings, (.left, [.close(17), .close(18)]), (.chosen(.answer, 17), [])])
        check([Self.rings, (.event(.signedOut), [.close(17)]), (Self.ended(.cancelled), [])])
    }

    @Test("an event that does not concern the ring changes nothing")
    func others() {
        check([
            (Self.ended(.cancelled), []), (.event(.ringing(17)), []), Self.rings,
            (.event(.notice(17, .verbatim("Look."))), []), (.event(.suspended(.verbatim("Spam"))), []),
            (.event(.participantJoined(18, 7, name: "Eve")), []), (Self.ended(.declined), [.close(17)]),
        ])
    }

    @Test("a call that came too late to ring is shown as missed")
    func missed() {
        check([(.event(.missed(EventSamples.incoming)), [.show(.missed(EventSamples.incoming), 17)])])
    }

    @Test("the number of notifications is limited to the calls that can be answered")
    func many() {
        var notices = RingNotices()
        var shown = 0
        for number in 1...100 {
            let call = IncomingCall(
                id: CallID(UInt64(number)), room: 900, caller: 5, callerDevice: 55, callerName: "Bob", isVideo: false)
            shown += notices.take(.event(.incoming(call))).count
        }
        #expect(shown == RingNotices.mostRings)
    }
}
