import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import SwiftUI

extension HistoryRun {
    var names: Words { .people(people.map(\.displayName)) }

    /// The outcome of a single call; of several, how many there were.
    func result(_ locale: Locale) -> Words {
        let past = PastCall(newest)
        if calls.count == 1 || past.result == .running { return past.outcomeText(locale: locale) }
        if isMissed { return .historyRunMissed(count: calls.count) }
        return past.isOutgoing ? .historyRunOutgoing(count: calls.count) : .historyRunIncoming(count: calls.count)
    }

    var symbol: Symbol {
        if isMissed { return .missed }
        return newest.callType == .outgoing ? .outgoing : .incoming
    }
}

extension Words {
    /// Two of several by name; without any name, a placeholder.
    static func people(_ names: [String]) -> Words {
        let names = names.filter { !$0.isEmpty }
        return switch names.count {
        case 0: .commonSomebody
        case 1, 2: .verbatim(names.joined(separator: ", "))
        default: .callNamesMore(names: names.prefix(2).joined(separator: ", "), count: names.count - 2)
        }
    }
}
