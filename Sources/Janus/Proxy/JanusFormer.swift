/// A connection's recently lost sessions, handles and rooms, to distinguish its late messages from those about foreign ones.
struct JanusFormer: Sendable {
    /// The newest lost ids, each good for a limited number of late messages: a client that continues forever is not late.
    struct Recent: Sendable {
        /// The most remembered ids.
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

        /// Whether a message about the id counts as late; counts it.
        mutating func takes(_ id: UInt64) -> Bool {
            guard let count = left[id], count > 0 else { return false }
            left[id] = count - 1
            return true
        }
    }

    /// A hang-up sends unpublish, leave and detach of a handle, perhaps with some candidates.
    var handles = Recent(messages: 16)
    /// All handles' messages name their session.
    var sessions = Recent(messages: 64)
    /// Rooms that were accessible: those of a call that ended.
    var rooms = Recent(messages: 64)
}
