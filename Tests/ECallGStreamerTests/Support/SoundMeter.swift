import CGStreamer
import ECallMedia
import Foundation
import Synchronization

@testable import ECallGStreamer

/// The loudness of a microphone's sound, in pieces of a hundredth of a second.
final class SoundMeter: Sendable {
    private let capture: CapturePipeline
    private let pipeline: Pipeline
    private let state = Mutex((energies: [Double](), wanted: Int.max, heard: 0))
    private let enough = AsyncStream.makeStream(of: Void.self)

    init(_ capture: CapturePipeline) throws {
        self.capture = capture
        pipeline = try Pipeline(
            "appsrc name=in is-live=true format=time do-timestamp=true caps=\(CapturePipeline.audioCaps) "
                + "! fakesink name=out sync=false"
        ) { _ in }
        capture.forwardAudio(to: try pipeline.child("in"))
        try pipeline.child("out").staticPad("sink")?.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { [weak self] _, info in
            if let bytes = info.buffer?.bytes { self?.take(bytes) }
            return .pass
        }
    }

    private func take(_ bytes: [UInt8]) {
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Double(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
        }
        let isEnough = state.withLock { state in
            for start in stride(from: 0, to: samples.count, by: 480) {
                let piece = samples[start..<min(start + 480, samples.count)]
                let energy = piece.reduce(0) { $0 + $1 * $1 } / Double(piece.count)
                state.energies.append(energy)
                // Louder than -60 dB.
                if energy > 1e-6 { state.heard += 1 }
            }
            return state.heard >= state.wanted
        }
        if isEnough { enough.continuation.yield() }
    }

    func start() async throws {
        try await pipeline.start()
        try await capture.start()
    }

    /// Discards what was heard before.
    func begin() { state.withLock { $0 = ([], .max, 0) } }

    /// Returns once this much non-silence was heard.
    func hear(seconds: Double) async {
        state.withLock { $0.wanted = $0.heard + Int(seconds * 100) }
        for await _ in enough.stream where state.withLock({ $0.heard >= $0.wanted }) { return }
    }

    /// The level since `begin`, in dB below full scale.
    var level: Double {
        let energies = state.withLock { $0.energies }
        guard !energies.isEmpty else { return -200 }
        return 10 * log10(energies.reduce(0, +) / Double(energies.count) + 1e-20)
    }

    func stop() async {
        await capture.stop()
        await pipeline.stop()
    }
}
