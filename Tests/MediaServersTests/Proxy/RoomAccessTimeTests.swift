import ECallAPI
import Janus
import TestSupport
import Testing

@testable import MediaServers

/// The proxy's cost of a message to Janus: constant, however many calls there are.
@Suite("Access to rooms beside many calls", .timeLimit(.minutes(1)))
struct RoomAccessTimeTests {
    private let rooms: RoomRegistry
    private let sessions = JanusSessionRegistry()

    init() {
        let now = Timestamp(milliseconds: 1_000_000)
        rooms = RoomRegistry(
            secrets: .random(), now: { now }, tokenTime: { now }, origin: { _ in "here" }, ended: { _, _ in })
    }

    /// Calls of two with these numbers, each with its sessions in Janus.
    private func make(calls: ClosedRange<UInt64>) {
        for call in calls {
            let people = [Cast.device(2 * call, 20 * call), Cast.device(2 * call + 1, 20 * call + 10)]
            rooms.restore(
                RoomID(call), creator: people[0],
                members: Dictionary(uniqueKeysWithValues: people.map { ($0.user, $0.device) }))
            for (index, person) in people.enumerated() {
                _ = sessions.take(2 * call + UInt64(index), by: 1, person)
            }
        }
    }

    /// The proxy's time for each message of a participant of call 1, in microseconds: the best of ten.
    private func time(_ visitor: RoomVisitor) throws -> Double {
        let identity = visitor.identity
        var policy = JanusProxyPolicy(
            identity: identity.map { .user($0.user.rawValue) } ?? .participantOfRoom, credentials: JanusCredentials(),
            access: { [rooms] in rooms.access(to: RoomID($0), for: visitor) }, makeRoom: { nil })
        for (request, answer) in [
            (#"{"janus":"create","transaction":"c"}"#, #"{"janus":"success","transaction":"c","data":{"id":900}}"#),
            (
                #"{"janus":"attach","session_id":900,"plugin":"janus.plugin.videoroom","transaction":"a"}"#,
                #"{"janus":"success","session_id":900,"transaction":"a","data":{"id":901}}"#
            ),
            (
                #"{"janus":"message","session_id":900,"handle_id":901,"transaction":"j","body":{"request":"join","room":1,"ptype":"publisher","display":"2:x"}}"#,
                #"{"janus":"event","session_id":900,"sender":901,"transaction":"j","plugindata":{"plugin":"janus.plugin.videoroom","data":{"videoroom":"joined","room":1,"id":5,"private_id":6,"publishers":[]}}}"#
            ),
        ] {
            _ = policy.fromClient(Array(request.utf8))
            _ = policy.fromJanus(Array(answer.utf8))
        }
        #expect(policy.roomOfHandle == [901: 1])
        let message = Array(
            #"{"janus":"message","session_id":900,"handle_id":901,"transaction":"m","body":{"request":"configure","audio":true}}"#
                .utf8)
        let clock = ContinuousClock()
        var best = Duration.seconds(60)
        for _ in 0..<10 {
            best = min(
                best,
                clock.measure {
                    for _ in 0..<20 {
                        if let identity {
                            policy.claimable = sessions.sessions(of: identity)
                            policy.claimableRooms = sessions.rooms(of: identity)
                        }
                        _ = policy.expulsions()
                        _ = policy.fromClient(message)
                    }
                })
        }
        return Double(best.components.attoseconds) / 1e12 / 20
    }

    @Test("a message takes as long beside 5 001 calls as beside one")
    func constant() throws {
        make(calls: 1...1)
        let visitors = [RoomVisitor.device(Cast.device(2, 20)), .stock(origin: "here")]
        let alone = try visitors.map(time)
        make(calls: 2...5_001)
        let beside = try visitors.map(time)
        for (name, (one, many)) in zip(["with a token", "without"], zip(alone, beside)) {
            print("measured: a message \(name): \(one) µs with one call, \(many) µs with 5 001")
            #expect(many < one * 3)
        }
    }
}
