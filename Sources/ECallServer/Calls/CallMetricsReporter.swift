import CallEngine
import ServerFoundation
import Synchronization

/// Reports call metrics. Holds them until the server's registry is attached.
final class CallMetricsReporter: Sendable {
    private struct State {
        var registry: MetricsRegistry?
        var phases: [PendingChanges.Phase] = []
        var media: [MediaOutcome] = []
    }

    private let state = Mutex(State())

    func observe(_ phases: [PendingChanges.Phase], _ media: [MediaOutcome] = []) {
        guard !phases.isEmpty || !media.isEmpty else { return }
        let registry = state.withLock { state in
            if state.registry == nil {
                state.phases += phases
                state.media += media
            }
            return state.registry
        }
        if let registry { Self.observe(phases, media, registry) }
    }

    /// Attaches the registry, and includes the counters of the call state machine.
    func attach(_ registry: MetricsRegistry, _ calls: CallService) {
        let held = state.withLock { state in
            defer { (state.phases, state.media) = ([], []) }
            state.registry = registry
            return (state.phases, state.media)
        }
        Self.observe(held.0, held.1, registry)
        registry.collect(.calls) {
            await calls.metrics.states.map { (["state": $0.key], Double($0.value)) }
        }
        registry.collect(.rings) {
            let counts = await calls.metrics.counts
            return RingOutcome.allCases.map { (["outcome": $0.rawValue], Double(counts.rings[$0] ?? 0)) }
        }
        registry.collect(.rejoins) {
            let counts = await calls.metrics.counts
            return RejoinOutcome.allCases.map { (["outcome": $0.rawValue], Double(counts.rejoins[$0] ?? 0)) }
                + [(["outcome": "refused"], Double(counts.refusedRejoins))]
        }
    }

    private static func observe(
        _ phases: [PendingChanges.Phase], _ media: [MediaOutcome], _ registry: MetricsRegistry
    ) {
        for phase in phases {
            registry.observe(.setUp, ["phase": phase.phase.rawValue], seconds: Double(phase.milliseconds) / 1000)
        }
        for outcome in media {
            registry.count(.mediaConnections, ["outcome": outcome.name])
            if case .connected(let milliseconds) = outcome {
                registry.observe(.mediaConnectTime, seconds: Double(milliseconds) / 1000)
            }
        }
    }
}

extension MediaOutcome {
    fileprivate var name: String {
        switch self {
        case .connected: "connected"
        case .failed: "failed"
        case .lost: "lost"
        }
    }
}
