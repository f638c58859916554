import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls

/// The server lies between devices that are in order: it forges, drops, repeats and makes up. Rules alone are attacked in
/// KeyDistributionTests; here whole clients are.
@Suite("Attacks: a hostile server", .timeLimit(.minutes(1)))
struct HostileServerAttacks {
    private static let frame = [UInt8](repeating: 9, count: 80)
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func begin() async throws -> CallID {
        let id = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        for person in [ana, bo] { await person.receives(2) }
        return id
    }

    private func connect() async throws -> CallID {
        let id = try await begin()
        for person in [ana, bo] { await person.isProtected() }
        return id
    }

    private func seal(_ sender: Person) throws -> [UInt8]? {
        let sealer = try #require(sender.engine.publishers.last?.publisher?.audio)
        guard case .sealed(let sealed) = sealer.seal(Self.frame) else { return nil }
        return sealed
    }

    private func opens(from sender: Person, at receiver: Person) throws -> Bool {
        guard let sealed = try seal(sender) else { return false }
        let subscriber = try #require(receiver.engine.subscribers.last { $0.subscriber?.track == .audio }?.subscriber)
        return subscriber.decryptor.open(sealed) == .opened(Self.frame, needsKeyFrame: false)
    }

    /// Who: a server that can send signals of version 1.
    /// With: a `key_rotation` and an answer with a key of its own, in the name of the other.
    /// Gets: everything (before) → nothing: the words mean nothing any more (now).
    @Test("a forged key_rotation changes no keys")
    func keyRotation() async throws {
        let id = try await connect()
        let envelope = try CallKeyEnvelope.wrap(CallKey(), for: Person.keyPair(of: 2).publicKey).text
        let route = SignalRoute(call: id, user: bo.user, device: DeviceID(bo.address.deviceID))
        let rotation = Signal.keyRotation(KeyRotation(route: route, encryptedAESKey: envelope, epoch: 4_294_967_295))
        server.deliver(rotation.sent(by: ana.address.identity), to: [bo.address])
        server.deliver(TestServer.about(ana.address, .handoverHost, id), to: [bo.address])
        #expect(try opens(from: bo, at: ana) && opens(from: ana, at: bo))
        #expect(await bo.keys == 1)
        try await ana.calls.hangUp()
    }

    /// Who: a server that changes the texts it passes on. With: one character of every text of a kind. Gets: that they do not hear
    /// each other; nothing is sealed for a device without a valid join.
    @Test("texts with one changed character are refused", arguments: [E2EEKind.join, .open])
    func damaged(kind: E2EEKind) async throws {
        for person in [ana, bo] {
            server.change(for: person.address) { signal in
                switch signal {
                case .e2ee(var text) where text.kind == kind:
                    guard case .body(let body) = text.content else { return [signal] }
                    text.content = .body(Self.damage(body))
                    return [.e2ee(text)]
                case .callInvitation(var invitation) where kind == .join:
                    let opening = invitation.e2ee
                    invitation.e2ee = opening.map { E2EEOpening(invite: $0.invite, join: Self.damage($0.join)) }
                    return [.callInvitation(invitation)]
                default: return [signal]
                }
            }
        }
        _ = try await begin()
        await server.received.wait { $0.filter { $0 == "2 e2ee" }.count >= 2 }
        #expect(try !opens(from: ana, at: bo) && !opens(from: bo, at: ana))
        if kind == .join { #expect(try seal(ana) == nil && seal(bo) == nil) }
        try await ana.calls.hangUp()
    }

    private static func damage(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let place = bytes.count - 8
        bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Who: a server that passes everything on twice, and again later. With: all texts of the call, and all of the call before.
    /// Gets: nothing: a text for another join counts nowhere, and an accepted one counts once. 002-27
    @Test("replayed texts, of this call and of the one before, have no effect")
    func replayed() async throws {
        for person in [ana, bo] { server.change(for: person.address) { [$0, $0] } }
        _ = try await connect()
        let before = [ana, bo].map { server.texts(for: $0.address) }
        try await ana.calls.hangUp()
        for person in [ana, bo] { _ = await person.ends() }
        let id = try await ana.call(bo)
        await bo.rings(2)
        try await bo.answer()
        for person in [ana, bo] { await person.isProtected(2) }
        for person in [ana, bo] { await person.receives(4) }
        let keys = [await ana.keys, await bo.keys]
        for (person, texts) in zip([ana, bo], before) {
            for var text in texts {
                text.call = id
                server.deliver(.e2ee(text), to: [person.address])
            }
        }
        // By then the signals after it have been handled.
        ana.hears(.participantUpdated, of: bo, in: id)
        #expect(try opens(from: ana, at: bo) && opens(from: bo, at: ana))
        #expect([await ana.keys, await bo.keys] == keys)
        try await ana.calls.hangUp()
        _ = await bo.ends(2)
    }

    /// Who: a server that has a device of its own.
    /// With: texts of Bo in the name of that device, and that device's in the name of Bo.
    /// Gets: that they do not hear each other.
    @Test("texts in another's name are refused")
    func otherSender() async throws {
        let own = ana.address
        server.change(for: own) { signal in
            guard case .e2ee(var text) = signal else { return [signal] }
            text.senderDevice = 999
            return [.e2ee(text)]
        }
        _ = try await begin()
        #expect(try seal(ana) == nil, "nobody's join is here")
        #expect(try !opens(from: ana, at: bo) && !opens(from: bo, at: ana))
        try await ana.calls.hangUp()
    }

    /// Who: a server that adds a person whom no one has rung. With: a device in the list, and a valid join of it, a while after the
    /// call began. Gets: its person shown as held, no key, and nothing of what is sealed.
    @Test("a person whom no one has invited is held")
    func uninvited() async throws {
        let id = try await connect()
        let eve = try OwnDevice(
            at: DeviceAddress(userID: 6, deviceID: 66), keyPair: try DeviceKeyPair.generate())
        var random = SystemRandomNumberGenerator()
        let join = try #require(server.texts(for: ana.address).first { $0.kind == .join })
        guard case .body(let text) = join.content else { return }
        let entry = try OwnEntry(
            eve, room: try Join(verifying: text).roomID, seq: 1,
            secrets: JoinSecrets.draw(postQuantum: true, using: &random))
        server.deliver(TestServer.about(eve.identity.address, .participantJoined, id), to: [ana.address])
        var forged = E2EESignal(call: id, kind: .join, content: .body(entry.join.text))
        (forged.sender, forged.senderDevice) = (6, 66)
        server.deliver(.e2ee(forged), to: [ana.address])
        await ana.happened { if case .trust(_, 6, _, .held(.uninvited)) = $0 { true } else { false } }
        #expect(try opens(from: ana, at: bo))
        #expect(!server.signals.contains("6 e2ee"))
        try await ana.calls.hangUp()
    }

    /// Who: a server that keeps every text for itself. With: no text passed on, and none beside the invitation. Gets: silence:
    /// nothing is sealed, and nothing opens.
    @Test("a device gets no key while the server withholds all texts")
    func withheld() async throws {
        for person in [ana, bo] {
            server.change(for: person.address) { signal in
                if case .e2ee = signal { return [] }
                guard case .callInvitation(var invitation) = signal else { return [signal] }
                invitation.e2ee = nil
                return [.callInvitation(invitation)]
            }
        }
        _ = try await begin()
        for case .incoming(let call) in await bo.events.all { #expect(!call.isVerified) }
        #expect(try seal(ana) == nil && seal(bo) == nil)
        let told = await ana.events.all.contains { if case .encryption(_, .protected) = $0 { true } else { false } }
        #expect(!told, "nothing is said to be protected")
        try await ana.calls.hangUp()
    }
}
