import Janus
import Synchronization
import Testing

/// Invalid numbers: below, at and above the range of Janus and JSON.
private let oddNumbers = [
    "0", "-1", "9007199254740992", "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e3",
    "5.0", "-0", "\"5\"", "null", "[5]", "{}", "true",
]

/// A client that has a token and tries to exceed its call.
@Suite("Attacks: past the proxy to Janus", .timeLimit(.minutes(1)))
struct JanusProxyAttacks {
    /// Session 1 with handles 2 and 3, in room 5 as user 7.
    private static func inRoom(_ rooms: OpenRooms) -> JanusProxyPolicy {
        var policy = JanusProxyPolicy(.user(7), rooms, credentials: JanusCredentials(token: "core"))
        policy.attach(2, 3)
        policy.join(5, as: 7, on: 2)
        return policy
    }

    private static var rooms: OpenRooms { OpenRooms([5: JanusRoomAccess(participants: [7, 8])]) }

    /// Who: a participant.
    /// With: invalid numbers, or those of others, wherever a session, handle or room is named.
    /// Gets: a refusal, and nothing reaches Janus (held; now a test).
    @Test("numbers that belong to no session, handle or room are refused", arguments: oddNumbers)
    func numbers(number: String) {
        var policy = Self.inRoom(Self.rooms)
        for message in [
            #"{"janus":"keepalive","session_id":\#(number),"transaction":"x"}"#,
            #"{"janus":"destroy","session_id":\#(number),"transaction":"x"}"#,
            #"{"janus":"claim","session_id":\#(number),"transaction":"x"}"#,
            #"{"janus":"attach","session_id":\#(number),"plugin":"janus.plugin.videoroom","transaction":"x"}"#,
            #"{"janus":"detach","session_id":1,"handle_id":\#(number),"transaction":"x"}"#,
            #"{"janus":"hangup","session_id":1,"handle_id":\#(number),"transaction":"x"}"#,
            #"{"janus":"message","session_id":1,"handle_id":\#(number),"transaction":"x","body":{"request":"leave"}}"#,
            #"{"janus":"trickle","session_id":1,"handle_id":\#(number),"transaction":"x","candidate":{"completed":true}}"#,
        ] where number != "5.0" || !message.contains(#""handle_id":5"#) {
            #expect(policy.refusal(message) != nil, "\(message)")
        }
        guard number != "5.0" else { return }
        for ptype in [#""publisher","display":"7:Bo""#, #""subscriber","streams":[{"feed":9}]"#] {
            let join = #"{"request":"join","room":\#(number),"ptype":\#(ptype)}"#
            #expect(policy.refusal(pluginRequest(join, on: 3)) != nil, "\(join)")
        }
        for request in ["destroy", "kick", "edit", "listparticipants", "rtp_forward", "list", "exists", "moderate"] {
            let body = #"{"request":"\#(request)","room":\#(number),"id":\#(number),"secret":"","admin_key":""}"#
            #expect(policy.refusal(pluginRequest(body))?.kind == .pluginRequest)
        }
    }

    /// Who: a participant.
    /// With: requests of the operator, in a body and beside one, in other cases, as other plugins' and twice.
    /// Gets: a refusal (held; now a test).
    @Test(
        "requests of the operator are refused",
        arguments: [
            #"{"request":"kick","room":5,"id":9}"#, #"{"request":"destroy","room":5}"#,
            #"{"request":"edit","room":5,"new_pin":""}"#, #"{"request":"listparticipants","room":5}"#,
            #"{"request":"rtp_forward","room":5,"publisher_id":9,"host":"192.0.2.1","streams":[]}"#,
            #"{"request":"enable_recording","room":5,"record":true}"#, #"{"request":"KICK","room":5,"id":9}"#,
            #"{"request":"kick ","room":5,"id":9}"#, #"{"request":"kick\u0000","room":5,"id":9}"#,
            #"{"request":"add_remote_publisher","room":5}"#, #"{"request":"publish_remotely","room":5}"#,
            #"{"request":"listremotes","room":5}"#,
            #"{"request":"joinandconfigure","room":5,"ptype":"publisher","display":"7:x"}"#,
        ])
    func operators(body: String) {
        for handle in [UInt64(2), 3] {
            var policy = Self.inRoom(Self.rooms)
            #expect(policy.refusal(pluginRequest(body, on: handle)) != nil)
        }
    }

    /// Who: a participant whose handle the server detaches.
    /// With: a request under the transaction of the detachment.
    /// Gets: to keep the handle, because that transaction is in use already → a refusal.
    @Test("a client cannot prevent the detachment of its handle")
    func transactions() {
        let rooms = Self.rooms
        var policy = Self.inRoom(rooms)
        let squatter = #"{"janus":"create","transaction":"expulsion 2"}"#
        #expect(policy.refusal(squatter)?.kind == .malformed)
        rooms[5] = nil
        #expect(policy.expulsions().count == 1)
    }

    /// Who: a former participant, with the call's token and everything it had there.
    /// With: all of it again, after the call is over.
    /// Gets: a refusal of each, counted as late for a while and as refused from then on.
    @Test("an ended call stays closed; requests count as late only for a while")
    func over() {
        let rooms = Self.rooms
        var policy = Self.inRoom(rooms)
        rooms[5] = nil
        for body in [
            #"{"request":"join","room":5,"ptype":"publisher","display":"7:x"}"#,
            #"{"request":"join","room":5,"ptype":"subscriber","streams":[{"feed":9}]}"#,
            #"{"request":"configure","audio":true}"#,
        ] {
            let refusal = policy.refusal(pluginRequest(body))
            #expect(refusal?.kind == .room && refusal?.isLate == true)
        }
        policy.answered(#"{"janus":"detached","session_id":1,"sender":2}"#)
        let detach = #"{"janus":"detach","session_id":1,"handle_id":2,"transaction":"x"}"#
        for _ in 0..<16 { #expect(policy.refusal(detach)?.isLate == true) }
        #expect(policy.refusal(detach)?.isLate == false)
        policy.answered(#"{"janus":"timeout","session_id":1}"#)
        #expect(policy.refusal(#"{"janus":"keepalive","session_id":1,"transaction":"x"}"#)?.isLate == true)
        #expect(policy.refusal(#"{"janus":"keepalive","session_id":4,"transaction":"x"}"#)?.isLate == false)
        #expect(
            policy.refusal(
                pluginRequest(#"{"request":"join","room":6,"ptype":"publisher","display":"7:x"}"#, session: 4))?.isLate
                == false)
    }

    /// Who: a client that ends its session itself, and then its connection.
    /// With: an ordinary hang-up.
    /// Gets: its session destroyed once more by the server, which Janus logs as an error → once.
    @Test("a session destroyed by its client is not destroyed again")
    func destroyed() {
        var policy = Self.inRoom(Self.rooms)
        #expect(policy.lastingSessions.keys.sorted() == [1])
        _ = policy.asked(#"{"janus":"destroy","session_id":1,"transaction":"d"}"#)
        #expect(policy.lastingSessions.isEmpty && policy.sessions.keys.sorted() == [1])
        policy.answered(#"{"janus":"error","session_id":1,"transaction":"d","error":{"code":458,"reason":"x"}}"#)
        #expect(policy.lastingSessions.keys.sorted() == [1])
    }

    /// Who: a participant of one of thousands of calls.
    /// With: any message.
    /// Gets: an access check of every call for each message (1.5 ms with 5 001) → of its own call only.
    @Test("a message looks up its own room and no other")
    func lookUps() {
        let rooms = Self.rooms
        var policy = Self.inRoom(rooms)
        rooms.lookUps.withLock { $0 = 0 }
        #expect(policy.expulsions().isEmpty)
        #expect(policy.refusal(pluginRequest(#"{"request":"configure","audio":true}"#)) == nil)
        #expect(rooms.lookUps.withLock { $0 } == 2)
    }
}
