import ECallAPI

/// The state of rings, and the order of their messages: a ring and its end never overtake each other on the way to the push
/// service.
actor WebPushRings {
    /// A counter, because a device may ring twice for one call.
    typealias Number = UInt64

    private struct Ring {
        let number: Number
        let caller: DeviceIdentity
        let until: Timestamp
        var isOver = false
        /// Whether the push service may have received it.
        var wasTried = false
    }

    /// The longest time between a ring and its end, in seconds.
    private static let memory = 600

    private var rings: [String: Ring] = [:]
    private var lastNumber: Number = 0
    /// Tasks that wait until no message about the same ring is being sent; an entry exists while one is.
    private var turns: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Begins a ring, possibly a repeated one.
    func begin(_ key: String, caller: DeviceIdentity, until: Timestamp, at now: Timestamp) -> Number {
        rings = rings.filter { now < $0.value.until.advanced(bySeconds: Self.memory) }
        lastNumber += 1
        rings[key] = Ring(number: lastNumber, caller: caller, until: until)
        return lastNumber
    }

    /// Ends a ring. Returns nil if there was none, or it has ended already; else the ring, and whether the push service may
    /// have received it.
    func end(_ key: String) -> (number: Number, caller: DeviceIdentity, wasTried: Bool)? {
        guard let ring = rings[key], !ring.isOver else { return nil }
        rings[key]?.isOver = true
        return (ring.number, ring.caller, ring.wasTried)
    }

    /// Sends a message about a ring, after any that is being sent; returns nil without sending if it is obsolete.
    func say<Answer: Sendable>(
        _ key: String, _ number: Number, isEnd: Bool, _ body: @Sendable () async -> Answer
    ) async -> Answer? {
        await take(key)
        defer { pass(key) }
        guard let ring = rings[key], ring.number == number, isEnd == ring.isOver else { return nil }
        rings[key]?.wasTried = true
        return await body()
    }

    /// The number of tasks that wait for their turn.
    func waiting(_ key: String) -> Int { turns[key]?.count ?? 0 }

    private func take(_ key: String) async {
        guard turns[key] != nil else {
            turns[key] = []
            return
        }
        await withCheckedContinuation { turns[key]?.append($0) }
    }

    private func pass(_ key: String) {
        guard turns[key]?.isEmpty == false else {
            turns[key] = nil
            return
        }
        turns[key]?.removeFirst().resume()
    }
}
