import Janus
import Testing

private let room = VideoRoomCreation(secret: "room-secret", pin: "room-pin", adminKey: "admin-key")

extension JanusProxyPolicy {
    fileprivate mutating func client(_ text: String) { _ = fromClient(Array(text.utf8)) }

    fileprivate mutating func observed(_ text: String) -> [JanusProxyObservation]? {
        guard case .forward(_, let observations) = fromJanus(Array(text.utf8)) else { return nil }
        return observations
    }

    fileprivate static func fresh(claimable: [UInt64: Set<UInt64>] = [:]) -> JanusProxyPolicy {
        JanusProxyPolicy(
            .user(7), OpenRooms([5: JanusRoomAccess(participants: [7])]), claimable: claimable, makeRoom: { room })
    }

    fileprivate static var attached: JanusProxyPolicy {
        var policy = fresh()
        policy.client(#"{"janus":"create","transaction":"a"}"#)
        _ = policy.observed(#"{"janus":"success","transaction":"a","data":{"id":1}}"#)
        policy.client(#"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"b"}"#)
        _ = policy.observed(#"{"janus":"success","session_id":1,"transaction":"b","data":{"id":2}}"#)
        return policy
    }
}

@Suite("Janus proxy: answers of Janus", .timeLimit(.minutes(1)))
struct JanusProxyAnswerTests {
    @Test("sessions and handles are learned from answers to own requests only")
    func learns() {
        var policy = JanusProxyPolicy.fresh()
        #expect(policy.observed(#"{"janus":"success","transaction":"a","data":{"id":1}}"#) == [])
        #expect(policy.sessions.isEmpty)
        policy.client(#"{"janus":"create","transaction":"a"}"#)
        #expect(policy.observed(#"{"janus":"ack","transaction":"a"}"#) == [])
        #expect(policy.observed(#"{"janus":"success","transaction":"a","data":{"id":1}}"#) == [.sessionOpened(1)])
        policy.client(#"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"b"}"#)
        #expect(
            policy.observed(#"{"janus":"success","session_id":1,"transaction":"b","data":{"id":2}}"#)
                == [.handleAttached(2, session: 1)])
        #expect(policy.sessions == [1: [2]])
        #expect(policy.observed(#"{"janus":"success","session_id":1,"transaction":"b","data":{"id":3}}"#) == [])
        #expect(policy.sessions == [1: [2]])
    }

    @Test(
        "news is observed",
        arguments: [
            // Not requested.
            (
                #"{"janus":"event","session_id":1,"sender":2,"plugindata":{"data":{"videoroom":"joined","room":5,"id":9,"publishers":[]}}}"#,
                []
            ),
            (
                #"{"janus":"event","session_id":1,"sender":2,"plugindata":{"data":{"videoroom":"event","room":5,"leaving":"ok"}}}"#,
                [.left(handle: 2)]
            ),
            (
                #"{"janus":"event","session_id":1,"sender":2,"plugindata":{"data":{"videoroom":"event","room":5,"leaving":8}}}"#,
                []
            ),
            (
                #"{"janus":"event","session_id":1,"sender":3,"plugindata":{"data":{"videoroom":"joined","room":5,"id":9}}}"#,
                []
            ),
            (#"{"janus":"webrtcup","session_id":1,"sender":2}"#, [.webRTCUp(handle: 2)]),
            (
                #"{"janus":"media","session_id":1,"sender":2,"mid":"0","type":"audio","receiving":false,"seconds":1}"#,
                [.audio(handle: 2, isReceived: false)]
            ),
            (
                #"{"janus":"media","session_id":1,"sender":2,"mid":"0","type":"audio","receiving":true}"#,
                [.audio(handle: 2, isReceived: true)]
            ),
            (#"{"janus":"media","session_id":1,"sender":2,"mid":"1","type":"video","receiving":false}"#, []),
            (#"{"janus":"media","session_id":1,"sender":3,"mid":"0","type":"audio","receiving":false}"#, []),
            (#"{"janus":"hangup","session_id":1,"sender":2,"reason":"x"}"#, [.hangup(handle: 2)]),
            (#"{"janus":"detached","session_id":1,"sender":2}"#, [.handleDetached(2)]),
            (#"{"janus":"timeout","session_id":1}"#, [.handleDetached(2), .sessionEnded(1)]),
        ] as [(String, [JanusProxyObservation])])
    func observes(text: String, expected: [JanusProxyObservation]) {
        var policy = JanusProxyPolicy.attached
        #expect(policy.observed(text) == expected)
    }

    @Test("the user who joined is the one named in the request; a join refused by Janus does not count")
    func joins() {
        var policy = JanusProxyPolicy.attached
        #expect(policy.join(5, as: 7, on: 2) == [.joined(room: 5, feed: 9, handle: 2, user: 7)])
        #expect(policy.observed(joinedEvent(5)) == [], "once")
        policy.client(pluginRequest(#"{"request":"join","room":5,"ptype":"publisher","display":"7:x"}"#))
        #expect(policy.observed(#"{"janus":"ack","session_id":1,"transaction":"t"}"#) == [])
        #expect(
            policy.observed(
                #"{"janus":"event","session_id":1,"sender":2,"transaction":"t","plugindata":{"data":{"videoroom":"event","error_code":425,"error":"x"}}}"#
            ) == [])
        #expect(policy.observed(joinedEvent(5)) == [])
    }

    @Test(
        "a message of no own session is dropped",
        arguments: [
            "", "junk", "[]", "{}", #"{"janus":"server_info"}"#, #"{"janus":"timeout","session_id":9}"#,
            #"{"janus":"event","session_id":9,"sender":2,"plugindata":{"data":{"videoroom":"event"}}}"#,
            #"{"janus":"event","session_id":"1","sender":2,"plugindata":{"data":{"videoroom":"event"}}}"#,
            #"{"janus":"webrtcup","sender":2}"#,
        ])
    func drops(text: String) {
        var policy = JanusProxyPolicy.attached
        #expect(policy.observed(text) == nil)
        #expect(policy.sessions == [1: [2]])
    }

    @Test("created rooms and failed creations are reported")
    func madeRoom() {
        var policy = JanusProxyPolicy.attached
        policy.client(
            #"{"janus":"message","session_id":1,"handle_id":2,"transaction":"c","body":{"request":"create"}}"#)
        let answer =
            #"{"janus":"success","session_id":1,"sender":2,"transaction":"c","plugindata":{"plugin":"janus.plugin.videoroom","data":{"videoroom":"created","room":5,"permanent":false}}}"#
        #expect(policy.observed(answer) == [.roomCreated(5, room)])
        policy.client(
            #"{"janus":"message","session_id":1,"handle_id":2,"transaction":"c","body":{"request":"create"}}"#)
        let refusal =
            #"{"janus":"success","session_id":1,"sender":2,"transaction":"c","plugindata":{"data":{"videoroom":"event","error_code":429,"error":"x"}}}"#
        #expect(policy.observed(refusal) == [.roomFailed(room)])
    }

    @Test("a session of an earlier connection is claimed with its handles, once Janus confirms it")
    func claims() {
        var policy = JanusProxyPolicy.fresh(claimable: [1: [2, 3]])
        policy.client(#"{"janus":"claim","session_id":1,"transaction":"c"}"#)
        #expect(policy.sessions.isEmpty)
        #expect(
            policy.observed(#"{"janus":"success","session_id":1,"transaction":"c"}"#)
                == [.sessionOpened(1), .handleAttached(2, session: 1), .handleAttached(3, session: 1)])
        #expect(policy.sessions == [1: [2, 3]])
        #expect(policy.claimable.isEmpty)
    }

    @Test("a refused claim gives nothing")
    func claimRefused() {
        var policy = JanusProxyPolicy.fresh(claimable: [1: [2]])
        policy.client(#"{"janus":"claim","session_id":1,"transaction":"c"}"#)
        #expect(
            policy.observed(
                #"{"janus":"error","session_id":1,"transaction":"c","error":{"code":458,"reason":"x"}}"#) == [])
        #expect(policy.sessions.isEmpty)
    }

    @Test("detach and destroy end ownership")
    func releases() {
        var policy = JanusProxyPolicy.attached
        policy.client(#"{"janus":"detach","session_id":1,"handle_id":2,"transaction":"c"}"#)
        #expect(
            policy.observed(#"{"janus":"success","session_id":1,"transaction":"c"}"#) == [.handleDetached(2)])
        policy.client(#"{"janus":"destroy","session_id":1,"transaction":"d"}"#)
        #expect(policy.observed(#"{"janus":"success","session_id":1,"transaction":"d"}"#) == [.sessionEnded(1)])
        #expect(policy.sessions.isEmpty)
    }

    @Test("secrets are removed at any depth, the rest stays")
    func hidesSecrets() {
        var policy = JanusProxyPolicy.attached
        let text =
            #"{"janus":"event","session_id":1,"sender":2,"token":"s","plugindata":{"data":{"videoroom":"event","secret":"s","list":[{"pin":"s","admin_key":"s","x":1.5}]}},"jsep":{"type":"offer","sdp":"v=0\r\n"}}"#
        guard case .forward(let bytes, _) = policy.fromJanus(Array(text.utf8)) else {
            Issue.record("dropped")
            return
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"janus":"event","jsep":{"sdp":"v=0\r\n","type":"offer"},"plugindata":{"data":{"list":[{"x":1.5}],"videoroom":"event"}},"sender":2,"session_id":1}"#
        )
    }
}
