import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// Decision 76: a call link asks its maker, and the state machine itself lets no one in.
@Suite("Requests for an invitation", .timeLimit(.minutes(1)))
struct InvitationRequestTests {
    private let call: CallID = 9
    private let token = String(repeating: "k", count: 43)

    private func ask(_ bench: inout ActiveCallsBench, of maker: UserID, by user: UserID, call: CallID? = nil)
        -> CallOutcome
    {
        bench.activeCalls.handle(
            .requestInvitation(call ?? self.call, of: maker, by: user, token: token), now: bench.now)
    }

    @Test("the maker's device in the call is asked, and nothing changes")
    func asks() {
        var bench = ActiveCallsBench.connectedThree
        let id = bench.activeCalls.calls.keys.first ?? call
        let before = bench.activeCalls.calls[id]
        let outcome = ask(&bench, of: 2, by: 5, call: id)
        let request = InvitationRequest(call: id, sender: 5, token: token)
        #expect(outcome.effects == [.deliver(.invitationRequested(request), to: [Cast.bob])])
        #expect(bench.activeCalls.calls[id] == before)
        #expect(bench.activeCalls.isRelevant(.invitationRequested(request), for: Cast.bob))
        #expect(!bench.activeCalls.isRelevant(.invitationRequested(request), for: DeviceIdentity(user: 5, device: 51)))
    }

    @Test("the creator of the link is not asked outside the call, nor about a participant or a removed user")
    func refused() {
        var bench = ActiveCallsBench.connectedThree
        let id = bench.activeCalls.calls.keys.first ?? call
        #expect(ask(&bench, of: 4, by: 5, call: id).refusal == .notFound)
        #expect(ask(&bench, of: 2, by: 5, call: 12_345).refusal == .notFound)
        #expect(ask(&bench, of: 2, by: 3, call: id).refusal == .alreadyInCall)
        _ = bench.send(.remove(id, 3, by: Cast.alice))
        #expect(ask(&bench, of: 2, by: 3, call: id).refusal == .removed)
        _ = bench.send(.end(id, by: Cast.bob))
        #expect(ask(&bench, of: 2, by: 5, call: id).refusal == .notFound, "the link ends with its maker")
    }

    @Test("a participant who has left voluntarily can ask to come back")
    func left() {
        var bench = ActiveCallsBench.connectedThree
        let id = bench.activeCalls.calls.keys.first ?? call
        _ = bench.send(.end(id, by: Cast.carol))
        #expect(ask(&bench, of: 1, by: 3, call: id).effects.count == 1)
    }
}
