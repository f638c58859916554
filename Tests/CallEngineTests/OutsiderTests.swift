import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("Outside of a call", .timeLimit(.minutes(1)))
struct OutsiderTests {
    private func seen(by user: UserID, in bench: ActiveCallsBench) -> [UserID] {
        bench.activeCalls.calls[ActiveCallsBench.call]?.participants(for: user).map(\.userId).sorted() ?? []
    }

    @Test("a callee who has declined no longer sees the others; ringing ones and those who have left do")
    func declined() {
        var bench = ActiveCallsBench.connectedPair
        #expect(seen(by: 2, in: bench) == [1, 2])
        _ = bench.invite([3], by: Cast.alice)
        #expect(seen(by: 3, in: bench) == [1, 2, 3])
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.carol))
        #expect(seen(by: 3, in: bench) == [3])
        #expect(seen(by: 1, in: bench) == [1, 2, 3], "the others see that")
    }

    @Test("a removed participant no longer sees the others, until they are invited again")
    func removed() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.alice)
        _ = bench.send(.join(ActiveCallsBench.call, by: Cast.carol))
        _ = bench.send(.remove(ActiveCallsBench.call, 3, by: Cast.alice))
        #expect(seen(by: 3, in: bench) == [3])
        _ = bench.invite([3], by: Cast.alice)
        #expect(seen(by: 3, in: bench) == [1, 2, 3])
    }
}
