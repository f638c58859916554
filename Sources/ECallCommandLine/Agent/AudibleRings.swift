import ECallAPI
import ECallCalls
import ECallMedia

/// The calls for which a tone is played. Pure.
struct AudibleRings: Sendable {
    let tone: Tone
    private var calls: Set<CallID> = []

    init(_ tone: Tone) { self.tone = tone }

    var isAudible: Bool { !calls.isEmpty }

    mutating func take(_ event: CallEvent) {
        switch event {
        case .incoming(let call): if tone == .ringing { calls.insert(call.id) }
        case .ringing(let call): if tone == .ringback { calls.insert(call) }
        case .signedOut: calls = []
        case .notice, .suspended: break
        // A placed call has many events before anyone is in it.
        case .answered, .participantJoined, .ended: if let call = event.call { calls.remove(call) }
        // A call that rings here has been answered or is over.
        default: if tone == .ringing, let call = event.call { calls.remove(call) }
        }
    }

    /// The person has decided: the tone ends before the call does.
    mutating func silence(_ call: CallID) { calls.remove(call) }

    mutating func silenceAll() { calls = [] }
}
