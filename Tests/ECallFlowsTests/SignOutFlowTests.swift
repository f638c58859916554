import ECallAuthentication
import ECallCore
import Testing

@testable import ECallFlows

@Suite("The flow of signing out", .timeLimit(.minutes(1)))
struct SignOutFlowTests {
    private static func run(
        _ rows: [(SignOutFlow.Action, [SignOutFlow.Effect])], from flow: SignOutFlow = SignOutFlow()
    ) -> SignOutFlow {
        FlowTable.run(rows, from: flow)
    }

    private static let asking = run([(.asked, [])])
    private static let busy = run([(.confirmed, [.signOut])], from: asking)

    @Test("signing out needs a confirmation, and canceling keeps the session")
    func asks() {
        #expect(Self.asking.isAsking)
        let left = Self.run([(.thoughtBetter, []), (.confirmed, [])], from: Self.asking)
        #expect(left == SignOutFlow())
        #expect(Self.run([(.confirmed, [])]) == SignOutFlow())
    }

    @Test("signing out runs once, and a failure is reported and can be retried")
    func ends() {
        #expect(Self.busy.isBusy && !Self.busy.isAsking)
        #expect(Self.run([(.asked, []), (.confirmed, [])], from: Self.busy) == Self.busy)
        let done = Self.run([(.signedOut(nil), []), (.asked, []), (.confirmed, [])], from: Self.busy)
        #expect(done.isDone && !done.isBusy && !done.isAsking)
        let failed = Self.run([(.signedOut(.storage(.locked)), [])], from: Self.busy)
        #expect(failed.problem == .storage(.locked) && !failed.isDone)
        #expect(Self.run([(.sawProblem, [])], from: failed) == SignOutFlow())
        #expect(Self.run([(.asked, []), (.confirmed, [.signOut])], from: failed).problem == nil)
        #expect(Self.run([(.signedOut(nil), [])]) == SignOutFlow())
    }

    @Test("the result of signing out is an action")
    func effects() async {
        let done = SignOutEffects {}
        #expect(await done.perform(.signOut) == .signedOut(nil))
        let failing = SignOutEffects { () async throws(SignInError) in throw .storage(.locked) }
        #expect(await failing.perform(.signOut) == .signedOut(.storage(.locked)))
    }
}
