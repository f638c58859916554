import ECallMedia

/// Tries devices in short pipelines of their own, where an error ends nothing else.
enum DeviceProbe {
    private static let timeout = Duration.seconds(4)

    static func camera(_ clock: any Clock<Duration>) async -> Bool {
        await succeeds("v4l2src num-buffers=1 ! fakesink", of: "v4l2src", clock)
    }

    static func microphone(_ clock: any Clock<Duration>) async -> Bool {
        await succeeds("pulsesrc num-buffers=1 ! fakesink", of: "pulsesrc", clock)
    }

    static func loudspeaker(_ clock: any Clock<Duration>) async -> Bool {
        await succeeds(
            "audiotestsrc num-buffers=2 wave=silence ! audioconvert ! autoaudiosink", of: "autoaudiosink", clock)
    }

    /// True when the pipeline runs to its end.
    static func succeeds(
        _ description: String, of element: String, _ clock: any Clock<Duration>
    ) async -> Bool {
        guard Library.has(element) else { return false }
        let results = FirstResult<Bool>(on: clock)
        guard
            let pipeline = try? Pipeline(
                description,
                report: { report in
                    if case .endOfStream = report { results.send(true) } else { results.send(false) }
                })
        else { return false }
        let started = (try? await pipeline.start()) != nil
        let result = started ? await results.value(within: timeout) ?? false : false
        await pipeline.stop()
        return result
    }
}
