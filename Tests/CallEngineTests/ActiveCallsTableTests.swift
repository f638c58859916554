import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// Every state of a user in relation to a call, with every event. Bob acts, on device 21; alice, the host, and carol are
/// connected in it.
@Suite("Every state and every event", .timeLimit(.minutes(1)))
struct ActiveCallsTableTests {
    /// Bob's state afterwards, or the reason of the refusal.
    private static let table = """
        state         start         join                end       endAny    connect    mute         invite       ask                 rejoin       online       offline      publish      unpublish    removed      time      rung         shield       kick               hush
        stranger      -             notFound            -         -         notFound   notFound     notFound     notFound            notFound     -            -            -            -            -            -         inviting     inviting     unknownParticipant unknownParticipant
        ringing       alreadyInCall accepted            rejected  rejected  notInCall  notInCall    notInCall    inviting            notAsked     inviting     inviting     inviting     inviting     inviting     rejected  inviting     inviting     rejected           unknownParticipant
        unrung        alreadyInCall notInCall           inviting  inviting  notInCall  notInCall    notInCall    inviting            notAsked     inviting     inviting     inviting     inviting     inviting     rejected  inviting     inviting     rejected           unknownParticipant
        accepted      left          accepted            left      left      connected  accepted     accepted     accepted            accepted     accepted     accepted     accepted     accepted     left         accepted  calleeInCall calleeInCall left               accepted
        connected     left          connected           left      left      connected  connected    connected    connected           connected    connected    reconnecting connected    connected    left         connected calleeInCall calleeInCall left               connected
        reconnecting  left          reconnecting        left      left      connected  reconnecting reconnecting reconnecting        reconnecting connected    reconnecting reconnecting reconnecting left         left      calleeInCall calleeInCall left               reconnecting
        elsewhere     alreadyInCall joinedByOtherDevice connected connected notInCall  notInCall    notInCall    joinedByOtherDevice notAsked     connected    connected    connected    connected    connected    connected calleeInCall calleeInCall left               connected
        elsewhereAway alreadyInCall joinedByOtherDevice reconnecting reconnecting notInCall notInCall notInCall  reconnecting        notAsked     reconnecting reconnecting reconnecting reconnecting reconnecting left      calleeInCall calleeInCall left               reconnecting
        rejected      rejected      over                rejected  rejected  notInCall  notInCall    notInCall    rejected            notAsked     rejected     rejected     rejected     rejected     rejected     rejected  inviting     inviting     rejected           unknownParticipant
        left          left          over                left      left      notInCall  notInCall    notInCall    left                notAsked     left         left         left         left         left         left      inviting     inviting     left               unknownParticipant
        waiting       left          over                left      left      notInCall  notInCall    notInCall    left                accepted     left         left         left         left         left         left      inviting     inviting     left               unknownParticipant
        waitingAway   alreadyInCall joinedByOtherDevice reconnecting reconnecting notInCall notInCall notInCall  reconnecting        accepted     reconnecting reconnecting reconnecting reconnecting reconnecting left      calleeInCall calleeInCall left               reconnecting
        hidden        inviting      notFound            inviting  inviting  notFound   notFound     notFound     notFound            notFound     inviting     inviting     inviting     inviting     inviting     rejected  inviting     inviting     rejected           unknownParticipant
        hiddenAgain   inviting      over                inviting  inviting  notInCall  notInCall    notInCall    inviting            notAsked     inviting     inviting     inviting     inviting     inviting     rejected  inviting     inviting     rejected           unknownParticipant
        expelled      left          removed             left      left      notInCall  notInCall    notInCall    removed             removed      left         left         left         left         left         left      inviting     inviting     left               unknownParticipant
        over          -             over                -         -         over       over         over         over                over         -            -            -            -            -            -         over         over         over               over
        """

    struct Cell: Sendable, CustomTestStringConvertible {
        let state: String
        let event: String
        let expected: String
        var testDescription: String { "\(state), \(event): \(expected)" }
    }

    static let cells: [Cell] = {
        let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return rows.dropFirst().flatMap { row in
            zip(rows[0], row).dropFirst().map { Cell(state: row[0], event: $0, expected: $1) }
        }
    }()

    @Test("the table is complete")
    func whole() {
        #expect(Self.cells.count == 16 * 19)
    }

    @Test("bob gets the state of the table", arguments: cells)
    func cell(_ cell: Cell) throws {
        var bench = try #require(Self.bench(cell.state))
        // The checker counts the state so far as stored.
        _ = bench.activeCalls.takeChanges()
        var checker = HistoryChecker(bench.activeCalls)
        if cell.event == "time" { bench.advance(60) }
        let event = try #require(Self.event(cell.event))
        let outcome = bench.activeCalls.handle(event, now: bench.now)
        let after = outcome.refusal.map { "\($0)" } ?? bench.status(2)?.rawValue ?? "-"
        #expect(after == cell.expected)
        #expect(checker.check(&bench.activeCalls, event, outcome, bench.now) == nil)
    }

    // MARK: - States

    private static let call = ActiveCallsBench.call

    private static func bench(_ state: String) -> ActiveCallsBench? {
        var bench = ActiveCallsBench.everybody
        switch state {
        case "stranger", "hidden": _ = bench.start(callees: [3])
        case "unrung": _ = bench.start(callees: [2, 3], devices: [2: [22]])
        default: _ = bench.start(callees: [2, 3])
        }
        _ = bench.send(.join(call, by: Cast.carol))
        for person in [Cast.alice, Cast.carol] { bench.connect(person) }
        let device = state.hasPrefix("elsewhere") || state == "waitingAway" ? Cast.bob2 : Cast.bob
        switch state {
        case "stranger", "ringing", "unrung": break
        case "hidden": _ = bench.invite([2], by: Cast.alice, shielded: [2])
        case "rejected": _ = bench.send(.end(call, by: Cast.bob))
        case "over":
            _ = bench.send(.end(call, by: Cast.bob))
            _ = bench.send(.end(call, by: Cast.alice))
        default: _ = bench.send(.join(call, by: device))
        }
        switch state {
        case "connected", "elsewhere": bench.connect(device)
        case "reconnecting", "elsewhereAway", "waitingAway":
            bench.connect(device)
            _ = bench.send(.sessionClosed(device))
        case "left", "waiting", "hiddenAgain": _ = bench.send(.end(call, by: device))
        default: break
        }
        switch state {
        case "expelled": _ = bench.send(.remove(call, 2, by: Cast.alice))
        case "waiting", "waitingAway": _ = bench.send(.requestRejoin(call, by: Cast.bob))
        case "hiddenAgain": _ = bench.invite([2], by: Cast.alice, shielded: [2])
        default: break
        }
        return bench
    }

    // MARK: - Events

    private static func event(_ name: String) -> CallEngineEvent? {
        let bob = Cast.bob
        return switch name {
        case "start": .start(ActiveCallsBench.request(id: 901, room: 78, by: bob, callees: [4]))
        case "join": .join(call, by: bob)
        case "end": .end(call, by: bob)
        case "endAny": .end(nil, by: bob)
        case "connect": .update(call, UpdateParticipantRequest(callId: nil, userId: nil, status: .connected), by: bob)
        case "mute": .update(call, UpdateParticipantRequest(callId: nil, userId: nil, isMuted: true), by: bob)
        case "invite": .invite(call, ActiveCallsBench.invitation([4], by: bob))
        case "ask": .requestRejoin(call, by: bob)
        case "rejoin": .rejoin(call, by: bob)
        case "online": .sessionOpened(bob)
        case "offline": .sessionClosed(bob)
        case "publish": .feedPublished(5, in: ActiveCallsBench.room, by: bob)
        case "unpublish": .feedGone(5, in: ActiveCallsBench.room, by: bob)
        case "removed": .deviceRemoved(bob)
        case "time": .tick
        case "rung": .invite(call, ActiveCallsBench.invitation([2], by: Cast.alice))
        case "shield": .invite(call, ActiveCallsBench.invitation([2], by: Cast.alice, shielded: [2]))
        case "kick": .remove(call, 2, by: Cast.alice)
        case "hush": .askToMute(call, 2, by: Cast.alice)
        default: nil
        }
    }
}
