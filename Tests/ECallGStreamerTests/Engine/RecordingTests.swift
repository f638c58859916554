import CGStreamer
import ECallLanguage
import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import TestPattern
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Recording and files")
    struct Recording {
        private func temporaryFile(_ ending: String) -> String {
            NSTemporaryDirectory() + "ecall-recording-\(UUID().uuidString).\(ending)"
        }

        /// Plays a file to its end; the number of decoded frames.
        private func framesDecoded(_ path: String) async throws -> Int {
            let results = FirstResult<Bool>()
            let count = LockedValue(0)
            let pipeline = try Pipeline("filesrc name=file ! decodebin ! identity name=frames ! fakesink sync=false") {
                if case .endOfStream = $0 { results.send(true) } else { results.send(false) }
            }
            try pipeline.child("file").setText("location", path)
            try #require(try pipeline.child("frames").staticPad("sink")).addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, _ in
                count.withLock { $0 += 1 }
                return .pass
            }
            try await pipeline.start()
            #expect(await results.value(within: .seconds(10)) == true)
            await pipeline.stop()
            return count.withLock { $0 }
        }

        @Test(
            "A recording can be played from the file, frame for frame",
            arguments: [(FrameCodec.h264, "mp4"), (.vp8, "webm"), (.opus, "ogg")])
        func recording(codec: FrameCodec, ending: String) async throws {
            let path = temporaryFile(ending)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let loop = try await Loop(
                video: codec == .opus ? nil : TestEncryptor(codec), receiving: codec, decryptor: TestDecryptor(codec),
                recording: path)
            _ = try await loop.statistics { $0.decoded >= 90 }
            await loop.close()
            let decoded = await loop.subscriber.statistics().decoded
            let played = try await framesDecoded(path)
            #expect(abs(played - decoded) <= 3, "\(played) of \(decoded)")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }

        /// Frames as they come from the encoder.
        private func pictures(_ number: Int) async throws -> [[UInt8]] {
            let results = FirstResult<Bool>()
            let frames = LockedValue<[[UInt8]]>([])
            let maker = try Pipeline(
                """
                videotestsrc num-buffers=\(number) ! video/x-raw,width=160,height=120 \
                ! x264enc bframes=0 key-int-max=10 tune=zerolatency \
                ! video/x-h264,stream-format=byte-stream,alignment=au ! identity name=frames ! fakesink sync=false
                """
            ) { if case .endOfStream = $0 { results.send(true) } else { results.send(false) } }
            try #require(try maker.child("frames").staticPad("src")).addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, info in
                if let bytes = info.buffer?.bytes { frames.withLock { $0.append(bytes) } }
                return .pass
            }
            try await maker.start()
            #expect(await results.value(within: .seconds(10)) == true)
            await maker.stop()
            return frames.withLock { $0 }
        }

        @Test("Frames whose times stand still or go back, as those of the first packets may, are recorded too")
        func timesThatGoBack() async throws {
            let path = temporaryFile("mp4")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let notices = LockedValue<[Text]>([])
            let recorder = try await TrackRecorder.start(path: path, codec: .h264, clock: ContinuousClock()) { text in
                notices.withLock { $0.append(text) }
            }
            let early: [GstClockTime] = [1_000, 990, 990, 1_020, 1_010]
            for (number, frame) in try await pictures(30).enumerated() {
                let milliseconds = number < early.count ? early[number] : 1_000 + 33 * GstClockTime(number)
                recorder.write(frame, at: milliseconds * 1_000_000)
            }
            await recorder.finish()
            #expect(notices.withLock { $0 } == [])
            #expect(try await framesDecoded(path) == 30)
        }

        @Test(
            "A recording that cannot be written is reported, and the track is received all the same",
            arguments: ["/nonexistent/x.mp4", "x.avi", "x"])
        func unwritable(path: String) async throws {
            let notices = LockedValue<[Text]>([])
            let loop = try await Loop(
                video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264), recording: path,
                recordingNotice: { text in notices.withLock { $0.append(text) } })
            _ = try await loop.statistics { $0.decoded >= 5 }
            await loop.close()
            let said = notices.withLock { $0 }
            #expect(said.count == 1 && Texts().string(said[0]).hasPrefix("Recording has stopped. The call continues. "))
        }

        @Test("Frames that come while recording is not allowed are in no file")
        func forbidden() async throws {
            let path = temporaryFile("mp4")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let mayWrite = LockedValue(false)
            let recorder = try await TrackRecorder.start(
                path: path, codec: .h264, clock: ContinuousClock(), mayWrite: { mayWrite.withLock { $0 } },
                notice: { Issue.record("\($0)") })
            for (number, frame) in try await pictures(40).enumerated() {
                // A key frame each ten.
                mayWrite.withLock { $0 = (10..<30).contains(number) }
                recorder.write(frame, at: 33 * GstClockTime(number) * 1_000_000)
            }
            await recorder.finish()
            #expect(try await framesDecoded(path) == 20)
        }

        @Test("A file is played in a loop")
        func file() async throws {
            let path = temporaryFile("mp4")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let results = FirstResult<Bool>()
            let maker = try Pipeline(
                """
                videotestsrc num-buffers=30 ! \(format.caps) ! identity name=code ! x264enc key-int-max=10 \
                ! mp4mux name=mux ! filesink name=file  audiotestsrc num-buffers=50 freq=900 ! opusenc ! mux.
                """
            ) { if case .endOfStream = $0 { results.send(true) } else { results.send(false) } }
            try maker.child("file").setText("location", path)
            let picture = TestPicture(sender: 5, content: CodedContent())
            try #require(try maker.child("code").staticPad("src")).addProbe(GST_PAD_PROBE_TYPE_BUFFER) { pad, info in
                picture.mark(info, on: pad)
            }
            try await maker.start()
            #expect(await results.value(within: .seconds(10)) == true)
            await maker.stop()

            let loop = try await Loop(
                source: .file(path: path), video: TestEncryptor(.h264), receiving: .h264,
                decryptor: TestDecryptor(.h264))
            // The file has 30 frames.
            _ = try await loop.statistics { $0.content.pictures[5, default: 0] >= 70 }
            await loop.close()
        }

        private var format: PictureFormat { PictureFormat(PublishedVideo(encryptor: TestEncryptor(.h264))) }

        @Test("A file without media is refused", arguments: ["/nonexistent.mp4", "/etc/passwd"])
        func noFile(path: String) async throws {
            let engine = try GStreamerEngine(testContent: CodedContent())
            await #expect(throws: MediaError.self) {
                _ = try await engine.makePublisher(
                    PublisherConfiguration(
                        source: .file(path: path), ice: Loop.loopback, audio: TestEncryptor(.opus),
                        video: PublishedVideo(encryptor: TestEncryptor(.h264))))
            }
        }

        @Test("Without camera and microphone neither test picture nor tone is sent")
        func automatic() async throws {
            guard !FileManager.default.fileExists(atPath: "/dev/video0") else { return }
            let loop = try await Loop(
                source: .automatic, video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264))
            let pictures = try await loop.statistics { $0.content.unreadablePictures >= 10 }
            await loop.close()
            #expect(pictures.content.pictures.isEmpty)
            let sound = try await Loop(
                source: .devices(.none), receiving: .opus, decryptor: TestDecryptor(.opus))
            let heard = try await sound.statistics { $0.content.unreadableTones >= 10 }
            await sound.close()
            #expect(heard.content.tones.isEmpty)
        }
    }
}
