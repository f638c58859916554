import CallEngine
import ECallAPI
import Synchronization

/// The routes of all calls as of the last decision, for readers on any executor. The calls alone publish.
final class PublishedRoutes: RelayedCalls, Sendable {
    private let routes = Mutex(CallRoutes())

    /// Publishes the changes of one decision together: a device that moves to another call is in one of them at any moment.
    func publish(_ changes: [CallID: CallChange]) {
        routes.withLock { routes in
            for (id, change) in changes { routes.update(id, to: change.after) }
        }
    }

    func call(_ id: CallID?, of user: UserID) -> CallRoute? { routes.withLock { $0.call(id, of: user) } }
}
