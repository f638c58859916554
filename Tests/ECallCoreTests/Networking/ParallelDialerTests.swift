import Synchronization
import TestSupport
import Testing

@testable import ECallCore

@Suite("Patient dialer", .timeLimit(.minutes(1)))
struct ParallelDialerTests {
    private func request() throws -> SocketRequest {
        SocketRequest(address: try ServerAddress.test().signalingSocket, subprotocol: "v12.stomp")
    }

    /// Attempts hang until the test answers them.
    private final class HangingDialer: SocketDialing {
        private let waiting = Mutex<[CheckedContinuation<Result<ScriptedSocket, SocketError>, Never>]>([])
        private let begun: AsyncStream<Int>.Continuation
        /// The number of attempts begun, whenever it grows.
        let attempts: AsyncStream<Int>

        init() { (attempts, begun) = AsyncStream.makeStream() }

        func answer(_ index: Int, _ result: Result<ScriptedSocket, SocketError>) {
            waiting.withLock { $0[index] }.resume(returning: result)
        }

        func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
            let result = await withCheckedContinuation { continuation in
                let count = waiting.withLock {
                    $0.append(continuation)
                    return $0.count
                }
                begun.yield(count)
            }
            return try result.get()
        }
    }

    @Test("the dialer begins another attempt each second beside those that hang; the first to open is used")
    func beside() async throws {
        let (time, hanging) = (ManualTime(), HangingDialer())
        let dialer = ParallelDialer(hanging, time: time)
        var attempts = hanging.attempts.makeAsyncIterator()
        let request = try request()
        async let dialed = dialer.dial(request)
        #expect(await attempts.next() == 1)
        for count in 2...3 {
            await time.someoneSleeps(for: ParallelDialer.interval)
            time.advance(by: ParallelDialer.interval)
            #expect(await attempts.next() == count)
        }
        let (taken, late) = (ScriptedSocket(), ScriptedSocket())
        hanging.answer(1, .success(taken))
        hanging.answer(0, .success(late))
        hanging.answer(2, .failure(.unreachable))
        let socket = try await dialed
        // Whichever of the two was there first: the other is not left open.
        let isFirst = (socket as? ScriptedSocket) === taken
        #expect(isFirst || (socket as? ScriptedSocket) === late)
        #expect((isFirst ? late : taken).isClosed)
        #expect(!(isFirst ? taken : late).isClosed)
    }

    @Test("the dialer makes at most ten attempts at once")
    func most() async throws {
        let (time, hanging) = (ManualTime(), HangingDialer())
        let dialer = ParallelDialer(hanging, time: time)
        var attempts = hanging.attempts.makeAsyncIterator()
        let request = try request()
        async let dialed = dialer.dial(request)
        #expect(await attempts.next() == 1)
        for count in 2...ParallelDialer.most {
            await time.someoneSleeps(for: ParallelDialer.interval)
            time.advance(by: ParallelDialer.interval)
            #expect(await attempts.next() == count)
        }
        time.advance(by: ParallelDialer.interval * 5)
        for index in 0..<ParallelDialer.most { hanging.answer(index, .success(ScriptedSocket())) }
        #expect(try await dialed is ScriptedSocket)
    }

    @Test("a refusal by the server ends the dial")
    func refused() async throws {
        let hanging = HangingDialer()
        let dialer = ParallelDialer(hanging, time: ManualTime())
        var attempts = hanging.attempts.makeAsyncIterator()
        let request = try request()
        let dialing = Task { _ = try await dialer.dial(request) }
        #expect(await attempts.next() == 1)
        hanging.answer(0, .failure(.refused(status: 401)))
        await #expect(throws: SocketError.refused(status: 401)) { try await dialing.value }
    }
}
