package import ECallAPI
import ServerFoundation

/// The limits of a provider's queue, and its retries.
package struct DeliveryLimits: Sendable {
    /// The most simultaneous attempts.
    package var concurrency = 4
    /// The most queued and running jobs.
    package var capacity = 1000
    package var retry = RetrySchedule()
    /// The time for which a caller waits to learn whether something could be sent.
    package var timeout = Duration.seconds(5)

    package init(
        concurrency: Int = 4, capacity: Int = 1000, retry: RetrySchedule = RetrySchedule(),
        timeout: Duration = .seconds(5)
    ) {
        self.concurrency = concurrency
        self.capacity = capacity
        self.retry = retry
        self.timeout = timeout
    }
}

/// A share of a queue's capacity: whoever exhausts it leaves the rest to others.
package struct DeliveryLane: Sendable, Hashable {
    package let name: String
    /// The most simultaneous attempts.
    package let concurrency: Int
    /// The most queued and running jobs.
    package let capacity: Int

    package init(_ name: String, concurrency: Int, capacity: Int) {
        (self.name, self.concurrency, self.capacity) = (name, concurrency, capacity)
    }
}

/// The jobs queued for one provider: a value that schedules the attempts. Pure: depends on events and times.
package struct DeliveryBacklog<Item: Sendable>: Sendable {
    package struct Job: Sendable {
        package let id: Int
        package let item: Item
        /// A later job with the same key replaces this one.
        package let key: String?
        package let lanes: [DeliveryLane]
        package let expiresAt: Timestamp
        package fileprivate(set) var failures = 0
        package fileprivate(set) var readyAt: Timestamp
    }

    /// The end of a job; nil stands for success.
    package struct End: Sendable, Equatable {
        package let id: Int
        package let failure: DeliveryFailure?
    }

    package let limits: DeliveryLimits
    private var count = DeliveryCounters.Count()
    /// In the order of arrival; retried jobs go to the back.
    private var waiting: [Job] = []
    private var underWay: [Int: Job] = [:]
    private var newest: [String: Int] = [:]
    private var lastID = 0
    private var isClosed = false

    package init(limits: DeliveryLimits) { self.limits = limits }

    package var counters: DeliveryCounters.Count {
        var count = count
        count.depth = waiting.count + underWay.count
        return count
    }

    package var isIdle: Bool { underWay.isEmpty }

    /// The earliest time of the next attempt; nil while none is possible, or nothing is queued.
    package var wakeAt: Timestamp? {
        guard underWay.count < limits.concurrency else { return nil }
        // Jobs that wait for their lane are checked when an attempt ends.
        let busy = busyLanes
        return waiting.map { $0.hasRoom(beside: busy) ? min($0.readyAt, $0.expiresAt) : $0.expiresAt }.min()
    }

    /// The number of running attempts per lane.
    private var busyLanes: [DeliveryLane: Int] {
        underWay.values.reduce(into: [:]) { count, job in for lane in job.lanes { count[lane, default: 0] += 1 } }
    }

    private func hasRoom(in lane: DeliveryLane, without replaced: [Job]) -> Bool {
        let all = waiting.count { $0.lanes.contains(lane) } + underWay.values.count { $0.lanes.contains(lane) }
        return all - replaced.count { $0.lanes.contains(lane) } < lane.capacity
    }

    /// Adds a job; an older one with the same key ends, unless it is being attempted.
    package mutating func add(
        _ item: Item, key: String?, lanes: [DeliveryLane] = [], expiresAt: Timestamp, now: Timestamp
    ) throws(DeliveryFailure) -> (id: Int, ended: [End]) {
        guard !isClosed else { throw drop(.stopped) }
        let replaced = waiting.filter { key != nil && $0.key == key }
        guard waiting.count + underWay.count - replaced.count < limits.capacity,
            lanes.allSatisfy({ hasRoom(in: $0, without: replaced) })
        else { throw drop(.full) }
        guard now < expiresAt else { throw drop(.expired) }
        waiting.removeAll { job in replaced.contains { $0.id == job.id } }
        count.dropped += replaced.count
        lastID += 1
        waiting.append(Job(id: lastID, item: item, key: key, lanes: lanes, expiresAt: expiresAt, readyAt: now))
        if let key { newest[key] = lastID }
        // To a caller that waits for the older job, the newer one is just as good.
        return (lastID, replaced.map { End(id: $0.id, failure: nil) })
    }

    private mutating func drop(_ failure: DeliveryFailure) -> DeliveryFailure {
        count.dropped += 1
        return failure
    }

    /// The jobs to attempt now, and those that expired first.
    package mutating func next(now: Timestamp) -> (start: [Job], ended: [End]) {
        var (start, ended, rest): ([Job], [End], [Job]) = ([], [], [])
        var busy = busyLanes
        for job in waiting {
            if job.expiresAt <= now {
                if job.failures > 0 { count.failed += 1 } else { count.dropped += 1 }
                forget(job)
                ended.append(End(id: job.id, failure: .expired))
            } else if !isClosed, job.readyAt <= now, underWay.count < limits.concurrency, job.hasRoom(beside: busy) {
                underWay[job.id] = job
                for lane in job.lanes { busy[lane, default: 0] += 1 }
                start.append(job)
            } else {
                rest.append(job)
            }
        }
        waiting = rest
        return (start, ended)
    }

    /// Records the result of an attempt; returns nil if it will be retried.
    package mutating func finish(_ id: Int, _ attempt: DeliveryAttempt, now: Timestamp, jitter: Double) -> End? {
        guard var job = underWay.removeValue(forKey: id) else { return nil }
        switch attempt {
        case .delivered:
            count.sent += 1
        case .needless:
            count.dropped += 1
        case .failed(.unavailable(let retryAfter), _):
            guard !isClosed else {
                count.dropped += 1
                break
            }
            if let key = job.key, newest[key] != id {
                count.dropped += 1
                return End(id: id, failure: nil)
            }
            job.failures += 1
            let delay = limits.retry.delay(afterFailures: job.failures, retryAfter: retryAfter, jitter: jitter)
            job.readyAt = now.advanced(by: delay)
            guard job.readyAt < job.expiresAt else {
                count.failed += 1
                forget(job)
                return End(id: id, failure: .expired)
            }
            count.retried += 1
            waiting.append(job)
            return nil
        case .failed:
            count.failed += 1
        }
        forget(job)
        return End(id: id, failure: attempt.failure(isClosed: isClosed))
    }

    /// Whether an attempt has failed and the job is still pending.
    package func hasFailed(_ id: Int) -> Bool {
        (underWay[id] ?? waiting.first { $0.id == id }).map { $0.failures > 0 } ?? false
    }

    /// Withdraws the jobs with the key: they are neither attempted nor retried.
    package mutating func withdraw(_ key: String) -> [End] {
        let withdrawn = waiting.filter { $0.key == key }
        waiting.removeAll { $0.key == key }
        newest[key] = nil
        count.dropped += withdrawn.count
        return withdrawn.map { End(id: $0.id, failure: .expired) }
    }

    /// Accepts no more jobs and drops the queued ones; running ones continue.
    package mutating func close() -> [End] {
        isClosed = true
        count.dropped += waiting.count
        defer { waiting = [] }
        return waiting.map { End(id: $0.id, failure: .stopped) }
    }

    private mutating func forget(_ job: Job) {
        if let key = job.key, newest[key] == job.id { newest[key] = nil }
    }
}

extension DeliveryBacklog.Job {
    /// Whether its lanes allow another attempt.
    fileprivate func hasRoom(beside busy: [DeliveryLane: Int]) -> Bool {
        lanes.allSatisfy { busy[$0, default: 0] < $0.concurrency }
    }
}

extension DeliveryAttempt {
    fileprivate func failure(isClosed: Bool) -> DeliveryFailure? {
        switch self {
        case .delivered, .needless: nil
        case .failed(.unavailable, _) where isClosed: .stopped
        case .failed(let failure, _): failure
        }
    }
}
