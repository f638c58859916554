import ECallMedia

/// Tries devices in short pipelines of their own, where an error affects nothing else.
enum DeviceProbe {
    private static let timeout = Duration.seconds(4)

    static func works(
        _ kind: MediaDevice.Kind, _ device: DeviceSelection, _ clock: any Clock<Duration>
    ) async -> Bool {
        switch kind {
        case .camera:
            return await succeeds("v4l2src name=device num-buffers=1 ! fakesink", of: "v4l2src", device, clock)
        case .microphone:
            return await succeeds("pulsesrc name=device num-buffers=1 ! fakesink", of: "pulsesrc", device, clock)
        case .loudspeaker:
            let element = Player.element(for: device)
            return await succeeds(
                "audiotestsrc num-buffers=2 wave=silence ! audioconvert ! \(element) name=device", of: element, device,
                clock)
        }
    }

    /// True when the pipeline runs to its end.
    static func succeeds(
        _ description: String, of element: String, _ device: DeviceSelection = .systemDefault,
        _ clock: any Clock<Duration>
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
        guard (try? pipeline.open(device)) != nil else { return false }
        let started = (try? await pipeline.start()) != nil
        // An element that chooses a device automatically falls back to a sink that plays nothing if it finds none.
        let isReal = pipeline.element.child("fake-audio-sink") == nil
        let result = started && isReal ? await results.value(within: timeout) ?? false : false
        await pipeline.stop()
        return result
    }
}
