import CGStreamer
import ECallLanguage
import ECallMedia
import Foundation
import Synchronization
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Captured audio")
    struct Capturing {
        @Test("A microphone that goes away is reported, and silence takes its place until the end")
        func lostMicrophone() async throws {
            try Library.require(["audiotestsrc"])
            let microphone = try CapturePipeline(
                "audiotestsrc is-live=true num-buffers=3 samplesperbuffer=960 ! \(CapturePipeline.audioEnd(sync: false))",
                audio: true, video: false, path: nil)
            let source = PublisherSource(audio: .captured, video: .nothing, captures: [microphone])
            let pipeline = try Pipeline(source.audioDescription(.short) + " ! fakesink name=out sync=false") { _ in }
            let isLost = Atomic(false)
            let silentBuffers = Atomic(0)
            let enough = FirstResult<Bool>()
            try #require(try pipeline.child("out").staticPad("sink")).addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, info in
                guard isLost.load(ordering: .relaxed), let bytes = info.buffer?.bytes, bytes.allSatisfy({ $0 == 0 })
                else { return .pass }
                let count = silentBuffers.add(1, ordering: .relaxed).newValue
                if count == 10 { enough.send(true) }
                return .pass
            }
            let notices = FirstResult<Text>()
            try source.connect(to: pipeline, video: false) { notice in
                isLost.store(true, ordering: .relaxed)
                notices.send(notice)
            }
            try await pipeline.start()
            try await source.start()
            #expect(await notices.value(within: .seconds(10)) == .mediaGoneMicrophone)
            #expect(await enough.value(within: .seconds(10)) == true)
            await source.stop()
            await pipeline.stop()
        }

        /// Samples that come too fast are dropped later on, and the rest is noise.
        @Test("A looped file keeps its pace each time")
        func loopedFile() async throws {
            try Library.require(["audiotestsrc", "opusenc", "oggmux"])
            let path = NSTemporaryDirectory() + "ecall-loop-\(UUID().uuidString).ogg"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let made = FirstResult<Bool>()
            let maker = try Pipeline(
                "audiotestsrc num-buffers=20 samplesperbuffer=960 ! \(CapturePipeline.audioCaps) ! opusenc ! oggmux "
                    + "! filesink name=file"
            ) { if case .endOfStream = $0 { made.send(true) } else { made.send(false) } }
            try maker.child("file").setText("location", path)
            try await maker.start()
            #expect(await made.value(within: .seconds(10)) == true)
            await maker.stop()

            let file = try SoundMeter(CapturePipeline.file(path, audio: true, picture: nil))
            try await file.start()
            await file.hear(seconds: 0.1)
            file.begin()
            let start = ContinuousClock.now
            // Five times the file.
            await file.hear(seconds: 2)
            let elapsed = start.duration(to: .now)
            await file.stop()
            print("measured: two seconds of a file of 0.4 in \(elapsed)")
            #expect(elapsed > .milliseconds(1_700))
        }
    }
}
