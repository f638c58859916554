import CGStreamer
import ECallMedia
import Synchronization
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Captured audio")
    struct Capturing {
        @Test("Where a microphone goes away, it is said, and silence takes its place until the end")
        func lostMicrophone() async throws {
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
            let notices = FirstResult<String>()
            try source.connect(to: pipeline, video: false) { notice in
                isLost.store(true, ordering: .relaxed)
                notices.send(notice)
            }
            try await pipeline.start()
            try await source.start()
            #expect(await notices.value(within: .seconds(10))?.hasPrefix("The microphone is gone") == true)
            #expect(await enough.value(within: .seconds(10)) == true)
            await source.stop()
            await pipeline.stop()
        }
    }
}
