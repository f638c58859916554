public import ECallAPI
public import ECallLanguage

/// How many calls were missed since the person looked, and how many people ask to become contacts.
public struct Badges: Sendable, Equatable {
    /// The numbers as the server and this device know them.
    public struct Counted: Sendable, Equatable {
        /// The beginnings of the newest missed calls: the newest first, 100 at most.
        public var missed: [Timestamp]
        public var requests: Int
        /// The beginning of the newest call that the person has seen; nil on a device that has not counted before.
        public var seen: Timestamp?

        public init(missed: [Timestamp], requests: Int, seen: Timestamp?) {
            (self.missed, self.requests, self.seen) = (missed, requests, seen)
        }
    }

    /// A number of two digits fits its place.
    static let largest = 99

    public private(set) var missedCalls = 0
    public private(set) var requests = 0
    /// For the app's icon.
    public var total: Int { missedCalls + requests }
    private var newest: Timestamp?
    private var seen: Timestamp?

    /// On a badge: nothing for 0, "99+" for more than 99.
    public static func text(_ count: Int) -> Text? {
        switch count {
        case ...0: nil
        case ...largest: .verbatim(String(count))
        default: .mainMoreThan(count: largest)
        }
    }

    /// Returns the moment to keep as seen; nil if it hasn't changed. A device that hasn't counted before begins with 0: the calls were
    /// missed on others.
    mutating func count(_ counted: Counted) -> Timestamp? {
        newest = counted.missed.first
        requests = counted.requests
        let first = counted.seen == nil && seen == nil ? newest ?? Timestamp(milliseconds: 0) : nil
        let seen = [seen, counted.seen, first].compactMap(\.self).max()
        self.seen = seen
        missedCalls = counted.missed.count { call in seen.map { call > $0 } ?? false }
        return first
    }

    /// The person opens their calls. Returns the moment to keep as seen; nil if it hasn't changed.
    mutating func look() -> Timestamp? {
        missedCalls = 0
        guard let newest, newest > seen ?? Timestamp(milliseconds: -1) else { return nil }
        seen = newest
        return newest
    }
}
