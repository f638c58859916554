import ECallGStreamer
import ECallMedia
import EngineTestSupport
import FrameCrypto
import Synchronization
import Testing

extension EngineTests {
    @Suite("Sealed media between two connections")
    struct Loops {
        /// 000-34, 000-36, 003-8
        @Test("Video arrives, and its code names the sender and the time", arguments: [FrameCodec.h264, .vp8])
        func video(codec: FrameCodec) async throws {
            let loop = try await Loop(video: TestEncryptor(codec), receiving: codec, decryptor: TestDecryptor(codec))
            #expect(await loop.received.first { $0 == .connected } != nil)
            let statistics = try await loop.statistics { $0.content.pictures[7, default: 0] >= 60 }
            #expect(statistics.content.pictures.keys.sorted() == [7])
            #expect(statistics.content.unreadablePictures == 0)
            #expect(statistics.content.pictureDelays.allSatisfy { $0 < 1_500_000_000 })
            #expect(statistics.openDrops.isEmpty)
            #expect(statistics.selectedPair == CandidatePair(local: "host", remote: "host"))
            let first = await loop.received.first { if case .firstDecodedFrame = $0 { true } else { false } }
            #expect(first == .firstDecodedFrame(at: statistics.firstDecodedAt, opened: statistics.firstOpenedAt))
            let sent = await loop.publisher.statistics()
            #expect(sent.videoSealed >= statistics.opened && sent.audioSealed > 0)
            await loop.close()
        }

        @Test(
            "Video below the bitrate of its size goes on with fewer and smaller frames",
            arguments: [FrameCodec.h264, .vp8])
        func smaller(codec: FrameCodec) async throws {
            let sizes = Mutex<[Int]>([])
            let loop = try await Loop(
                video: TestEncryptor(codec), receiving: codec, decryptor: TestDecryptor(codec),
                output: MediaOutput(pictures: .handedOver(PictureBox(width: 640, height: 480))),
                takePicture: { picture in
                    sizes.withLock { if $0.last != picture.width { $0.append(picture.width) } }
                })
            _ = try await loop.statistics { $0.content.pictures[7, default: 0] >= 20 }
            await loop.publisher.limitVideo(to: VideoLimit(bitrate: 60_000))
            _ = try await loop.statistics { _ in sizes.withLock { $0.last == 320 } }
            let before = await loop.subscriber.statistics()
            let read = before.content.pictures[7, default: 0]
            let after = try await loop.statistics { $0.content.pictures[7, default: 0] >= read + 20 }
            #expect(sizes.withLock { $0 } == [640, 320])
            #expect(after.content.unreadablePictures == 0 && after.openDrops.isEmpty)
            await loop.close()
        }

        /// 000-36
        @Test("Audio arrives with the sender's tone, in packets of one size", arguments: AudioPacketTime.allCases)
        func audio(packetTime: AudioPacketTime) async throws {
            let sealer = TestEncryptor(.opus)
            let loop = try await Loop(
                audio: sealer, packetTime: packetTime, receiving: .opus, decryptor: TestDecryptor(.opus))
            let statistics = try await loop.statistics { $0.content.tones[7, default: 0] >= 15 }
            #expect(statistics.content.tones.keys.sorted() == [7])
            // The first window may hold the encoder's start.
            #expect(statistics.content.unreadableTones <= 2)
            #expect(statistics.decoded * packetTime.rawValue >= 1500)
            #expect(sealer.sizes == [4 * packetTime.rawValue])
            await loop.close()
        }

        @Test(
            "Sealed frames in a decoder without keys show no sender's picture or tone",
            arguments: [FrameCodec.opus, .h264, .vp8])
        func eavesdropper(codec: FrameCodec) async throws {
            let loop = try await Loop(
                video: codec == .opus ? nil : TestEncryptor(codec), receiving: codec, decryptor: PassthroughDecryptor())
            let statistics = try await loop.statistics { $0.opened >= 100 }
            #expect(statistics.content.pictures.isEmpty && statistics.content.tones.isEmpty)
            await loop.close()
        }

        @Test("Frames are held until the key comes, and none is lost", arguments: [FrameCodec.opus, .h264, .vp8])
        func held(codec: FrameCodec) async throws {
            let decryptor = TestDecryptor(codec, key: nil, patienceMilliseconds: 5_000)
            let loop = try await Loop(
                video: codec == .opus ? nil : TestEncryptor(codec), receiving: codec, decryptor: decryptor)
            // Polls a counter.
            for _ in 0..<1_000 where decryptor.waits == 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(await loop.subscriber.statistics().decoded == 0)
            decryptor.setKey(0x5A)
            let statistics = try await loop.statistics { $0.decoded >= 30 }
            #expect(statistics.openDrops.isEmpty)
            await loop.close()
        }

        @Test("Without a key frames are dropped at the deadline, and video comes when the key does")
        func lateKey() async throws {
            let decryptor = TestDecryptor(.h264, key: nil)
            let loop = try await Loop(video: TestEncryptor(.h264), receiving: .h264, decryptor: decryptor)
            let before = try await loop.statistics { $0.openDrops[.noKey, default: 0] >= 10 }
            #expect(before.decoded == 0)
            decryptor.setKey(0x5A)
            let after = try await loop.statistics { $0.content.pictures[7, default: 0] >= 10 }
            #expect(after.content.unreadablePictures == 0)
            await loop.close()
        }

        @Test("A receiver asks for key frames until it has opened one; the sender makes three soon, then one a second")
        func keyFrameRequests() async throws {
            let sealer = TestEncryptor(.h264)
            let decryptor = TestDecryptor(.h264, refusing: true)
            let loop = try await Loop(video: sealer, receiving: .h264, decryptor: decryptor)
            // Polls a counter.
            for _ in 0..<400 where sealer.keyFrameTimes.count < 6 { try await Task.sleep(for: .milliseconds(50)) }
            let times = Array(sealer.keyFrameTimes.dropFirst())
            let pauses = zip(times, times.dropFirst()).map { Double($1 - $0) / 1e9 }
            // Five at the requested rate would take two seconds.
            #expect(pauses.count == 4 && pauses.contains { $0 < 0.85 }, "\(pauses)")
            #expect(pauses.allSatisfy { $0 < 2.85 } && pauses.reduce(0, +) > 2.6, "\(pauses)")
            // After two seconds without one, the encoder makes one by itself, and the pending one may follow at once.
            let quick = pauses.indices.filter { pauses[$0] <= 0.2 }
            #expect(quick.allSatisfy { $0 > 0 && pauses[$0 - 1] > 1.9 }, "\(pauses)")
            decryptor.stopRefusing()
            _ = try await loop.statistics { $0.content.pictures[7, default: 0] >= 10 }
            await loop.close()
        }

        @Test("A sealer that has dropped frames gets a key frame at once")
        func sealerKeyFrame() async throws {
            let sealer = TestEncryptor(.h264, refusing: 20)
            let loop = try await Loop(video: sealer, receiving: .h264, decryptor: TestDecryptor(.h264))
            let statistics = try await loop.statistics { $0.content.pictures[7, default: 0] >= 10 }
            #expect(statistics.content.unreadablePictures == 0)
            let sent = await loop.publisher.statistics()
            #expect(sent.sealDrops[.noKey] == 20)
            #expect(sent.sealDrops[.waitingForKeyFrame, default: 0] <= 10)
            await loop.close()
        }

        @Test("Sent and received media are counted, and their reception at the SFU is known")
        func counted() async throws {
            let loop = try await Loop(video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264))
            _ = try await loop.statistics { $0.content.pictures[7, default: 0] >= 30 }
            var sent: Transmission?
            // Polls counters, whose first report arrives after seconds.
            for _ in 0..<200 where sent?.roundTrip == nil || sent?.losses.isEmpty ?? true {
                sent = await loop.publisher.transmission()
                // Polls.
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try #require(sent).audio.bytes > 1_000 && sent?.video?.bytes ?? 0 > 10_000)
            // With two tracks on one connection GStreamer may report on one alone.
            #expect(sent?.losses.allSatisfy { $0 == 0 } == true && sent?.size != nil)
            #expect(sent?.pair == CandidatePair(local: "host", remote: "host") && sent?.roundTrip != nil)
            let received = try #require(await loop.subscriber.reception())
            // Both tracks that come here, which no call has on one connection.
            #expect(received.bytes > 1_000 && received.size != nil)
            await loop.close()
        }

        @Test("However low the video's limit, all audio is sent: it does not count as retransmission")
        func audioBesideLeastVideo() async throws {
            let loop = try await Loop(video: TestEncryptor(.h264), receiving: .opus, decryptor: TestDecryptor(.opus))
            await loop.publisher.limitVideo(to: VideoLimit(bitrate: 60_000))
            let statistics = try await loop.statistics { $0.content.tones[7, default: 0] >= 40 }
            // The first window may hold the encoder's start.
            #expect(statistics.content.unreadableTones <= 2)
            #expect(try #require(await loop.subscriber.reception()).lost == 0)
            await loop.close()
        }

        @Test("A muted publisher sends nothing, and an unmuted one the tone again")
        func mute() async throws {
            let loop = try await Loop(receiving: .opus, decryptor: TestDecryptor(.opus))
            _ = try await loop.statistics { $0.content.tones[7, default: 0] >= 3 }
            await loop.publisher.setMuted(true)
            let sealed = await loop.publisher.statistics().audioSealed
            // Limit: the absence of something cannot be awaited.
            try await Task.sleep(for: .milliseconds(600))
            let before = loop.subscriber.arrivals
            // Limit: the same.
            try await Task.sleep(for: .milliseconds(400))
            #expect(await loop.publisher.statistics().audioSealed <= sealed + 1)
            #expect(loop.subscriber.arrivals == before)
            let muted = try await loop.statistics()
            await loop.publisher.setMuted(false)
            _ = try await loop.statistics { $0.content.tones[7, default: 0] >= muted.content.tones[7, default: 0] + 5 }
            await loop.close()
        }

        /// 000-38
        @Test("Video stops and comes back without negotiation")
        func videoSwitch() async throws {
            let sealer = TestEncryptor(.h264)
            let loop = try await Loop(video: sealer, receiving: .h264, decryptor: TestDecryptor(.h264))
            _ = try await loop.statistics { $0.content.pictures[7, default: 0] >= 10 }
            await loop.publisher.setVideoEnabled(false)
            var last = -1
            for _ in 0..<30 {
                let sealed = await loop.publisher.statistics().videoSealed
                if sealed == last { break }
                last = sealed
                // Polls a counter.
                try await Task.sleep(for: .milliseconds(300))
            }
            let keyFrames = sealer.keyFrameTimes.count
            await loop.publisher.setVideoEnabled(true)
            _ = try await Loop.poll(loop.publisher) { $0.videoSealed >= last + 20 }
            #expect(sealer.keyFrameTimes.count == keyFrames + 1)
            await loop.close()
        }
    }
}

extension Transmission {
    fileprivate var losses: [Double] { [audio.loss, video?.loss].compactMap(\.self) }
}
