import ECallGStreamer
import ECallMedia
import EngineTestSupport
import FrameCrypto
import TestPattern
import Testing

extension EngineTests {
    @Suite("Offers")
    struct Offers {
        private func offer(video: Bool) async throws -> String {
            let publisher = try await GStreamerEngine(testContent: CodedContent()).makePublisher(
                PublisherConfiguration(
                    source: .test(sender: 1), ice: Loop.loopback, audio: TestEncryptor(.opus),
                    video: video ? PublishedVideo(encryptor: TestEncryptor(.h264)) : nil))
            let offer = try await publisher.createOffer()
            await publisher.close()
            return offer
        }

        @Test("An offer has Opus, H.264 with its profile and retransmission, only to be sent, and nothing else")
        func videoOffer() async throws {
            let lines = try await offer(video: true).split(separator: "\r\n")
            let formats = lines.filter { $0.hasPrefix("a=rtpmap:") }
            #expect(formats == ["a=rtpmap:111 opus/48000/2", "a=rtpmap:96 H264/90000", "a=rtpmap:97 rtx/90000"])
            #expect(lines.contains("a=fmtp:97 apt=96"))
            #expect(lines.filter { $0.hasSuffix(" nack") } == ["a=rtcp-fb:96 nack"])
            #expect(
                lines.contains("a=fmtp:96 packetization-mode=1;profile-level-id=42e01f;level-asymmetry-allowed=1"))
            #expect(lines.filter { $0 == "a=sendonly" }.count == 2)
            #expect(!lines.contains { $0.hasPrefix("a=extmap:") })
            #expect(lines.filter { $0.hasPrefix("m=") }.count == 2)
        }

        @Test("Every media line names its source, and no line the user or the machine")
        func sources() async throws {
            let offer = try await offer(video: true)
            let names = offer.split(separator: "\r\n").filter { $0.contains(" cname:") }
            // Sound, video, and its retransmission.
            #expect(names.count == 3)
            #expect(!names.contains { $0.contains("@") })
        }
    }
}
