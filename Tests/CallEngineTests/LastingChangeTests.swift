import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("Changes that must survive a power failure", .timeLimit(.minutes(1)))
struct LastingChangeTests {
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        /// Whether the change is lasting; nil for events that change no call.
        let isLasting: Bool?
        var bench = ActiveCallsBench.connectedThree
        let event: CallEngineEvent
        var call = ActiveCallsBench.call

        var description: String { name }
    }

    private static let call = ActiveCallsBench.call
    private static let room = ActiveCallsBench.room

    private static func update(
        status: ParticipantStatus? = nil, isMuted: Bool? = nil, isVideo: Bool? = nil, takesCalls: Bool? = nil,
        sendsNothing: Bool? = nil
    ) -> CallEngineEvent {
        .update(
            call,
            UpdateParticipantRequest(
                callId: nil, userId: nil, status: status, isMuted: isMuted, isVideoEnabled: isVideo,
                takesCalls: takesCalls, sendsNothing: sendsNothing), by: Cast.bob)
    }

    /// A call of three after some events.
    private static func after(_ events: CallEngineEvent..., seconds: Int = 0) -> ActiveCallsBench {
        var bench = ActiveCallsBench.connectedThree
        for event in events { _ = bench.send(event) }
        bench.advance(seconds)
        return bench
    }

    private static let ringing: ActiveCallsBench = {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2, 3])
        return bench
    }()

    /// Bob has a second call beside the one of three, which is on hold.
    private static let second: CallID = 901
    private static let two: ActiveCallsBench = {
        var bench = after(update(takesCalls: true))
        _ = bench.start(id: second, room: 78, by: Cast.dave, callees: [2])
        _ = bench.send(.hold(call, by: Cast.bob))
        _ = bench.send(.join(second, by: Cast.bob))
        _ = bench.send(.hold(second, by: Cast.bob, resuming: call))
        return bench
    }()
    private static let swap = CallEngineEvent.hold(call, by: Cast.bob, resuming: second)

    private static let rings = CallEngineEvent.start(
        ActiveCallsBench.request(id: call, room: room, by: Cast.alice, callees: [2]))
    private static let invites = CallEngineEvent.invite(
        call, ActiveCallsBench.invitation([4], by: Cast.alice))

    static let rows: [Row] = [
        // Changes of who rings, and of who is in the call.
        Row(name: "start", isLasting: true, bench: .everybody, event: rings),
        Row(name: "invite", isLasting: true, event: invites),
        Row(name: "join", isLasting: true, bench: ringing, event: .join(call, by: Cast.bob)),
        Row(name: "decline", isLasting: true, bench: ringing, event: .end(call, by: Cast.bob)),
        Row(name: "leave", isLasting: true, event: .end(call, by: Cast.bob)),
        Row(name: "end", isLasting: true, bench: .connectedPair, event: .end(call, by: Cast.bob)),
        Row(name: "remove", isLasting: true, event: .remove(call, 2, by: Cast.alice)),
        Row(name: "removed device", isLasting: true, event: .deviceRemoved(Cast.bob)),
        Row(name: "hold", isLasting: true, event: .hold(call, by: Cast.bob)),
        Row(
            name: "return from hold", isLasting: true, bench: after(.hold(call, by: Cast.bob)),
            event: .join(call, by: Cast.bob)),
        Row(name: "swap, of the call that is held", isLasting: true, bench: two, event: swap),
        Row(name: "swap, of the call that is resumed", isLasting: true, bench: two, event: swap, call: second),
        Row(
            name: "ring timeout", isLasting: true,
            bench: {
                var bench = ringing; bench.advance(61); return bench
            }(), event: .tick),
        Row(
            name: "absence timeout", isLasting: true, bench: after(.sessionClosed(Cast.bob), seconds: 61), event: .tick),
        // Requests of a key: the stock client asks once and waits.
        Row(
            name: "request of a key", isLasting: true, bench: after(.end(call, by: Cast.bob)),
            event: .requestRejoin(call, by: Cast.bob)),
        Row(
            name: "rejoin", isLasting: true, bench: after(.end(call, by: Cast.bob), .requestRejoin(call, by: Cast.bob)),
            event: .rejoin(call, by: Cast.bob)),
        // Changes of the key host.
        Row(name: "lost session of the key host", isLasting: true, event: .sessionClosed(Cast.alice)),
        Row(name: "missed rotation", isLasting: true, bench: after(.end(call, by: Cast.bob), seconds: 2), event: .tick),
        // State that clients report again.
        Row(name: "mute", isLasting: false, event: update(isMuted: true)),
        Row(name: "video", isLasting: false, event: update(isVideo: false)),
        Row(name: "second ringing call", isLasting: false, event: update(takesCalls: true)),
        Row(name: "no one to send to", isLasting: false, event: update(sendsNothing: true)),
        Row(name: "reconnecting", isLasting: false, event: update(status: .reconnecting)),
        Row(
            name: "connected", isLasting: false, bench: after(update(status: .reconnecting)),
            event: update(status: .connected)),
        Row(
            name: "first connected", isLasting: false,
            bench: {
                var bench = ringing; _ = bench.send(.join(call, by: Cast.bob)); return bench
            }(),
            event: update(status: .connected)),
        Row(name: "feed", isLasting: false, event: .feedPublished(7, in: room, by: Cast.bob)),
        Row(
            name: "feed gone", isLasting: false, bench: after(.feedPublished(7, in: room, by: Cast.bob)),
            event: .feedGone(7, in: room, by: Cast.bob)),
        Row(
            name: "media", isLasting: false, bench: after(.feedPublished(7, in: room, by: Cast.bob)),
            event: .feedMedia(7, in: room, by: Cast.bob)),
        Row(
            name: "no audio", isLasting: false, bench: after(.feedPublished(7, in: room, by: Cast.bob)),
            event: .feedAudio(7, in: room, by: Cast.bob, isReceived: false)),
        Row(name: "lost session", isLasting: false, event: .sessionClosed(Cast.bob)),
        Row(name: "closing page", isLasting: false, event: .sessionGoing(Cast.bob)),
        Row(name: "session", isLasting: false, bench: after(.sessionClosed(Cast.bob)), event: .sessionOpened(Cast.bob)),
        Row(
            name: "second hand-over signal", isLasting: false, bench: after(.sessionClosed(Cast.alice), seconds: 3),
            event: .tick),
        Row(
            name: "rotation", isLasting: false, bench: after(.end(call, by: Cast.bob)),
            event: .rotationSeen(call, by: 1, due: after().now.advanced(bySeconds: 1))),
        // Events that change no call.
        Row(name: "request to mute", isLasting: nil, event: .askToMute(call, 2, by: Cast.alice)),
        Row(
            name: "request of an invitation", isLasting: nil, event: .requestInvitation(call, of: 1, by: 5, token: "t")),
        Row(name: "repeated join", isLasting: nil, event: .join(call, by: Cast.bob)),
    ]

    @Test("each event's change is lasting or not", arguments: rows)
    func classes(row: Row) throws {
        var bench = row.bench
        _ = bench.activeCalls.takeChanges()
        _ = bench.send(row.event)
        let change = bench.activeCalls.takeChanges().changed[row.call]
        #expect(change?.isLasting == row.isLasting)
    }

    @Test("the table has every event")
    func isComplete() {
        #expect(Set(Self.rows.map { Self.name($0.event) }).count == 21)
    }

    @Test("a leave that a device sends as a signal is not lasting")
    func signals() throws {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.activeCalls.takeChanges()
        let leave = E2EESignal(call: Self.call, kind: .leave, content: .body("leave"))
        _ = bench.activeCalls.relay(.e2ee(leave), from: Cast.bob, now: bench.now)
        #expect(bench.activeCalls.takeChanges().changed[Self.call]?.isLasting == false)
    }

    @Test("several changes count as one from the first state to the last")
    func together() throws {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2])
        _ = bench.send(.join(Self.call, by: Cast.bob))
        let made = try #require(bench.activeCalls.takeChanges().changed[Self.call])
        #expect(made.before == nil && made.after == bench.activeCalls.calls[Self.call])
        _ = bench.send(Self.update(isMuted: true))
        _ = bench.send(.end(Self.call, by: Cast.bob))
        let ended = try #require(bench.activeCalls.takeChanges().changed[Self.call])
        #expect(ended.before == made.after && ended.after == nil && ended.isLasting)
    }

    /// Without a default: a new event needs a row.
    private static func name(_ event: CallEngineEvent) -> String {
        switch event {
        case .start: "start"
        case .invite: "invite"
        case .join: "join"
        case .requestInvitation: "requestInvitation"
        case .requestRejoin: "requestRejoin"
        case .rejoin: "rejoin"
        case .end: "end"
        case .hold: "hold"
        case .update: "update"
        case .askToMute: "askToMute"
        case .remove: "remove"
        case .rotationSeen: "rotationSeen"
        case .sessionOpened: "sessionOpened"
        case .sessionGoing: "sessionGoing"
        case .sessionClosed: "sessionClosed"
        case .feedPublished: "feedPublished"
        case .feedGone: "feedGone"
        case .feedMedia: "feedMedia"
        case .feedAudio: "feedAudio"
        case .deviceRemoved: "deviceRemoved"
        case .tick: "tick"
        }
    }
}
