import ECallLanguage
import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import Processes
import Synchronization
import TestPattern
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Preparation before a call")
    struct Preparing {
        private func prepare(
            _ source: MediaSource = .test(sender: 1), video: Bool = true, record: String? = nil
        ) async throws -> PreparedMedia {
            try await GStreamerEngine(testContent: CodedContent()).prepare(
                MediaWishes(source: source, video: video, recordDirectory: record))
        }

        /// A small file system in memory, removed afterwards; nil if none may be mounted.
        private func withSmallDisk(_ kilobytes: Int, _ body: (String) async throws -> Void) async throws {
            let path = NSTemporaryDirectory() + "ecall-disk-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let mount = try PipedProcess(
                "mount", "/usr/bin/mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
            guard await mount.waitForExit() == 0 else { return }
            do { try await body(path) } catch {
                _ = await (try PipedProcess("umount", "/usr/bin/umount", ["-l", path])).waitForExit()
                throw error
            }
            _ = await (try PipedProcess("umount", "/usr/bin/umount", ["-l", path])).waitForExit()
        }

        @Test(
            "A directory for recordings is made, and has to be writable",
            arguments: ["/proc/x", "/etc/passwd"])
        func recordings(path: String) async throws {
            let directory = NSTemporaryDirectory() + "ecall-\(UUID().uuidString)/deep"
            defer { try? FileManager.default.removeItem(atPath: directory) }
            _ = try await prepare(record: directory)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
            await #expect(throws: MediaError.self) { _ = try await prepare(record: path) }
        }

        @Test("An engine without test content refuses to send it and to read it")
        func noTestContent() async throws {
            let engine = try GStreamerEngine()
            let refusal = MediaError.unusable(.mediaNoTestContent)
            await #expect(throws: refusal) {
                _ = try await engine.prepare(MediaWishes(source: .test(sender: 1), video: false))
            }
            await #expect(throws: refusal) {
                _ = try await engine.makePublisher(
                    PublisherConfiguration(
                        source: .test(sender: 1), ice: Loop.loopback, audio: TestEncryptor(.opus), video: nil))
            }
            await #expect(throws: refusal) {
                _ = try await engine.makeSubscriber(
                    SubscriberConfiguration(
                        track: .audio, codec: .opus, ice: Loop.loopback, decryptor: PassthroughDecryptor(),
                        checkContent: true))
            }
        }

        @Test("Too little space for recordings is reported before the call")
        func littleSpace() async throws {
            try await withSmallDisk(1_024) { path in
                do throws(MediaError) {
                    _ = try await GStreamerEngine(testContent: CodedContent()).prepare(
                        MediaWishes(source: .test(sender: 1), video: true, recordDirectory: path))
                    Issue.record("prepared")
                } catch {
                    let text = Texts().string(error.text)
                    #expect(text.contains("too little space") && text.contains(path))
                }
            }
        }

        @Test("A disk that becomes full during the call is reported, and reception goes on")
        func fullDisk() async throws {
            try await withSmallDisk(64) { path in
                let said = FirstResult<Text>()
                let loop = try await Loop(
                    video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264),
                    recording: path + "/call.mp4", recordingNotice: { said.send($0) })
                let notice = await said.value(within: .seconds(20))
                #expect(notice == .mediaRecordingFull)
                let before = try await loop.statistics().decoded
                _ = try await loop.statistics { $0.decoded >= before + 30 }
                await loop.close()
            }
        }

        @Test(
            "A disk found full when the recording is closed is reported before the closing returns",
            arguments: [(FrameCodec.h264, "mp4"), (.vp8, "webm"), (.opus, "ogg")])
        func fullAtTheEnd(codec: FrameCodec, ending: String) async throws {
            try await withSmallDisk(4) { path in
                try Data(count: 4096).write(to: URL(filePath: path + "/all of it"))
                let said = Mutex<[Text]>([])
                let loop = try await Loop(
                    video: codec == .opus ? nil : TestEncryptor(codec), receiving: codec,
                    decryptor: TestDecryptor(codec),
                    recording: "\(path)/call.\(ending)", recordingNotice: { text in said.withLock { $0.append(text) } })
                // Less than the file's buffer of 64 kB, even if decoding falls behind.
                _ = try await loop.statistics { $0.decoded >= 1 }
                let early = said.withLock { $0 }
                await loop.close()
                #expect(early == [])
                #expect(said.withLock { $0 } == [.mediaRecordingFullAtEnd])
            }
        }

        @Test(
            "A file to send is examined before the call",
            arguments: [
                ("/nonexistent.mp4", "cannot be read"), ("/etc/passwd", "can’t be sent"), ("/dev/null", "a device"),
            ])
        func file(path: String, part: String) async throws {
            do throws(MediaError) {
                _ = try await GStreamerEngine(testContent: CodedContent()).prepare(
                    MediaWishes(source: .file(path: path), video: true))
                Issue.record("prepared")
            } catch {
                let text = Texts().string(error.text)
                #expect(text.contains(part) && text.contains(path))
            }
        }

        @Test(
            "Missing devices are reported in a sentence, and nothing is sent in their place", arguments: [true, false])
        func devices(video: Bool) async throws {
            guard !FileManager.default.fileExists(atPath: "/dev/video0") else { return }
            let prepared = try await prepare(.automatic, video: video)
            guard prepared.source == .devices(.none) else { return }
            #expect(!prepared.hasSound && !prepared.hasPictures && prepared.notices.count == 1)
            #expect(prepared.notices.first == (video ? .mediaMissingBoth : .mediaMissingMicrophone))
        }
    }
}
