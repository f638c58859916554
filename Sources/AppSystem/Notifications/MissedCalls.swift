import ECallAPI
import ECallCalls
import ECallFlows

/// Finds the calls that were answered neither on this phone nor elsewhere. Pure.
struct MissedCalls: Sendable {
    private var ringing: [CallID: IncomingCall] = [:]

    /// Returns the call that the event makes a missed one.
    mutating func hear(_ event: CallEvent) -> IncomingCall? {
        switch event {
        case .incoming(let call): ringing[call.id] = call
        // Too late to ring.
        case .missed(let call): return call
        case .ended(let summary):
            let call = ringing.removeValue(forKey: summary.id)
            // An answered call ends differently, and one that was answered elsewhere or declined was not missed.
            return [.notAnswered, .cancelled].contains(summary.reason) ? call : nil
        default: break
        }
        return nil
    }
}

extension SystemCaller {
    /// Named as on the call screen.
    init(missed call: IncomingCall) {
        let trust: Trust = call.isNewDevice ? .newDevice : call.isVerified ? .verified : .unverified
        self.init(call.caller, name: call.callerName, trust, isVideo: call.isVideo)
    }
}
