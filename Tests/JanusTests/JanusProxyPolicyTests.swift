import Janus
import Testing

private let room = VideoRoomCreation(secret: "room-secret", pin: "room-pin", adminKey: "admin-key")

extension JanusProxyPolicy {
    fileprivate mutating func client(_ text: String) -> JanusClientDecision { fromClient(Array(text.utf8)) }

    fileprivate mutating func janus(_ text: String) -> JanusServerDecision { fromJanus(Array(text.utf8)) }

    /// The message that Janus gets, or the code of the refusal.
    fileprivate mutating func outcome(_ text: String) -> String {
        switch client(text) {
        case .forward(let bytes): String(decoding: bytes, as: UTF8.self)
        case .refuse(let refusal): "\(refusal.code)"
        }
    }

    fileprivate static func fresh(
        _ identity: JanusProxyIdentity = .user(7),
        _ rooms: OpenRooms = OpenRooms([5: JanusRoomAccess(pin: "pin5", token: "token5", participants: [7, 8])]),
        limits: JanusProxyLimits = JanusProxyLimits()
    ) -> JanusProxyPolicy {
        JanusProxyPolicy(
            identity, rooms, credentials: JanusCredentials(token: "core", apiSecret: "real"), limits: limits,
            makeRoom: { room })
    }

    /// Session 1 with handle 2, room 5 allowed, user 7.
    fileprivate static func attached(
        _ identity: JanusProxyIdentity = .user(7), _ rooms: OpenRooms? = nil
    ) -> JanusProxyPolicy {
        var policy = rooms.map { fresh(identity, $0) } ?? fresh(identity)
        _ = policy.client(#"{"janus":"create","transaction":"a"}"#)
        _ = policy.janus(#"{"janus":"success","transaction":"a","data":{"id":1}}"#)
        _ = policy.client(#"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"b"}"#)
        _ = policy.janus(#"{"janus":"success","session_id":1,"transaction":"b","data":{"id":2}}"#)
        return policy
    }
}

/// A plugin message on session 1 and handle 2.
private func message(_ body: String, _ more: String = "") -> String {
    #"{"janus":"message","session_id":1,"handle_id":2,"transaction":"t","apisecret":"client","token":"client","body":\#(body)\#(more)}"#
}

/// The rebuilt form of such a message.
private func rebuilt(_ body: String, jsep: String = "") -> String {
    #"{"apisecret":"real","body":\#(body),"handle_id":2,"janus":"message",\#(jsep)"session_id":1,"token":"core","transaction":"t"}"#
}

/// Messages that are refused, with the code.
private let refusals: [(String, Int)] = [
    ("", 454), ("junk", 454), ("[]", 455), ("{}", 456), (#"{"janus":"create"}"#, 456),
    (#"{"janus":"create","transaction":""}"#, 467), (#"{"janus":"create","transaction":5}"#, 467),
    (#"{"janus":"create","transaction":"t","transaction":"u"}"#, 454),
    (#"{"transaction":"t"}"#, 456), (#"{"janus":5,"transaction":"t"}"#, 467),
    (#"{"janus":"info","transaction":"t"}"#, 453), (#"{"janus":"ping","transaction":"t"}"#, 453),
    (#"{"janus":"list_sessions","admin_secret":"x","transaction":"t"}"#, 453),
    (#"{"janus":"message_plugin","transaction":"t"}"#, 453),
    (#"{"janus":"add_token","transaction":"t"}"#, 453),
    (#"{"janus":"keepalive","transaction":"t"}"#, 456),
    (#"{"janus":"keepalive","session_id":"1","transaction":"t"}"#, 467),
    (#"{"janus":"keepalive","session_id":9,"transaction":"t"}"#, 458),
    (#"{"janus":"destroy","session_id":9,"transaction":"t"}"#, 458),
    (#"{"janus":"claim","session_id":9,"transaction":"t"}"#, 458),
    (#"{"janus":"attach","session_id":9,"plugin":"janus.plugin.videoroom","transaction":"t"}"#, 458),
    (#"{"janus":"attach","session_id":1,"plugin":"janus.plugin.streaming","transaction":"t"}"#, 405),
    (#"{"janus":"attach","session_id":1,"transaction":"t"}"#, 456),
    (#"{"janus":"message","session_id":1,"handle_id":3,"body":{"request":"leave"},"transaction":"t"}"#, 459),
    (#"{"janus":"message","session_id":9,"handle_id":2,"body":{"request":"leave"},"transaction":"t"}"#, 458),
    (#"{"janus":"message","session_id":1,"body":{"request":"leave"},"transaction":"t"}"#, 456),
    (#"{"janus":"message","session_id":1,"handle_id":2,"transaction":"t"}"#, 456),
    (#"{"janus":"message","session_id":1,"handle_id":2,"body":[],"transaction":"t"}"#, 467),
    (#"{"janus":"hangup","session_id":1,"handle_id":3,"transaction":"t"}"#, 459),
    (#"{"janus":"detach","session_id":1,"handle_id":3,"transaction":"t"}"#, 459),
    (
        #"{"janus":"trickle","session_id":1,"handle_id":3,"candidate":{"completed":true},"transaction":"t"}"#,
        459
    ),
    (#"{"janus":"trickle","session_id":1,"handle_id":2,"transaction":"t"}"#, 456),
    (#"{"janus":"trickle","session_id":1,"handle_id":2,"candidates":[],"transaction":"t"}"#, 467),
    (#"{"janus":"trickle","session_id":1,"handle_id":2,"candidate":{"candidate":1},"transaction":"t"}"#, 467),
    (message(#"{"x":1}"#), 456), (message(#"{"request":1}"#), 467),
    (message(#"{"request":"list"}"#), 403), (message(#"{"request":"listparticipants","room":5}"#), 403),
    (message(#"{"request":"kick","room":5,"id":9}"#), 403), (message(#"{"request":"edit","room":5}"#), 403),
    (message(#"{"request":"destroy","room":5}"#), 403), (message(#"{"request":"exists","room":5}"#), 403),
    (message(#"{"request":"rtp_forward","room":5}"#), 403),
    (message(#"{"request":"stop_rtp_forward","room":5}"#), 403),
    (message(#"{"request":"listforwarders","room":5}"#), 403),
    (message(#"{"request":"moderate","room":5}"#), 403), (message(#"{"request":"allowed","room":5}"#), 403),
    (message(#"{"request":"enable_recording","room":5}"#), 403),
    (message(#"{"request":"joinandconfigure","room":5,"ptype":"publisher"}"#), 403),
    (message(#"{"request":"Switch"}"#), 403), (message(#"{"request":"Join"}"#), 403),
    (message(#"{"request":"switch"}"#), 456), (message(#"{"request":"switch","streams":[]}"#), 456),
    (message(#"{"request":"switch","feed":9}"#), 456), (message(#"{"request":"switch","streams":9}"#), 467),
    (message(#"{"request":"switch","streams":[{"mid":"0","sub_mid":"0"}]}"#), 456),
    (message(#"{"request":"switch","streams":[{"feed":9,"sub_mid":"0"}]}"#), 456),
    (message(#"{"request":"switch","streams":[{"feed":9,"mid":"0"}]}"#), 456),
    (message(#"{"request":"switch","streams":[{"feed":"9","mid":"0","sub_mid":"0"}]}"#), 467),
    (message(#"{"request":"switch","streams":[{"feed":9,"mid":0,"sub_mid":"0"}]}"#), 467),
    (message(#"{"request":"switch","streams":[{"feed":9,"mid":"0","sub_mid":"\#(tooLongMid)"}]}"#), 467),
    (
        message(#"{"request":"switch","streams":[{"feed":9,"mid":"0","sub_mid":"0"},{"feed":9,"mid":"0"}]}"#), 456
    ),
    (message(#"{"request":"configure","streams":[{"mid":"0","substream":3}]}"#), 467),
    (message(#"{"request":"configure","streams":[{"mid":"0","substream":-1}]}"#), 467),
    (message(#"{"request":"configure","streams":[{"mid":"0","substream":"2"}]}"#), 467),
    (message(#"{"request":"configure","streams":[{"mid":"0","substream":1.5}]}"#), 467),
    (message(#"{"request":"configure","streams":[{"mid":"0","temporal":3}]}"#), 467),
    (message(#"{"request":"configure","streams":[{"mid":"0","fallback":60000001}]}"#), 467),
    (message(#"{"request":"subscribe","streams":[{"feed":9,"substream":3}]}"#), 467),
    (message(#"{"request":"subscribe","streams":[{"send":true,"substream":1}]}"#), 456),
    (
        message(#"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":9}],"autoupdate":"no"}"#), 467
    ),
    (message(#"{"request":"join","room":6,"ptype":"publisher","display":"7:Bo"}"#), 403),
    (message(#"{"request":"join","room":"5","ptype":"publisher","display":"7:Bo"}"#), 467),
    (message(#"{"request":"join","ptype":"publisher","display":"7:Bo"}"#), 456),
    (message(#"{"request":"join","room":5,"display":"7:Bo"}"#), 456),
    (message(#"{"request":"join","room":5,"ptype":"both","display":"7:Bo"}"#), 467),
    (message(#"{"request":"join","room":5,"ptype":"publisher"}"#), 456),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"8:Eve"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"07:Bo"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"+7:Bo"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"7"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"7:B:o"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":" 7:Bo"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"7:B\no"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"7:B\u202eo"}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"publisher","display":"7:\u0000"}"#), 454),
    (message(#"{"request":"join","room":6,"ptype":"subscriber","streams":[{"feed":9}]}"#), 403),
    (message(#"{"request":"join","room":5,"ptype":"subscriber"}"#), 456),
    (message(#"{"request":"join","room":5,"ptype":"subscriber","streams":[{}]}"#), 456),
    (message(#"{"request":"join","room":5,"ptype":"subscriber","streams":[9]}"#), 467),
    (message(#"{"request":"subscribe","streams":[{"feed":"9"}]}"#), 467),
    (message(#"{"request":"subscribe","streams":{}}"#), 467),
    (message(#"{"request":"configure","videocodec":"av1"}"#), 403),
    (message(#"{"request":"configure","audiocodec":"pcmu"}"#), 403),
    (message(#"{"request":"configure","audio":"yes"}"#), 467),
    (message(#"{"request":"configure","streams":[{"send":true}]}"#), 456),
    (message(#"{"request":"configure","bitrate":-1}"#), 467),
    (message(#"{"request":"start"}"#, #","jsep":{"type":"rollback","sdp":""}"#), 467),
    (message(#"{"request":"start"}"#, #","jsep":{"type":"offer"}"#), 456),
    (message(#"{"request":"start"}"#, #","jsep":"v=0""#), 467),
    (message(#"{"request":"publish"}"#, #","jsep":{"type":"offer","sdp":"v=0","rid_order":"mlh"}"#), 467),
    (message(tooDeep), 454), (message(nested), 454), (message(tooLong), 454),
]

private let tooLongMid = String(repeating: "m", count: 65)
private let tooDeep: String = String(repeating: "[", count: 50_000)
private let nested: String =
    #"{"request":"start","x":"# + String(repeating: #"{"a":"#, count: 20) + "1"
    + String(repeating: "}", count: 21)
private let tooLong: String = #"{"request":"start","x":""# + String(repeating: "a", count: 262_144) + #""}"#

@Suite("Janus proxy: requests of clients", .timeLimit(.minutes(1)))
struct JanusProxyClientTests {
    @Test(
        "requests are rebuilt with the server's credentials",
        arguments: [
            (
                #"{"janus":"create","transaction":"t","apisecret":"x","id":5,"opaque":1}"#,
                #"{"apisecret":"real","janus":"create","token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"keepalive","session_id":1,"transaction":"t"}"#,
                #"{"apisecret":"real","janus":"keepalive","session_id":1,"token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","opaque_id":"x","transaction":"t"}"#,
                #"{"apisecret":"real","janus":"attach","plugin":"janus.plugin.videoroom","session_id":1,"token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"trickle","session_id":1,"handle_id":2,"transaction":"t","candidate":{"candidate":"c","sdpMid":"0","sdpMLineIndex":0,"x":1}}"#,
                #"{"apisecret":"real","candidate":{"candidate":"c","sdpMLineIndex":0,"sdpMid":"0"},"handle_id":2,"janus":"trickle","session_id":1,"token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"trickle","session_id":1,"handle_id":2,"transaction":"t","candidates":[{"candidate":"c"},{"completed":true}]}"#,
                #"{"apisecret":"real","candidates":[{"candidate":"c"},{"completed":true}],"handle_id":2,"janus":"trickle","session_id":1,"token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"hangup","session_id":1,"handle_id":2,"transaction":"t"}"#,
                #"{"apisecret":"real","handle_id":2,"janus":"hangup","session_id":1,"token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"detach","session_id":1,"handle_id":2,"transaction":"t"}"#,
                #"{"apisecret":"real","handle_id":2,"janus":"detach","session_id":1,"token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"destroy","session_id":1,"transaction":"t"}"#,
                #"{"apisecret":"real","janus":"destroy","session_id":1,"token":"core","transaction":"t"}"#
            ),
            (
                #"{"janus":"claim","session_id":1,"transaction":"t"}"#,
                #"{"apisecret":"real","janus":"claim","session_id":1,"token":"core","transaction":"t"}"#
            ),
        ] as [(String, String)])
    func forwarded(text: String, expected: String) {
        var policy = JanusProxyPolicy.attached()
        #expect(policy.outcome(text) == expected)
    }

    @Test(
        "plugin requests are rebuilt from known members",
        arguments: [
            (
                #"{"request":"create","room":99,"video":true,"videocodec":"av1","publishers":9999,"bitrate":1,"record":true,"rec_dir":"/","permanent":true,"secret":"mine","is_private":false}"#,
                #"{"admin_key":"admin-key","audiocodec":"opus","audiolevel_ext":false,"bitrate":1500000,"bitrate_cap":true,"is_private":true,"notify_joining":false,"permanent":false,"pin":"room-pin","publishers":64,"record":false,"request":"create","secret":"room-secret","videocodec":"h264,vp8"}"#
            ),
            (
                #"{"request":"join","room":5,"ptype":"publisher","display":"7:Bo","id":1,"pin":"x","token":"x","video":true,"videocodec":"h264"}"#,
                #"{"display":"7:Bo","pin":"pin5","ptype":"publisher","request":"join","room":5,"token":"token5"}"#
            ),
            (
                #"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":9,"x":1},{"feed":8,"mid":"0"}],"use_msid":true,"offer_audio":true,"private_id":3}"#,
                #"{"pin":"pin5","ptype":"subscriber","request":"join","room":5,"streams":[{"feed":9},{"feed":8,"mid":"0"}],"token":"token5","use_msid":true}"#
            ),
            (
                #"{"request":"configure","audio":true,"video":true,"videocodec":"h264","display":"8:Eve","record":true,"filename":"/x","secret":"s"}"#,
                #"{"audio":true,"request":"configure","video":true,"videocodec":"h264"}"#
            ),
            (
                #"{"request":"configure","keyframe":true,"restart":false,"bitrate":5,"streams":[{"mid":"0","send":false,"keyframe":true,"x":1}]}"#,
                #"{"bitrate":5,"keyframe":true,"request":"configure","restart":false,"streams":[{"keyframe":true,"mid":"0","send":false}]}"#
            ),
            (
                #"{"request":"publish","audiocodec":"opus","videocodec":"vp8","descriptions":[]}"#,
                #"{"audiocodec":"opus","request":"publish","videocodec":"vp8"}"#
            ),
            (
                #"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":9,"mid":"1","substream":0,"temporal":1,"x":1}],"autoupdate":false}"#,
                #"{"autoupdate":false,"pin":"pin5","ptype":"subscriber","request":"join","room":5,"streams":[{"feed":9,"mid":"1","substream":0,"temporal":1}],"token":"token5","use_msid":true}"#
            ),
            (
                #"{"request":"subscribe","streams":[{"feed":9,"mid":"1","send":false,"substream":2}]}"#,
                #"{"request":"subscribe","streams":[{"feed":9,"mid":"1","send":false,"substream":2}]}"#
            ),
            (
                #"{"request":"switch","feed":1,"audio":true,"streams":[{"feed":9,"mid":"1","sub_mid":"0","x":1},{"feed":8,"mid":"0","sub_mid":"2","substream":1}]}"#,
                #"{"request":"switch","streams":[{"feed":9,"mid":"1","sub_mid":"0"},{"feed":8,"mid":"0","sub_mid":"2"}]}"#
            ),
            (
                #"{"request":"configure","streams":[{"mid":"0","send":true,"substream":2,"temporal":0,"fallback":500000,"min_delay":5}]}"#,
                #"{"request":"configure","streams":[{"fallback":500000,"mid":"0","send":true,"substream":2,"temporal":0}]}"#
            ),
            (#"{"request":"unpublish","x":1}"#, #"{"request":"unpublish"}"#),
            (#"{"request":"leave"}"#, #"{"request":"leave"}"#),
            (
                #"{"request":"subscribe","room":5,"ptype":"subscriber","streams":[{"feed":9}]}"#,
                #"{"request":"subscribe","streams":[{"feed":9}]}"#
            ),
            (
                #"{"request":"unsubscribe","streams":[{"sub_mid":"1"}]}"#,
                #"{"request":"unsubscribe","streams":[{"sub_mid":"1"}]}"#
            ),
            (#"{"request":"start","audio":true,"video":true,"videocodec":"h264"}"#, #"{"request":"start"}"#),
        ] as [(String, String)])
    func bodies(body: String, expected: String) {
        var policy = JanusProxyPolicy.attached()
        #expect(policy.outcome(message(body)) == rebuilt(expected))
    }

    @Test("a description is rebuilt")
    func jsep() {
        var policy = JanusProxyPolicy.attached()
        let text = message(
            #"{"request":"start"}"#, #","jsep":{"type":"answer","sdp":"v=0","e2ee":true,"trickle":true,"x":1}"#)
        let expected = rebuilt(
            #"{"request":"start"}"#,
            jsep: #""jsep":{"e2ee":true,"sdp":"v=0","trickle":true,"type":"answer"},"#)
        #expect(policy.outcome(text) == expected)
        let layered = message(#"{"request":"publish"}"#, #","jsep":{"type":"offer","sdp":"v=0","rid_order":"lmh"}"#)
        #expect(
            policy.outcome(layered)
                == rebuilt(
                    #"{"request":"publish"}"#, jsep: #""jsep":{"rid_order":"lmh","sdp":"v=0","type":"offer"},"#))
    }

    @Test(
        "disallowed requests are refused",
        arguments: refusals)
    func refused(text: String, code: Int) {
        var policy = JanusProxyPolicy.attached()
        guard case .refuse(let refusal) = policy.client(text) else {
            Issue.record("passed on: \(text)")
            return
        }
        #expect(refusal.code == code)
        #expect(policy.sessions == [1: [2]])
        #expect(policy.client(message(#"{"request":"leave"}"#)) != .refuse(refusal), "the connection goes on")
    }

    @Test("a refusal has the form of Janus' errors")
    func refusalEncoded() {
        var policy = JanusProxyPolicy.attached()
        guard case .refuse(let refusal) = policy.client(message(#"{"request":"list"}"#)) else {
            Issue.record("passed on")
            return
        }
        #expect(
            String(decoding: refusal.encoded(), as: UTF8.self)
                == #"{"error":{"code":403,"reason":"plugin request not allowed"},"janus":"error","transaction":"t"}"#)
    }

    @Test("a connection without credentials joins as a participant of the room only")
    func participants() {
        let rooms = OpenRooms([5: JanusRoomAccess(participants: [7, 8])])
        var policy = JanusProxyPolicy.attached(.participantOfRoom, rooms)
        for (user, allowed) in [(7, true), (8, true), (9, false)] {
            let outcome = policy.outcome(
                message(#"{"request":"join","room":5,"ptype":"publisher","display":"\#(user):x"}"#))
            #expect((outcome != "403") == allowed)
            _ = policy.janus(joinedEvent(5))
        }
        rooms[5] = JanusRoomAccess()
        #expect(
            policy.outcome(message(#"{"request":"join","room":5,"ptype":"publisher","display":"7:x"}"#)) == "403")
    }

    @Test("a connection without credentials subscribes only in rooms that it has joined")
    func listening() {
        let subscription = message(#"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":1}]}"#)
        var policy = JanusProxyPolicy.attached(.participantOfRoom)
        #expect(policy.outcome(subscription) == "403")
        // Not requested.
        _ = policy.janus(joinedEvent(5))
        #expect(policy.outcome(subscription) == "403")
        policy.join(5, as: 7, on: 2)
        #expect(policy.outcome(subscription) != "403")
    }

    @Test("a user who is not a participant of the room does not join")
    func noParticipant() {
        let rooms = OpenRooms([5: JanusRoomAccess(participants: [8])])
        var policy = JanusProxyPolicy.attached(.user(7), rooms)
        #expect(
            policy.outcome(message(#"{"request":"join","room":5,"ptype":"publisher","display":"7:x"}"#)) == "403")
        rooms[5] = nil
        #expect(
            policy.outcome(message(#"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":1}]}"#))
                == "403")
    }

    @Test("sessions, handles and pending requests are limited")
    func limits() {
        var policy = JanusProxyPolicy.fresh(limits: JanusProxyLimits(sessions: 2, handles: 3, pending: 3))
        #expect(policy.outcome(#"{"janus":"create","transaction":"1"}"#) != "403")
        #expect(policy.outcome(#"{"janus":"create","transaction":"1"}"#) == "403", "transaction in use")
        #expect(policy.outcome(#"{"janus":"create","transaction":"2"}"#) != "403")
        #expect(policy.outcome(#"{"janus":"create","transaction":"3"}"#) == "403")
        _ = policy.janus(#"{"janus":"success","transaction":"1","data":{"id":1}}"#)
        #expect(policy.outcome(#"{"janus":"create","transaction":"3"}"#) == "403")
        _ = policy.janus(#"{"janus":"error","transaction":"2","error":{"code":1,"reason":"x"}}"#)
        let attach = #"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"#
        for number in 1...3 { #expect(policy.outcome(attach + #""a\#(number)"}"#) != "403") }
        #expect(policy.outcome(attach + #""a4"}"#) == "403")
        for number in 1...3 {
            _ = policy.janus(
                #"{"janus":"success","session_id":1,"transaction":"a\#(number)","data":{"id":\#(number)}}"#)
        }
        #expect(policy.outcome(attach + #""a4"}"#) == "403")
        _ = policy.janus(#"{"janus":"detached","session_id":1,"sender":3}"#)
        #expect(policy.outcome(attach + #""a4"}"#) != "403")
    }

    @Test("a participant of a call of 50 stays below the limits")
    func callOfFifty() {
        var policy = JanusProxyPolicy.attached()
        let (slots, others) = (25, 49)
        // All at once: audio, the slots, and as many again while they are recreated after a change of network.
        for number in 1...(1 + slots) * 2 {
            let attach =
                #"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"a\#(number)"}"#
            #expect(policy.outcome(attach) != "403")
        }
        let all = (1...others).map { #"{"feed":\#($0),"mid":"0"}"# }.joined(separator: ",")
        let join = #"{"request":"join","room":5,"ptype":"subscriber","autoupdate":false,"streams":[\#(all)]}"#
        #expect(policy.outcome(message(join)) != "403")
        let some = (1...16).map { #"{"feed":\#($0),"mid":"0","sub_mid":"\#($0)"}"# }.joined(separator: ",")
        #expect(policy.outcome(message(#"{"request":"switch","streams":[\#(some)]}"#)) != "403")
    }

    @Test("rooms are limited, and can be disabled")
    func roomLimit() {
        var policy = JanusProxyPolicy.attached()
        for number in 0..<8 {
            let text = message(#"{"request":"create"}"#).replacing(#""t""#, with: #""r\#(number)""#)
            #expect(policy.outcome(text) != "403")
        }
        #expect(policy.outcome(message(#"{"request":"create"}"#)) == "403")
        var none = JanusProxyPolicy(.user(7), OpenRooms(), claimable: [1: [2]])
        _ = none.client(#"{"janus":"claim","session_id":1,"transaction":"c"}"#)
        _ = none.janus(#"{"janus":"success","session_id":1,"transaction":"c"}"#)
        #expect(none.outcome(message(#"{"request":"create"}"#)) == "403")
        #expect(none.outcome(message(#"{"request":"leave"}"#)) != "403")
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
