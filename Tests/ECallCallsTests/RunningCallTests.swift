import ECallAPI
import ECallCore
import ECallFlows
import ECallLanguage
import ECallMedia
import TestSupport
import Testing

@testable import ECallCalls

/// The flow of a running call as an app has it, over the calls of a device and the real server.
@Suite("A running call above all screens", .timeLimit(.minutes(1)))
@MainActor struct RunningCallTests {
    private let server = TestServer()
    private let janus = JanusDouble()

    private func store(_ person: Person) -> FlowStore<RunningCallFlow> {
        FlowStore(
            RunningCallFlow(),
            effects: RunningCallEffects(
                calls: { () async throws(CallFailure) in person.calls },
                options: { CallOptions(video: $0, source: .test(sender: 1)) }, time: ManualTime()))
    }

    private func shows(
        _ store: FlowStore<RunningCallFlow>, _ isMeant: (RunningCallFlow) -> Bool
    ) async throws {
        while !isMeant(store.state) {
            try await pause()
        }
    }

    /// 000-12, 000-54
    @Test("a running call is found at the start, is running in the history, and can be returned to")
    func returned() async throws {
        let (ana, bo) = (try await Person(1, server, janus), try await Person(2, server, janus))
        let id = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        for person in [ana, bo] { await person.isProtected() }
        let back = try await bo.restarted()
        let store = store(back)
        store.send(.refreshed)
        try await shows(store) { $0.call?.id == id }
        #expect(store.state.canReturn && store.state.canLeave && store.state.call?.people.map(\.id) == [ana.user])
        let history: [CallRecord] = try await back.api.send(.callHistory)
        #expect(history.map(PastCall.init).map(\.result) == [.running])
        store.send(.returned)
        try await shows(store) { $0.work == nil }
        #expect(store.state.state == .none && store.state.message == nil)
        #expect(await back.calls.running()?.id == id)
        try await back.calls.hangUp()
        store.send(.chose(id))
        try await shows(store) { $0.message == .failed(.over) }
    }

    @Test("leaving a running call ends it for the other too")
    func left() async throws {
        let store = try await running()
        store.flow.send(.left)
        try await shows(store.flow) { $0.work == nil }
        #expect(await store.other.ends().map(\.reason) == [.remoteHungUp])
        #expect(store.flow.state.state == .none && store.flow.state.message == nil)
    }

    @Test("a running call that others end is reported")
    func over() async throws {
        let store = try await running()
        try await store.other.calls.hangUp()
        store.flow.send(.refreshed)
        try await shows(store.flow) { $0.call == nil }
        #expect(store.flow.state.message?.text == .runningOver(names: "User 2"))
    }

    /// A call of Ana's with another person, unknown to her restarted program.
    private func running() async throws -> (flow: FlowStore<RunningCallFlow>, other: Person) {
        let (ana, bo) = (try await Person(1, server, janus), try await Person(2, server, janus))
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await bo.isProtected()
        let store = store(try await ana.restarted())
        store.send(.refreshed)
        try await shows(store) { $0.call != nil }
        return (store, bo)
    }
}
