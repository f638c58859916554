/// The media line of the single audio connection that carries each sender, and the next request to Janus. Pure. A line whose
/// sender has left is assigned to the next one by `switch`, without a new description; lines are added only if none is free.
/// Janus assigns the line of a sender who is gone to the next one that is subscribed to.
struct SoundLines: Equatable {
    /// The most people heard at once (requirement of the call: the server lets no more unmute).
    static let most = 16

    struct Source: Equatable, Hashable {
        let id: SubscriptionID
        let mid: String
    }

    struct Line: Equatable {
        let mid: String
        var feed: UInt64
        /// The track that it carries; nil while Janus sends nothing on it, or is asked to.
        var source: SubscriptionID?
        var isPaused = false
        var isLost = false
    }

    enum Step: Equatable {
        case resume(Source, line: String)
        case `switch`(Source, line: String)
        /// All tracks at once, with one description.
        case subscribe([Source])
        case pause(line: String)
    }

    private(set) var lines: [Line] = []
    private(set) var waiting: [Source] = []

    mutating func want(_ source: Source) { waiting.append(source) }

    mutating func release(_ id: SubscriptionID) {
        waiting.removeAll { $0.id == id }
        for index in lines.indices where lines[index].source == id { lines[index].source = nil }
    }

    mutating func lost(feed: UInt64) {
        for index in lines.indices where lines[index].feed == feed { lines[index].isLost = true }
    }

    /// Returns the next step, the longest waiting first. Nil if everything is as wanted, or no line is free.
    func next() -> Step? {
        if let source = waiting.first {
            let free = lines.filter { $0.source == nil && !$0.isLost }
            if let line = free.first(where: { $0.feed == source.id.feed }) { return .resume(source, line: line.mid) }
            if let line = free.first { return .switch(source, line: line.mid) }
            let room = Self.most - lines.count { !$0.isLost }
            if room > 0 { return .subscribe(Array(waiting.prefix(room))) }
        }
        return lines.first { $0.source == nil && !$0.isPaused && !$0.isLost }.map { .pause(line: $0.mid) }
    }

    /// Records that the step was taken. A track that was released meanwhile leaves its line again.
    mutating func took(_ source: Source, line mid: String) {
        let isWanted = waiting.contains(source)
        waiting.removeAll { $0 == source }
        let line = Line(mid: mid, feed: source.id.feed, source: isWanted ? source.id : nil)
        if let index = lines.firstIndex(where: { $0.mid == mid }) { lines[index] = line } else { lines.append(line) }
    }

    mutating func paused(line mid: String) {
        for index in lines.indices where lines[index].mid == mid && lines[index].source == nil {
            lines[index].isPaused = true
        }
    }
}
