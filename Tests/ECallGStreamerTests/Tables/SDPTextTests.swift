import ECallMedia
import Testing

@testable import ECallGStreamer

@Suite("Session descriptions as text", .timeLimit(.minutes(1)))
struct SDPTextTests {
    private static let wanted = "packetization-mode=1;profile-level-id=42e01f;level-asymmetry-allowed=1"

    @Test(
        "H.264 formats are completed, whatever they have already",
        arguments: [
            (["a=rtpmap:96 H264/90000"], ["a=rtpmap:96 H264/90000", "a=fmtp:96 \(wanted)"]),
            (
                ["a=rtpmap:96 H264/90000", "a=fmtp:96 packetization-mode=1"],
                ["a=rtpmap:96 H264/90000", "a=fmtp:96 \(wanted)"]
            ),
            (
                ["a=fmtp:96 profile-level-id=640028; x=1;sprop-parameter-sets=Z0LA", "a=rtpmap:96 h264/90000"],
                ["a=fmtp:96 \(wanted); x=1", "a=rtpmap:96 h264/90000"]
            ),
            (
                ["a=rtpmap:97 rtx/90000", "a=fmtp:97 apt=96", "a=rtpmap:96 H264/90000", "a=mid:video1"],
                [
                    "a=rtpmap:97 rtx/90000", "a=fmtp:97 apt=96", "a=rtpmap:96 H264/90000", "a=fmtp:96 \(wanted)",
                    "a=mid:video1",
                ]
            ),
            (
                ["a=rtpmap:96 VP8/90000", "a=fmtp:96 packetization-mode=0"],
                ["a=rtpmap:96 VP8/90000", "a=fmtp:96 packetization-mode=0"]
            ),
            (["a=rtpmap:111 OPUS/48000"], ["a=rtpmap:111 opus/48000/2"]),
            (["a=rtpmap:111 OPUS/48000/2"], ["a=rtpmap:111 opus/48000/2"]),
        ])
    func completion(lines: [String], expected: [String]) {
        let head = ["v=0", "s=-", "m=video 9 UDP/TLS/RTP/SAVPF 96"]
        let text = (head + lines).map { $0 + "\r\n" }.joined()
        #expect(SDPText.completingOffer(text) == (head + expected).map { $0 + "\r\n" }.joined())
    }

    @Test("A payload number means something only in its own media line")
    func sections() {
        let text =
            "v=0\r\nm=audio 9 X 96\r\na=rtpmap:96 opus/48000/2\r\na=fmtp:96 x=1\r\nm=video 9 X 96\r\na=rtpmap:96 H264/90000\r\n"
        let completed = SDPText.completingOffer(text)
        #expect(completed.contains("a=rtpmap:96 opus/48000/2\r\na=fmtp:96 x=1\r\nm=video"))
        #expect(completed.hasSuffix("a=rtpmap:96 H264/90000\r\na=fmtp:96 \(Self.wanted)\r\n"))
    }

    @Test(
        "Media kinds are listed in order; a text that is not a description has none",
        arguments: [
            ("v=0\r\nm=audio 9 X 1\r\nm=video 9 X 1\r\n", ["audio", "video"] as [String]?),
            ("v=0\nm=audio 9 X 1\n", ["audio"]), ("v=0\r\n", []), ("", nil), ("m=audio 9 X 1", nil),
            ("v=0\r\nm=audio 9 X\u{0}1", nil), ("v=0" + String(repeating: "x", count: 65_536), nil),
        ])
    func kinds(text: String, expected: [String]?) {
        #expect(SDPText.mediaKinds(text) == expected)
    }

    @Test("Media identifiers are listed in order, empty if there is none")
    func identifiers() {
        let text = "v=0\r\na=mid:no\r\nm=audio 9 X 1\r\na=mid:audio0\r\nm=video 9 X 1\r\nm=video 9 X 1\r\na=mid:2\r\n"
        #expect(SDPText.mediaIdentifiers(text) == ["audio0", "", "2"])
    }

    @Test(
        "the other side begins the handshake if its role was left open, and only then",
        arguments: [("actpass", "passive"), ("active", "active"), ("passive", "active")])
    func handshake(offered: String, answered: String) {
        func description(_ setup: String) -> String {
            ["v=0", "m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=setup:\(setup)", "a=mid:0"].map { $0 + "\r\n" }.joined()
        }
        let answer = SDPText.leavingHandshake(to: description(offered), in: description("active"))
        #expect(answer == description(answered))
        let mixed = description(offered) + "m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=setup:passive\r\n"
        #expect(SDPText.leavingHandshake(to: mixed, in: description("active")) == description("active"))
    }

    @Test("A direction is replaced in one media line alone, if it is the expected one")
    func directions() {
        func text(_ directions: [String]) -> String {
            "v=0\r\na=sendonly\r\n" + directions.map { "m=video 9 X 96\r\na=\($0)\r\n" }.joined()
        }
        let offer = text(["sendonly", "sendonly", "recvonly"])
        #expect(
            SDPText.replacing("sendonly", by: "inactive", ofLine: 1, in: offer)
                == text(["sendonly", "inactive", "recvonly"]))
        for line in [2, 3, 9] {
            #expect(SDPText.replacing("sendonly", by: "inactive", ofLine: line, in: offer) == offer)
        }
    }
}
