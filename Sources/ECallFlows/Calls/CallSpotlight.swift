import ECallAPI

/// The person who is shown large because they spoke last, for two seconds at least, or a talk would flicker. Pure; the page has the same
/// rule (Web/features/calls/stage/spotlight.js, Tests/Vectors/spotlight.json).
struct CallSpotlight: Sendable, Equatable {
    /// The least time for which a person is shown large.
    static let leastShown = Duration.seconds(2)

    private(set) var user: UserID?
    private var since = Duration.zero
    /// The person who follows once that time is over.
    private var next: UserID?

    /// The moment at which the next one follows; nil if no one waits.
    var due: Duration? { next == nil ? nil : since + Self.leastShown }

    /// Switches to the next person if it is time.
    mutating func settle(at now: Duration) {
        guard let next, let due, now >= due else { return }
        (user, since, self.next) = (next, due, nil)
    }

    /// The speakers have changed. An interjection does not replace someone who continues to speak.
    ///
    /// - Parameters:
    ///   - before: those who spoke until now.
    ///   - speakers: those who speak now, anyone who has just begun last.
    mutating func spoken(_ before: [UserID], _ speakers: [UserID], at now: Duration) {
        settle(at: now)
        let latest = speakers.last { !before.contains($0) } ?? next
        let isOver =
            latest.map { !speakers.contains($0) } ?? false && user.map { speakers.contains($0) } ?? false
        let following = latest == user || isOver ? nil : latest
        if let following, user == nil || now >= since + Self.leastShown {
            (user, since, next) = (following, now, nil)
        } else {
            next = following
        }
    }

    mutating func remove(_ leaver: UserID) {
        let following = next == leaver ? nil : next
        if user == leaver { (user, since, next) = (following, .zero, nil) } else { next = following }
    }
}
