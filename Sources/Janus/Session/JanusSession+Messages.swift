extension JanusSession {
    /// Handles a message of Janus. An unreadable one is ignored: its request ends by its deadline.
    public mutating func received(_ bytes: [UInt8], now: UInt64) -> [Action] {
        do throws(JanusDecodingError) {
            return received(try JanusMessage(decoding: bytes, limits: configuration.limits), now: now)
        } catch {
            return [.ignored(error)]
        }
    }

    /// Handles a message of Janus.
    public mutating func received(_ message: JanusMessage, now: UInt64) -> [Action] {
        guard isOurs(message) else { return [] }
        if let transaction = message.transaction {
            if let waiting = pending[transaction] {
                return answered(transaction, waiting, by: message, now: now)
            }
            if abandonedAttachments.remove(transaction) != nil { return attachedTooLate(message) }
        }
        return news(message)
    }

    /// Whether the message belongs to this session; without one, only answers count.
    private func isOurs(_ message: JanusMessage) -> Bool {
        switch state {
        case .requests(let session, _), .claim(let session), .destruction(let session):
            message.session == nil || message.session == session
        case .creation, .unwantedCreation: message.transaction != nil
        case .start, .reconnection, .nothing: false
        }
    }

    // MARK: - Answers

    private mutating func answered(
        _ transaction: String, _ waiting: Pending, by message: JanusMessage, now: UInt64
    ) -> [Action] {
        if case .ack = message.content, waiting.purpose != .keepalive { return [] }
        pending[transaction] = nil
        if case .error(let error) = message.content { return refused(waiting, by: error) }
        switch (waiting.purpose, message.content) {
        case (.create, .success(let session?)): return opened(session, now: now)
        case (.claim, .success): return claimed(now: now)
        case (.keepalive, _): return []
        case (.destroy, _): return end(.destroyed, failing: .closing)
        case (.attach, .success(let handle?)):
            handles.append(Handle(id: handle))
            return complete(waiting, .attached(handle: handle))
        case (.hangup, .success), (.detach, .success): return complete(waiting, .done)
        case (.plugin, .pluginSuccess(.failure(let error))), (.plugin, .event(.failure(let error), _)):
            return fail(waiting, .plugin(error))
        case (.plugin(_, isSynchronous: true), .pluginSuccess(let event)):
            return complete(waiting, .plugin(event, jsep: nil))
        case (.plugin(_, isSynchronous: false), .event(let event, let jsep)):
            return complete(waiting, .plugin(event, jsep: jsep))
        case (.create, _), (.claim, _): return end(.sessionLost, failing: .sessionLost)
        default: return fail(waiting, .unexpectedAnswer)
        }
    }

    private mutating func refused(_ waiting: Pending, by error: JanusError) -> [Action] {
        switch waiting.purpose {
        case .create: return end(.refused(error), failing: .sessionLost)
        case .claim, .keepalive: return end(.sessionLost, failing: .sessionLost)
        case .destroy: return end(.destroyedUnconfirmed, failing: .closing)
        case .attach, .hangup, .detach, .plugin:
            let noSuchSession = 458
            let actions = fail(waiting, .janus(error))
            return error.code == noSuchSession ? actions + end(.sessionLost, failing: .sessionLost) : actions
        }
    }

    private mutating func opened(_ session: UInt64, now: UInt64) -> [Action] {
        if case .unwantedCreation = state {
            state = .destruction(session: session)
            return [send(.destroy(session: session), purpose: .destroy, now: now)]
        }
        state = .requests(session: session, nextKeepalive: now + configuration.keepaliveInterval)
        return [.opened(session: session)]
    }

    private mutating func claimed(now: UInt64) -> [Action] {
        guard case .claim(let session) = state else { return [] }
        return opened(session, now: now)
    }

    private func attachedTooLate(_ message: JanusMessage) -> [Action] {
        guard case .success(let handle?) = message.content, let session = sessionID else { return [] }
        return [send(.detach(session: session, handle: handle))]
    }

    private func complete(_ waiting: Pending, _ reply: JanusReply) -> [Action] {
        waiting.request.map { [.completed($0, reply)] } ?? []
    }

    private func fail(_ waiting: Pending, _ error: JanusRequestError) -> [Action] {
        waiting.request.map { [.failed($0, error)] } ?? []
    }

    // MARK: - News

    private mutating func news(_ message: JanusMessage) -> [Action] {
        if case .timeout = message.content { return end(.sessionLost, failing: .sessionLost) }
        guard case .requests = state, let sender = message.sender,
            let index = handles.firstIndex(where: { $0.id == sender })
        else { return [] }
        switch message.content {
        case .event(let event, let jsep): return [.event(handle: sender, .plugin(event, jsep: jsep))]
        case .webRTCUp: return [.event(handle: sender, .webRTCUp)]
        case .media(let type, let mid, let isReceiving):
            return [.event(handle: sender, .media(type: type, mid: mid, isReceiving: isReceiving))]
        case .slowLink(let mid, let isUplink, let lost):
            return [.event(handle: sender, .slowLink(mid: mid, isUplink: isUplink, lost: lost))]
        case .hangup(let reason):
            // Janus ends publishing with the PeerConnection.
            handles[index].isPublishing = false
            return [.event(handle: sender, .hangup(reason: reason))]
        case .detached:
            handles.remove(at: index)
            return failAll(.handleGone) { $0.purpose.handle == sender } + [.event(handle: sender, .detached)]
        case .trickle(let trickle): return [.event(handle: sender, .trickle(trickle))]
        case .ack, .success, .pluginSuccess, .error, .timeout, .unknown: return []
        }
    }
}
