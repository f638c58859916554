package import NIOCore
import Synchronization

/// Makes clients wait while Janus is started or its rooms are recreated.
package final class JanusReadiness: Sendable {
    package enum Failure: Error { case stillClosed }

    private struct State {
        var isOpen = false
        /// The number of openings: a Janus reached through one opening may be gone before the gate closes.
        var openings: UInt64 = 0
        var waiting: [UInt64: EventLoopPromise<UInt64>] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    package func close() { state.withLock { $0.isOpen = false } }

    package func open() {
        let (opening, waiting) = state.withLock { state in
            state.isOpen = true
            state.openings += 1
            defer { state.waiting = [:] }
            return (state.openings, state.waiting.values)
        }
        for promise in waiting { promise.succeed(opening) }
    }

    /// The number of the first opening after `earlier`, as soon as there is one.
    ///
    /// - Throws: `Failure.stillClosed` at the deadline.
    package func opening(after earlier: UInt64 = 0, on loop: any EventLoop, until deadline: NIODeadline)
        -> EventLoopFuture<
            UInt64
        >
    {
        let promise = loop.makePromise(of: UInt64.self)
        let (opening, number) = state.withLock { state -> (UInt64?, UInt64) in
            if state.isOpen, state.openings > earlier { return (state.openings, 0) }
            state.lastNumber += 1
            state.waiting[state.lastNumber] = promise
            return (nil, state.lastNumber)
        }
        if let opening {
            promise.succeed(opening)
        } else {
            // The promise is removed, too: while Janus is away, clients retry again and again.
            let expiry = loop.scheduleTask(deadline: deadline) { [self] in
                state.withLock { $0.waiting[number] = nil }
                promise.fail(Failure.stillClosed)
            }
            promise.futureResult.whenComplete { _ in expiry.cancel() }
        }
        return promise.futureResult
    }
}
