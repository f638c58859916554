extension JanusProxyPolicy {
    /// Decides whether a message of Janus is forwarded to the client, and what the proxy learns from it. Members with
    /// secrets are removed. A message that does not belong to one of this connection's sessions is dropped.
    public mutating func fromJanus(_ bytes: [UInt8]) -> JanusServerDecision {
        do throws(JanusDecodingError) {
            let value = try JSONParser.parse(bytes, limits: limits.janus)
            let message = try JanusMessage(value)
            let answered = message.transaction.flatMap { pending[$0] }
            if let session = message.session, sessions[session] == nil {
                guard case .claim(session)? = answered else { return .drop }
            }
            guard message.session != nil || message.transaction != nil else { return .drop }
            if case .expulsion? = answered {
                message.transaction.map { pending[$0] = nil }
                return .drop
            }
            let observations = observe(message, answered)
            return .forward(value.withoutSecrets.encoded(), observations)
        } catch {
            return .drop
        }
    }

    private mutating func observe(_ message: JanusMessage, _ answered: Pending?) -> [JanusProxyObservation] {
        if let answered, let transaction = message.transaction, message.content != .ack {
            pending[transaction] = nil
            return observeAnswer(message, answered)
        }
        guard let session = message.session else { return [] }
        if message.content == .timeout { return end(session) }
        guard let handle = message.sender, sessions[session]?.contains(handle) == true else { return [] }
        switch message.content {
        case .event(.leaving(.own), _), .event(.left, _): return [.left(handle: handle)]
        case .webRTCUp: return [.webRTCUp(handle: handle)]
        case .media(type: "audio", mid: _, let isReceived): return [.audio(handle: handle, isReceived: isReceived)]
        case .hangup: return [.hangup(handle: handle)]
        case .detached:
            forget(handle, of: session)
            return [.handleDetached(handle)]
        default: return []
        }
    }

    private mutating func observeAnswer(_ message: JanusMessage, _ answered: Pending) -> [JanusProxyObservation] {
        switch (answered, message.content) {
        case (.create, .success(let session?)):
            sessions[session] = []
            return [.sessionOpened(session)]
        case (.claim(let session), .success):
            guard sessions[session] == nil else { return [] }
            let handles = claimable.removeValue(forKey: session) ?? []
            sessions[session] = handles
            for handle in handles { roomOfHandle[handle] = claimableRooms[handle] }
            return [.sessionOpened(session)] + handles.sorted().map { .handleAttached($0, session: session) }
        case (.attach(let session), .success(let handle?)) where sessions[session] != nil:
            sessions[session]?.insert(handle)
            return [.handleAttached(handle, session: session)]
        case (.detach(let session, let handle), .success):
            return forget(handle, of: session) ? [.handleDetached(handle)] : []
        case (.destroy(let session), .success): return end(session)
        case (.room(let creation), .pluginSuccess(.created(let room))):
            return [.roomCreated(room, creation)]
        case (.room(let creation), _):
            roomsMade -= 1
            return [.roomFailed(creation)]
        case (.join(let user), .event(.joined(let room, let feed, _, _), _)):
            guard let session = message.session, let handle = message.sender,
                sessions[session]?.contains(handle) == true
            else { return [] }
            joinedRooms.insert(room)
            return [.joined(room: room, feed: feed, handle: handle, user: user)]
        default: return []
        }
    }

    /// Forgets the handle. Returns whether the session had it.
    @discardableResult
    private mutating func forget(_ handle: UInt64, of session: UInt64) -> Bool {
        roomOfHandle[handle] = nil
        former.handles.insert(handle)
        return sessions[session]?.remove(handle) != nil
    }

    private mutating func end(_ session: UInt64) -> [JanusProxyObservation] {
        guard let handles = sessions[session] else { return [] }
        for handle in handles { forget(handle, of: session) }
        sessions[session] = nil
        former.sessions.insert(session)
        return handles.sorted().map { .handleDetached($0) } + [.sessionEnded(session)]
    }
}

extension JanusJSON {
    /// The value without members in which Janus puts secrets, at any depth.
    fileprivate var withoutSecrets: JanusJSON {
        switch self {
        case .array(let values): .array(values.map(\.withoutSecrets))
        case .object(let members):
            .object(members.filter { !Self.secretNames.contains($0.key) }.mapValues(\.withoutSecrets))
        default: self
        }
    }

    private static let secretNames: Set<String> = [
        "secret", "pin", "token", "apisecret", "admin_key", "admin_secret", "opaque_id",
    ]
}
