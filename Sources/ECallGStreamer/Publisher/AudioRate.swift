/// The bitrate of the audio encoder, in bits a second: reduced only if the network does not carry the least of video either. Pure:
/// takes the time, in nanoseconds of one clock.
struct AudioRate: Sendable {
    static let highest = 32_000
    /// Speech stays intelligible.
    static let lowest = 16_000
    /// The number of consecutive reports that must indicate an overload.
    private static let patience = 2
    /// In nanoseconds: how long nothing may be too much before audio gets its full rate again.
    private static let calm: UInt64 = 10_000_000_000

    private(set) var rate = highest
    private var overs = 0
    private var freeSince: UInt64?

    /// Takes the state of the network from a report; returns true if the rate has changed.
    ///
    /// - Parameter isVideoLeast: video cannot be reduced further, or there is none.
    mutating func take(_ state: UplinkRate.Line, isVideoLeast: Bool, at now: UInt64) -> Bool {
        let before = rate
        overs = state == .over && isVideoLeast ? overs + 1 : 0
        if state == .free { freeSince = freeSince ?? now } else { freeSince = nil }
        if overs >= Self.patience { rate = Self.lowest }
        if let freeSince, now >= freeSince &+ Self.calm { rate = Self.highest }
        return rate != before
    }
}
