import CallKit
import ECallAPI
import ECallCalls
import ECallCore
import ECallKit
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import AppSystem
@testable import ECallFlows
@testable import ECallFlowsTestSupport
@testable import ECallServerTestSupport

/// Calls of a phone over CallKit and PushKit (as stand-ins have them), the library's calls, and the real server in this process.
@Suite("Calls of a phone, over the server", .timeLimit(.minutes(1)))
@MainActor
struct LiveCallTests {
    private static let options = CallOptions(video: true)

    private static func uuid(_ call: CallID) -> UUID { SystemCallID.of(call) }

    /// Bo calls, the push rings, and the invitation has confirmed it.
    private static func ringing(_ ana: LivePhone, _ bo: Party) async throws -> CallID {
        let id = try await bo.calls.call([ana.party.account.userId], options: options)
        ana.push(id)
        #expect(ana.phone.phone.callsShown == [uuid(id)])
        try await ana.until { if case .ringing = $0.call?.stage { true } else { false } }
        return id
    }

    /// Ana has answered on the system's screen, and they talk.
    private static func talking(_ ana: LivePhone, _ bo: Party) async throws -> CallID {
        let id = try await ringing(ana, bo)
        ana.tap(.answer(uuid(id)))
        try await ana.until { $0.call?.stage == .inCall && $0.state.isSounding }
        return id
    }

    /// 000-42, 000-43
    @Test("a push rings, is confirmed, answered and connected with the system's sound; the system's end hangs it up")
    func pushToConversation() async throws {
        try await LivePhone.with { ana, bo in
            #expect(await ana.party.client.current == nil)
            let events = try await bo.calls.events
            let id = try await Self.talking(ana, bo)
            #expect(ana.call?.caller.trust != .said && ana.call?.isConnected == true)
            for await event in events { if case .answered(id, _, _) = event { break } }
            ana.tap(.end(Self.uuid(id)))
            for await event in events { if case .ended = event { break } }
            try await ana.until { $0.call == nil && !$0.state.isSounding }
            #expect(ana.breaches == [] && ana.told == [] && ana.phone.phone.callsShown.isEmpty)
            // Nothing keeps it online in the background.
            while try await ana.place.server.real.isOnline(ana.party.person.identity) { try await pause() }
        }
    }

    @Test("before the first unlock it rings without a name; unlocked, it goes online and can be answered")
    func locked() async throws {
        try await LivePhone.with { ana, bo in
            ana.party.storage.setLocked(true)
            ana.phone.phone.isUnlocked = false
            let id = try await bo.calls.call([ana.party.account.userId], options: Self.options)
            ana.push(id, isNew: false)
            #expect(ana.phone.done.last { $0.hasPrefix("incoming") } == "incoming \(Self.uuid(id)) - “Someone” true")
            ana.tap(.answer(Self.uuid(id)))
            #expect(ana.call?.stage == .hinted(until: .seconds(11)) && ana.breaches == [])
            ana.party.storage.setLocked(false)
            ana.phone.phone.isUnlocked = true
            ana.calls.unlocked()
            try await ana.until { $0.call?.stage == .inCall && $0.state.isSounding }
            #expect(ana.breaches == [])
            #expect(ana.phone.done.contains { $0.hasPrefix("update") && $0.contains("“Bo”") })
            try await bo.calls.hangUp()
            try await ana.until { $0.call == nil }
        }
    }

    @Test("a call that is cancelled while it rings is over on the system's screen")
    func cancelled() async throws {
        try await LivePhone.with { ana, bo in
            let id = try await Self.ringing(ana, bo)
            try await bo.calls.hangUp()
            try await ana.until { $0.call == nil }
            #expect(ana.phone.done.last == "ended \(Self.uuid(id)) remoteEnded" && ana.breaches == [])
        }
    }

    @Test("a push of a call that is over already rings for ten seconds, since nothing confirms it")
    func cancelledBefore() async throws {
        try await LivePhone.with { ana, bo in
            let id = try await bo.calls.call([ana.party.account.userId], options: Self.options)
            try await bo.calls.hangUp()
            ana.push(id)
            #expect(ana.phone.phone.callsShown == [Self.uuid(id)])
            while try await !ana.place.server.real.isOnline(ana.party.person.identity) { try await pause() }
            ana.time.advance(by: .seconds(9))
            #expect(ana.call?.isRinging == true)
            ana.time.advance(by: .seconds(1))
            try await ana.until { $0.call == nil }
            #expect(ana.phone.done.last == "ended \(Self.uuid(id)) failed" && ana.breaches == [])
        }
    }

    @Test("two pushes of one call are one call")
    func repeated() async throws {
        try await LivePhone.with { ana, bo in
            let id = try await Self.ringing(ana, bo)
            ana.push(id)
            ana.push(id, isNew: false)
            #expect(ana.phone.phone.callsShown == [Self.uuid(id)] && ana.call?.isRinging == true)
            ana.tap(.end(Self.uuid(id)))
            let events = try await bo.calls.events
            for await event in events { if case .ended(let summary) = event, summary.reason == .declined { break } }
            #expect(ana.call == nil && ana.breaches == [])
        }
    }

    @Test("a second call while one runs is over at once, and its caller hears busy; the first goes on")
    func busy() async throws {
        try await LivePhone.with { ana, bo in
            let cy = try await Party.signIn("Cy", at: ana.place)
            try await ana.place.server.real.befriend(ana.party.person, cy.person)
            try await cy.goesOnline(at: ana.place)
            let id = try await Self.talking(ana, bo)
            let calls = try await cy.calls
            await #expect(throws: CallFailure.busy) {
                _ = try await calls.call([ana.party.account.userId], options: Self.options)
            }
            ana.push(99)
            #expect(ana.phone.done.suffix(2).map { $0.prefix(5) } == ["incom", "ended"])
            #expect(ana.call?.id == id && ana.state.isSounding && ana.breaches == [])
            await cy.client.close()
        }
    }

    @Test("without a network while it rings, an answer fails before the system's time is over")
    func networkGone() async throws {
        try await LivePhone.with { ana, bo in
            let id = try await Self.ringing(ana, bo)
            ana.party.line.cut()
            ana.calls.networkChanged(isThere: false)
            ana.tap(.answer(Self.uuid(id)))
            try await ana.until { $0.isPassing() && $0.call == nil }
            #expect(ana.phone.done.contains { $0.hasPrefix("fail ") } && ana.phone.phone.callsShown.isEmpty)
            #expect(!ana.state.isSounding && ana.breaches == [])
        }
    }

    @Test("an app that was ended in a call comes back to it as a call of its own")
    func restarted() async throws {
        try await LivePhone.with { ana, bo in
            let id = try await Self.talking(ana, bo)
            let again = try await ana.restarted()
            let running = again.party.client.flows.runningCall()
            running.send(.refreshed)
            try await again.until { _ in running.state.state != .none }
            guard case .here(let ongoing, _) = running.state.state else {
                Issue.record("\(running.state)")
                return
            }
            #expect(ongoing.id == id)
            running.send(.returned)
            try await again.until { $0.call?.stage == .inCall && $0.call?.isConnected == true && $0.state.isSounding }
            #expect(again.phone.done.contains("connecting \(Self.uuid(id))"))
            #expect(again.phone.done.contains("connected \(Self.uuid(id))") && again.breaches == [])
            try await bo.calls.hangUp()
            try await again.until { $0.call == nil }
            await again.party.client.close()
        }
    }

    /// 000-31, 000-37
    @Test("the app's own buttons ask the system: a call is placed, muted and hung up in its actions")
    func buttons() async throws {
        try await LivePhone.with { ana, bo in
            ana.phone.phone.comeToForeground()
            ana.listen()
            let screen = ana.party.client.flows.call()
            let events = try await bo.calls.events
            let bosCalls = try await bo.calls
            screen.send(.called([CallSubject.Person(id: bo.account.userId, name: "Bo")], isVideo: true))
            try await ana.until { $0.call?.id != nil }
            #expect(ana.phone.done.contains { $0.hasPrefix("start ") } && ana.phone.done.contains("configure"))
            for await event in events { if case .incoming = event { break } }
            try await bosCalls.answer(options: Self.options)
            try await ana.until { $0.call?.isConnected == true }
            screen.send(.muted(true))
            try await ana.until { _ in screen.state.isMuted && screen.state.phase.isInCall && ana.isMutedThere() }
            screen.send(.hungUp)
            try await ana.until { $0.call == nil }
            for await event in events { if case .ended = event { break } }
            try await ana.until { _ in if case .ended = screen.state.phase { true } else { false } }
            let asked = ana.phone.done.filter { $0.hasPrefix("start ") || $0.hasPrefix("request ") }
            #expect(asked.count == 3, "\(asked)")
            #expect(ana.breaches == [] && ana.told == [])
        }
    }

    @Test("a call that the system does not let begin is not placed, and the screen says so")
    func refused() async throws {
        try await LivePhone.with { ana, bo in
            ana.phone.phone.takesRequests = false
            let screen = ana.party.client.flows.call()
            screen.send(.called([CallSubject.Person(id: bo.account.userId, name: "Bo")], isVideo: false))
            try await ana.until { _ in if case .ended = screen.state.phase { true } else { false } }
            guard case .ended(let end) = screen.state.phase else { return }
            #expect(end.sentence == CallFailure.media(.callNoticeRefused).text)
            #expect(ana.call == nil && ana.told == [] && ana.breaches == [])
            #expect(try await ana.party.calls.status() == nil)
        }
    }

    @Test("a call that is answered on the system's screen is on the app's screen too")
    func screenFollows() async throws {
        try await LivePhone.with { ana, bo in
            let screen = ana.party.client.flows.call()
            let id = try await Self.talking(ana, bo)
            try await ana.until { _ in screen.state.phase.isInCall }
            #expect(screen.state.call?.id == id && screen.state.call?.hasBegun == true)
            screen.send(.hungUp)
            try await ana.until { $0.call == nil }
            #expect(ana.phone.done.contains("request end(\(Self.uuid(id)))") && ana.breaches == [])
        }
    }

    @Test("(j) in the background the camera is off, which the others see, and on again in the foreground")
    func background() async throws {
        try await LivePhone.with { ana, bo in
            ana.phone.phone.comeToForeground()
            ana.listen()
            let id = try await Self.talking(ana, bo)
            let (people, me) = (try await bo.calls.participants, ana.party.account.userId)
            func sees(_ isOn: Bool) async {
                for await list in people {
                    if list.contains(where: { $0.user == me && $0.isVideoEnabled == isOn }) {
                        return
                    }
                }
            }
            await sees(true)
            ana.phone.phone.goToBackground()
            ana.listen()
            await sees(false)
            ana.phone.phone.comeToForeground()
            ana.listen()
            await sees(true)
            #expect(ana.call?.id == id && ana.breaches == [])
            try await bo.calls.hangUp()
            try await ana.until { $0.call == nil }
        }
    }
}

extension LivePhone {
    /// Lets a second pass; true, to be asked while something is waited for.
    fileprivate func isPassing() -> Bool {
        time.advance(by: .seconds(1))
        return true
    }

    /// Whether the system has been told that its call is muted.
    fileprivate func isMutedThere() -> Bool { phone.done.contains { $0.contains("mute") } }
}
