import ECallCalls

/// When a scripted call ends by itself. Pure.
struct ScriptedEnd: Sendable, Equatable {
    /// How long to stay once media of another participant have arrived.
    var stayOnLine: Duration?
    /// How long the whole command may take.
    var limit: Duration?
    /// Whether video counts as media, else audio.
    var waitsForPicture: Bool
    private var hasBegun = false

    init(stayOnLine: Duration?, limit: Duration?, waitsForPicture: Bool) {
        self.stayOnLine = stayOnLine
        self.limit = limit
        self.waitsForPicture = waitsForPicture
    }

    /// How long after this event to end; nil for events that decide nothing.
    mutating func delay(on event: ReportedEvent) -> Duration? {
        guard !hasBegun, let stayOnLine else { return nil }
        switch event {
        case .call(.firstPicture) where waitsForPicture, .call(.firstSound) where !waitsForPicture:
            hasBegun = true
            return stayOnLine
        default:
            return nil
        }
    }
}
