/// The resources that a process may still use before it reaches a limit of the system.
public struct ProcessCapacity: Sendable, Equatable {
    /// The limit and the use of one resource.
    public struct Measure: Sendable, Equatable {
        public var limit: Int
        public var used: Int

        public init(limit: Int, used: Int) { (self.limit, self.used) = (limit, used) }
    }

    /// Files and sockets; nil if they are not limited.
    public var descriptors: Measure?
    /// Nil if they are not limited.
    public var threads: Measure?

    public init(descriptors: Measure? = nil, threads: Measure? = nil) {
        (self.descriptors, self.threads) = (descriptors, threads)
    }
}

/// The resources that a call needs from its process. Pure. A connection takes 14 descriptors and 9 threads, measured as
/// the increase in a command-line agent for each receiving connection; before a call it has 20 and 6. One connection
/// sends, one receives all sound, and each video slot has one; after a loss, all are recreated before the former close.
struct CallNeed: Sendable, Equatable {
    /// The most people whom the server lets into one call.
    static let mostPeople = 50
    static let connection = (descriptors: 14, threads: 9)
    /// Signalling, devices, recording, display.
    static let fixed = (descriptors: 64, threads: 24)
    /// Per other participant: files of a recording, and the decoder of their sound.
    static let person = (descriptors: 2, threads: 1)

    let people: Int
    let slots: Int

    private var connections: Int { 2 * (2 + min(slots, max(people - 1, 0))) }
    var descriptors: Int {
        Self.fixed.descriptors + max(people - 1, 0) * Self.person.descriptors + connections
            * Self.connection.descriptors
    }
    var threads: Int {
        Self.fixed.threads + max(people - 1, 0) * Self.person.threads + connections * Self.connection.threads
    }

    func failure(on capacity: ProcessCapacity) -> CallFailure? {
        if let files = capacity.descriptors, files.limit - files.used < descriptors {
            return .tooFewFiles(people: people, limit: Self.rounded(files.used + descriptors))
        }
        if let threads = capacity.threads, threads.limit - threads.used < self.threads {
            return .tooFewThreads(people: people, limit: Self.rounded(threads.used + self.threads))
        }
        return nil
    }

    /// Rounded to a number that a person types easily.
    private static func rounded(_ count: Int) -> Int { (count + 255) / 256 * 256 }
}
