import CallEngine
import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("The endpoints of the host", .timeLimit(.minutes(1)))
struct CallHostTests {
    private static func ask(
        _ endpoint: Endpoint, _ call: CallID, _ user: UserID, as person: Person, in bench: StoredCalls
    ) async throws -> Answer {
        try await bench.app.call(endpoint, id: call.rawValue, ParticipantRequest(userId: user), as: person)
    }

    @Test("only the host can ask to mute, and only unmuted participants can be asked")
    func asks() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana])
            let call = try await bench.connected(ana, [bob, cy])
            func requests() -> [Signal] {
                bench.signals.delivered.filter { $0.device == bob.device && $0.signal.kind == .muteRequested }
                    .map(\.signal)
            }
            let answer = try await Self.ask(.askToMute, call, bob.id, as: ana, in: bench)
            #expect(answer.text == "{\"success\":true}")
            #expect(requests() == [.muteRequested(HostNotice(call: call, host: ana.id))])
            try await Self.ask(.askToMute, call, cy.id, as: bob, in: bench).expect(.notAllowed)
            try await Self.ask(.askToMute, call, ana.id, as: ana, in: bench).expect(.updateParticipantFailed)
            try await Self.ask(.askToMute, call, 12_345, as: ana, in: bench).expect(.updateParticipantFailed)
            try await Self.ask(.askToMute, 5, bob.id, as: ana, in: bench).expect(.callNotFound)
            let muted = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: true)
            try await bench.app.call(.updateParticipant, id: call.rawValue, muted, as: bob).expectOK()
            try await Self.ask(.askToMute, call, bob.id, as: ana, in: bench).expectOK()
            #expect(requests().count == 1)
            for body in ["", "{}", "{\"userId\":\"2\"}", "{\"userId\":-1}", "[]"] {
                for end in ["mute", "remove"] {
                    try await bench.app.send(
                        .post, "/app/api/call/\(call)/\(end)", Data(body.utf8), token: ana.accessToken
                    ).expect(.badRequest)
                }
            }
        }
    }

    @Test(
        "a removed participant leaves the call and its room, and cannot return without an invitation, even after a restart"
    )
    func removes() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana, bob])
            let call = try await bench.connected(ana, [bob, cy])
            let id = call.rawValue
            try await Self.ask(.removeParticipant, call, cy.id, as: bob, in: bench).expect(.notAllowed)
            try await Self.ask(.removeParticipant, call, ana.id, as: ana, in: bench).expect(.updateParticipantFailed)
            #expect(bench.rooms.expelled.isEmpty)
            _ = bench.signals.takeDelivered()
            try await Self.ask(.removeParticipant, call, cy.id, as: ana, in: bench).expectOK()
            #expect(bench.rooms.expelled == [cy.identity])
            #expect(bench.push.stopped.contains(cy.device))
            let listed: ParticipantsResponse = try await bench.app.call(.participants, id: id, as: ana).value()
            #expect(listed.participants.map(\.status) == [.connected, .connected, .left])
            for endpoint in [Endpoint.joinCall, .requestRejoin, .rejoinCall] {
                let answer = try await bench.app.call(endpoint, id: id, as: cy)
                answer.expect(.removedFromCall)
                #expect(answer.status == 403)
            }
            try await bench.app.call(.acceptCall, AcceptCallRequest(callId: call), as: cy).expect(.removedFromCall)
            try await Self.ask(.removeParticipant, call, cy.id, as: ana, in: bench).expectOK()
            #expect(bench.rooms.expelled.count == 1, "once")

            let after = try await bench.restarted()
            await #expect(throws: APIFailure(.removedFromCall, "You were removed from this call")) {
                _ = try await after.requestRejoin(call, by: cy.identity)
            }
            await #expect(throws: APIFailure(.removedFromCall, "You were removed from this call")) {
                _ = try await after.join(call, by: cy.identity)
            }

            try await bench.app.call(.inviteToCall, id: id, bench.request([cy]), as: bob).expectOK()
            try await bench.app.call(.joinCall, id: id, as: cy).expectOK()
            try await bench.end(call, ana)
            try await bench.end(call, bob)
            try await Self.ask(.removeParticipant, call, cy.id, as: ana, in: bench).expect(.callNotAvailable)
        }
    }

    @Test("the seventeenth participant joins muted, as the answer says, and cannot unmute")
    func seventeenth() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            var others: [Person] = []
            for number in 2...17 { others.append(try await bench.person("p\(number)", friends: [ana])) }
            let call = try await bench.start(ana, others)
            var answer: CallRecord?
            for person in others { answer = try await bench.app.call(.joinCall, id: call.rawValue, as: person).value() }
            let last = try #require(others.last)
            let joined = try #require(answer)
            #expect(joined.participants.filter(\.isMuted).map(\.userId) == [last.id])
            let unmuting = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: false)
            let refused = try await bench.app.call(.updateParticipant, id: call.rawValue, unmuting, as: last)
            refused.expect(.tooManyUnmuted)
            #expect(refused.status == 409)
            try await bench.end(call, others[0])
            try await bench.app.call(.updateParticipant, id: call.rawValue, unmuting, as: last).expectOK()
        }
    }
}
