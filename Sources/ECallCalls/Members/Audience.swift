/// Whether anyone in the call may decrypt what this device sends. Pure. The page has the same rule (`Tests/Vectors/audience.json`).
struct Audience: Equatable {
    /// How long there must be no receiver before that is reported.
    static let settling = Duration.milliseconds(300)

    private var hasBeen = false
    /// Whether there was a receiver, others are still in the call, and none of them can hear this device any more.
    private(set) var isLost = false
    private var told = false

    /// Returns whether that has changed; `isAlone` if there is no one else in the call whom silence could mislead.
    mutating func changed(isForSomebody: Bool, isAlone: Bool) -> Bool {
        hasBeen = hasBeen || isForSomebody
        let before = isLost
        isLost = hasBeen && !isForSomebody && !isAlone
        return isLost != before
    }

    /// Returns the value of `sendsNothing` to report to the server; nil if the server knows.
    mutating func toTell() -> Bool? {
        guard isLost != told else { return nil }
        told = isLost
        return told
    }
}
