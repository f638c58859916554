import Dispatch

/// The clock that deadlines are on: nanoseconds that only go forward.
public enum MonotonicClock {
    public static let now: @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
}
