import ECallSecurity
import KeyDistribution

/// The history of a device, which clients put into words. The twin of `trustWord` in `Web/contacts/kept-people.js`
/// (`Tests/Vectors/kept-people.json`).
public struct DevicePast: Sendable, Hashable, Codable {
    public struct Moment: Sendable, Hashable, Codable {
        /// Unix milliseconds.
        public let milliseconds: UInt64
        /// Whether it is so long ago that the year is shown.
        public let hasYear: Bool

        public init(milliseconds: UInt64, hasYear: Bool) { (self.milliseconds, self.hasYear) = (milliseconds, hasYear) }
    }

    /// The reason for its trust; times are nil if nothing was stored then.
    public enum Word: Sendable, Hashable, Codable {
        case verified(at: Moment?)
        /// Another device of its person vouches for it.
        case vouched(since: Moment?)
        /// The person has let it in.
        case confirmed(at: Moment?)
        /// The number of calls in which it took part; 0 for those before they were counted.
        case calls(count: Int, since: Moment?)
        /// It is met in this call.
        case first
        /// The server lists it, and it took part in no call here.
        case listed
        case held
    }

    /// The device's own description; proven by nothing.
    public let says: String?
    /// The moment at which it was admitted here.
    public let since: Moment?
    public let word: Word

    public init(says: String?, since: Moment?, word: Word) { (self.says, self.since, self.word) = (says, since, word) }
}

extension KeptPeople {
    /// Moments that are older than this have a year, in milliseconds.
    private static let recent: UInt64 = 300 * 24 * 60 * 60_000

    /// Returns the history of a device; `isInCall` if the trust is that of a running call, and `now` in Unix milliseconds.
    func past(
        of address: DeviceAddress, _ trust: DeviceTrust, says: String?, isInCall: Bool, now: UInt64
    ) -> DevicePast {
        func moment(_ at: UInt64?) -> DevicePast.Moment? {
            at.map { DevicePast.Moment(milliseconds: $0, hasYear: now > $0 && now - $0 > Self.recent) }
        }
        let device = people[address.userID]?.devices[address]
        let at = moment(device?.at)
        let word: DevicePast.Word =
            switch trust {
            case .held: .held
            case .new: isInCall ? .first : .listed
            case .verified: .verified(at: device?.how == .verified ? at : nil)
            case .vouched: .vouched(since: device?.how == .vouched ? at : nil)
            case .known where device?.how == .confirmed: .confirmed(at: at)
            case .known: .calls(count: device?.calls ?? 0, since: moment(device?.since))
            }
        let isAdmitted = !trust.isHeld && trust != .new
        return DevicePast(says: says, since: isAdmitted ? moment(device?.since) : nil, word: word)
    }
}
