/// The memory of a server during a measurement: its own, and that of the programs it runs.
struct MemoryLog: Sendable {
    private let task: Task<[String], Never>
    private let id: Int32

    init(_ id: Int32, every interval: Duration) {
        self.id = id
        task = Task {
            var samples = [Self.sample(id)]
            // Limit: how often it is looked at.
            while (try? await Task.sleep(for: interval)) != nil { samples.append(Self.sample(id)) }
            return samples
        }
    }

    /// All samples and one more, as `server+programs`.
    func stop() async -> String {
        task.cancel()
        return (await task.value + [Self.sample(id)]).joined(separator: " → ")
    }

    private static func sample(_ id: Int32) -> String {
        let (all, own) = (Usage.memory(id), Usage.ownMemory(id))
        return "\(own)+\(all - own)"
    }
}
