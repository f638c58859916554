import ECallAPI
import Logging
import ServiceLifecycle

/// Deletes what is past its life, at the start and every hour, a little at a time.
struct RetentionService: Service {
    let database: any Database
    let tasks: [RetentionTask]
    let clock: WallClock
    let logger: Logger
    var interval = Duration.seconds(3600)
    /// Rows in one transaction: other writers wait for no longer than that takes.
    var batch = 500

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat { await runOnce() } while (try? await Task.sleep(for: interval)) != nil
        }
    }

    /// Runs every task to its end. How many rows each has dealt with; a task that fails does not keep the others.
    @discardableResult func runOnce() async -> [String: Int] {
        var counts: [String: Int] = [:]
        for task in tasks {
            do {
                repeat {
                    let (now, batch) = (clock.now(), batch)
                    let count = try await database.write { try task.run($0, now, batch) }
                    counts[task.name, default: 0] += count
                    if count < batch { break }
                    // Requests that wait go first.
                    await Task.yield()
                } while !Task.isCancelled
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
