/// Whether anybody in the call may open what this device sends. Pure. The page has the same rule (`Tests/Vectors/audience.json`).
struct Audience: Equatable {
    /// How long nobody has to be there before that is said.
    static let settling = Duration.milliseconds(300)

    private var hasBeen = false
    /// There was somebody, others are still in the call, and none of them may hear this device any more.
    private(set) var isLost = false
    private var told = false

    /// Whether that has changed; `isAlone` where nobody else is in the call, whom a silence could mislead.
    mutating func changed(isForSomebody: Bool, isAlone: Bool) -> Bool {
        hasBeen = hasBeen || isForSomebody
        let before = isLost
        isLost = hasBeen && !isForSomebody && !isAlone
        return isLost != before
    }

    /// What the server is to be told, `sendsNothing`; nil where it knows.
    mutating func toTell() -> Bool? {
        guard isLost != told else { return nil }
        told = isLost
        return told
    }
}
