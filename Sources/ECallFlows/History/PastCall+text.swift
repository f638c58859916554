public import ECallCalls
public import ECallLanguage
public import Foundation

extension PastCall {
    /// The direction and kind of the call.
    public var kindText: Text {
        switch (isOutgoing, isVideo) {
        case (true, true): .historyKindOutgoingVideo
        case (true, false): .historyKindOutgoing
        case (false, true): .historyKindIncomingVideo
        case (false, false): .historyKindIncoming
        }
    }

    /// The outcome of the call; for an answered one also its duration, in the largest unit that fits.
    public func outcomeText(locale: Locale = .current) -> Text {
        switch result {
        case .running: return .historyResultRunning
        case .ringing: return .historyResultRinging
        case .missed: return .historyResultMissed
        case .declined: return .historyResultDeclined
        case .busy: return .historyResultBusy
        case .unanswered: return .historyResultUnanswered
        case .cancelled: return .historyResultCancelled
        case .unconnected: return .historyResultUnconnected
        case .answered:
            let time = Self.roughly(duration, locale)
            return isOutgoing ? .historyResultOutgoing(time: time) : .historyResultIncoming(time: time)
        }
    }

    /// Seconds below a minute, whole minutes below an hour, hours and minutes above.
    private static func roughly(_ duration: Int, _ locale: Locale) -> String {
        let seconds = max(duration, 0)
        guard seconds >= 60 else {
            return Duration.seconds(seconds).formatted(
                .units(allowed: [.seconds], width: .abbreviated, zeroValueUnits: .show(length: 1)).locale(locale))
        }
        return Duration.seconds(seconds / 60 * 60).formatted(
            .units(allowed: [.hours, .minutes], width: .abbreviated).locale(locale))
    }
}
