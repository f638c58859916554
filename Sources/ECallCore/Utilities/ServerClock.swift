public import Foundation
import Synchronization

/// A client's knowledge of the server's time of day (RFC 9110 section 6.6.1, wire-protocol 1.3). Pure.
///
/// The server's answers name its time; a clock that never goes back counts on from there. The time of day on this machine
/// is not looked at again, so that one that is wrong, or is set meanwhile, changes nothing.
public struct ServerTime: Sendable, Equatable {
    /// In nanoseconds: an answer that took longer is too inaccurate.
    static let longestAnswer: UInt64 = 10_000_000_000
    /// `Date` has whole seconds: half of one is lost on average.
    static let lostByRounding = 0.5
    /// The error of this machine's clock above which its owner is told, in seconds.
    static let tolerance = 60.0

    private struct Observation: Equatable {
        let date: Date
        let at: UInt64
    }

    private var observed: Observation?

    public init() {}

    /// Notes the time that an answer names.
    ///
    /// - Parameters:
    ///   - date: its `Date`.
    ///   - sent, received: when it was asked for and had arrived, in nanoseconds of a clock that never goes back.
    public mutating func observe(_ date: Date, sent: UInt64, received: UInt64) {
        guard received >= sent, received - sent <= Self.longestAnswer else { return }
        let moment = sent + (received - sent) / 2
        if let observed, observed.at > moment { return }
        observed = Observation(date: date.addingTimeInterval(Self.lostByRounding), at: moment)
    }

    /// The server's time of day; nil before its first answer.
    public func date(at now: UInt64) -> Date? {
        guard let observed else { return nil }
        let elapsed = now >= observed.at ? Double(now - observed.at) : -Double(observed.at - now)
        return observed.date.addingTimeInterval(elapsed / 1e9)
    }

    /// Returns the error of this machine's clock: nil while that is a minute at most, or nothing is known.
    public func error(of clock: Date, at now: UInt64) -> ClockError? {
        guard let date = date(at: now) else { return nil }
        let ahead = clock.timeIntervalSince(date)
        return abs(ahead) > Self.tolerance ? ClockError(ahead: ahead) : nil
    }
}

/// The error of a clock, in words.
public struct ClockError: Sendable, Equatable {
    public enum Unit: String, Sendable {
        case minutes, hours, days
    }

    /// Rounded half up, at least 1.
    public let amount: Int
    public let unit: Unit
    /// Whether the clock is ahead.
    public let isFast: Bool

    /// - Parameter ahead: in seconds; negative if the clock is behind.
    init(ahead: TimeInterval) {
        func rounded(_ seconds: Double) -> Int { Int((abs(ahead) / seconds + 0.5).rounded(.down)) }
        isFast = ahead > 0
        (amount, unit) =
            rounded(60) < 60
            ? (max(1, rounded(60)), .minutes) : rounded(3600) < 24 ? (rounded(3600), .hours) : (rounded(86_400), .days)
    }
}

/// The server's time of day, according to its HTTP answers. Every timestamp from or for another machine is compared with this
/// clock.
public final class ServerClock: Sendable {
    private let time: any TimeSource
    private let known = Mutex(ServerTime())

    /// - Parameter time: whose monotonic clock should count the time for which the machine is suspended.
    public init(time: any TimeSource = ContinuousTime()) { self.time = time }

    /// The server's time of day; that of this machine before the first answer.
    public func date() -> Date {
        let now = time.nanoseconds()
        return known.withLock { $0.date(at: now) } ?? time.date()
    }

    /// Returns the error of this machine's clock: nil while that is a minute at most, or nothing is known.
    public func error() -> ClockError? {
        let (now, clock) = (time.nanoseconds(), time.date())
        return known.withLock { $0.error(of: clock, at: now) }
    }

    func observe(_ date: Date, sent: UInt64) {
        let received = time.nanoseconds()
        known.withLock { $0.observe(date, sent: sent, received: received) }
    }

    func nanoseconds() -> UInt64 { time.nanoseconds() }
}

/// Notes the server's time from every answer.
struct ClockedTransport: HTTPTransport {
    let transport: any HTTPTransport
    let clock: ServerClock

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let sent = clock.nanoseconds()
        let response = try await transport.perform(request)
        if let date = response.headers["date"].flatMap(DateFormatters.httpDate) { clock.observe(date, sent: sent) }
        return response
    }
}
