import ECallAPI
import ECallCore
import ECallMedia
import FrameCrypto
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Back in a call after the program has ended", .timeLimit(.minutes(1)))
struct ResumeTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    private static let frame = [UInt8](repeating: 9, count: 80)
    private static let options = CallOptions(video: true, source: .test(sender: 1))

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func connect() async throws -> CallID {
        let id = try await ana.call(bo)
        #expect(await ana.calls.running() == nil, "nobody is there yet")
        await bo.rings()
        try await bo.answer()
        for person in [ana, bo] {
            await person.isProtected()
            await person.receives(2)
        }
        return id
    }

    private func passes(from sender: Person, to receiver: Person) throws -> Bool {
        let sealer = try #require(sender.engine.publishers.last?.publisher?.audio)
        let opener = try #require(receiver.engine.subscribers.last { $0.subscriber?.track == .audio }?.subscriber)
        guard case .sealed(let sealed) = sealer.seal(Self.frame) else { return false }
        return opener.decryptor.open(sealed) == .opened(Self.frame, needsKeyFrame: false)
    }

    private func yieldUnlessCancelled() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }

    /// 000-59, 002-28
    @Test("as the same participant, with new keys, by what is kept of it alone", arguments: [true, false])
    func returns(isCaller: Bool) async throws {
        let id = try await connect()
        let (gone, other) = isCaller ? (ana, bo) : (bo, ana)
        let kept = try #require(await gone.calls.running())
        #expect(kept == RunningCall(id: id, videoCodec: .h264))
        let back = try await gone.restarted()
        try await back.calls.resume(kept, options: Self.options)
        // The other handed a key to the former entry a moment ago, and waits before it does so again.
        await other.passingKeyTime { await back.isProtected() }
        await back.receives(2)
        await other.receives(4)
        for (sender, receiver) in [(back, other), (other, back)] {
            try await other.passingKeyTime {
                while try !passes(from: sender, to: receiver) { try await yieldUnlessCancelled() }
            }
        }
        #expect(await !other.events.all.contains { if case .ended = $0 { true } else { false } })
        #expect(await back.calls.running() == kept)
        // It is its call as before.
        try await back.calls.hangUp()
        #expect(await other.ends().map(\.reason) == [.remoteHungUp])
        #expect(try await server.isOver(id) && back.engine.allAreClosed && other.engine.allAreClosed)
    }

    @Test("the call has ended meanwhile: said, and nothing stays open")
    func over() async throws {
        let id = try await connect()
        let kept = try #require(await ana.calls.running())
        try await bo.calls.hangUp()
        let back = try await ana.restarted()
        _ = await back.passingTime {
            await #expect(throws: CallFailure.over) { try await back.calls.resume(kept, options: Self.options) }
        }
        #expect(await back.ends().map(\.id) == [id])
        #expect(back.engine.allAreClosed)
    }

    @Test("of a call that was never this device's, nothing is learned")
    func foreign() async throws {
        let id = try await connect()
        let carl = try await Person(3, server, janus)
        _ = await carl.passingTime {
            await #expect(throws: CallFailure.self) {
                try await carl.calls.resume(RunningCall(id: id, videoCodec: .vp8), options: Self.options)
            }
        }
        #expect(carl.engine.allAreClosed && server.signals.allSatisfy { !$0.hasPrefix("3 e2ee") })
    }
}
