import Foundation
import Synchronization

extension JanusDouble {
    struct Request {
        let members: RecordedValue
        let socket: JanusDoubleSocket

        var janus: String { members["janus"]?.string ?? "" }
        var session: Int { Int(members["session_id"]?.integer ?? 0) }
        var handle: Int { Int(members["handle_id"]?.integer ?? 0) }
        var body: RecordedValue { members["body"] ?? .null }
        /// The plugin's request, or Janus's own.
        var name: String { body["request"]?.string ?? janus }
        var room: Int { Int(body["room"]?.integer ?? 0) }

        /// Sends what Janus answered to this.
        func answer(
            as name: String, _ values: [String: RecordedValue] = [:], change: (inout RecordedValue) -> Void = { _ in }
        ) {
            var values = values
            values["transaction"] = members["transaction"] ?? ""
            values["handle"] = RecordedValue(handle)
            socket.send(name, values, change: change)
        }
    }

    func received(_ text: String, on socket: JanusDoubleSocket) {
        guard let members = try? JSONDecoder().decode(RecordedValue.self, from: Data(text.utf8)),
            members["janus"] != nil
        else { return }
        guard !state.withLock(\.isSilent) else {
            Task { await ignored.add() }
            return
        }
        let request = Request(members: members, socket: socket)
        let name = request.name
        let id = state.withLock { state in
            state.nextID += 1
            if name != "trickle" && name != "keepalive" { state.log.append((socket.number, name)) }
            return state.nextID
        }
        if isTheEnd(name) {
            let dialed = dialed
            crash()
            // It may have no session yet.
            socket.close()
            Task {
                await tries.wait { $0 > dialed }
                comeBack()
            }
            return
        }
        switch request.janus {
        case "create":
            state.withLock { $0.sockets[socket.number] = socket }
            socket.session.withLock { $0 = socket.number }
            request.answer(as: "create session", ["id": RecordedValue(socket.number)])
        case "claim": claim(request)
        case "attach": request.answer(as: "attach", ["id": RecordedValue(id)])
        case "message": message(request)
        case "trickle":
            request.answer(as: "trickle")
            // Doubles that only receive gather candidates, which wait for the answer to `start`.
            Task { await starts.add() }
        case "keepalive": request.answer(as: "keepalive")
        case "detach":
            request.answer(as: "detach")
            socket.tell("detached", handle: request.handle)
            leave(request, handle: request.handle)
        case "hangup": request.answer(as: "hang up")
        default:
            request.answer(as: "destroy session")
            leave(request, handle: nil)
        }
    }

    private func claim(_ request: Request) {
        let isKnown = state.withLock { state in
            guard state.sockets[request.session] != nil else { return false }
            state.sockets[request.session] = request.socket
            return true
        }
        request.socket.session.withLock { $0 = request.session }
        guard isKnown else { return request.answer(as: "claim unknown session") }
        request.answer(as: "claim")
        Task { await claims.add() }
    }

    private func message(_ request: Request) {
        switch request.name {
        case "create":
            let room = state.withLock { state in
                defer { state.nextRoom += 1 }
                return state.nextRoom
            }
            request.answer(as: "create room", ["room": RecordedValue(room)])
        case "join" where request.body["ptype"] == "publisher": join(request)
        case "join": subscribe(request)
        case "subscribe", "switch": change(of: request)
        case "publish", "configure":
            guard request.members["jsep"] != nil else {
                pause(request)
                return request.answer(as: "configure", ["room": 5])
            }
            guard let gate = state.withLock(\.publishing) else { return publish(request) }
            Task {
                await gate.pass()
                publish(request)
            }
        case "start":
            request.answer(as: "start", ["room": 5])
            request.socket.tell("receiver connected", handle: request.handle)
        case "leave" where state.withLock({ $0.receivers[request.handle] != nil }):
            request.answer(as: "receiver leaves", ["room": 5])
            request.socket.tell("receiving ended", handle: request.handle)
        case "leave":
            request.answer(as: "leave", ["room": 5])
            remove("publisher left") { $0.session == request.socket.claimed && $0.handle == request.handle }
        default: unpublish(request)
        }
    }

    private func join(_ request: Request) {
        let (room, handle, feed) = (request.room, request.handle, request.handle + 1_000)
        guard !state.withLock(\.forgetsRooms) else {
            return request.answer(as: "join unknown room", ["room": RecordedValue(room)])
        }
        let display = request.body["display"]?.string ?? ""
        state.withLock(\.joined)?(display, feed)
        let others = state.withLock { state in
            let others = state.feeds.filter { $0.room == room && $0.isPublishing }
            state.feeds.append(
                Feed(id: feed, room: room, display: display, session: request.socket.claimed, handle: handle))
            return others
        }
        let early = state.withLock(\.tellsEarly) ? others.prefix(1) : []
        for other in early { request.socket.tell("publisher appears", handle: handle, other.values) }
        let values: [String: RecordedValue] = [
            "room": RecordedValue(room), "feed": RecordedValue(feed), "private": RecordedValue(feed + 1),
        ]
        request.answer(as: "join", values) { message in
            guard message["janus"] == "event" else { return }
            message.setData("publishers", .array(Self.publishers(Array(others.dropFirst(early.count)))))
        }
    }

    private func publish(_ request: Request) {
        guard !state.withLock(\.forgetsRooms) else {
            return request.answer(as: "join unknown room", ["room": RecordedValue(request.room)])
        }
        let feed = change(request) { $0.isPublishing = true }
        request.answer(as: "publish", ["room": RecordedValue(feed?.room ?? 5), "sdp": "answer"])
        // Its doubles connect without delay.
        request.socket.tell("connected", handle: request.handle)
        if let feed { tellOthers(of: feed, "publisher appears") }
    }

    private func unpublish(_ request: Request) {
        var wasPublishing = false
        let feed = change(request) { feed in
            wasPublishing = feed.isPublishing
            feed.isPublishing = false
        }
        guard let feed else { return request.answer(as: "unpublish before joining") }
        guard wasPublishing else { return request.answer(as: "unpublish before publishing") }
        request.answer(as: "unpublish", feed.values)
        request.socket.tell("publishing ended", handle: request.handle)
        tellOthers(of: feed, "publisher unpublished")
    }

    /// Changes the requester's feed.
    private func change(_ request: Request, _ body: (inout Feed) -> Void) -> Feed? {
        let session = request.socket.claimed
        return state.withLock { state in
            let index = state.feeds.firstIndex { $0.session == session && $0.handle == request.handle }
            guard let index else { return nil }
            body(&state.feeds[index])
            return state.feeds[index]
        }
    }

    private func leave(_ request: Request, handle: Int?) {
        let session = request.socket.claimed
        if handle == nil { state.withLock { $0.sockets[session] = nil } }
        remove("publisher's handle ends") { $0.session == session && (handle == nil || $0.handle == handle) }
    }

    private func remove(_ news: String, where isGone: (Feed) -> Bool) {
        let gone = state.withLock { state in
            let gone = state.feeds.filter(isGone)
            state.feeds.removeAll { feed in gone.contains { $0.id == feed.id } }
            return gone
        }
        for feed in gone {
            tellOthers(of: feed, feed.isPublishing ? news : "publisher left")
            Task { await departures.add() }
        }
    }
}
