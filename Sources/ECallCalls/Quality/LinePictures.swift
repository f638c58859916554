/// The number of pictures that a connection carries at once: fewer if the bandwidth is too low for each, one more after a while
/// with enough; in a call of several none at all, so that they are heard. Pure; by vectors in Swift and in the page.
struct LinePictures: Equatable {
    /// The least bitrate that each is sent with, in bits a second.
    static let least = 100_000
    /// The bandwidth is too low if the limit is below this at this loss: delay alone also lowers the limit of a participant who
    /// sends little.
    private static let tooLittle = (rate: 70_000, loss: 0.1)
    /// Above this loss the connection is flooded, and fewer pictures might not help: none is received for a while.
    private static let flooded = 0.5
    private static let noLoss = 0.02
    /// In nanoseconds: for how long it is too little before there are fewer, and after a change before there are fewer still.
    private static let patience: UInt64 = 1_000_000_000
    private static let settling: UInt64 = 2_000_000_000
    /// The time for which it must be enough before there is one more: longer each time that was too much.
    private static let waits: ClosedRange<UInt64> = 20_000_000_000...160_000_000_000

    private(set) var most: Int?
    private var changedAt: UInt64?
    private var raisedAt: UInt64?
    private var shortSince: UInt64?
    private var cleanSince: UInt64?
    private var wait = Self.waits.lowerBound

    struct Picture: Equatable {
        /// The bitrate that the connection carries of it, in bits a second; nil for any.
        var limit: Int?
        var loss: Double
    }

    /// - Parameter leastLoss: the lowest loss of all received tracks: a narrow network affects all; if one sender alone loses, it
    ///   is their own network.
    mutating func take(_ pictures: [Picture], leastLoss: Double, others: Int, now: UInt64) {
        let isOwnLine = leastLoss > Self.noLoss
        let poor = pictures.filter { isOwnLine && $0.limit ?? Self.least < Self.tooLittle.rate }
        guard poor.contains(where: { $0.loss > Self.tooLittle.loss }) else {
            // Neither too little nor enough: nothing changes.
            return poor.isEmpty ? isClean(pictures.count, now) : ()
        }
        cleanSince = nil
        // The picture of a single participant stays, however poor.
        guard others > 1 else { return shortSince = nil }
        let shortSince = shortSince ?? now
        self.shortSince = shortSince
        guard now >= shortSince + Self.patience, changedAt.map({ now >= $0 + Self.settling }) ?? true else { return }
        let wasTooMuch = raisedAt.map { now < $0 + Self.waits.lowerBound } ?? false
        wait = wasTooMuch ? min(2 * wait, Self.waits.upperBound) : Self.waits.lowerBound
        let isFlooded = poor.contains { $0.loss > Self.flooded }
        let fitting = isFlooded ? 0 : pictures.reduce(0) { $0 + ($1.limit ?? Self.least) } / Self.least
        (most, changedAt, self.shortSince) = (min(pictures.count - 1, fitting), now, nil)
    }

    private mutating func isClean(_ count: Int, _ now: UInt64) {
        shortSince = nil
        let cleanSince = cleanSince ?? now
        self.cleanSince = cleanSince
        guard let most, now >= cleanSince + wait else { return }
        // There are no more than that.
        self.most = count < most ? nil : most + 1
        (raisedAt, self.cleanSince) = (now, now)
    }
}
