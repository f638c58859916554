import ECallAPI

@testable import CallEngine

/// Faults in publishing, applied around the routes.
enum RouteFault: String, CaseIterable, Sendable {
    /// An ended call stays.
    case endMissed
    /// A change in which somebody leaves is not published.
    case departureMissed
    /// A new participant stays unknown.
    case arrivalMissed
    case keyHostMissed, holdMissed, requestOfKeyMissed
    /// A call is told of that is hidden from its callee.
    case unshielded
    /// The calls do not hear of a rotation.
    case rotationUntold
    /// A decision is published together with the next one.
    case late
}

/// Routes with one of the faults, or with none.
struct FaultyRoutes {
    private(set) var routes = CallRoutes()
    private let fault: RouteFault?
    private var before: [CallID: LiveCall] = [:]
    private var held: [CallID: CallChange] = [:]

    init(_ fault: RouteFault?) { self.fault = fault }

    mutating func publish(_ changes: [CallID: CallChange]) {
        let published = fault == .late ? held : changes
        held = changes
        for (id, change) in published {
            defer { before[id] = change.after }
            guard let after = change.after else {
                if fault != .endMissed { routes.update(id, to: nil) }
                continue
            }
            if let call = faulty(after, before: before[id]) { routes.update(id, to: call) }
        }
    }

    func decideAtOnce(
        about signal: Signal, from sender: DeviceIdentity
    ) -> (decision: RelayDecision, event: CallEngineEvent?)? {
        guard let decided = routes.decideAtOnce(about: signal, from: sender) else { return nil }
        return fault == .rotationUntold ? (decided.decision, nil) : decided
    }

    /// The state that is published; nil if none is.
    private func faulty(_ call: LiveCall, before: LiveCall?) -> LiveCall? {
        var call = call
        let (devices, former) = (Set(call.devices()), Set(before?.devices() ?? []))
        switch fault {
        case .departureMissed where !former.isSubset(of: devices): return nil
        case .arrivalMissed where before != nil && !devices.isSubset(of: former): return nil
        case .keyHostMissed: call.keyHost = before?.keyHost ?? call.keyHost
        case .holdMissed: for index in call.members.indices { call.members[index].heldSince = nil }
        case .requestOfKeyMissed: call.rejoins = before?.rejoins ?? [:]
        case .unshielded: for index in call.members.indices { call.members[index].isShielded = false }
        default: break
        }
        return call
    }
}
