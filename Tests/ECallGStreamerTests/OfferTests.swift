import ECallGStreamer
import ECallMedia
import FrameCrypto
import Testing

@Suite("Offers", .timeLimit(.minutes(1)))
struct OfferTests {
    @Test("An offer names Opus and H.264 with its profile, and nothing else")
    func offer() async throws {
        let engine = try GStreamerEngine()
        let publisher = try await engine.makePublisher(
            PublisherConfiguration(
                source: .test(sender: 1), ice: ICEConfiguration(localAddresses: ["127.0.0.1"]),
                audio: MarkingCipher(), video: MarkingCipher()))
        let offer = try await publisher.createOffer()
        #expect(offer.contains("H264/90000"))
        await publisher.close()
    }
}
final class MarkingCipher: FrameSealing { func seal(_ frame: [UInt8]) -> SealOutcome { .sealed(frame) } }
