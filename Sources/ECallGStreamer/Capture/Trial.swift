import ECallMedia

/// Tries devices and files in short pipelines of their own, where an error ends nothing else.
enum Trial {
    private static let patience = Duration.seconds(4)

    /// True when the pipeline runs to its end.
    static func succeeds(_ description: String, of element: String) async -> Bool {
        guard Library.has(element) else { return false }
        let results = FirstResult<Bool>()
        guard
            let pipeline = try? Pipeline(
                description,
                report: { report in
                    if case .endOfStream = report { results.send(true) } else { results.send(false) }
                })
        else { return false }
        let started = (try? await pipeline.start()) != nil
        let result = started ? await results.value(within: patience) ?? false : false
        await pipeline.stop()
        return result
    }
}
