import ECallMedia
import FrameCrypto
import Testing

@testable import ECallWebRTC

@Suite("Session descriptions of libwebrtc", .timeLimit(.minutes(1)))
struct SDPTextTests {
    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\r\n" }.joined() }

    private static let session = ["v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0"]
    private static let audio = [
        "m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9", "a=mid:0", "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level",
        "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid", "a=sendonly", "a=rtpmap:111 opus/48000/2",
        "a=rtcp-fb:111 transport-cc", "a=fmtp:111 minptime=10;useinbandfec=1", "a=rtpmap:63 red/48000/2",
        "a=fmtp:63 111/111", "a=rtpmap:9 G722/8000",
    ]
    private static let video = [
        "m=video 9 UDP/TLS/RTP/SAVPF 96 97 98 99 100 101", "a=mid:1", "a=extmap:3 urn:3gpp:video-orientation",
        "a=sendonly", "a=rtpmap:96 H264/90000", "a=rtcp-fb:96 nack pli", "a=fmtp:96 profile-level-id=42e01f",
        "a=rtpmap:97 rtx/90000", "a=fmtp:97 apt=96", "a=rtpmap:98 H264/90000", "a=fmtp:98 profile-level-id=640c1f",
        "a=rtpmap:99 rtx/90000", "a=fmtp:99 apt=98", "a=rtpmap:100 VP8/90000", "a=rtpmap:101 rtx/90000",
        "a=fmtp:101 apt=100",
    ]

    @Test("an offer has Opus, one codec of video with its resends, and no header extension but those that are used")
    func offers() {
        let offer = SDPText.offering(.h264, in: Self.text(Self.session + Self.audio + Self.video))
        #expect(
            offer
                == Self.text(
                    Self.session + [
                        "m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=mid:0", "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
                        "a=sendonly", "a=rtpmap:111 opus/48000/2", "a=rtcp-fb:111 transport-cc",
                        "a=fmtp:111 minptime=10;useinbandfec=1", "m=video 9 UDP/TLS/RTP/SAVPF 96 97", "a=mid:1",
                        "a=sendonly",
                        "a=rtpmap:96 H264/90000", "a=rtcp-fb:96 nack pli", "a=fmtp:96 profile-level-id=42e01f",
                        "a=rtpmap:97 rtx/90000", "a=fmtp:97 apt=96",
                    ]))
        let vp8 = SDPText.offering(.vp8, in: Self.text(Self.session + Self.video))
        #expect(vp8.contains("m=video 9 UDP/TLS/RTP/SAVPF 100 101\r\n") && !vp8.contains("H264"))
        // A section without the codec stays: the media server refuses it.
        let other = Self.text(Self.session + ["m=video 9 UDP/TLS/RTP/SAVPF 35", "a=rtpmap:35 AV1/90000"])
        #expect(SDPText.offering(.h264, in: other) == other)
    }

    @Test("an answer tells libwebrtc's encoder of sound to send packets of one size and length")
    func answers() {
        let answer = SDPText.answered(
            Self.text(
                Self.session + [
                    "m=audio 9 X 111", "a=rtpmap:111 opus/48000/2", "a=fmtp:111 usedtx=1; stereo=1", "a=ptime:20",
                ]),
            .long)
        #expect(
            answer
                == Self.text(
                    Self.session + [
                        "m=audio 9 X 111", "a=rtpmap:111 opus/48000/2",
                        "a=fmtp:111 stereo=1;cbr=1;maxaveragebitrate=32000;usedtx=0;useinbandfec=1", "a=ptime:60",
                    ]))
        let video = Self.text(Self.session + ["m=video 9 X 96", "a=rtpmap:96 H264/90000"])
        #expect(SDPText.answered(video, .short) == video)
    }

    @Test("header extensions with a direction are left out as well")
    func extensions() {
        let text = Self.text([
            "a=extmap:1/sendonly urn:ietf:params:rtp-hdrext:csrc-audio-level", "a=extmap:2", "a=mid:0",
        ])
        #expect(SDPText.reduced(text) == "a=mid:0\r\n")
    }
}
