import ECallGStreamer
import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import Testing
import TestPattern
import TestSupport

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

        @Test("An offer has Opus, H.264 with its profile and resends of it, only to be sent, and nothing else")
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

        @Test("The offer of an audio call has one media line")
        func audioOffer() async throws {
            let lines = try await offer(video: false).split(separator: "\r\n")
            #expect(lines.filter { $0.hasPrefix("m=") }.map { $0.prefix(7) } == ["m=audio"])
        }

        @Test("How loud somebody speaks is in no header extension, though it be offered (RFC 6464)")
        func audioLevel() async throws {
            let extensions =
                "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n"
                + "a=extmap:2 urn:ietf:params:rtp-hdrext:csrc-audio-level\r\n"
            let offer = try await offer(video: false).replacing("a=sendonly\r\n", with: "a=sendonly\r\n" + extensions)
            #expect(offer.contains("ssrc-audio-level"))
            let sound = try await GStreamerEngine(testContent: CodedContent()).makeSoundConnection(Loop.loopback)
            let answer = try await sound.answer(offer: offer)
            #expect(answer.contains("m=audio") && !answer.contains("audio-level"))
            await sound.close()
        }

        @Test("Every media line names its source, and no line the user or the machine")
        func sources() async throws {
            let offer = try await offer(video: true)
            let names = offer.split(separator: "\r\n").filter { $0.contains(" cname:") }
            // Sound, video, and what is sent again of it.
            #expect(names.count == 3)
            #expect(!names.contains { $0.contains("@") })
        }

        @Test(
            "What is no answer to the offer is refused",
            arguments: [
                "", "v=0", "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n", String(repeating: "v=0\r\n", count: 20_000),
            ])
        func badAnswer(sdp: String) async throws {
            let publisher = try await GStreamerEngine(testContent: CodedContent()).makePublisher(
                PublisherConfiguration(
                    source: .test(sender: 1), ice: Loop.loopback, audio: TestEncryptor(.opus),
                    video: PublishedVideo(encryptor: TestEncryptor(.h264))))
            _ = try await publisher.createOffer()
            await #expect(throws: MediaError.badSessionDescription) { try await publisher.setAnswer(sdp) }
            await publisher.close()
        }

        @Test(
            "An offer without the wanted medium is refused",
            arguments: ["", "v=0\r\n", "junk", "v=0\r\nm=audio 9 X 1\r\n"])
        func badOffer(sdp: String) async throws {
            let subscriber = try await GStreamerEngine(testContent: CodedContent()).makeSubscriber(
                SubscriberConfiguration(
                    track: .video, codec: .h264, ice: Loop.loopback, decryptor: PassthroughDecryptor()))
            await #expect(throws: MediaError.badSessionDescription) { _ = try await subscriber.answer(offer: sdp) }
            await subscriber.close()
        }

        @Test("Damaged descriptions and candidates end in an error or in nothing, never in a crash")
        func damaged() async throws {
            var random = SeededGenerator.fromEnvironment()
            let offer = try await offer(video: true)
            for round in 0..<40 {
                var lines = offer.components(separatedBy: "\r\n").dropLast().map { $0 }
                for _ in 0..<(1 + round % 4) {
                    let index = lines.indices.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: lines.remove(at: index)
                    case 1: lines.insert(lines[index], at: index)
                    case 2: lines[index] = String(lines[index].prefix(lines[index].count / 2))
                    default: lines[index] = lines[index].replacing(/[0-9]/, with: "9")
                    }
                }
                let subscriber = try await GStreamerEngine(testContent: CodedContent()).makeSubscriber(
                    SubscriberConfiguration(
                        track: .video, codec: .h264, ice: Loop.loopback, decryptor: PassthroughDecryptor()))
                _ = try? await subscriber.answer(offer: lines.joined(separator: "\r\n") + "\r\n")
                for text in [
                    "", "junk", "candidate:", "candidate:1 1 UDP x y z typ", "candidate:1 1 UDP 1 ::1 0 typ host\n",
                ] {
                    await subscriber.addRemoteCandidate(
                        ICECandidate(candidate: text, sdpMLineIndex: round - 2, sdpMid: nil))
                }
                await subscriber.close()
            }
        }

        @Test("A closed connection says so")
        func closed() async throws {
            let publisher = try await GStreamerEngine(testContent: CodedContent()).makePublisher(
                PublisherConfiguration(
                    source: .test(sender: 1), ice: Loop.loopback, audio: TestEncryptor(.opus), video: nil))
            await publisher.close()
            await publisher.close()
            await #expect(throws: MediaError.closed) { _ = try await publisher.createOffer() }
        }
    }
}
