import Dispatch

/// Nanoseconds of the monotonic clock, by which engines name instants.
package func monotonicNanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
