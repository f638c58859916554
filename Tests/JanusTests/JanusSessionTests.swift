import Janus
import Synchronization
import Testing

private let second: UInt64 = 1_000_000_000

/// Counts transactions: t1, t2, ...
private func counter() -> @Sendable () -> String {
    final class Count: Sendable {
        let value = Atomic(0)
    }
    let count = Count()
    return { "t\(count.value.add(1, ordering: .relaxed).newValue)" }
}

extension JanusSession {
    fileprivate mutating func received(
        _ content: JanusMessage.Content, _ transaction: String? = nil, sender: UInt64? = nil, now: UInt64 = 0
    ) -> [Action] {
        received(JanusMessage(session: 1, sender: sender, transaction: transaction, content: content), now: now)
    }

    /// A session 1 after t1.
    fileprivate static var opened: JanusSession {
        var session = JanusSession(makeTransaction: counter())
        _ = session.open(now: 0)
        _ = session.received(.success(id: 1), "t1")
        return session
    }

    /// A session 1 with handle 2, after t2.
    fileprivate static func attached() throws -> JanusSession {
        var session = opened
        _ = try session.attach(now: 0)
        _ = session.received(.success(id: 2), "t2")
        return session
    }
}

private func sent(_ actions: [JanusSession.Action]) -> [String] {
    actions.compactMap { if case .send(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil } }
}

@Suite("Janus session", .timeLimit(.minutes(1)))
struct JanusSessionTests {
    @Test("a session opens and is kept alive every 30 s")
    func opens() {
        var session = JanusSession(
            configuration: .init(credentials: .init(token: "k")), makeTransaction: counter())
        #expect(sent(session.open(now: 0)) == [#"{"janus":"create","token":"k","transaction":"t1"}"#])
        #expect(session.open(now: 0).isEmpty)
        #expect(session.deadline == 10 * second)
        #expect(session.received(.success(id: 1), "t1") == [.opened(session: 1)])
        #expect(session.deadline == 30 * second)
        #expect(session.tick(now: 30 * second - 1).isEmpty)
        #expect(
            sent(session.tick(now: 30 * second)) == [
                #"{"janus":"keepalive","session_id":1,"token":"k","transaction":"t2"}"#
            ])
        #expect(session.received(.ack, "t2").isEmpty)
        #expect(session.deadline == 60 * second)
    }

    @Test("an unanswered keepalive ends the session")
    func silent() {
        var session = JanusSession.opened
        _ = session.tick(now: 30 * second)
        #expect(session.tick(now: 40 * second) == [.close(.silent)])
        #expect(session.deadline == nil)
    }

    @Test("a session that Janus refuses ends")
    func refused() {
        var session = JanusSession(makeTransaction: counter())
        _ = session.open(now: 0)
        let error = JanusError(code: 403, reason: "Unauthorized")
        #expect(session.received(.error(error), "t1") == [.close(.refused(error))])
    }

    @Test("requests need a session and a handle")
    func unusable() throws {
        var session = JanusSession(makeTransaction: counter())
        #expect(throws: JanusUsageError.notOpen) { try session.attach(now: 0) }
        session = .opened
        #expect(throws: JanusUsageError.unknownHandle) { try session.send(.leave, to: 2, now: 0) }
        #expect(throws: JanusUsageError.unknownHandle) { try session.trickle(.completed, to: 2) }
        #expect(throws: JanusUsageError.unknownHandle) { try session.hangup(2, now: 0) }
        #expect(throws: JanusUsageError.unknownHandle) { try session.detach(2, now: 0) }
    }

    @Test("a synchronous request ends with success")
    func synchronous() throws {
        var session = try JanusSession.attached()
        let (id, _) = try session.send(.create(VideoRoomCreation()), to: 2, now: 0)
        #expect(
            session.received(.pluginSuccess(.created(room: 5)), "t3", sender: 2) == [
                .completed(id, .plugin(.created(room: 5), jsep: nil))
            ])
        #expect(session.received(.pluginSuccess(.created(room: 5)), "t3", sender: 2).isEmpty)
    }

    @Test("an asynchronous request ends with the event after the ack, and not twice")
    func asynchronous() throws {
        var session = try JanusSession.attached()
        let offer = JanusSessionDescription(.offer, sdp: "o")
        let (id, actions) = try session.send(.configure(.init(audio: true)), jsep: offer, to: 2, now: 0)
        #expect(sent(actions).count == 1)
        #expect(session.received(.ack, "t3").isEmpty)
        #expect(
            session.received(.event(.publishers(room: 5, []), jsep: nil), sender: 2) == [
                .event(handle: 2, .plugin(.publishers(room: 5, []), jsep: nil))
            ])
        let answer = JanusSessionDescription(.answer, sdp: "a")
        let event = JanusMessage.Content.event(.configured(room: 5), jsep: answer)
        #expect(
            session.received(event, "t3", sender: 2) == [.completed(id, .plugin(.configured(room: 5), jsep: answer))])
        #expect(
            session.received(event, "t3", sender: 2) == [
                .event(handle: 2, .plugin(.configured(room: 5), jsep: answer))
            ])
        #expect(session.tick(now: 20 * second).isEmpty)
    }

    @Test("refusals of Janus and of the plugin are distinguished")
    func refusals() throws {
        var session = try JanusSession.attached()
        let error = JanusError(code: 426, reason: "No such room")
        let (first, _) = try session.send(.start, to: 2, now: 0)
        #expect(session.received(.error(error), "t3") == [.failed(first, .janus(error))])
        let (next, _) = try session.send(.start, to: 2, now: 0)
        #expect(session.received(.event(.failure(error), jsep: nil), "t4") == [.failed(next, .plugin(error))])
        let (created, _) = try session.send(.exists(room: 1), to: 2, now: 0)
        #expect(session.received(.success(id: nil), "t5") == [.failed(created, .unexpectedAnswer)])
    }

    @Test("a request that is not answered in time fails, once")
    func deadline() throws {
        var session = try JanusSession.attached()
        let (id, _) = try session.send(.start, to: 2, now: 5 * second)
        #expect(session.tick(now: 15 * second - 1).isEmpty)
        #expect(session.tick(now: 15 * second) == [.failed(id, .timeout)])
        #expect(session.tick(now: 16 * second).isEmpty)
    }

    @Test("a handle that arrives too late is detached")
    func lateHandle() throws {
        var session = JanusSession.opened
        let (id, _) = try session.attach(now: 0)
        #expect(session.tick(now: 10 * second) == [.failed(id, .timeout)])
        #expect(
            sent(session.received(.success(id: 9), "t2")) == [
                #"{"handle_id":9,"janus":"detach","session_id":1,"transaction":"t3"}"#
            ])
    }

    @Test(
        "events are routed by handle",
        arguments: [
            (.webRTCUp, .webRTCUp), (.hangup(reason: "r"), .hangup(reason: "r")),
            (.media(type: "audio", mid: "0", isReceiving: true), .media(type: "audio", mid: "0", isReceiving: true)),
            (.slowLink(mid: "0", isUplink: true, lost: 3), .slowLink(mid: "0", isUplink: true, lost: 3)),
            (.trickle(.completed), .trickle(.completed)), (.detached, .detached),
        ] as [(JanusMessage.Content, JanusHandleEvent)])
    func news(content: JanusMessage.Content, event: JanusHandleEvent) throws {
        var session = try JanusSession.attached()
        #expect(session.received(content, sender: 3).isEmpty)
        #expect(
            session.received(JanusMessage(session: 7, sender: 2, content: content), now: 0).isEmpty,
            "another session's")
        #expect(session.received(content, sender: 2) == [.event(handle: 2, event)])
    }

    @Test("a detached handle fails its pending requests")
    func detached() throws {
        var session = try JanusSession.attached()
        let (id, _) = try session.send(.start, to: 2, now: 0)
        #expect(session.received(.detached, sender: 2) == [.failed(id, .handleGone), .event(handle: 2, .detached)])
        #expect(throws: JanusUsageError.unknownHandle) { try session.send(.start, to: 2, now: 0) }
    }

    @Test("when Janus drops the session, all pending requests fail")
    func timedOut() throws {
        var session = try JanusSession.attached()
        let (first, _) = try session.send(.start, to: 2, now: 0)
        let (next, _) = try session.attach(now: 0)
        #expect(
            session.received(.timeout) == [
                .failed(first, .sessionLost), .failed(next, .sessionLost), .close(.sessionLost),
            ])
        #expect(throws: JanusUsageError.notOpen) { try session.attach(now: 0) }
    }

    @Test("an answer of no such session ends it")
    func noSuchSession() throws {
        var session = try JanusSession.attached()
        let (first, _) = try session.send(.start, to: 2, now: 0)
        let error = JanusError(code: 458, reason: "No such session")
        #expect(
            session.received(.error(error), "t3") == [.failed(first, .janus(error)), .close(.sessionLost)])
    }

    @Test("when the socket closes, all pending requests fail, and the session is claimed on the next socket")
    func claims() throws {
        var session = try JanusSession.attached()
        let (id, _) = try session.send(.start, to: 2, now: 0)
        #expect(session.socketClosed() == [.failed(id, .connectionLost)])
        #expect(throws: JanusUsageError.notOpen) { try session.send(.start, to: 2, now: 0) }
        #expect(
            sent(session.reconnected(now: 0)) == [#"{"janus":"claim","session_id":1,"transaction":"t4"}"#])
        #expect(session.received(.success(id: nil), "t4") == [.opened(session: 1)])
        #expect(try sent(session.send(.start, to: 2, now: 0).1).count == 1)
    }

    @Test("a refused claim ends the session")
    func claimRefused() {
        var session = JanusSession.opened
        _ = session.socketClosed()
        _ = session.reconnected(now: 0)
        #expect(
            session.received(.error(JanusError(code: 458, reason: "")), "t2") == [.close(.sessionLost)])
    }

    @Test("teardown follows its order and is really sent")
    func tearDown() throws {
        var session = try JanusSession.attached()
        _ = try session.send(.joinPublisher(.init(room: 5, display: "7:Bo")), to: 2, now: 0)
        _ = try session.send(.configure(.init()), jsep: .init(.offer, sdp: "o"), to: 2, now: 0)
        _ = try session.attach(now: 0)
        _ = session.received(.success(id: 3), "t5")
        let (id, _) = try session.send(.joinSubscriber(.init(room: 5, streams: [.init(feed: 9)])), to: 3, now: 0)
        let actions = session.tearDown(now: 0)
        #expect(actions.contains(.failed(id, .closing)))
        let message = { (name: String, handle: Int, number: Int) in
            #"{"body":{"request":"\#(name)"},"handle_id":\#(handle),"janus":"message","session_id":1,"transaction":"t\#(number)"}"#
        }
        #expect(
            sent(actions) == [
                message("unpublish", 2, 7), message("leave", 2, 8), message("leave", 3, 9),
                #"{"handle_id":2,"janus":"detach","session_id":1,"transaction":"t10"}"#,
                #"{"handle_id":3,"janus":"detach","session_id":1,"transaction":"t11"}"#,
                #"{"janus":"destroy","session_id":1,"transaction":"t12"}"#,
            ])
        #expect(session.tearDown(now: 0).isEmpty)
        #expect(session.received(.detached, sender: 2).isEmpty)
        #expect(session.received(.success(id: nil), "t12") == [.close(.destroyed)])
    }

    @Test("teardown without an answer ends after its timeout")
    func tearDownUnconfirmed() {
        var session = JanusSession.opened
        _ = session.tearDown(now: 0)
        #expect(session.tick(now: 10 * second) == [.close(.destroyedUnconfirmed)])
    }

    @Test("a session abandoned during its creation is destroyed as soon as it is known")
    func tearDownWhileOpening() {
        var session = JanusSession(makeTransaction: counter())
        _ = session.open(now: 0)
        #expect(session.tearDown(now: 0).isEmpty)
        #expect(session.tearDown(now: 0).isEmpty)
        let actions = session.received(.success(id: 1), "t1")
        #expect(sent(actions) == [#"{"janus":"destroy","session_id":1,"transaction":"t2"}"#])
        #expect(session.sessionID == nil)
        #expect(session.received(.success(id: nil), "t2") == [.close(.destroyed)])
    }

    @Test("an abandoned session that is never created is waited for 2 s at most")
    func tearDownWithoutSession() {
        var session = JanusSession(makeTransaction: counter())
        _ = session.open(now: 0)
        _ = session.tearDown(now: second)
        #expect(session.deadline == 3 * second)
        #expect(session.tick(now: 3 * second) == [.close(.silent)])
    }

    @Test("unreadable messages are ignored and counted")
    func junk() {
        var session = JanusSession.opened
        #expect(session.received(Array("nonsense".utf8), now: 0) == [.ignored(.malformedJSON)])
        #expect(session.sessionID == 1)
    }
}
