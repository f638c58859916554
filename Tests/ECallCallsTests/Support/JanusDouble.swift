import ECallCore
import Foundation
import Synchronization
import TestSupport

/// A Janus with rooms: tells everybody in a room who publishes, and remembers all that was asked of it.
final class JanusDouble: SocketDialing {
    private struct Feed {
        var id: Int
        let room: Int
        let display: String
        var isPublishing = false
        let session: Int
        let handle: Int
    }

    private struct State {
        var nextID = 100
        var feeds: [Feed] = []
        var log: [(socket: Int, name: String)] = []
        var dialed = 0
        var open = 0
        var missingFeeds = false
        /// By session; a session whose socket is lost stays until it is claimed.
        var sockets: [Int: JanusSocket] = [:]
        var isDown = false
        var forgetsRooms = false
        var isSilent = false
        var tellsEarly = false
        /// Hears of whoever joins a room to publish, as the server does.
        var joined: (@Sendable (_ display: String, _ feed: Int) -> Void)?
        /// Ends at this request, when it has come so often.
        var end: (request: String, countdown: Int)?
    }

    private let state = Mutex(State())

    /// What was asked for on a socket, counted from 1, such as `join`, `detach`, and at last `closed`.
    func log(of socket: Int) -> [String] { state.withLock { $0.log.filter { $0.socket == socket }.map(\.name) } }
    /// Sockets that are open.
    var openSockets: Int { state.withLock(\.open) }
    /// Whoever joins hears of the first who publishes as news, ahead of the answer; the answer names the others.
    func tellEarly() { state.withLock { $0.tellsEarly = true } }
    /// Makes Janus answer "no such feed" to subscribers.
    func loseFeeds() { state.withLock { $0.missingFeeds = true } }

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        let (number, isDown) = state.withLock { state in
            state.open += 1
            state.dialed += 1
            return (state.dialed, state.isDown)
        }
        await tries.add()
        let socket = JanusSocket(self, number)
        // The server's proxy takes the client, and finds no Janus.
        if isDown { socket.close() }
        return socket
    }

    // MARK: - What goes wrong

    /// Counts the sockets that were asked for, and the sessions that were claimed.
    let (tries, claims) = (Tally(), Tally())
    /// Counts what was asked of a Janus that is silent.
    let ignored = Tally()
    /// Counts the feeds whose publishers left.
    let departures = Tally()
    /// Counts the receiving connections that were negotiated and know it.
    let starts = Tally()
    /// Says that no sound of the one who publishes under this display comes any more, or no picture.
    func missesMedia(of display: String, _ type: String) {
        let feed = state.withLock { state in state.feeds.first { $0.display == display } }
        guard let feed, let socket = state.withLock({ $0.sockets[feed.session] }) else { return }
        socket.says(
            #"{"janus":"media","sender":\#(feed.handle),"type":"\#(type)","mid":"0","receiving":false,"session_id":"#
                + "\(feed.session)}")
    }

    /// How many sockets were asked for.
    var dialed: Int { state.withLock(\.dialed) }

    /// All sockets close; sessions and feeds stay.
    func cut() {
        for socket in state.withLock({ Array($0.sockets.values) }) { socket.close() }
    }

    /// Ends without a word: sessions and feeds are gone, and nobody is let in until `comeBack`.
    func crash() {
        let sockets = state.withLock { state in
            state.isDown = true
            state.feeds = []
            defer { state.sockets = [:] }
            return Array(state.sockets.values)
        }
        for socket in sockets { socket.close() }
    }

    /// Ends when it is asked for this the nth time, without an answer, and is back at the next try.
    func crash(at request: String, nth: Int) { state.withLock { $0.end = (request, nth) } }

    private func isTheEnd(_ request: String) -> Bool {
        state.withLock { state in
            guard state.end?.request == request else { return false }
            state.end?.countdown -= 1
            guard state.end?.countdown == 0 else { return false }
            state.end = nil
            return true
        }
    }

    func comeBack() { state.withLock { $0.isDown = false } }
    /// Is back, takes sockets, and answers nothing.
    func comeBackSilent() {
        state.withLock { state in
            state.isSilent = true
            state.isDown = false
        }
    }
    /// Whether rooms are there again after a crash.
    func roomsAreGone(_ areGone: Bool) { state.withLock { $0.forgetsRooms = areGone } }
    /// Who publishes, as Janus knows.
    var displays: [String] { state.withLock { $0.feeds.filter(\.isPublishing).map(\.display) } }

    /// The one who publishes under this display unpublishes and publishes again, with the same feed.
    func republish(_ display: String) {
        let feed = state.withLock { state in state.feeds.first { $0.display == display } }
        guard let feed else { return }
        tellOthers(of: feed, #"{"videoroom":"event","room":\#(feed.room),"unpublished":\#(feed.id)}"#)
        tellOthers(of: feed, Self.publishers([feed], room: feed.room, "event"))
    }

    /// Somebody publishes a second feed under this display, or so Janus says. Returns its number.
    @discardableResult
    func publishAnother(_ display: String, streams: String) -> Int {
        let feed = state.withLock { state in state.feeds.first { $0.display == display } }
        guard let feed else { return 0 }
        let publisher = #"{"id":\#(feed.id + 5_000),"display":"\#(display)","streams":[\#(streams)]}"#
        tellOthers(of: feed, #"{"videoroom":"event","room":\#(feed.room),"publishers":[\#(publisher)]}"#)
        return feed.id + 5_000
    }

    func feed(of display: String) -> UInt64? {
        state.withLock { state in state.feeds.first { $0.display == display } }.map { UInt64($0.id) }
    }

    /// The one who publishes under this display does so under another number, and nobody is told.
    func renumber(_ display: String, to number: Int) {
        state.withLock { state in
            guard let index = state.feeds.firstIndex(where: { $0.display == display }) else { return }
            state.feeds[index].id = number
        }
    }

    func onJoin(_ body: @escaping @Sendable (_ display: String, _ feed: Int) -> Void) {
        state.withLock { $0.joined = body }
    }

    // MARK: - Requests

    fileprivate func received(_ text: String, on socket: JanusSocket) {
        guard let request = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let janus = request["janus"] as? String
        else { return }
        guard !state.withLock(\.isSilent) else {
            Task { await ignored.add() }
            return
        }
        let transaction = request["transaction"] as? String ?? ""
        let handle = request["handle_id"] as? Int ?? 0
        let body = request["body"] as? [String: Any] ?? [:]
        let name = body["request"] as? String ?? janus
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
        switch janus {
        case "create":
            state.withLock { $0.sockets[socket.number] = socket }
            socket.session.withLock { $0 = socket.number }
            socket.answer("success", transaction, #","data":{"id":\#(socket.number)}"#)
        case "claim": claim(request["session_id"] as? Int ?? 0, transaction, socket)
        case "attach": socket.answer("success", transaction, #","data":{"id":\#(id)}"#)
        case "message": message(name, body, handle, transaction, socket)
        case "trickle":
            socket.answer("ack", transaction)
            // The doubles that receive alone gather, and what they have gathered waits for the answer to `start`.
            Task { await starts.add() }
        case "keepalive": socket.answer("ack", transaction)
        default: socket.answer("success", transaction)
        }
        if janus == "detach" || janus == "destroy" { leave(socket, handle: janus == "detach" ? handle : nil) }
    }

    private func claim(_ session: Int, _ transaction: String, _ socket: JanusSocket) {
        let isKnown = state.withLock { state in
            guard state.sockets[session] != nil else { return false }
            state.sockets[session] = socket
            return true
        }
        socket.session.withLock { $0 = session }
        if isKnown {
            socket.answer("success", transaction)
            Task { await claims.add() }
        } else {
            socket.answer("error", transaction, #","error":{"code":458,"reason":"No such session"}"#)
        }
    }

    private func message(
        _ name: String, _ body: [String: Any], _ handle: Int, _ transaction: String, _ socket: JanusSocket
    ) {
        switch name {
        case "create":
            socket.event(#"{"videoroom":"created","room":5}"#, handle, transaction, janus: "success")
        case "join" where body["ptype"] as? String == "publisher":
            let room = body["room"] as? Int ?? 0
            guard !state.withLock(\.forgetsRooms) else {
                return socket.event(
                    #"{"videoroom":"event","error_code":426,"error":"No such room"}"#, handle, transaction)
            }
            let display = body["display"] as? String ?? ""
            state.withLock(\.joined)?(display, handle + 1_000)
            let others = state.withLock { state in
                let others = state.feeds.filter { $0.room == room && $0.isPublishing }
                state.feeds.append(
                    Feed(
                        id: handle + 1_000, room: room, display: display,
                        session: socket.session.withLock { $0 }, handle: handle))
                return others
            }
            let early = state.withLock(\.tellsEarly) ? others.prefix(1) : []
            if !early.isEmpty { socket.event(Self.publishers(Array(early), room: room, "event"), handle, nil) }
            let list = Self.publishers(Array(others.dropFirst(early.count)), room: room, "joined").dropLast()
            socket.event(list + #","id":\#(handle + 1_000),"private_id":1}"#, handle, transaction)
        case "join":
            if state.withLock(\.missingFeeds) {
                socket.event(#"{"videoroom":"event","error_code":428,"error":"No such feed"}"#, handle, transaction)
            } else {
                socket.event(
                    #"{"videoroom":"attached","room":5,"streams":[]}"#, handle, transaction,
                    jsep: #","jsep":{"type":"offer","sdp":"offer"}"#)
            }
        case "publish", "configure":
            let session = socket.session.withLock { $0 }
            let feed = state.withLock { state -> Feed? in
                guard let index = state.feeds.firstIndex(where: { $0.session == session && $0.handle == handle }) else {
                    return nil
                }
                state.feeds[index].isPublishing = true
                return state.feeds[index]
            }
            socket.event(
                #"{"videoroom":"event","room":5,"configured":"ok"}"#, handle, transaction,
                jsep: #","jsep":{"type":"answer","sdp":"answer"}"#)
            if let feed { tellOthers(of: feed, Self.publishers([feed], room: feed.room, "event")) }
        case "start":
            socket.event(#"{"videoroom":"event","room":5,"started":"ok"}"#, handle, transaction)
        case "leave": socket.event(#"{"videoroom":"event","room":5,"leaving":"ok"}"#, handle, transaction)
        default: socket.event(#"{"videoroom":"event","room":5,"unpublished":"ok"}"#, handle, transaction)
        }
    }

    private func leave(_ socket: JanusSocket, handle: Int?) {
        let session = socket.session.withLock { $0 }
        let gone = state.withLock { state in
            if handle == nil { state.sockets[session] = nil }
            let gone = state.feeds.filter { $0.session == session && (handle == nil || $0.handle == handle) }
            state.feeds.removeAll { feed in gone.contains { $0.id == feed.id } }
            return gone
        }
        for feed in gone {
            tellOthers(of: feed, #"{"videoroom":"event","room":\#(feed.room),"leaving":\#(feed.id)}"#)
            Task { await departures.add() }
        }
    }

    fileprivate func closed(_ socket: JanusSocket) {
        state.withLock { state in
            state.open -= 1
            state.log.append((socket.number, "closed"))
        }
    }

    private func tellOthers(of feed: Feed, _ data: String) {
        let (feeds, sockets) = state.withLock { ($0.feeds, $0.sockets) }
        for other in feeds where other.room == feed.room && other.id != feed.id {
            sockets[other.session]?.event(data, other.handle, nil)
        }
    }

    private static func publishers(_ feeds: [Feed], room: Int, _ name: String) -> String {
        let list = feeds.map { feed in
            #"{"id":\#(feed.id),"display":"\#(feed.display)","streams":["#
                + #"{"type":"audio","mid":"0","codec":"opus"},{"type":"video","mid":"1","codec":"h264"}]}"#
        }
        return #"{"videoroom":"\#(name)","room":\#(room),"publishers":[\#(list.joined(separator: ","))]}"#
    }
}

/// One client's socket to the Janus of the test.
final class JanusSocket: MessageSocket {
    let events: AsyncStream<SocketEvent>
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let janus: JanusDouble
    private let isClosed = Mutex(false)

    let number: Int
    /// The session it carries.
    let session = Mutex(0)

    fileprivate init(_ janus: JanusDouble, _ number: Int) {
        self.janus = janus
        self.number = number
        (events, continuation) = AsyncStream.makeStream()
    }

    func send(_ text: String) throws(SocketError) {
        if isClosed.withLock({ $0 }) { throw .closed }
        janus.received(text, on: self)
    }

    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        janus.closed(self)
        continuation.yield(.closed(.local))
        continuation.finish()
    }

    fileprivate func says(_ text: String) { continuation.yield(.text(text)) }

    fileprivate func answer(_ kind: String, _ transaction: String, _ more: String = "") {
        let session = session.withLock { $0 }
        continuation.yield(
            .text(#"{"janus":"\#(kind)","session_id":\#(session),"transaction":"\#(transaction)"\#(more)}"#))
    }

    fileprivate func event(
        _ data: some StringProtocol, _ handle: Int, _ transaction: String?, janus: String = "event", jsep: String = ""
    ) {
        let session = session.withLock { $0 }
        let answering = transaction.map { #","transaction":"\#($0)""# } ?? ""
        continuation.yield(
            .text(
                #"{"janus":"\#(janus)","session_id":\#(session),"sender":\#(handle)\#(answering),"plugindata":"#
                    + #"{"plugin":"janus.plugin.videoroom","data":\#(data)}\#(jsep)}"#))
    }
}
