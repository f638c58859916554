import Janus
import Synchronization

/// The rooms that are open to a policy, set by the test.
final class OpenRooms: Sendable {
    private let rooms: Mutex<[UInt64: JanusRoomAccess]>
    let lookUps = Mutex(0)

    init(_ rooms: [UInt64: JanusRoomAccess] = [:]) { self.rooms = Mutex(rooms) }

    subscript(room: UInt64) -> JanusRoomAccess? {
        get {
            lookUps.withLock { $0 += 1 }
            return rooms.withLock { $0[room] }
        }
        set { rooms.withLock { $0[room] = newValue } }
    }
}

extension JanusProxyPolicy {
    init(
        _ identity: JanusProxyIdentity, _ rooms: OpenRooms, credentials: JanusCredentials = JanusCredentials(),
        claimable: [UInt64: Set<UInt64>] = [:], limits: JanusProxyLimits = JanusProxyLimits(),
        opaqueID: String? = nil, makeRoom: @escaping @Sendable () -> VideoRoomCreation? = { nil }
    ) {
        self.init(
            identity: identity, credentials: credentials, access: { rooms[$0] }, claimable: claimable, limits: limits,
            opaqueID: opaqueID, makeRoom: makeRoom)
    }

    /// The decision about a client's message: what Janus gets, or the refusal.
    mutating func asked(_ text: String) -> JanusClientDecision { fromClient(Array(text.utf8)) }

    mutating func refusal(_ text: String) -> JanusRefusal? {
        if case .refuse(let refusal) = asked(text) { refusal } else { nil }
    }

    @discardableResult
    mutating func answered(_ text: String) -> [JanusProxyObservation]? {
        if case .forward(_, let observations) = fromJanus(Array(text.utf8)) { observations } else { nil }
    }

    /// Session 1 with these handles.
    mutating func attach(_ handles: UInt64...) {
        _ = asked(#"{"janus":"create","transaction":"a"}"#)
        answered(#"{"janus":"success","transaction":"a","data":{"id":1}}"#)
        for handle in handles {
            _ = asked(#"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"b"}"#)
            answered(#"{"janus":"success","session_id":1,"transaction":"b","data":{"id":\#(handle)}}"#)
        }
    }

    /// Joins the room as a publisher.
    @discardableResult
    mutating func join(_ room: UInt64, as user: UInt64, on handle: UInt64, feed: UInt64 = 9) -> [JanusProxyObservation]?
    {
        _ = asked(
            pluginRequest(#"{"request":"join","room":\#(room),"ptype":"publisher","display":"\#(user):x"}"#, on: handle)
        )
        return answered(joinedEvent(room, feed: feed, on: handle))
    }
}

/// A plugin request on session 1.
func pluginRequest(_ body: String, on handle: UInt64 = 2, session: UInt64 = 1, transaction: String = "t") -> String {
    #"{"janus":"message","session_id":\#(session),"handle_id":\#(handle),"transaction":"\#(transaction)","body":\#(body)}"#
}

/// Janus' answer to a join with transaction `t`.
func joinedEvent(_ room: UInt64, feed: UInt64 = 9, on handle: UInt64 = 2) -> String {
    #"{"janus":"event","session_id":1,"sender":\#(handle),"transaction":"t","plugindata":{"plugin":"janus.plugin.videoroom","data":{"videoroom":"joined","room":\#(room),"id":\#(feed),"private_id":1,"publishers":[]}}}"#
}
