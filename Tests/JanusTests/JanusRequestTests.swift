import Janus
import Testing

private func text(_ request: JanusRequest, _ credentials: JanusCredentials = JanusCredentials()) -> String {
    String(decoding: request.encoded(transaction: "t", credentials: credentials), as: UTF8.self)
}

private func body(_ body: VideoRoomRequest, jsep: JanusSessionDescription? = nil) -> String {
    text(.message(session: 1, handle: 2, body: body, jsep: jsep))
}

@Suite("Janus requests", .timeLimit(.minutes(1)))
struct JanusRequestTests {
    @Test(
        "requests are written as Janus reads them",
        arguments: [
            (.create, #"{"janus":"create","transaction":"t"}"#),
            (.claim(session: 1), #"{"janus":"claim","session_id":1,"transaction":"t"}"#),
            (.keepalive(session: 1), #"{"janus":"keepalive","session_id":1,"transaction":"t"}"#),
            (
                .attach(session: 9_007_199_254_740_991, plugin: .videoRoom),
                #"{"janus":"attach","plugin":"janus.plugin.videoroom","session_id":9007199254740991,"transaction":"t"}"#
            ),
            (
                .trickle(session: 1, handle: 2, .completed),
                #"{"candidate":{"completed":true},"handle_id":2,"janus":"trickle","session_id":1,"transaction":"t"}"#
            ),
            (
                .trickle(
                    session: 1, handle: 2, .candidate(JanusCandidate(candidate: "c", sdpMid: "0", sdpMLineIndex: 0))),
                #"{"candidate":{"candidate":"c","sdpMLineIndex":0,"sdpMid":"0"},"handle_id":2,"janus":"trickle","session_id":1,"transaction":"t"}"#
            ),
            (
                .hangup(session: 1, handle: 2),
                #"{"handle_id":2,"janus":"hangup","session_id":1,"transaction":"t"}"#
            ),
            (
                .detach(session: 1, handle: 2),
                #"{"handle_id":2,"janus":"detach","session_id":1,"transaction":"t"}"#
            ),
            (.destroy(session: 1), #"{"janus":"destroy","session_id":1,"transaction":"t"}"#),
        ] as [(JanusRequest, String)])
    func requests(request: JanusRequest, expected: String) {
        #expect(text(request) == expected)
    }

    @Test("credentials are in every request, and in no description")
    func credentials() {
        let credentials = JanusCredentials(token: "to/ken", apiSecret: "se\"cret")
        #expect(
            text(.create, credentials)
                == #"{"apisecret":"se\"cret","janus":"create","token":"to/ken","transaction":"t"}"#)
        #expect(!"\(credentials) \(String(reflecting: credentials))".contains("ken\""))
        #expect(!"\(credentials)".contains("to/ken"))
    }

    @Test(
        "plugin requests are written as the plugin reads them",
        arguments: [
            (
                .create(VideoRoomCreation(room: 5, secret: "s", pin: "p", publishers: 3, bitrate: 9, adminKey: "a")),
                #"{"admin_key":"a","audiocodec":"opus","audiolevel_ext":false,"bitrate":9,"bitrate_cap":true,"is_private":true,"notify_joining":false,"permanent":false,"pin":"p","publishers":3,"record":false,"request":"create","room":5,"secret":"s","videocodec":"h264,vp8"}"#
            ),
            (
                .create(VideoRoomCreation(bitrate: 9, requiresEndToEndEncryption: true, usesSignedTokens: true)),
                #"{"audiocodec":"opus","audiolevel_ext":false,"bitrate":9,"bitrate_cap":true,"is_private":true,"notify_joining":false,"permanent":false,"publishers":64,"record":false,"request":"create","require_e2ee":true,"signed_tokens":true,"videocodec":"h264,vp8"}"#
            ),
            (.exists(room: 5), #"{"request":"exists","room":5}"#),
            (.destroy(room: 5, secret: "s"), #"{"request":"destroy","room":5,"secret":"s"}"#),
            (.listParticipants(room: 5), #"{"request":"listparticipants","room":5}"#),
            (
                .joinPublisher(VideoRoomPublisherJoin(room: 5, display: "7:Bo", id: 8, pin: "p", token: "k")),
                #"{"display":"7:Bo","id":8,"pin":"p","ptype":"publisher","request":"join","room":5,"token":"k"}"#
            ),
            (
                .joinSubscriber(
                    VideoRoomSubscriberJoin(room: 5, streams: [.init(feed: 8), .init(feed: 9, mid: "0")], pin: "p")),
                #"{"pin":"p","ptype":"subscriber","request":"join","room":5,"streams":[{"feed":8},{"feed":9,"mid":"0"}],"use_msid":true}"#
            ),
            (
                .configure(VideoRoomConfiguration(audio: true, video: false, videoCodec: "h264", keyframe: true)),
                #"{"audio":true,"keyframe":true,"request":"configure","video":false,"videocodec":"h264"}"#
            ),
            (
                .configure(VideoRoomConfiguration(streams: [.init(mid: "1", send: false)])),
                #"{"request":"configure","streams":[{"mid":"1","send":false}]}"#
            ),
            (
                .configure(
                    VideoRoomConfiguration(streams: [
                        .init(mid: "1", send: true, layers: .init(substream: 2, temporal: 0, fallback: 500_000)),
                        .init(mid: "2", layers: .init(substream: -1)),
                    ])),
                #"{"request":"configure","streams":[{"fallback":500000,"mid":"1","send":true,"substream":2,"temporal":0},{"mid":"2","substream":0}]}"#
            ),
            (
                .joinSubscriber(
                    VideoRoomSubscriberJoin(
                        room: 5, streams: [.init(feed: 9, mid: "1", layers: .init(substream: 0))], autoupdate: false)),
                #"{"autoupdate":false,"ptype":"subscriber","request":"join","room":5,"streams":[{"feed":9,"mid":"1","substream":0}],"use_msid":true}"#
            ),
            (
                .switch([.init(feed: 8, mid: "1", subscriberMid: "0")]),
                #"{"request":"switch","streams":[{"feed":8,"mid":"1","sub_mid":"0"}]}"#
            ),
            (.publish(VideoRoomConfiguration(bitrate: 1)), #"{"bitrate":1,"request":"publish"}"#),
            (.unpublish, #"{"request":"unpublish"}"#),
            (.leave, #"{"request":"leave"}"#),
            (.subscribe([.init(feed: 8)]), #"{"request":"subscribe","streams":[{"feed":8}]}"#),
            (.unsubscribe([.init(feed: 8)]), #"{"request":"unsubscribe","streams":[{"feed":8}]}"#),
            (.start, #"{"request":"start"}"#),
        ] as [(VideoRoomRequest, String)])
    func bodies(request: VideoRoomRequest, expected: String) {
        #expect(
            body(request)
                == #"{"body":"# + expected + #","handle_id":2,"janus":"message","session_id":1,"transaction":"t"}"#)
    }

    @Test("a description is sent beside the body, and not printed")
    func jsep() {
        let offer = JanusSessionDescription(.offer, sdp: "v=0\r\n", isEndToEndEncrypted: true)
        #expect(body(.unpublish, jsep: offer).contains(#""jsep":{"e2ee":true,"sdp":"v=0\r\n","type":"offer"}"#))
        let layered = JanusSessionDescription(.offer, sdp: "v=0", layerOrder: .ascending)
        #expect(body(.unpublish, jsep: layered).contains(#""jsep":{"rid_order":"lmh","sdp":"v=0","type":"offer"}"#))
        let message = JanusMessage(content: .event(.started(room: 1), jsep: offer))
        let request = JanusRequest.message(session: 1, handle: 2, body: .start, jsep: offer)
        let candidate = JanusTrickle.candidate(JanusCandidate(candidate: "v=0"))
        for shown in ["\(offer)", "\(message)", "\(request)", String(reflecting: request), "\(candidate)"] {
            #expect(!shown.contains("v=0"))
        }
    }
}
