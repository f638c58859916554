/// What a connection had until just now, so that what it still says of it is told from what was never its own.
struct JanusFormer: Sendable {
    /// The newest of what was there, each good for so many late messages: who goes on for ever is not late.
    struct Recent: Sendable {
        /// Those that are remembered.
        static let limit = 512
        let messages: Int
        private var left: [UInt64: Int] = [:]
        private var order: [UInt64] = []

        init(messages: Int) { self.messages = messages }

        mutating func insert(_ id: UInt64) {
            guard left.updateValue(messages, forKey: id) == nil else { return }
            order.append(id)
            if order.count > Self.limit { left[order.removeFirst()] = nil }
        }

        /// Whether a message about it comes late; counts it.
        mutating func takes(_ id: UInt64) -> Bool {
            guard let count = left[id], count > 0 else { return false }
            left[id] = count - 1
            return true
        }
    }

    /// A hang-up says unpublish, leave and detach of a handle, perhaps with some candidates.
    var handles = Recent(messages: 16)
    /// All handles speak of their session.
    var sessions = Recent(messages: 64)
    /// Rooms that were let in to: those of a call that ended.
    var rooms = Recent(messages: 64)
}
