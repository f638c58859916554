package import ECallAPI
package import Logging
package import ServerFoundation
import ServiceLifecycle

/// The queue of one provider: bounded waiting and running jobs, and retries until they expire. In memory: waiting jobs are
/// lost when the server stops.
package actor DeliveryQueue<Item: Sendable> {
    package nonisolated let meter = DeliveryMeter()

    private let provider: DeliveryProvider
    private let clock: WallClock
    private let logger: Logger
    private let jitter: @Sendable () -> Double
    private let attempt: @Sendable (Item) async -> DeliveryAttempt
    private let timeout: Duration
    private let isOne: Bool
    private var backlog: DeliveryBacklog<Item>
    private var attempts: [Int: Task<Void, Never>] = [:]
    private var waiters: [Int: CheckedContinuation<DeliveryFailure?, Never>] = [:]
    private var alarm: Task<Void, Never>?
    private var alarmAt: Timestamp?
    /// The last logged trouble of a provider that does not deliver.
    private var trouble: Trouble?
    private var idle: CheckedContinuation<Void, Never>?

    /// - Parameter isOne: whether it is a single provider, whose outage is worth a line in the log: of many that anyone can
    ///   name, one reveals nothing about the others.
    package init(
        _ provider: DeliveryProvider, limits: DeliveryLimits, isOne: Bool = true, clock: WallClock, logger: Logger,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        attempt: @escaping @Sendable (Item) async -> DeliveryAttempt
    ) {
        self.provider = provider
        self.clock = clock
        self.logger = logger
        self.jitter = jitter
        self.attempt = attempt
        timeout = limits.timeout
        self.isOne = isOne
        backlog = DeliveryBacklog(limits: limits)
    }

    // MARK: - Handing over

    /// Submits a job without waiting. Throws if the queue is full.
    package func submit(
        _ item: Item, key: String? = nil, lanes: [DeliveryLane] = [], expiresAt: Timestamp
    ) throws(DeliveryFailure) {
        defer { meter.set(backlog.counters) }
        resume(try backlog.add(item, key: key, lanes: lanes, expiresAt: expiresAt, now: clock.now()).ended)
        pump()
    }

    /// Submits a job and waits a while: throws if it is certain by then that it cannot be sent, and `unavailable` if an
    /// attempt failed and is retried in the background. Returns once it was sent, or if nothing is known yet; then it
    /// continues in the background.
    package func deliver(_ item: Item, key: String? = nil, expiresAt: Timestamp) async throws(DeliveryFailure) {
        let (id, ended): (Int, [DeliveryBacklog<Item>.End])
        do {
            (id, ended) = try backlog.add(item, key: key, expiresAt: expiresAt, now: clock.now())
        } catch {
            meter.set(backlog.counters)
            throw error
        }
        resume(ended)
        let limit = Task { [timeout] in
            // Limit of waiting, not a delay: ended as soon as the outcome is known.
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            loseWaiting(id)
        }
        defer { limit.cancel() }
        if let failure = await outcome(of: id) { throw failure }
    }

    private func outcome(of id: Int) async -> DeliveryFailure? {
        await withTaskCancellationOrGracefulShutdownHandler {
            await withCheckedContinuation { continuation in
                waiters[id] = continuation
                pump()
                if Task.isCancelled { stopWaiting(id) }
            }
        } onCancelOrGracefulShutdown: {
            Task { await self.stopWaiting(id) }
        }
    }

    private func loseWaiting(_ id: Int) {
        waiters.removeValue(forKey: id)?.resume(returning: backlog.hasFailed(id) ? .unavailable() : nil)
    }

    private func stopWaiting(_ id: Int) { waiters.removeValue(forKey: id)?.resume(returning: nil) }

    private func resume(_ ended: [DeliveryBacklog<Item>.End]) {
        for end in ended { waiters.removeValue(forKey: end.id)?.resume(returning: end.failure) }
    }

    /// Withdraws the jobs with the key, which are no longer needed.
    package func withdraw(_ key: String) {
        resume(backlog.withdraw(key))
        pump()
    }

    // MARK: - Trying

    private func pump() {
        let (start, ended) = backlog.next(now: clock.now())
        resume(ended)
        for job in start {
            attempts[job.id] = Task { [attempt] in finish(job.id, await attempt(job.item)) }
        }
        setAlarm()
        meter.set(backlog.counters)
    }

    private func finish(_ id: Int, _ result: DeliveryAttempt) {
        attempts[id] = nil
        if isOne { log(result) }
        if let end = backlog.finish(id, result, now: clock.now(), jitter: jitter()) { resume([end]) }
        pump()
        guard backlog.isIdle, let waiter = idle else { return }
        idle = nil
        waiter.resume()
    }

    private enum Trouble: Equatable {
        case down(ProviderCode?)
        case settings(ProviderCode?)
    }

    /// Logs when a provider goes down, with its code, when the code changes, and when it recovers; not each failure.
    private func log(_ result: DeliveryAttempt) {
        var metadata: Logger.Metadata = ["provider": "\(provider)"]
        let before = trouble
        switch result {
        case .delivered: trouble = nil
        case .failed(.unavailable, let code): trouble = .down(code)
        case .failed(.misconfigured, let code): trouble = .settings(code)
        case .failed(let failure, let code):
            // Caused by user input; too many for a log that others read.
            metadata["code"] = "\(code.map(\.description) ?? "-")"
            logger.debug("A provider refused a message: \(failure).", metadata: metadata)
        default: break
        }
        guard trouble != before else { return }
        switch trouble {
        case nil: logger.notice("A provider delivers again.", metadata: metadata)
        case .down(let code):
            metadata["code"] = "\(code.map(\.description) ?? "-")"
            logger.warning("A provider does not deliver; it is tried again.", metadata: metadata)
        case .settings(let code):
            metadata["code"] = "\(code.map(\.description) ?? "-")"
            logger.error("A provider does not take this server's requests: see its settings.", metadata: metadata)
        }
    }

    private func setAlarm() {
        let deadline = backlog.wakeAt
        guard deadline != alarmAt else { return }
        alarm?.cancel()
        alarmAt = deadline
        guard let deadline else { return }
        let wait = max(10, deadline.milliseconds - clock.now().milliseconds)
        alarm = Task {
            guard (try? await Task.sleep(for: .milliseconds(wait))) != nil else { return }
            ring()
        }
    }

    private func ring() {
        alarmAt = nil
        pump()
    }

    // MARK: - Ending

    /// Accepts no more jobs, drops the queued ones, and gives running ones a grace period.
    package func stop(grace: Duration = .seconds(3)) async {
        resume(backlog.close())
        setAlarm()
        meter.set(backlog.counters)
        guard !backlog.isIdle else { return }
        let limit = Task {
            try? await Task.sleep(for: grace)
            giveUp()
        }
        await withCheckedContinuation { idle = $0 }
        limit.cancel()
    }

    private func giveUp() {
        for task in attempts.values { task.cancel() }
        idle?.resume()
        idle = nil
    }
}
