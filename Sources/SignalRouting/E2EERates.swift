import ECallAPI
package import ServerFoundation

/// The rates of E2EE messages: this many at once, and in the long run as many in so many seconds (e2ee 7).
package struct E2EELimits: Sendable {
    package var sendsPerDevice = Rate(count: 60, seconds: 3)
    package var bytesPerDevice = Rate(count: 256 * 1024, seconds: 4)
    package var deliveriesPerCall = Rate(count: 12_000, seconds: 4)

    package init() {}

    package init(sendsPerDevice: Rate, bytesPerDevice: Rate, deliveriesPerCall: Rate) {
        self.sendsPerDevice = sendsPerDevice
        self.bytesPerDevice = bytesPerDevice
        self.deliveriesPerCall = deliveriesPerCall
    }
}

/// The counters of these rates, by device and by call. A device that reconnects does not start over. Reports leave half of
/// each share to everything else. Pure; times in nanoseconds of a monotonic clock.
struct E2EERates: Sendable {
    private struct Device {
        var sends: TokenBucket
        var bytes: TokenBucket
        var usedAt: UInt64
    }

    private struct Call {
        var deliveries: TokenBucket
        var usedAt: UInt64
    }

    private let limits: E2EELimits
    private var devices: [DeviceIdentity: Device] = [:]
    private var calls: [CallID: Call] = [:]
    private var nextSweep = 1024

    init(limits: E2EELimits = E2EELimits()) { self.limits = limits }

    /// The number of buckets, for the test that they do not leak.
    var count: Int { devices.count + calls.count }

    mutating func allows(_ kind: E2EEKind, bytes: Int, from device: DeviceIdentity, now: UInt64) -> Bool {
        sweepIfDue(now)
        var used =
            devices[device]
            ?? Device(
                sends: TokenBucket(limits.sendsPerDevice, now: now),
                bytes: TokenBucket(limits.bytesPerDevice, now: now), usedAt: now)
        used.usedAt = now
        defer { devices[device] = used }
        return used.sends.take(leaving: Self.reserve(kind, limits.sendsPerDevice), now: now)
            && used.bytes.take(UInt64(bytes), leaving: Self.reserve(kind, limits.bytesPerDevice), now: now)
    }

    /// Whether the message may be delivered to that many devices of the call: all of them or none.
    mutating func allows(_ kind: E2EEKind, deliveries: Int, in call: CallID, now: UInt64) -> Bool {
        var used = calls[call] ?? Call(deliveries: TokenBucket(limits.deliveriesPerCall, now: now), usedAt: now)
        used.usedAt = now
        defer { calls[call] = used }
        return used.deliveries.take(
            UInt64(deliveries), leaving: Self.reserve(kind, limits.deliveriesPerCall), now: now)
    }

    private static func reserve(_ kind: E2EEKind, _ rate: Rate) -> UInt64 {
        kind == .report ? UInt64(rate.count / 2) : 0
    }

    /// Removes buckets that have refilled, which carry no information.
    private mutating func sweepIfDue(_ now: UInt64) {
        guard count >= nextSweep else { return }
        func isFull(_ usedAt: UInt64, _ rates: Rate...) -> Bool {
            now >= usedAt + UInt64((rates.map(\.seconds).max() ?? 0) + 1) * 1_000_000_000
        }
        devices = devices.filter { !isFull($0.value.usedAt, limits.sendsPerDevice, limits.bytesPerDevice) }
        calls = calls.filter { !isFull($0.value.usedAt, limits.deliveriesPerCall) }
        nextSweep = max(1024, count * 2)
    }
}

extension TokenBucket {
    /// Allows the rate's count at once, and in the long run as many in its seconds.
    fileprivate init(_ rate: Rate, now: UInt64) {
        self.init(
            perSecond: UInt64(max(1, rate.count / max(1, rate.seconds))), burst: UInt64(max(1, rate.count)), now: now)
    }
}
