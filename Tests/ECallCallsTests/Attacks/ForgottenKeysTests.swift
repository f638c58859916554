import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import MemoryDiagnostics
import TestSupport
import Testing

@testable import ECallCalls

#if os(Linux)
    /// The secrets that `LaterDecryptionAttacks` needs are in no memory once a call is over.
    @Suite("Keys of a call that is over", .timeLimit(.minutes(2)))
    struct ForgottenKeysTests {
        private static let frame = [UInt8](repeating: 9, count: 80)

        /// 002-29
        @Test("private keys of entries, channels and senders' keys are in no memory of the program after the call")
        func forgotten() async throws {
            let (server, janus, probe) = (TestServer(), JanusDouble(), KeyProbe())
            let ana = try await Person(1, server, janus, secretTaken: { probe.watch($0) })
            let bo = try await Person(2, server, janus, secretTaken: { probe.watch($0) })
            _ = try await ana.call(bo)
            await bo.rings()
            try await bo.answer()
            for person in [ana, bo] { await person.receives(2) }
            for person in [ana, bo] { await person.isProtected() }
            let sealer = try #require(ana.engine.publishers.last?.publisher?.audio)
            let opener = try #require(bo.engine.subscribers.last { $0.subscriber?.track == .audio }?.subscriber)
            guard case .sealed(let sealed) = sealer.seal(Self.frame) else { throw CancellationError() }
            #expect(opener.decryptor.open(sealed) == .opened(Self.frame, needsKeyFrame: false))
            // Two entries, two channels with two keys each, two senders: the search finds existing keys.
            let live = try #require(probe.search(isLive: true))
            #expect(live.secrets >= 8 && live.copies >= live.secrets)

            try await ana.calls.hangUp()
            for person in [ana, bo] { _ = await person.ends() }
            var rest = try #require(probe.search(isLive: false))
            for _ in 0..<10 where rest.copies > 0 {
                // Tasks of the call that have ended release it when they are scheduled.
                for _ in 0..<1_000 { await Task.yield() }
                rest = try #require(probe.search(isLive: false))
            }
            #expect(rest.copies == 0 && rest.secrets == live.secrets)
            #expect(opener.decryptor.open(sealed) == .dropped(.noKey, needsKeyFrame: false))
            // Identity and pins, which stay, were in memory all the time: the search did not look for them.
            #expect(try ana.storage.read(.devicePins) != nil)
        }
    }
#endif
