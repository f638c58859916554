/// Removes a loudspeaker's sound from a microphone's (`webrtcdsp`, WebRTC's canceller).
///
/// It gets the played sound from the sound server, which mixes everyone in a call and other programs (decision 69), and measures by
/// itself how much later the microphone hears it.
struct EchoCanceller: Sendable {
    static var isAvailable: Bool {
        (try? Library.start()) != nil && ["webrtcdsp", "webrtcechoprobe"].allSatisfy(Library.has)
    }

    /// The two elements find each other by it among all of this process.
    private let name: String

    init() { name = "echo\(UInt64.random(in: .min ... .max))" }

    /// Placed between a microphone and the element that takes its sound.
    ///
    /// In the mode that finds the delay by itself all played sound is examined as it comes, so that neither clocks nor latencies of
    /// the two have to agree.
    var filter: String {
        """
        audioconvert ! audioresample ! \(CapturePipeline.audioCaps) \
        ! webrtcdsp probe=\(name) delay-agnostic=true echo-suppression-level=high noise-suppression=false \
        gain-control=false
        """
    }

    /// Takes the played sound, in the same pipeline, at the source `played`.
    var reference: String {
        """
        appsrc name=played is-live=true format=time do-timestamp=true max-buffers=20 leaky-type=downstream \
        caps=\(CapturePipeline.audioCaps) ! webrtcechoprobe name=\(name) ! fakesink sync=false async=false
        """
    }
}
