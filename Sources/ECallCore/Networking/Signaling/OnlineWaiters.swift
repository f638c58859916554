/// Tasks that wait for something to happen to a connection; each is notified exactly once.
struct OnlineWaiters {
    private var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    /// Notified before they began to wait.
    private var early: [UInt64: Bool] = [:]
    private var issued: Set<UInt64> = []
    private var count: UInt64 = 0

    mutating func newID() -> UInt64 {
        count += 1
        issued.insert(count)
        return count
    }

    mutating func add(_ continuation: CheckedContinuation<Bool, Never>, id: UInt64) {
        if let result = early.removeValue(forKey: id) {
            continuation.resume(returning: result)
        } else {
            waiting[id] = continuation
        }
    }

    mutating func resume(_ id: UInt64, with result: Bool) {
        guard issued.remove(id) != nil else { return }
        if let continuation = waiting.removeValue(forKey: id) {
            continuation.resume(returning: result)
        } else {
            early[id] = result
        }
    }

    mutating func resumeAll(with result: Bool) {
        for id in issued { resume(id, with: result) }
    }
}
