import Janus
import Testing

extension JanusProxyPolicy {
    fileprivate mutating func code(_ text: String) -> Int {
        if case .refuse(let refusal) = fromClient(Array(text.utf8)) { refusal.code } else { 0 }
    }

    fileprivate mutating func kind(_ text: String) -> JanusRefusal.Kind? {
        if case .refuse(let refusal) = fromClient(Array(text.utf8)) { refusal.kind } else { nil }
    }

    fileprivate mutating func janus(_ text: String) -> JanusServerDecision { fromJanus(Array(text.utf8)) }

    /// Session 1 with handles 2 and 3 of user 7, who takes part in room 5.
    fileprivate static func attached(
        _ rooms: OpenRooms = OpenRooms([5: JanusRoomAccess(participants: [7, 8])])
    ) -> JanusProxyPolicy {
        var policy = JanusProxyPolicy(
            .user(7), rooms, credentials: JanusCredentials(token: "core"), opaqueID: "7.70")
        #expect(policy.code(#"{"janus":"create","transaction":"a"}"#) == 0)
        _ = policy.janus(#"{"janus":"success","transaction":"a","data":{"id":1}}"#)
        for handle in [2, 3] {
            #expect(
                policy.code(#"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"b"}"#)
                    == 0)
            _ = policy.janus(#"{"janus":"success","session_id":1,"transaction":"b","data":{"id":\#(handle)}}"#)
        }
        return policy
    }

    /// Handle 2 publishes, handle 3 receives.
    fileprivate static func inRoom(_ rooms: OpenRooms) -> JanusProxyPolicy {
        var policy = attached(rooms)
        policy.join(5, as: 7, on: 2)
        #expect(
            policy.code(request(#"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":9}]}"#, on: 3))
                == 0)
        return policy
    }
}

private func request(_ body: String, on handle: Int = 2) -> String {
    #"{"janus":"message","session_id":1,"handle_id":\#(handle),"transaction":"t","body":\#(body)}"#
}

@Suite("Janus proxy: the end of participation", .timeLimit(.minutes(1)))
struct JanusProxyRightsTests {
    @Test(
        "a former participant gets nothing more of the room on existing handles",
        arguments: [
            (#"{"request":"configure","audio":true}"#, false), (#"{"request":"publish"}"#, false),
            (#"{"request":"subscribe","streams":[{"feed":9}]}"#, false),
            (#"{"request":"unsubscribe","streams":[{"feed":9}]}"#, false), (#"{"request":"start"}"#, false),
            (#"{"request":"switch","streams":[{"feed":9,"mid":"0","sub_mid":"0"}]}"#, false),
            (#"{"request":"join","room":5,"ptype":"publisher","display":"7:Bo"}"#, false),
            (#"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":9}]}"#, false),
            (#"{"request":"unpublish"}"#, true), (#"{"request":"leave"}"#, true),
        ] as [(String, Bool)])
    func left(body: String, isAllowed: Bool) {
        for handle in [2, 3] {
            let rooms = OpenRooms([5: JanusRoomAccess(participants: [7, 8])])
            var policy = JanusProxyPolicy.inRoom(rooms)
            #expect(policy.code(request(body, on: handle)) == 0)
            _ = policy.janus(joinedEvent(5))
            (rooms[5], rooms[6]) = (nil, JanusRoomAccess(participants: [7]))
            #expect(policy.code(request(body, on: handle)) == (isAllowed ? 0 : 403))
        }
    }

    @Test("handles of a former participant are detached, once, and it is notified by Janus only")
    func expelled() {
        let rooms = OpenRooms([5: JanusRoomAccess(participants: [7, 8])])
        var policy = JanusProxyPolicy.inRoom(rooms)
        #expect(policy.expulsions().isEmpty)
        rooms[5] = nil
        #expect(
            policy.expulsions().map { String(decoding: $0, as: UTF8.self) }
                == [2, 3].map {
                    #"{"handle_id":\#($0),"janus":"detach","session_id":1,"token":"core","transaction":"expulsion \#($0)"}"#
                })
        #expect(policy.expulsions().isEmpty)
        #expect(policy.janus(#"{"janus":"success","session_id":1,"transaction":"expulsion 2"}"#) == .drop)
        guard case .forward(_, let observations) = policy.janus(#"{"janus":"detached","session_id":1,"sender":2}"#)
        else {
            Issue.record("the client does not hear of it")
            return
        }
        #expect(observations == [.handleDetached(2)])
        #expect(policy.sessions == [1: [3]])
        #expect(policy.expulsions().isEmpty)
    }

    @Test("claimed handles end with their room, others do not")
    func claimed() {
        var policy = JanusProxyPolicy(
            .user(7), OpenRooms([6: JanusRoomAccess(participants: [7])]), claimable: [1: [2, 3, 4]])
        policy.claimableRooms = [2: 5, 3: 6]
        #expect(policy.code(#"{"janus":"claim","session_id":1,"transaction":"c"}"#) == 0)
        _ = policy.janus(#"{"janus":"success","session_id":1,"transaction":"c"}"#)
        #expect(policy.expulsions().count == 1)
        #expect(policy.code(request(#"{"request":"configure"}"#)) == 403)
        #expect(policy.code(request(#"{"request":"configure"}"#, on: 3)) == 0)
    }

    @Test("handles name their owner, for the operator only")
    func opaque() {
        var policy = JanusProxyPolicy.attached()
        guard
            case .forward(let bytes) = policy.fromClient(
                Array(
                    #"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","opaque_id":"8.80","transaction":"t"}"#
                        .utf8))
        else {
            Issue.record("refused")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""opaque_id":"7.70""#))
        guard
            case .forward(let answer, _) = policy.janus(
                #"{"janus":"webrtcup","session_id":1,"sender":2,"opaque_id":"8.80"}"#)
        else {
            Issue.record("dropped")
            return
        }
        #expect(!String(decoding: answer, as: UTF8.self).contains("opaque"))
    }

    @Test(
        "refusals are counted by reason",
        arguments: [
            ("{", .malformed), (#"{"janus":"info","transaction":"t"}"#, .request),
            (#"{"janus":"keepalive","session_id":9,"transaction":"t"}"#, .session),
            (#"{"janus":"claim","session_id":9,"transaction":"t"}"#, .session),
            (#"{"janus":"hangup","session_id":1,"handle_id":9,"transaction":"t"}"#, .handle),
            (#"{"janus":"attach","session_id":1,"plugin":"janus.plugin.sip","transaction":"t"}"#, .plugin),
            (request(#"{"request":"kick","room":5,"id":9}"#), .pluginRequest),
            (request(#"{"request":"create"}"#), .room),
            (request(#"{"request":"join","room":6,"ptype":"publisher","display":"7:Bo"}"#), .room),
            (request(#"{"request":"join","room":5,"ptype":"publisher","display":"8:Bo"}"#), .display),
            (request(#"{"request":"configure","videocodec":"av1"}"#), .codec),
            (
                request(
                    #"{"request":"subscribe","streams":["#
                        + Array(repeating: #"{"feed":1}"#, count: 65).joined(separator: ",") + "]}"), .limit
            ),
            (
                request(
                    #"{"request":"switch","streams":["#
                        + Array(repeating: #"{"feed":1,"mid":"0","sub_mid":"0"}"#, count: 65).joined(separator: ",")
                        + "]}"), .limit
            ),
        ] as [(String, JanusRefusal.Kind)])
    func kinds(text: String, kind: JanusRefusal.Kind) {
        var policy = JanusProxyPolicy.attached()
        #expect(policy.kind(text) == kind)
    }
}
