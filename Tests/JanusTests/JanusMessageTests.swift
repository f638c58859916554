import Janus
import Testing

private func decode(_ text: String) throws -> JanusMessage { try JanusMessage(decoding: Array(text.utf8)) }

private func event(_ data: String) -> String {
    #"{"janus":"event","session_id":1,"sender":2,"plugindata":{"plugin":"janus.plugin.videoroom","data":"# + data + "}}"
}

@Suite("Janus messages", .timeLimit(.minutes(1)))
struct JanusMessageTests {
    @Test(
        "messages are read",
        arguments: [
            (#"{"janus":"ack","session_id":1,"transaction":"t"}"#, .init(session: 1, transaction: "t", content: .ack)),
            (
                #"{"janus":"success","transaction":"t","data":{"id":9007199254740991}}"#,
                .init(transaction: "t", content: .success(id: 9_007_199_254_740_991))
            ),
            (
                #"{"janus":"success","session_id":1,"transaction":"t"}"#,
                .init(session: 1, transaction: "t", content: .success(id: nil))
            ),
            (
                #"{"janus":"success","session_id":1,"sender":2,"plugindata":{"data":{"videoroom":"created","room":5}}}"#,
                .init(session: 1, sender: 2, content: .pluginSuccess(.created(room: 5)))
            ),
            (
                #"{"janus":"error","error":{"code":458,"reason":"No such session"}}"#,
                .init(content: .error(JanusError(code: 458, reason: "No such session")))
            ),
            (#"{"janus":"webrtcup","session_id":1,"sender":2}"#, .init(session: 1, sender: 2, content: .webRTCUp)),
            (
                #"{"janus":"media","sender":2,"mid":"0","type":"audio","receiving":true}"#,
                .init(sender: 2, content: .media(type: "audio", mid: "0", isReceiving: true))
            ),
            (
                #"{"janus":"slowlink","sender":2,"mid":"0","uplink":true,"lost":7}"#,
                .init(sender: 2, content: .slowLink(mid: "0", isUplink: true, lost: 7))
            ),
            (
                #"{"janus":"hangup","sender":2,"reason":"DTLS alert"}"#,
                .init(sender: 2, content: .hangup(reason: "DTLS alert"))
            ),
            (#"{"janus":"detached","sender":2}"#, .init(sender: 2, content: .detached)),
            (#"{"janus":"timeout","session_id":1}"#, .init(session: 1, content: .timeout)),
            (
                #"{"janus":"trickle","sender":2,"candidate":{"candidate":"c","sdpMid":"0","sdpMLineIndex":1}}"#,
                .init(
                    sender: 2,
                    content: .trickle(.candidate(JanusCandidate(candidate: "c", sdpMid: "0", sdpMLineIndex: 1))))
            ),
            (
                #"{"janus":"trickle","sender":2,"candidate":{"completed":true}}"#,
                .init(sender: 2, content: .trickle(.completed))
            ),
            (#"{"janus":"server_info","name":"x"}"#, .init(content: .unknown("server_info"))),
        ] as [(String, JanusMessage)])
    func messages(text: String, message: JanusMessage) throws {
        #expect(try decode(text) == message)
    }

    @Test(
        "events of the plugin are read",
        arguments: [
            (#"{"videoroom":"destroyed","room":5}"#, .destroyed(room: 5)),
            (#"{"videoroom":"success","room":5,"exists":true}"#, .exists(room: 5, true)),
            (
                #"{"videoroom":"participants","room":5,"participants":[{"id":8,"display":"7:Bo","publisher":true}]}"#,
                .participants(room: 5, [.init(id: 8, display: "7:Bo", isPublisher: true)])
            ),
            (
                #"{"videoroom":"joined","room":5,"id":8,"private_id":3,"new":[],"publishers":[{"id":9,"display":"7:Bo","streams":[{"type":"audio","mindex":0,"mid":"0","codec":"opus"},{"type":"video","mid":"1","disabled":true}]}]}"#,
                .joined(
                    room: 5, id: 8, privateID: 3,
                    publishers: [
                        .init(
                            id: 9, display: "7:Bo",
                            streams: [
                                .init(type: "audio", mid: "0", codec: "opus"),
                                .init(type: "video", mid: "1", isDisabled: true),
                            ])
                    ])
            ),
            (#"{"videoroom":"event","room":5,"publishers":[{"id":9}]}"#, .publishers(room: 5, [.init(id: 9)])),
            (#"{"videoroom":"event","room":5,"configured":"ok"}"#, .configured(room: 5)),
            (#"{"videoroom":"event","room":5,"leaving":9}"#, .leaving(.feed(9))),
            (#"{"videoroom":"event","room":5,"leaving":"ok","reason":"kicked"}"#, .leaving(.own)),
            (#"{"videoroom":"event","room":5,"unpublished":9}"#, .unpublished(.feed(9))),
            (#"{"videoroom":"event","room":5,"unpublished":"ok"}"#, .unpublished(.own)),
            (#"{"videoroom":"event","room":5,"kicked":9}"#, .kicked(feed: 9)),
            (#"{"videoroom":"event","room":5,"started":"ok"}"#, .started(room: 5)),
            (#"{"videoroom":"event","room":5,"left":"ok"}"#, .left(room: 5)),
            (
                #"{"videoroom":"attached","room":5,"streams":[{"mid":"0","mindex":0,"type":"audio","feed_id":9,"feed_mid":"0","feed_display":"7:Bo","codec":"opus","active":true}]}"#,
                .attached(
                    room: 5,
                    [.init(mid: "0", type: "audio", feed: 9, feedMid: "0", feedDisplay: "7:Bo", codec: "opus")])
            ),
            (
                #"{"videoroom":"updated","room":5,"streams":[{"mid":"0","type":"video","active":false}]}"#,
                .updated(room: 5, [.init(mid: "0", type: "video", isActive: false)])
            ),
            (
                #"{"videoroom":"updating","room":5,"streams":[{"mid":"0","type":"audio","active":true,"send":false}]}"#,
                .updating(room: 5, [.init(mid: "0", type: "audio", isSent: false)])
            ),
            (
                #"{"videoroom":"event","room":5,"switched":"ok","changes":2,"streams":[{"mid":"0","type":"video","feed_id":9,"feed_mid":"1","active":true}]}"#,
                .switched(room: 5, changes: 2, [.init(mid: "0", type: "video", feed: 9, feedMid: "1")])
            ),
            (
                #"{"videoroom":"event","room":5,"mid":"0","substream":1}"#,
                .layersChanged(room: 5, mid: "0", substream: 1, temporal: nil)
            ),
            (
                #"{"videoroom":"event","room":5,"mid":"0","temporal":2}"#,
                .layersChanged(room: 5, mid: "0", substream: nil, temporal: 2)
            ),
            (#"{"videoroom":"event","room":5,"mid":"0"}"#, .unknown("event")),
            (
                #"{"videoroom":"event","error_code":426,"error":"No such room"}"#,
                .failure(JanusError(code: 426, reason: "No such room"))
            ),
            (#"{"videoroom":"event","room":5,"joining":{"id":9}}"#, .unknown("event")),
            (#"{"videoroom":"talking","room":5,"id":9}"#, .unknown("talking")),
        ] as [(String, VideoRoomEvent)])
    func events(data: String, expected: VideoRoomEvent) throws {
        #expect(try decode(event(data)).content == .event(expected, jsep: nil))
    }

    @Test("a description comes with an event")
    func jsep() throws {
        let text =
            #"{"janus":"event","jsep":{"type":"answer","sdp":"v=0"},"plugindata":{"data":{"videoroom":"event","configured":"ok","room":1}}}"#
        let expected = JanusMessage(content: .event(.configured(room: 1), jsep: .init(.answer, sdp: "v=0")))
        #expect(try decode(text) == expected)
    }

    @Test(
        "malformed messages are errors without content",
        arguments: [
            ("", .malformedJSON), ("{", .malformedJSON), ("[]", .notAnObject), ("null", .notAnObject),
            ("{}", .missingMember(name: "janus")), (#"{"janus":1}"#, .wrongType(name: "janus")),
            (#"{"janus":"ack"} x"#, .malformedJSON), (#"{"janus":"ack",}"#, .malformedJSON),
            (#"{"janus":"ack","janus":"ack"}"#, .duplicateMember), (#"{"janus":"a\ud800b"}"#, .malformedJSON),
            (#"{"janus":"a\u0000b"}"#, .malformedJSON), ("{\"janus\":\"a\nb\"}", .malformedJSON),
            (#"{"janus":"ack","x":01}"#, .malformedJSON), (#"{"janus":"ack","x":1.}"#, .malformedJSON),
            (#"{"janus":"ack","x":-}"#, .malformedJSON), (#"{"janus":"ack","x":1e999}"#, .malformedJSON),
            (#"{"janus":"ack","x":nul}"#, .malformedJSON), (#"{"janus":"ack","x":"\x"}"#, .malformedJSON),
            (#"{"janus":"ack","session_id":"1"}"#, .wrongType(name: "session_id")),
            (#"{"janus":"ack","session_id":-1}"#, .wrongType(name: "session_id")),
            (#"{"janus":"ack","session_id":1.0}"#, .wrongType(name: "session_id")),
            (#"{"janus":"ack","session_id":true}"#, .wrongType(name: "session_id")),
            (#"{"janus":"ack","session_id":9007199254740992}"#, .wrongType(name: "session_id")),
            (#"{"janus":"ack","session_id":18446744073709551616}"#, .wrongType(name: "session_id")),
            (#"{"janus":"error"}"#, .missingMember(name: "error")),
            (#"{"janus":"event"}"#, .missingMember(name: "plugindata")),
            (#"{"janus":"event","plugindata":{"data":{}}}"#, .missingMember(name: "videoroom")),
            (#"{"janus":"event","plugindata":{"data":{"videoroom":"joined","room":1}}}"#, .missingMember(name: "id")),
            (
                #"{"janus":"event","plugindata":{"data":{"videoroom":"event","leaving":"no"}}}"#,
                .wrongType(name: "leaving")
            ),
            (
                #"{"janus":"event","plugindata":{"data":{"videoroom":"event","mid":"0","substream":"1"}}}"#,
                .wrongType(name: "substream")
            ),
            (
                #"{"janus":"event","jsep":{"type":"x","sdp":""},"plugindata":{"data":{"videoroom":"event"}}}"#,
                .wrongType(name: "type")
            ),
            (#"{"janus":"ack","x":"# + String(repeating: "[", count: 100_000), .tooDeep),
            (#"{"janus":"ack","x":""# + String(repeating: "a", count: 300_000) + #""}"#, .tooLarge),
        ] as [(String, JanusDecodingError)])
    func errors(text: String, error: JanusDecodingError) {
        #expect(throws: error) { try decode(text) }
    }

    @Test("text that is not UTF-8 is refused")
    func invalidText() {
        let bytes = Array(#"{"janus":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        #expect(throws: JanusDecodingError.malformedJSON) { try JanusMessage(decoding: bytes) }
    }

    @Test("escapes and white space are read as in JSON")
    func escapes() throws {
        let text = " {\t\"janus\" : \"\\u0061\\/\\ud83d\\ude00\\n\" ,\r\n\"x\":[ -1.5e+2 , {} , [ ] , null, false ] } "
        #expect(try decode(text).content == .unknown("a/😀\n"))
    }

    @Test("nesting up to the limit is read")
    func depth() throws {
        let deepest = String(repeating: "[", count: 11) + String(repeating: "]", count: 11)
        #expect(try decode(#"{"janus":"ack","x":"# + deepest + "}").content == .ack)
        #expect(throws: JanusDecodingError.tooDeep) { try decode(#"{"janus":"ack","x":["# + deepest + "]}") }
    }
}
