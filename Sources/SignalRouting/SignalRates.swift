package import ECallAPI
import ServerFoundation

/// The rates of signals by device and by call. A device that reconnects does not start over. Pure; times in nanoseconds of
/// a monotonic clock.
package struct SignalRates: Sendable {
    /// Signals per second in the long run, and at once.
    package struct Limits: Sendable {
        /// Enough for the rotations of a key host in a call of fifty, and no more (wire-protocol 3.6).
        package var perDevice: (perSecond: UInt64, burst: UInt64)
        /// All fifty may request the key at once, be answered, and get a rotation afterwards.
        package var perCall: (perSecond: UInt64, burst: UInt64)

        package init(
            perDevice: (perSecond: UInt64, burst: UInt64) = (200, 400),
            perCall: (perSecond: UInt64, burst: UInt64) = (500, 1500)
        ) {
            (self.perDevice, self.perCall) = (perDevice, perCall)
        }
    }

    private struct Bucket {
        var tokens: TokenBucket
        var usedAt: UInt64
    }

    private let limits: Limits
    private var devices: [DeviceIdentity: Bucket] = [:]
    private var calls: [CallID: Bucket] = [:]
    private var nextSweep = 1024

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// The number of buckets, for the test that they do not leak.
    package var count: Int { devices.count + calls.count }

    package mutating func allows(_ device: DeviceIdentity, now: UInt64) -> Bool {
        sweepIfDue(now)
        return Self.take(&devices[device], limits.perDevice, now)
    }

    package mutating func allows(_ call: CallID, now: UInt64) -> Bool { Self.take(&calls[call], limits.perCall, now) }

    private static func take(
        _ bucket: inout Bucket?, _ limit: (perSecond: UInt64, burst: UInt64), _ now: UInt64
    ) -> Bool {
        var used =
            bucket
            ?? Bucket(tokens: TokenBucket(perSecond: limit.perSecond, burst: limit.burst, now: now), usedAt: now)
        used.usedAt = now
        defer { bucket = used }
        return used.tokens.take(now: now)
    }

    /// Removes buckets that have refilled, which carry no information.
    private mutating func sweepIfDue(_ now: UInt64) {
        guard count >= nextSweep else { return }
        func isFull(_ bucket: Bucket, _ limit: (perSecond: UInt64, burst: UInt64)) -> Bool {
            now >= bucket.usedAt + (limit.burst / limit.perSecond + 1) * 1_000_000_000
        }
        devices = devices.filter { !isFull($0.value, limits.perDevice) }
        calls = calls.filter { !isFull($0.value, limits.perCall) }
        nextSweep = max(1024, count * 2)
    }
}
