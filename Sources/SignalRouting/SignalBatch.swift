import NIOCore

/// Signals on their way to sessions: one task for each event loop, and one flush for each channel.
struct SignalBatch {
    private struct Load {
        let loop: any EventLoop
        var items: [(session: SignalSession, dispatch: SignalDispatch)]
    }

    private var loads: [ObjectIdentifier: Load] = [:]

    mutating func add(_ dispatch: SignalDispatch, to session: SignalSession) {
        let loop = session.channel.eventLoop
        loads[ObjectIdentifier(loop), default: Load(loop: loop, items: [])].items.append((session, dispatch))
    }

    /// Sends all signals; those of a session in their order.
    mutating func send(report: @escaping @Sendable (SignalSessionEvent) -> Void) {
        guard !loads.isEmpty else { return }
        for load in loads.values {
            let items = load.items
            load.loop.execute {
                for item in items { item.session.deliver(item.dispatch, report: report) }
                var flushed: Set<ObjectIdentifier> = []
                for item in items where flushed.insert(ObjectIdentifier(item.session.channel)).inserted {
                    item.session.channel.flush()
                }
            }
        }
        loads = [:]
    }
}
