import Foundation

/// The resources that one process has used at an instant.
struct ProcessSample: Codable, Sendable {
    var processor = 0.0
    var memory = 0.0
    var threads = 0.0
    var descriptors = 0.0

    init(_ id: Int32) {
        processor = Usage.ownProcessor(id)
        memory = Double(Usage.ownMemory(id)) / 1000
        threads = Self.count("/proc/\(id)/task")
        descriptors = Self.count("/proc/\(id)/fd")
    }

    private static func count(_ path: String) -> Double {
        Double((try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0)
    }

    /// Cores between two samples, divided among this many people; instantaneous values are those of the later sample.
    func since(_ former: ProcessSample, seconds: Double, people: Int = 1) -> ProcessSample {
        var cost = self
        let share = Double(max(1, people))
        cost.processor = (processor - former.processor) / seconds / share
        cost.memory /= share
        cost.threads /= share
        cost.descriptors /= share
        return cost
    }

    static func mean(_ samples: [ProcessSample]) -> ProcessSample? {
        guard var sum = samples.first else { return nil }
        let count = Double(samples.count)
        for sample in samples.dropFirst() {
            sum.processor += sample.processor
            sum.memory += sample.memory
            sum.threads += sample.threads
            sum.descriptors += sample.descriptors
        }
        sum.processor /= count
        sum.memory /= count
        sum.threads /= count
        sum.descriptors /= count
        return sum
    }
}

/// The measurements with one number of people.
struct GroupPoint: Codable, Sendable {
    var people: Int
    var real: Int
    /// The load average of one minute, when the point began; other work on the machine makes everything slower.
    var load = 0.0
    /// Milliseconds from answering, of the last person, by round.
    var heard: [Int] = []
    var seen: [Int] = []
    /// Milliseconds from hanging up until a member has the new keys of all others; each light member, all rounds.
    var keyChange: [Double] = []
    /// Members that did not have them in time.
    var keyChangeMissing = 0
    var keyChangeLast: [Double] = []
    /// Milliseconds of processor that a change took of each light member, by round: all of them share this machine.
    var keyChangeProcessor: [Double] = []
    var server: ProcessSample?
    var janus: ProcessSample?
    var realPerson: ProcessSample?
    var lightPerson: ProcessSample?
}
