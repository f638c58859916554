import ECallAPI
import Logging
import ServerFoundation
import ServiceLifecycle

/// Deletes expired data at the start and every hour, in small parts. Pauses while the clock is in doubt.
struct RetentionService: Service {
    let database: any Database
    let tasks: [RetentionTask]
    let clock: WallClock
    let logger: Logger
    var interval = Duration.seconds(3600)
    /// The interval of checks while the clock is in doubt.
    var doubtInterval = Duration.seconds(60)
    /// The rows per transaction, which bounds how long other writers wait.
    var batch = 500
    /// The pause after a part, in seconds per second that the part took, for other requests.
    var share = 2.0

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await runOnce()
                guard (try? await Task.sleep(for: clock.isDoubted() ? doubtInterval : interval)) != nil else { break }
            }
        }
    }

    /// Runs every task to its end, or none while the clock is in doubt. Returns the number of rows each has processed; a
    /// failing task does not stop the others.
    @discardableResult func runOnce() async -> [String: Int] {
        var counts: [String: Int] = [:]
        for task in tasks {
            do {
                var position: Int64 = 0
                while !Task.isCancelled, !clock.isDoubted() {
                    let began = ContinuousClock.now
                    let part = try await task.part(database, clock.now(), batch, position)
                    counts[task.name, default: 0] += part.count
                    guard let next = part.next else { break }
                    position = next
                    // Waiting requests go first.
                    try await Task.sleep(for: began.duration(to: .now) * share)
                }
            } catch {
                logger.error("Retention failed.", metadata: ["task": "\(task.name)", "error": "\(type(of: error))"])
            }
            if let count = counts[task.name], count > 0 {
                logger.notice("Retention.", metadata: ["task": "\(task.name)", "count": "\(count)"])
            }
        }
        return counts
    }
}
