package import NIOCore
import Synchronization

/// Keeps clients waiting while Janus is started or its rooms are made again.
package final class JanusReadiness: Sendable {
    package enum Failure: Error { case stillClosed }

    private struct State {
        var isOpen = false
        /// How often it was opened: a Janus that was reached through one opening may be gone before it is closed.
        var openings: UInt64 = 0
        var waiting: [EventLoopPromise<UInt64>] = []
    }

    private let state = Mutex(State())

    package func close() { state.withLock { $0.isOpen = false } }

    package func open() {
        let (opening, waiting) = state.withLock { state in
            state.isOpen = true
            state.openings += 1
            defer { state.waiting = [] }
            return (state.openings, state.waiting)
        }
        for promise in waiting { promise.succeed(opening) }
    }

    /// The number of an opening after `earlier`, as soon as there is one.
    ///
    /// - Throws: `Failure.stillClosed` at the deadline.
    package func opening(after earlier: UInt64 = 0, on loop: any EventLoop, until deadline: NIODeadline)
        -> EventLoopFuture<
            UInt64
        >
    {
        let promise = loop.makePromise(of: UInt64.self)
        let opening = state.withLock { state -> UInt64? in
            if state.isOpen, state.openings > earlier { return state.openings }
            state.waiting.append(promise)
            return nil
        }
        if let opening {
            promise.succeed(opening)
        } else {
            let expiry = loop.scheduleTask(deadline: deadline) { promise.fail(Failure.stillClosed) }
            promise.futureResult.whenComplete { _ in expiry.cancel() }
        }
        return promise.futureResult
    }
}
