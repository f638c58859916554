public import ECallAPI
public import Foundation

/// The calls of one day, in runs. Grouping is pure. The page has the same rule
/// (Tests/Vectors/call-history.json).
public struct CallDay: Sendable, Equatable {
    /// The name of a day, seen from today.
    public enum Label: String, Sendable, Equatable, CaseIterable { case today, yesterday, weekday, date, dateAndYear }

    /// Calls in a row with the same people and the same result; the newest is the first.
    public struct Run: Sendable, Equatable {
        public enum Kind: String, Sendable, Equatable, CaseIterable { case running, missed, incoming, outgoing }

        public var kind: Kind
        public var calls: [PastCall]

        public init(kind: Kind, calls: [PastCall]) { (self.kind, self.calls) = (kind, calls) }
    }

    /// The number of the day.
    public var day: Int
    public var label: Label
    public var runs: [Run]

    public init(day: Int, label: Label, runs: [Run]) { (self.day, self.label, self.runs) = (day, label, runs) }

    /// Whether the date needs its year: without it, a date of another year is easily mistaken for one of this year.
    private static let yearAfter = 300

    /// Returns the calls by day and, in each day, by runs.
    ///
    /// - Parameters:
    ///   - calls: newest first.
    ///   - dayOf: the number of the day that a moment belongs to, where the person is.
    public static func group(_ calls: [PastCall], now: Timestamp, dayOf: (Timestamp) -> Int) -> [CallDay] {
        var days: [CallDay] = []
        let today = dayOf(now)
        for call in calls {
            // A clock that is behind must not produce a "tomorrow".
            let day = min(dayOf(call.startedAt), today)
            if days.last?.day != day { days.append(CallDay(day: day, label: label(today - day), runs: [])) }
            days[days.count - 1].append(call)
        }
        return days
    }

    /// Returns the day that a moment belongs to in a time zone, for `group`.
    public static func day(of moment: Timestamp, in zone: TimeZone = .current) -> Int {
        let local = moment.date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment.date))
        return Int((local / 86_400).rounded(.down))
    }

    private mutating func append(_ call: PastCall) {
        let kind = Run.Kind(call)
        guard kind != .running, let last = runs.last, last.kind == kind, last.people == Set(call.people.map(\.user))
        else {
            runs.append(Run(kind: kind, calls: [call]))
            return
        }
        runs[runs.count - 1].calls.append(call)
    }

    private static func label(_ ago: Int) -> Label {
        switch ago {
        case 0: .today
        case 1: .yesterday
        case ..<7: .weekday
        default: ago > yearAfter ? .dateAndYear : .date
        }
    }
}

extension CallDay.Run {
    fileprivate var people: Set<UserID> { Set(calls.first?.people.map(\.user) ?? []) }
}

extension CallDay.Run.Kind {
    public init(_ call: PastCall) {
        self =
            switch call.result {
            case .running, .ringing: .running
            case .missed: .missed
            default: call.isOutgoing ? .outgoing : .incoming
            }
    }
}
