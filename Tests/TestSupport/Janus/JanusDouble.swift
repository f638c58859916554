public import ECallCore
import Foundation
import Synchronization

/// A Janus with rooms: tells everyone in a room who publishes, and records all requests. Its messages are those of a real one
/// (`JanusTranscript`); failures are a test's.
public final class JanusDouble: SocketDialing {
    struct Feed {
        var id: Int
        let room: Int
        let display: String
        var isPublishing = false
        let session: Int
        let handle: Int
    }

    /// A media line on which a handle receives.
    struct Line: Equatable {
        var feed: Int
        var mid: String
        var isSent = true
    }

    struct State {
        var nextID = 100
        var nextRoom = 5
        var feeds: [Feed] = []
        /// The lines of each handle that receives.
        var receivers: [Int: [Line]] = [:]
        var log: [(socket: Int, name: String)] = []
        var dialed = 0
        var open = 0
        var missingFeeds = false
        /// By session; a session whose socket is lost stays until it is claimed.
        var sockets: [Int: JanusDoubleSocket] = [:]
        var isDown = false
        var forgetsRooms = false
        /// The gate at which publishing waits.
        var publishing: Gate?
        var isSilent = false
        /// The mids of streams that are described as inactive to subscribers.
        var inactive: Set<String> = []
        var tellsEarly = false
        /// Hears of whoever joins a room to publish, as the server does.
        var joined: (@Sendable (_ display: String, _ feed: Int) -> Void)?
        /// Ends at this request, when it has come so often.
        var end: (request: String, countdown: Int)?
    }

    let state = Mutex(State())

    public init() {}

    /// The requests on a socket, counted from 1, such as `join`, `detach`, and at last `closed`.
    public func log(of socket: Int) -> [String] {
        state.withLock { $0.log.filter { $0.socket == socket }.map(\.name) }
    }
    public var openSockets: Int { state.withLock(\.open) }
    /// The feeds that the handles receive on their lines; a line that was switched or paused shows its new state.
    public var received: [[(feed: Int, mid: String, isSent: Bool)]] {
        state.withLock { state in
            state.receivers.sorted { $0.key < $1.key }.map { $0.value.map { ($0.feed, $0.mid, $0.isSent) } }
        }
    }
    /// Whoever joins hears of the first who publishes as news, ahead of the answer; the answer names the others.
    public func tellEarly() { state.withLock { $0.tellsEarly = true } }
    /// Makes Janus answer "no such feed" to subscribers, until they are found.
    public func loseFeeds() { state.withLock { $0.missingFeeds = true } }
    public func findFeeds() { state.withLock { $0.missingFeeds = false } }

    public func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        let (number, isDown) = state.withLock { state in
            state.open += 1
            state.dialed += 1
            return (state.dialed, state.isDown)
        }
        await tries.add()
        let socket = JanusDoubleSocket(self, number)
        // The server's proxy accepts the client, and finds no Janus.
        if isDown { socket.close() }
        return socket
    }

    // MARK: - What goes wrong

    /// Counts the sockets that were asked for, and the sessions that were claimed.
    public let (tries, claims) = (Tally(), Tally())
    /// Counts the requests to a silent Janus.
    public let ignored = Tally()
    /// Counts the feeds whose publishers left.
    public let departures = Tally()
    /// Counts the receiving connections that were negotiated and know it.
    public let starts = Tally()
    /// Reports that no audio, or no picture, of the publisher with this display arrives any more.
    public func missesMedia(of display: String, _ type: String) { tellMedia(of: display, type, isReceived: false) }
    /// Reports that they arrive again.
    public func getsMedia(of display: String, _ type: String) { tellMedia(of: display, type, isReceived: true) }

    private func tellMedia(of display: String, _ type: String, isReceived: Bool) {
        let feed = state.withLock { state in state.feeds.first { $0.display == display } }
        guard let feed, let socket = state.withLock({ $0.sockets[feed.session] }) else { return }
        socket.tell("video ends", handle: feed.handle) { message in
            message["type"] = .string(type)
            message["receiving"] = .bool(isReceived)
            message["mid"] = type == "audio" ? "audio0" : "video1"
        }
    }

    /// How many sockets were asked for.
    public var dialed: Int { state.withLock(\.dialed) }

    /// All sockets close; sessions and feeds stay.
    public func cut() {
        for socket in state.withLock({ Array($0.sockets.values) }) { socket.close() }
    }

    /// Ends silently: sessions and feeds are gone, and no one is admitted until `comeBack`.
    public func crash() {
        let sockets = state.withLock { state in
            state.isDown = true
            state.feeds = []
            defer { state.sockets = [:] }
            return Array(state.sockets.values)
        }
        for socket in sockets { socket.close() }
    }

    /// Ends when it is asked for this the nth time, without an answer, and is back at the next try.
    public func crash(at request: String, nth: Int) { state.withLock { $0.end = (request, nth) } }

    func isTheEnd(_ request: String) -> Bool {
        state.withLock { state in
            guard state.end?.request == request else { return false }
            state.end?.countdown -= 1
            guard state.end?.countdown == 0 else { return false }
            state.end = nil
            return true
        }
    }

    public func comeBack() { state.withLock { $0.isDown = false } }
    /// Is back, accepts sockets, and answers nothing.
    public func comeBackSilent() {
        state.withLock { state in
            state.isSilent = true
            state.isDown = false
        }
    }
    /// Publishing is answered once this is open.
    public func holdPublishing() -> Gate {
        let gate = Gate()
        gate.shut()
        state.withLock { $0.publishing = gate }
        return gate
    }
    /// Whether rooms exist again after a crash, or at the end of a call.
    public func roomsAreGone(_ areGone: Bool) { state.withLock { $0.forgetsRooms = areGone } }
    /// The displays of the feeds that are published, as Janus knows.
    public var displays: [String] { state.withLock { $0.feeds.filter(\.isPublishing).map(\.display) } }

    /// The one who publishes under this display unpublishes and publishes again, with the same feed.
    public func republish(_ display: String) {
        let feed = state.withLock { state in state.feeds.first { $0.display == display } }
        guard let feed else { return }
        tellOthers(of: feed, "publisher unpublished")
        tellOthers(of: feed, "publisher appears")
    }

    /// Publishes a second feed with this display, or so Janus claims. Returns its number.
    @discardableResult
    public func publishAnother(_ display: String, streams: String) -> Int {
        let feed = state.withLock { state in state.feeds.first { $0.display == display } }
        guard let feed else { return 0 }
        let list = try? JSONDecoder().decode(RecordedValue.self, from: Data("[\(streams)]".utf8))
        let other = Feed(
            id: feed.id + 5_000, room: feed.room, display: display, session: feed.session, handle: feed.handle)
        tellOthers(of: feed, "publisher appears") { message in
            guard var publisher = Self.publishers([other]).first else { return }
            publisher["streams"] = list
            message.setData("publishers", .array([publisher]))
        }
        return other.id
    }

    /// The one who publishes under this display offers anew: with these streams of the same feed.
    public func announce(_ display: String, streams: String) {
        let feed = state.withLock { state in state.feeds.first { $0.display == display } }
        let list = try? JSONDecoder().decode(RecordedValue.self, from: Data("[\(streams)]".utf8))
        guard let feed else { return }
        tellOthers(of: feed, "publisher appears") { message in
            guard var publisher = message.data("publishers")?.elements.first else { return }
            publisher["streams"] = list
            message.setData("publishers", .array([publisher]))
        }
    }

    /// Subscriptions to these streams are made while nothing is sent on them.
    public func describeInactive(_ mids: Set<String>) { state.withLock { $0.inactive = mids } }

    public func feed(of display: String) -> UInt64? {
        state.withLock { state in state.feeds.first { $0.display == display } }.map { UInt64($0.id) }
    }

    /// The publisher with this display changes its number, and no one is told.
    public func renumber(_ display: String, to number: Int) {
        state.withLock { state in
            guard let index = state.feeds.firstIndex(where: { $0.display == display }) else { return }
            state.feeds[index].id = number
        }
    }

    public func onJoin(_ body: @escaping @Sendable (_ display: String, _ feed: Int) -> Void) {
        state.withLock { $0.joined = body }
    }

    // MARK: - News

    func closed(_ socket: JanusDoubleSocket) {
        state.withLock { state in
            state.open -= 1
            state.log.append((socket.number, "closed"))
        }
    }

    func tellOthers(of feed: Feed, _ news: String, change: (inout RecordedValue) -> Void = { _ in }) {
        let (feeds, sockets) = state.withLock { ($0.feeds, $0.sockets) }
        for other in feeds where other.room == feed.room && other.id != feed.id {
            sockets[other.session]?.tell(news, handle: other.handle, feed.values, change: change)
        }
    }

    /// As Janus lists them.
    static func publishers(_ feeds: [Feed]) -> [RecordedValue] {
        feeds.flatMap { feed in
            JanusTranscript.recorded.answers("publisher appears", feed.values)[0]
                .data("publishers")?.elements ?? []
        }
    }
}

extension JanusDouble.Feed {
    var values: [String: RecordedValue] {
        ["room": RecordedValue(room), "feed": RecordedValue(id), "display": .string(display)]
    }
}

extension RecordedValue {
    /// A member of the plugin's data.
    func data(_ name: String) -> RecordedValue? { self["plugindata"]?["data"]?[name] }

    mutating func setData(_ name: String, _ value: RecordedValue) {
        guard var plugin = self["plugindata"], var data = plugin["data"] else { return }
        data[name] = value
        plugin["data"] = data
        self["plugindata"] = plugin
    }
}
