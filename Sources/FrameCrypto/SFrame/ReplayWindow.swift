/// The opened ones among the last 128 counters of a session.
///
/// Checked before a frame is opened, moved only after its tag has verified (e2ee 8.2).
public struct ReplayWindow: Sendable, Equatable {
    /// The number of counters, the highest included, that can still be opened out of order.
    public static let size: UInt64 = 128

    /// The highest counter opened, or nil before the first.
    public private(set) var highest: UInt64?
    /// Bit n is the counter `highest - n`.
    private var opened: UInt128 = 0

    public init() {}

    /// Whether the counter is new and not older than the window.
    public func accepts(_ counter: UInt64) -> Bool {
        guard let highest, counter <= highest else { return true }
        let age = highest - counter
        return age < Self.size && opened >> UInt128(age) & 1 == 0
    }

    /// Marks a counter that `accepts` allowed.
    public mutating func mark(_ counter: UInt64) {
        guard let highest else {
            self.highest = counter
            opened = 1
            return
        }
        if counter > highest {
            let distance = counter - highest
            opened = distance < Self.size ? opened << UInt128(distance) | 1 : 1
            self.highest = counter
        } else if highest - counter < Self.size {
            opened |= 1 << UInt128(highest - counter)
        }
    }
}
