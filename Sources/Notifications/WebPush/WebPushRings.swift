import ECallAPI

/// What was said last of the calls that devices ring for, and in which order it is said: a ring and its end never overtake
/// each other on the way to the push service.
actor WebPushRings {
    /// Counted: a device may ring twice for one call.
    typealias Number = UInt64

    private struct Ring {
        let number: Number
        let caller: DeviceIdentity
        let until: Timestamp
        var isOver = false
        /// Whether the push service may have it.
        var wasTried = false
    }

    /// How long an end may come after the ring, in seconds.
    private static let memory = 600

    private var rings: [String: Ring] = [:]
    private var lastNumber: Number = 0
    /// Who waits until nothing is said of the same ring any more; there is an entry while something is.
    private var turns: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// The device rings, perhaps once more.
    func begin(_ key: String, caller: DeviceIdentity, until: Timestamp, at now: Timestamp) -> Number {
        rings = rings.filter { now < $0.value.until.advanced(bySeconds: Self.memory) }
        lastNumber += 1
        rings[key] = Ring(number: lastNumber, caller: caller, until: until)
        return lastNumber
    }

    /// The ringing is over. nil when it did not ring, or is over already; else what rang, and whether the push service may have
    /// it.
    func end(_ key: String) -> (number: Number, caller: DeviceIdentity, wasTried: Bool)? {
        guard let ring = rings[key], !ring.isOver else { return nil }
        rings[key]?.isOver = true
        return (ring.number, ring.caller, ring.wasTried)
    }

    /// Says something of a ring, after what is being said of it; nil, and nothing said, when that means nothing any more.
    func say<Answer: Sendable>(
        _ key: String, _ number: Number, isEnd: Bool, _ body: @Sendable () async -> Answer
    ) async -> Answer? {
        await take(key)
        defer { pass(key) }
        guard let ring = rings[key], ring.number == number, isEnd == ring.isOver else { return nil }
        rings[key]?.wasTried = true
        return await body()
    }

    /// How many wait for their turn.
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
