public import ECallAPI
public import ECallCore
public import Foundation

/// Calls one after the other with the same people, in the same direction, all missed or none: one row.
public struct HistoryRun: Sendable, Equatable, Identifiable {
    /// The newest first; never empty.
    public let calls: [CallRecord]

    /// The id of the newest call: it stays while older ones join.
    public var id: CallID { newest.id }
    public let newest: CallRecord
    public var people: [Participant] { newest.participants }
    public var isMissed: Bool { newest.status == .missed }

    init(_ calls: [CallRecord], newest: CallRecord) { (self.calls, self.newest) = (calls, newest) }

    func takes(_ call: CallRecord) -> Bool {
        Set(call.participants.map(\.userId)) == Set(people.map(\.userId)) && call.callType == newest.callType
            && (call.status == .missed) == isMissed && call.callCategory == newest.callCategory
    }
}

// A navigation link to a run is identified by its newest call, and changes once any of its calls has.
extension HistoryRun: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The rows of one day.
public struct HistoryDay: Sendable, Equatable, Identifiable {
    public let day: DateFormatters.Day
    public let runs: [HistoryRun]

    /// No two days hold the same call.
    public var id: CallID? { runs.first?.id }

    /// Calls, the newest first, by day and run as a person at `now` sees them.
    public static func days(
        of calls: [CallRecord], now: Timestamp, locale: Locale = .current, timeZone: TimeZone = .current
    ) -> [HistoryDay] {
        var days: [HistoryDay] = []
        for call in calls {
            let day = DateFormatters.day(of: call.startedAt, now: now, locale: locale, timeZone: timeZone)
            guard let last = days.last, last.day == day else {
                days.append(HistoryDay(day: day, runs: [HistoryRun([call], newest: call)]))
                continue
            }
            var runs = last.runs
            if let run = runs.last, run.takes(call) {
                runs[runs.count - 1] = HistoryRun(run.calls + [call], newest: run.newest)
            } else {
                runs.append(HistoryRun([call], newest: call))
            }
            days[days.count - 1] = HistoryDay(day: day, runs: runs)
        }
        return days
    }
}
