extension JanusProxyPolicy {
    /// The handles of rooms that may not be used any more, as messages for Janus: what they published and received ends.
    ///
    /// To be asked for whenever `rooms` was renewed. Who never sends anything loses its session to Janus' time-out.
    public mutating func expulsions() -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for (session, handles) in sessions.sorted(by: { $0.key < $1.key }) {
            for handle in handles.sorted() {
                guard let room = roomOfHandle[handle], rooms[room] == nil else { continue }
                let transaction = "expulsion \(handle)"
                // One is enough, however long Janus takes.
                guard pending[transaction] == nil else { continue }
                pending[transaction] = .expulsion
                let request: [String: JSONValue] = [
                    "janus": "detach", "session_id": .unsigned(session), "handle_id": .unsigned(handle),
                    "transaction": .string(transaction),
                ]
                messages.append(
                    JSONValue.object(
                        request.adding("token", credentials.token.map(JSONValue.string))
                            .adding("apisecret", credentials.apiSecret.map(JSONValue.string))
                    ).encoded())
            }
        }
        return messages
    }
}
