import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import SignalRouting

/// Every end of a device's seat in a call detaches its handles in the call's room, by Janus' own count, although the device
/// sends nothing to Janus. The others continue (decision 83).
@Suite("Janus handles after the end of a seat", .timeLimit(.minutes(3)), .serialized)
struct EndedSeatTests {
    /// Alice's call, with bob and carol in it; each has a handle to publish and one to receive.
    struct Scene: Sendable {
        let server: CallServer
        let call: CallID
        let room: RoomID
        let alice: Person
        let bob: Person
        let tablet: Person
        let carol: Person
        let signals: [UserID: TestSocket]
        let media: [UserID: TestJanus]

        /// The handles with which each came in: one that publishes, one that receives.
        let own: [UserID: Set<UInt64>]

        /// Those of them that Janus still has.
        func handles(of person: Person) async throws -> Set<UInt64> {
            let there = try await server.calls.media.admin.sessions().flatMap(\.handles)
            return Set(there.filter { $0.owner == person.identity }.map(\.id)).intersection(own[person.id] ?? [])
        }

        /// A person's status in the server's list.
        func status(of person: Person) async throws -> ParticipantStatus? {
            let list: ParticipantsResponse = try await server.app.call(.participants, id: call.rawValue, as: alice)
                .value()
            return list.participants.first { $0.userId == person.id }?.status
        }
    }

    struct Cause: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let happens: @Sendable (Scene) async throws -> Void
    }

    private static let closeSession: @Sendable (Scene) async throws -> Void = { scene in
        try await scene.signals[scene.bob.id]?.close()
        while await scene.server.calls.signals.isOnline(scene.bob.identity) { try await pause() }
    }

    static let causes: [Cause] = [
        Cause(testDescription: "hangs up") {
            try await $0.server.app.call(.endCall, EndCallRequest(callId: $0.call), as: $0.bob).expectOK()
        },
        Cause(testDescription: "is removed") {
            let bob = ParticipantRequest(userId: $0.bob.id)
            try await $0.server.app.call(.removeParticipant, id: $0.call.rawValue, bob, as: $0.alice).expectOK()
        },
        Cause(testDescription: "holds") {
            let texts = LeaveCallRequest(join: "e30.e30.join", leave: "e30.e30.leave")
            try await $0.server.app.call(.holdCall, id: $0.call.rawValue, texts, as: $0.bob).expectOK()
        },
        Cause(testDescription: "starts another call") {
            let dave = try await $0.server.person("dave")
            try await $0.server.app.befriend($0.bob, dave)
            let janus = try await TestJanus.connect($0.server.port, bearer: $0.bob.accessToken)
            try await $0.server.start($0.bob, dave, room: try await janus.createRoom()).expectOK()
        },
        Cause(testDescription: "moves to another device") {
            try await closeSession($0)
            for endpoint in [Endpoint.requestRejoin, .rejoinCall] {
                try await $0.server.app.call(endpoint, id: $0.call.rawValue, as: $0.tablet).expectOK()
            }
        },
        Cause(testDescription: "does not come back") {
            try await closeSession($0)
            // The call is notified a moment after the sessions: from then on its timeout runs.
            repeat {
                $0.server.app.clock.advance(seconds: 60)
                await $0.server.calls.calls.tick()
            } while try await $0.status(of: $0.bob) != .left
        },
        Cause(testDescription: "signs out") { try await $0.server.app.call(.logout, as: $0.bob).expectOK() },
        Cause(testDescription: "is signed out by another device") {
            let bob = $0.bob.device.rawValue
            try await $0.server.app.call(.terminateSession, id: bob, as: $0.tablet).expectOK()
        },
        // The devices of a suspended and of a deleted account.
        Cause(testDescription: "is removed with its account") {
            await $0.server.calls.calls.deviceRemoved($0.bob.identity)
        },
    ]

    @Test("a device's handles are detached at the end of its seat, and the others keep theirs", arguments: causes)
    func detaches(_ cause: Cause) async throws {
        try await CallServer.run { server in
            let scene = try await Self.scene(server)
            let others = [scene.alice, scene.carol]
            for person in others + [scene.bob] { #expect(try await scene.handles(of: person).count == 2) }

            try await cause.happens(scene)
            let begin = ContinuousClock.now
            while try await !scene.handles(of: scene.bob).isEmpty { try await pause() }
            // A second, plus the delay of a busy machine.
            #expect(ContinuousClock.now - begin < .seconds(4))
            for person in others {
                #expect(try await scene.handles(of: person).count == 2)
                // Janus still accepts their requests.
                let janus = try #require(scene.media[person.id])
                try await janus.message("{\"request\":\"configure\",\"audio\":true}")
                while !(try await janus.socket.nextText().contains("\"configured\":\"ok\"")) {}
            }
        }
    }

    @Test("the end of the call detaches all handles, including those of the last participants")
    func endsWithCall() async throws {
        try await CallServer.run { server in
            let scene = try await Self.scene(server)
            for person in [scene.bob, scene.carol] {
                try await server.app.call(.endCall, EndCallRequest(callId: scene.call), as: person).expectOK()
            }
            let begin = ContinuousClock.now
            for person in [scene.alice, scene.bob, scene.carol] {
                while try await !scene.handles(of: person).isEmpty { try await pause() }
            }
            #expect(ContinuousClock.now - begin < .seconds(4))
        }
    }

    @Test("a device that returns at once keeps its new handles")
    func comesBack() async throws {
        try await CallServer.run { server in
            let scene = try await Self.scene(server)
            try await Self.closeSession(scene)
            try await server.app.call(.endCall, EndCallRequest(callId: scene.call), as: scene.bob).expectOK()
            let session = try await server.session(scene.bob)
            for endpoint in [Endpoint.requestRejoin, .rejoinCall] {
                try await server.app.call(endpoint, id: scene.call.rawValue, as: scene.bob).expectOK()
            }
            let janus = try await TestJanus.connect(server.port, bearer: scene.bob.accessToken)
            #expect(try await janus.join(scene.room, as: scene.bob.id).contains("\"videoroom\":\"joined\""))
            // Longer than the server waits for a device to detach its own handles.
            let end = ContinuousClock.now + .milliseconds(700)
            while ContinuousClock.now < end {
                let there = try await server.calls.media.admin.sessions().flatMap(\.handles)
                try #require(there.contains { $0.id == janus.handle && $0.room == scene.room })
                try await pause()
            }
            try await session.close()
        }
    }

    @Test("events in a held call do not expel its person from the call they are in")
    func holdsBeside() async throws {
        try await CallServer.run { server in
            let scene = try await Self.scene(server)
            let texts = LeaveCallRequest(join: "e30.e30.join", leave: "e30.e30.leave")
            try await server.app.call(.holdCall, id: scene.call.rawValue, texts, as: scene.bob).expectOK()
            let dave = try await server.person("dave")
            try await server.app.befriend(scene.bob, dave)
            let janus = try await TestJanus.connect(server.port, bearer: scene.bob.accessToken)
            let room = try await janus.createRoom()
            try await server.start(scene.bob, dave, room: room).expectOK()
            #expect(try await janus.join(room, as: scene.bob.id).contains("\"videoroom\":\"joined\""))
            let muted = UpdateParticipantRequest(callId: scene.call, userId: nil, isMuted: true)
            try await server.app.call(.updateParticipant, id: scene.call.rawValue, muted, as: scene.alice).expectOK()
            #expect(try await janus.ask("{\"request\":\"configure\",\"audio\":true}").contains("\"configured\":\"ok\""))
        }
    }

    @Test("a swap moves a device's access from one room to the other, and back")
    func swaps() async throws {
        try await CallServer.run { server in
            let scene = try await Self.scene(server)
            let (bob, app) = (scene.bob, server.app)
            let dave = try await server.person("dave")
            try await app.befriend(bob, dave)
            let able = UpdateParticipantRequest(callId: scene.call, userId: bob.id, takesCalls: true)
            try await app.call(.updateParticipant, id: scene.call.rawValue, able, as: bob).expectOK()
            let (second, room, his) = try await server.ringing(dave, bob)
            var hold = HoldCallRequest(join: "e30.e30.join", leave: "e30.e30.leave")
            try await app.call(.holdCall, id: scene.call.rawValue, hold, as: bob).expectOK()
            try await app.call(.joinCall, id: second.rawValue, as: bob).expectOK()
            var janus = try await Self.publish(bob, in: room, server)
            for (held, resumed) in [
                ((second, room), (scene.call, scene.room)), ((scene.call, scene.room), (second, room)),
            ] {
                hold.resumedCallId = resumed.0
                try await app.call(.holdCall, id: held.0.rawValue, hold, as: bob).expectOK()
                while try await server.calls.media.admin.sessions().flatMap(\.handles).contains(where: {
                    $0.id == janus.handle && $0.room == held.1
                }) { try await pause() }
                try await app.call(.joinCall, id: resumed.0.rawValue, as: bob).expectOK()
                let outside = try await TestJanus.connect(server.port, bearer: bob.accessToken)
                #expect(try await !outside.join(held.1, as: bob.id).contains("\"videoroom\":\"joined\""))
                janus = try await Self.publish(bob, in: resumed.1, server)
            }
            try await his.socket.close()
        }
    }

    // MARK: - The scene

    private static func scene(_ server: CallServer) async throws -> Scene {
        let (alice, bob) = try await server.friends("alice", "bob")
        let (tablet, carol) = (try await server.person("bob"), try await server.person("carol"))
        try await server.app.befriend(alice, carol)
        let people = [alice, bob, carol]
        let made = try await TestJanus.connect(server.port, bearer: alice.accessToken)
        let room = try await made.createRoom()
        let keys = [bob, carol].map { (DeviceKey(user: $0.id, device: $0.device).description, "wrapped") }
        let request = StartCallRequest(
            roomId: room, calleeIds: [bob.id, carol.id], encryptedAESKeys: Dictionary(uniqueKeysWithValues: keys),
            isVideo: true)
        let started: StartCallResponse = try await server.app.call(.startCall, request, as: alice).value()
        let call = started.callRecord.id
        for person in [bob, carol] {
            try await server.app.call(.joinCall, id: call.rawValue, as: person).expectOK()
        }
        var (signals, media): ([UserID: TestSocket], [UserID: TestJanus]) = ([:], [:])
        for person in people {
            signals[person.id] = try await server.session(person)
            media[person.id] = try await publish(person, in: room, server)
        }
        // The server knows that they publish, and publishers let a returning device in.
        for person in people {
            while try await server.feed(of: person, in: call) == nil { try await pause() }
        }
        var handles: [UserID: Set<UInt64>] = [:]
        for person in people {
            let janus = try #require(media[person.id])
            handles[person.id] = [janus.handle, try await listen(on: janus, in: room)]
        }
        return Scene(
            server: server, call: call, room: room, alice: alice, bob: bob, tablet: tablet, carol: carol,
            signals: signals, media: media, own: handles)
    }

    private static func publish(_ person: Person, in room: RoomID, _ server: CallServer) async throws -> TestJanus {
        let janus = try await TestJanus.connect(server.port, bearer: person.accessToken)
        #expect(try await janus.join(room, as: person.id).contains("\"videoroom\":\"joined\""))
        return janus
    }

    /// Makes a second handle, which subscribes: Janus allows the request, and refuses it for lack of a publishing feed.
    /// Returns its number.
    private static func listen(on janus: TestJanus, in room: RoomID) async throws -> UInt64 {
        // Janus may report other publishers first.
        try await janus.socket.text(
            """
            {"janus":"attach","plugin":"janus.plugin.videoroom","session_id":\(janus.session),"transaction":"listen"}
            """)
        var answer = ""
        while !answer.contains("\"transaction\":\"listen\"") || !answer.contains("\"data\"") {
            answer = try await janus.socket.nextText()
        }
        struct Attached: Decodable {
            struct Handle: Decodable { let id: UInt64 }
            let data: Handle
        }
        let attached = try JSONDecoder().decode(Attached.self, from: Data(answer.utf8)).data.id
        try await TestJanus(socket: janus.socket, session: janus.session, handle: attached).message(
            "{\"request\":\"join\",\"room\":\(room),\"ptype\":\"subscriber\",\"streams\":[{\"feed\":1}]}")
        while !(try await janus.socket.nextText().contains("\"error_code\":428")) {}
        return attached
    }
}
