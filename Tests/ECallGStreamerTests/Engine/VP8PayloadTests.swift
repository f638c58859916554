import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("The VP8 payloader that never reads frames")
    struct VP8Payload {
        /// Returns the frames that the stock depacketizer makes of the payloader's packets, and the packets between them.
        private func roundTrip(_ frames: [[UInt8]]) async throws -> (frames: [[UInt8]], packets: [[UInt8]]) {
            let ended = FirstResult<Bool>()
            let received = LockedValue<(frames: [[UInt8]], packets: [[UInt8]])>(([], []))
            let pipeline = try Pipeline(
                """
                appsrc name=in format=time caps=video/x-vp8 ! ecallvp8pay name=pay mtu=1200 ! identity name=wire \
                ! rtpvp8depay ! fakesink name=out sync=false
                """
            ) { if case .endOfStream = $0 { ended.send(true) } else { ended.send(false) } }
            let wire = try #require(try pipeline.child("wire").staticPad("src"))
            wire.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, info in
                if let buffer = info.buffer { received.withLock { $0.packets.append(buffer.bytes) } }
                return .pass
            }
            let out = try #require(try pipeline.child("out").staticPad("sink"))
            out.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, info in
                if let buffer = info.buffer { received.withLock { $0.frames.append(buffer.bytes) } }
                return .pass
            }
            try await pipeline.start()
            let source = try pipeline.child("in")
            for (index, frame) in frames.enumerated() {
                let buffer = try #require(gst_buffer_new_memdup(frame, gsize(frame.count)))
                ecall_buffer_set_times(buffer, GstClockTime(index) * 33_000_000, 33_000_000)
                gst_app_src_push_buffer(source.cast(to: GstAppSrc.self), buffer)
            }
            gst_app_src_end_of_stream(source.cast(to: GstAppSrc.self))
            #expect(await ended.value(within: .seconds(10)) == true)
            await pipeline.stop()
            return received.withLock { $0 }
        }

        /// A key frame of 320 × 240 and an interframe; noise follows the clear bytes.
        private func frame(key: Bool, _ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
            let clear: [UInt8] =
                key ? [0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A, 0x40, 0x01, 0xF0, 0x00] : [0x11, 0x02, 0x00]
            return clear + (0..<max(0, count - clear.count)).map { _ in .random(in: 0...255, using: &generator) }
        }

        @Test("frames of every size come back unchanged, in packets that fit")
        func everySize() async throws {
            var generator = SeededGenerator.fromEnvironment()
            let sizes = [30, 1_183, 1_184, 1_185, 2_368, 2_369, 60_000]
            var frames = [frame(key: true, 5_000, &generator)]
            for size in sizes { frames.append(frame(key: false, size, &generator)) }
            let (received, packets) = try await roundTrip(frames)
            #expect(received == frames)
            #expect(packets.allSatisfy { $0.count <= 1_200 })
        }

        @Test("each frame starts with S and ends with the marker; the picture id counts frames (RFC 7741)")
        func descriptors() async throws {
            var generator = SeededGenerator.fromEnvironment()
            let frames = [frame(key: true, 3_000, &generator), frame(key: false, 100, &generator)]
            let packets = try await roundTrip(frames).packets
            #expect(packets.count == 4)
            let descriptors = packets.map { Array($0[12..<16]) }
            #expect(descriptors.map { $0[0] } == [0x90, 0x80, 0x80, 0x90])
            #expect(descriptors.allSatisfy { $0[1] == 0x80 && $0[2] & 0x80 != 0 })
            let ids = descriptors.map { (Int($0[2] & 0x7F) << 8) | Int($0[3]) }
            #expect(ids[0] == ids[1] && ids[1] == ids[2] && ids[3] == (ids[0] + 1) % 32_768)
            #expect(packets.map { $0[1] >> 7 } == [0, 0, 1, 1])
        }
    }
}
