import ECallAPI
import ECallCalls
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

extension HistoryRun {
    /// Whom it was with.
    var names: Words {
        let names = people.map(\.displayName).filter { !$0.isEmpty }
        return switch names.count {
        case 0: .commonSomebody
        case 1, 2: .verbatim(names.joined(separator: ", "))
        default: .callNamesMore(names: names.prefix(2).joined(separator: ", "), count: names.count - 2)
        }
    }

    /// How it went: one by itself, of several how many.
    func result(_ locale: Locale) -> Words {
        let past = PastCall(newest)
        if calls.count == 1 || past.result == .running { return past.words(locale) }
        if isMissed { return .historyRunMissed(count: calls.count) }
        return past.isOutgoing ? .historyRunOutgoing(count: calls.count) : .historyRunIncoming(count: calls.count)
    }

    var symbol: Symbol {
        if isMissed { return .missed }
        return newest.callType == .outgoing ? .outgoing : .incoming
    }
}

extension PastCall {
    fileprivate func words(_ locale: Locale) -> Words {
        switch result {
        case .running: return .historyResultRunning
        case .ringing: return .historyResultRinging
        case .missed: return .historyResultMissed
        case .declined: return .historyResultDeclined
        case .busy: return .historyResultBusy
        case .unanswered: return .historyResultUnanswered
        case .cancelled: return .historyResultCancelled
        case .answered:
            let time = DateFormatters.spokenDuration(seconds: duration, locale: locale)
            return isOutgoing ? .historyResultOutgoing(time: time) : .historyResultIncoming(time: time)
        }
    }
}
