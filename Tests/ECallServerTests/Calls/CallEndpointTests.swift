import CallEngine
import ECallAPI
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("The endpoints of group calls", .timeLimit(.minutes(1)))
struct CallEndpointTests {
    /// 000-11
    @Test("an invitation reports who rings, and why a callee does not")
    func invites() async throws {
        var limits = Limits.development
        limits.callParticipants = 3
        try await StoredCalls.run(limits: limits) { bench in
            let (app, ana) = (bench.app, try await bench.person("ana"))
            let bob = try await bench.person("bob", friends: [ana])
            let (cy, dan) = (
                try await bench.person("cy", friends: [ana, bob]), try await bench.person("dan", friends: [ana])
            )
            let call = try await bench.connected(ana, [bob])
            let id = call.rawValue
            let answer = try await app.call(.inviteToCall, id: id, bench.request([cy]), as: bob)
            #expect(answer.text == "{\"invited_users\":[\(cy.id)]}")
            let ring = try #require(bench.push.rings.last)
            #expect(ring.device == cy.device && ring.push.isOnGoing && ring.push.caller == bob.identity)
            #expect(bench.signals.kinds(to: cy.device) == [.callInvitation])
            // The client omits the number of a room it already knows.
            #expect(
                try await app.call(.inviteToCall, id: id, bench.request([cy], room: 0), as: bob).text == answer.text)
            #expect(bench.push.rings.count == 2)

            try await app.call(.inviteToCall, id: id, bench.request([dan]), as: ana).expect(.inviteUserFailed)
            try await app.call(.inviteToCall, id: id, bench.request([dan]), as: bob).expect(.userNotAvailable)
            try await app.call(.inviteToCall, id: id, bench.request([ana]), as: bob).expect(.userAlreadyInCall)
            try await app.call(.inviteToCall, id: id, bench.request([bob]), as: bob).expect(.inviteUserFailed)
            try await app.call(.inviteToCall, id: id, bench.request([]), as: bob).expect(.inviteUserFailed)
            try await app.call(.inviteToCall, id: id, bench.request([dan]), as: dan).expect(.inviteUserFailed)
            try await app.call(.inviteToCall, id: id, bench.request([ana]), as: dan).expect(.callNotFound)
            var keyless = bench.request([cy])
            keyless.encryptedAESKeys = [:]
            try await bench.end(call, cy)
            try await app.call(.inviteToCall, id: id, keyless, as: bob).expect(.encryptedAESKeyMissed)
            try await bench.end(call, bob)
            try await app.call(.inviteToCall, id: id, bench.request([cy]), as: ana).expect(.callNotAvailable)
            try await app.call(.startCall, bench.request([bob, cy, dan]), as: ana).expect(.startCallFailed)
        }
    }

    /// 000-12, 000-49, 000-56, 000-58
    @Test("on a rejoin the others are asked, one sends the device's key, and the device joins the call")
    func rejoins() async throws {
        try await StoredCalls.run { bench in
            let (app, ana) = (bench.app, try await bench.person("ana"))
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana])
            let call = try await bench.connected(ana, [bob, cy])
            let id = call.rawValue
            try await bench.end(call, cy)
            let keys = PublicKeysRequest(userIds: [cy.id])
            let before: PublicKeysResponse = try await app.call(.publicKeys, keys, as: bob).value()
            #expect(before.publicKeys.isEmpty)
            try await app.call(.rejoinCall, id: id, as: cy).expect(.rejoinCallFailed)
            let asked: CallRecord = try await app.call(.requestRejoin, id: id, as: cy).value()
            #expect(asked.janusRoomId == 77 && asked.callMediaType == .video)
            #expect(bench.signals.kinds(to: bob.device).last == .participantRequestRejoin)
            // Not a friend of bob's, but bob must wrap a key for this device.
            let during: PublicKeysResponse = try await app.call(.publicKeys, keys, as: bob).value()
            #expect(Array(during.publicKeys.keys) == ["\(cy.id)_\(cy.device)"])
            let back: CallRecord = try await app.call(.rejoinCall, id: id, as: cy).value()
            #expect(back.janusRoomId == 77)
            #expect(bench.signals.kinds(to: bob.device).last == .participantJoined)

            try await app.call(.requestRejoin, id: 5, as: cy).expect(.callNotFound)
            await bench.calls.sessionClosed(ana.identity)
            await bench.calls.sessionClosed(bob.identity)
            try await bench.end(call, cy)
            try await app.call(.requestRejoin, id: id, as: cy).expect(.rejoinCallFailed)
            try await bench.end(call, bob)
            try await app.call(.requestRejoin, id: id, as: cy).expect(.callNotAvailable)
            try await app.call(.rejoinCall, id: id, as: cy).expect(.callNotAvailable)
            // The call ended before this server started.
            let after = try await bench.restarted()
            await #expect(throws: APIFailure(.callNotAvailable, "The call has ended")) {
                try await after.requestRejoin(call, by: cy.identity)
            }
        }
    }

    @Test("a closing page leaves by HTTP and the others are notified; foreign calls and malformed text have no effect")
    func leaves() async throws {
        var limits = Limits.development
        limits.updatesPerDevice = Rate(count: 3, seconds: 60)
        try await StoredCalls.run(limits: limits) { bench in
            let (app, ana) = (bench.app, try await bench.person("ana"))
            let bob = try await bench.person("bob", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            let id = call.rawValue
            _ = bench.signals.takeDelivered()
            let body = LeaveCallRequest(join: "e30.e30.j", leave: "e30.e30.l")
            let answer: EndCallResponse = try await app.call(.leaveCall, id: id, body, as: bob).value()
            #expect(answer.success)
            guard case .e2ee(let text) = bench.signals.delivered.last?.signal else {
                return _ = Issue.record("nobody heard it")
            }
            #expect(text.kind == .leave && text.content == .body(body.leave) && text.sender == bob.id)
            #expect(bench.signals.takeDelivered() == ["e2ee \(bob.id) → \(ana.device)"])
            try await app.call(.leaveCall, id: 5, body, as: bob).expectOK()
            for bad in ["", "a b", String(repeating: "l", count: 4_097)] {
                let request = LeaveCallRequest(join: "e30.e30.j", leave: bad)
                try await app.call(.leaveCall, id: id, request, as: bob).expect(.updateParticipantFailed)
            }
            #expect(bench.signals.takeDelivered().isEmpty)
            // Notifications of leaving are limited; the earlier requests count, and so did connecting.
            try await app.call(.leaveCall, id: id, body, as: bob).expectOK()
            try await app.call(.leaveCall, id: id, body, as: bob).expect(.tooManyRequests)
            #expect(bench.signals.takeDelivered().count == 1)
        }
    }

    @Test("holding a call sends the others the device's signed leave, and that it will return")
    func hold() async throws {
        try await StoredCalls.run { bench in
            let (app, ana) = (bench.app, try await bench.person("ana"))
            let bob = try await bench.person("bob", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            let id = call.rawValue
            _ = bench.signals.takeDelivered()
            let body = LeaveCallRequest(join: "e30.e30.j", leave: "e30.e30.l")
            let answer: EndCallResponse = try await app.call(.holdCall, id: id, body, as: bob).value()
            #expect(answer.success)
            #expect(
                bench.signals.takeDelivered() == [
                    "e2ee \(bob.id) → \(ana.device)", "participant_updated - → \(ana.device)",
                ])
            let listed: ParticipantsResponse = try await app.call(.participants, id: id, as: ana).value()
            #expect(listed.participants.map(\.isOnHold) == [nil, true])
            try await app.call(.holdCall, id: 5, body, as: bob).expect(.callNotFound)
            let bad = LeaveCallRequest(join: "e30.e30.j", leave: "")
            try await app.call(.holdCall, id: id, bad, as: bob).expect(.updateParticipantFailed)
            #expect(bench.signals.takeDelivered().isEmpty)
            let back: CallRecord = try await app.call(.joinCall, id: id, as: bob).value()
            #expect(back.participants.map(\.isOnHold) == [nil, nil])
            try await bench.end(call, ana)
            try await app.call(.holdCall, id: id, body, as: bob).expect(.callNotAvailable)
        }
    }

    @Test("the old endpoints for calling and answering work")
    func oldWays() async throws {
        try await StoredCalls.run { bench in
            let (app, ana) = (bench.app, try await bench.person("ana"))
            let bob = try await bench.person("bob", friends: [ana])
            let keys = ["\(bob.id)_\(bob.device)": "k"]
            let place = PlaceCallRequest(roomId: 77, calleeId: bob.id, encryptedAESKeys: keys, isVideo: false)
            let placed: CallRecord = try await app.call(.placeCall, place, as: ana).value()
            #expect(placed.status == .calling && placed.callMediaType == .audio)
            let answered: CallRecord = try await app.call(
                .acceptCall, AcceptCallRequest(callId: placed.id), as: bob
            ).value()
            #expect(answered.id == placed.id && answered.status == .active)
            try await app.call(.acceptCall, AcceptCallRequest(callId: 5), as: bob).expect(.callNotFound)
            let data = try JSONEncoder().encode(AcceptCallRequest(callId: placed.id))
            for prefix in Endpoint.prefixes {
                try await app.send(.post, prefix + "/call/accept", data, token: bob.accessToken).expectOK()
            }
        }
    }

    /// 001-19, 001-36
    @Test("every device also rings by push, once and with its own key; busy callees' do not; all are stopped")
    func pushes() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let phone = try await bench.person("bob")
            let cy = try await bench.person("cy", friends: [bob])
            let request = bench.request([bob, phone])
            let started: StartCallResponse = try await bench.app.call(.startCall, request, as: ana).value()
            try await bench.app.call(.startCall, request, as: ana).expectOK()
            let call = started.callRecord.id
            #expect(bench.push.rings.map(\.device).sorted() == [bob.device, phone.device].sorted())
            for ring in bench.push.rings {
                #expect(ring.push.callID == call && ring.push.room == 77 && !ring.push.isOnGoing)
                #expect(ring.push.encryptedAESKey == "wrapped-for-\(ring.device)")
                // The same call for clients that get both.
                let signal = try #require(
                    bench.signals.delivered.first { $0.device == ring.device && $0.signal.kind == .callInvitation }?
                        .signal)
                #expect(signal.call == call && signal.invitation.map(VoIPPush.init) == ring.push)
            }
            try await bench.app.call(.startCall, bench.request([bob], room: 78), as: cy).expect(.allCalleesBusy)
            #expect(bench.push.rings.count == 2 && bench.rooms.unclaimed == [78])
            try await bench.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            #expect(bench.push.stopped == [phone.device])
            try await bench.end(call, ana)
            #expect(bench.push.stopped.sorted() == [bob.device, phone.device].sorted())
        }
    }

    @Test("the metrics count calls by state, rings and rejoins by outcome, and set-up by phase")
    func metrics() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let (cy, dan) = (try await bench.person("cy"), try await bench.person("dan"))
            try await bench.app.befriend(cy, dan)
            let declined = try await bench.start(ana, [bob])
            try await bench.end(declined, bob)
            let running = try await bench.connected(ana, [bob], room: 78)
            _ = try await bench.start(cy, [dan], room: 79)
            try await bench.app.call(.requestRejoin, id: 5, as: cy).expect(.callNotFound)
            // A reloaded page, and a caller who finds the line busy.
            try await bench.app.call(.joinCall, id: running.rawValue, as: bob).expectOK()
            try await bench.app.befriend(dan, bob)
            try await bench.app.call(.startCall, bench.request([bob], room: 81), as: dan).expect(.allCalleesBusy)
            let registry = MetricsRegistry()
            bench.calls.attach(registry)
            let text = await registry.text()
            for line in [
                "ecall_calls{state=\"connected\"} 1", "ecall_calls{state=\"ringing\"} 1",
                "ecall_calls{state=\"answered\"} 0", "ecall_rings_total{outcome=\"answered\"} 1",
                "ecall_rings_total{outcome=\"declined\"} 1", "ecall_rejoins_total{outcome=\"refused\"} 1",
                "ecall_rings_total{outcome=\"busy\"} 1", "ecall_rejoins_total{outcome=\"rejoined\"} 1",
            ] {
                #expect(text.contains(line + "\n"), "\(line)")
            }
            try await bench.end(0, ana)
            // A newly attached registry gets later measurements only.
            _ = try await bench.connected(ana, [bob], room: 80)
            let later = await registry.text()
            for phase in SetUpPhase.allCases {
                #expect(later.contains("ecall_call_setup_seconds_count{phase=\"\(phase.rawValue)\"} 1\n"), "\(phase)")
            }
            #expect(later.contains("ecall_call_setup_seconds_bucket{phase=\"answer\",le=\"60\"} 1\n"))
        }
    }
}
