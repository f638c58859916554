import ECallAPI

/// The outcome of the calls that ring here once a connection is re-established. Signals sent into a dead connection are lost
/// (wire-protocol 3.6). Pure; the page has the same rule (`Tests/Vectors/rings-after-reconnection.json`).
struct RingsAfterReconnection: Equatable {
    /// Listed, and not ringing here: judged as if their signal had just arrived.
    let start: [CallID]
    /// The calls that still ring.
    let going: [CallID]
    /// Rang here when the server was asked, and is not listed: someone has answered, or no one will.
    let over: [CallID]

    /// - Parameter listed: the calls that ring here by the server's answer; nil if it does not say.
    init(ringing: [CallID], listed: [CallID]?) {
        let rings = Set(listed ?? ringing)
        var known = Set(ringing)
        start = (listed ?? []).filter { known.insert($0).inserted }
        going = ringing.filter(rings.contains)
        over = ringing.filter { !rings.contains($0) }
    }

    /// Returns how each of `over` ended: according to the lost signal, if the server stored it; otherwise no one answered, or
    /// another device did.
    static func end(of call: CallID, sent: [SentEnd], missed: Set<CallID>) -> CallStateMachine.Event {
        guard let end = sent.last(where: { $0.callId == call }) else {
            return missed.contains(call) ? .ended(call) : .cancelled(call)
        }
        let isElsewhere = end.reason == .answeredElsewhere || end.reason == .declined
        return isElsewhere ? .cancelled(call, end.reason) : .ended(call, end.reason)
    }
}
