import ECallCore
import Foundation

/// A clock on which no pause takes time.
struct HurriedTime: TimeSource {
    func nanoseconds() -> UInt64 { SystemTime().nanoseconds() }
    func date() -> Date { Date() }
    func sleep(for duration: Duration) async throws { try Task.checkCancellation() }
}
