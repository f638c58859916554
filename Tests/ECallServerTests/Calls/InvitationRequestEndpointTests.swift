import CallEngine
import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// `POST /call/{id}/request-invitation` (decision 76).
@Suite("Links to a call", .timeLimit(.minutes(1)))
struct InvitationRequestEndpointTests {
    private static let token = String(repeating: "A", count: 43)

    private static func ask(
        _ call: CallID, of maker: UserID, _ token: String = token, as person: Person, in bench: StoredCalls
    ) async throws -> Answer {
        let body = RequestInvitationRequest(userId: maker, token: token)
        return try await bench.app.call(.requestInvitation, id: call.rawValue, body, as: person)
    }

    private static func requests(to person: Person, in bench: StoredCalls) -> [Signal] {
        bench.signals.delivered.filter { $0.device == person.device && $0.signal.kind == .invitationRequested }
            .map(\.signal)
    }

    @Test("a contact's request reaches only the maker; a stranger's request reveals nothing")
    func contacts() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana])
            let dee = try await bench.person("dee")
            let call = try await bench.connected(ana, [bob])
            let answer = try await Self.ask(call, of: ana.id, as: cy, in: bench)
            #expect(answer.text == "{\"success\":true}")
            let request = InvitationRequest(call: call, sender: cy.id, token: Self.token)
            #expect(Self.requests(to: ana, in: bench) == [.invitationRequested(request)])
            #expect(Self.requests(to: bob, in: bench).isEmpty)
            // These are indistinguishable.
            let refused = try await [
                Self.ask(call, of: ana.id, as: dee, in: bench), Self.ask(5, of: ana.id, as: cy, in: bench),
                Self.ask(call, of: bob.id, as: cy, in: bench), Self.ask(call, of: dee.id, as: cy, in: bench),
                Self.ask(call, of: 12_345, as: cy, in: bench),
            ]
            for answer in refused { answer.expect(.callNotFound) }
            #expect(Set(refused.map(\.text)).count == 1)
            try await Self.ask(call, of: ana.id, as: bob, in: bench).expect(.userAlreadyInCall)
            #expect(Self.requests(to: ana, in: bench).count == 1)
            let listed: ParticipantsResponse = try await bench.app.call(
                .participants, id: call.rawValue, as: ana
            ).value()
            #expect(!listed.participants.contains { $0.userId == cy.id }, "nobody is in by asking")
        }
    }

    @Test("a block in either direction makes the call look missing")
    func blocked() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            for (blocker, other) in [(ana, cy), (cy, ana)] {
                for isBlocked in [true, false] {
                    try await bench.app.call(
                        .toggleBlock, id: other.id.rawValue, BlockRequest(isBlocked: isBlocked), as: blocker
                    ).expectOK()
                    let answer = try await Self.ask(call, of: ana.id, as: cy, in: bench)
                    if isBlocked { answer.expect(.callNotFound) } else { answer.expectOK() }
                }
            }
            #expect(Self.requests(to: ana, in: bench).count == 2)
        }
    }

    @Test("a malformed link secret is refused, and guessing links is limited without affecting others")
    func tries() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana])
            let dee = try await bench.person("dee", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            for token in ["", "A", String(repeating: "A", count: 44), String(repeating: "-", count: 43)] {
                try await Self.ask(call, of: ana.id, token, as: cy, in: bench).expect(.badRequest)
            }
            let (pair, most) = (
                Limits.development.invitationRequestsPerPair.count, Limits.development.invitationRequestsPerUser.count
            )
            for _ in 0..<pair { try await Self.ask(5, of: ana.id, as: cy, in: bench).expect(.callNotFound) }
            try await Self.ask(5, of: ana.id, as: cy, in: bench).expect(.tooManyRequests)
            // Other makers can still be tried.
            for number in 1...(most - pair) {
                try await Self.ask(5, of: UserID(UInt64(number)), as: cy, in: bench).expect(.callNotFound)
            }
            try await Self.ask(call, of: ana.id, as: cy, in: bench).expect(.tooManyRequests)
            try await Self.ask(call, of: ana.id, as: dee, in: bench).expectOK()
        }
    }
}
