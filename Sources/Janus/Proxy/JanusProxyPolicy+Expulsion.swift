extension JanusProxyPolicy {
    /// Detach requests for Janus of handles in rooms that are no longer accessible, which ends what they publish and receive.
    ///
    /// To be called at every message. A client that never sends anything loses its session to Janus' timeout.
    public mutating func expulsions() -> [[UInt8]] {
        let closed = Set(roomOfHandle.values).filter { access($0) == nil }
        return closed.isEmpty ? [] : detachments { closed.contains($0) }
    }

    /// Detach requests for Janus of all handles in a room, which this connection has left.
    public mutating func expulsions(from room: UInt64) -> [[UInt8]] {
        joinedRooms.remove(room)
        return detachments { $0 == room }
    }

    /// A detach request for Janus of one handle; nil if it is gone, or being detached, already.
    public mutating func expulsion(of handle: UInt64) -> [UInt8]? {
        guard let session = sessions.first(where: { $0.value.contains(handle) })?.key else { return nil }
        return detachment(handle, of: session)
    }

    private mutating func detachments(_ isMeant: (_ room: UInt64) -> Bool) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for (session, handles) in sessions.sorted(by: { $0.key < $1.key }) {
            for handle in handles.sorted() {
                guard let room = roomOfHandle[handle], isMeant(room) else { continue }
                if let message = detachment(handle, of: session) { messages.append(message) }
            }
        }
        return messages
    }

    private mutating func detachment(_ handle: UInt64, of session: UInt64) -> [UInt8]? {
        let transaction = Self.expulsion + String(handle)
        // One request is enough, however long Janus takes.
        guard pending[transaction] == nil else { return nil }
        pending[transaction] = .expulsion
        let request: [String: JanusJSON] = [
            "janus": "detach", "session_id": .unsigned(session), "handle_id": .unsigned(handle),
            "transaction": .string(transaction),
        ]
        return JanusJSON.object(
            request.adding("token", credentials.token.map(JanusJSON.string))
                .adding("apisecret", credentials.apiSecret.map(JanusJSON.string))
        ).encoded()
    }
}
