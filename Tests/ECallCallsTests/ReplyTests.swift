import ECallAPI
import ECallCore
import ECallSecurity
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls

/// A ringing person replies that they cannot talk now (e2ee 2, reply): whole clients, and the real server between them.
@Suite("Replies of people who decline", .timeLimit(.minutes(1)))
struct ReplyTests {
    private static let soon = CallReply.cannotTalkNow(minutes: 10)
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func rings() async throws -> CallID {
        let id = try await ana.call(bo)
        await bo.rings()
        return id
    }

    @Test(
        "a caller gets the reply before the server hears of the decline, and nothing the next time")
    func declines() async throws {
        let id = try await rings()
        #expect(try await bo.calls.decline(saying: Self.soon))
        let end = try #require(await ana.ends().last)
        #expect(end.reason == .declined && end.reply == Self.soon)
        let told = await ana.events.all
        let replied = told.firstIndex(of: .participantReplied(id, bo.user, name: "User 2", Self.soon))
        #expect(try #require(replied) < told.count - 1)
        #expect(server.texts(for: ana.address).map(\.kind) == [.reply])
        #expect(server.log.contains("2 POST /call/end \(id)"))
        #expect(await bo.ends().last?.reply == nil)
        // Numbered above every join of the device, and stored.
        guard case .body(let text) = server.texts(for: ana.address).first?.content else { return }
        let seq = try #require(ReplyMessage(text: text)).join.seq
        #expect(try bo.storage.value(.entrySequence, as: UInt64.self) == seq)

        _ = try await ana.call(bo)
        await bo.rings(2)
        try await bo.calls.decline()
        #expect(await ana.ends(2).map(\.reply) == [Self.soon, nil])
    }

    /// Who: a server that wants a say in people's replies. With: a reply of its own, one that is changed, and one in another's
    /// name. Gets: what it always could say: that the other one declined.
    @Test("a server cannot forge a reply", arguments: ["made up", "changed", "of another device", "of another person"])
    func forged(how: String) async throws {
        let address = ana.address
        server.change(for: address) { signal in
            guard case .e2ee(var text) = signal, text.kind == .reply, case .body(let body) = text.content else {
                return [signal]
            }
            switch how {
            case "made up": text.content = .body("AAAA~BBBB~~~CCCC")
            case "changed": text.content = .body(body.dropLast(2) + (body.hasSuffix("AA") ? "BA" : "AA"))
            case "of another device": text.senderDevice = 23
            default: (text.sender, text.senderDevice) = (3, 33)
            }
            return [.e2ee(text)]
        }
        _ = try await rings()
        #expect(try await bo.calls.decline(saying: Self.soon))
        let end = try #require(await ana.ends().last)
        #expect(end.reason == .declined && end.reply == nil)
        let told = await ana.events.all.contains { if case .participantReplied = $0 { true } else { false } }
        #expect(!told)
    }

    @Test("a reply under another key than before is not believed")
    func held() async throws {
        let other = try OwnDevice(at: bo.address, keyPair: Person.keyPair(of: 2))
        var pins = DevicePins()
        pins.verify(other.identity)
        try ana.storage.store(pins, as: .devicePins)
        _ = try await rings()
        #expect(try await bo.calls.decline(saying: Self.soon))
        #expect(await ana.ends().last?.reply == nil)
    }

    @Test("a caller who is not verified gets no reply")
    func unverified() async throws {
        server.change(for: bo.address) { signal in
            guard case .callInvitation(var invitation) = signal else { return [signal] }
            invitation.e2ee = nil
            return [.callInvitation(invitation)]
        }
        _ = try await rings()
        #expect(try await !bo.calls.decline(saying: Self.soon))
        #expect(await ana.ends().last?.reply == nil)
        #expect(!server.signals.contains("2 e2ee"))
    }

    @Test("a missing receipt of the server does not prevent the decline")
    func unconfirmed() async throws {
        _ = try await rings()
        try await server.cutFor(bo.address)
        #expect(try await !bo.calls.decline(saying: Self.soon))
        let end = try #require(await ana.ends().last)
        #expect(end.reason == .declined && end.reply == nil)
    }

    @Test("a reply of one of several callees stays in the caller's list until they are rung again")
    func several() async throws {
        let id = try await rings()
        try await bo.answer()
        for person in [ana, bo] { await person.isProtected() }
        let cy = try await Person(3, server, janus)
        _ = try await ana.calls.invite([cy.user])
        await cy.rings()
        #expect(try await cy.calls.decline(saying: .cannotTalkNow(minutes: 0)))
        await ana.happened { $0 == .participantRefused(id, cy.user, name: "User 3", .declined) }
        let told = await ana.events.all
        let (replied, refused) = (
            told.firstIndex(of: .participantReplied(id, cy.user, name: "User 3", .cannotTalkNow(minutes: 0))),
            told.firstIndex(of: .participantRefused(id, cy.user, name: "User 3", .declined))
        )
        #expect(try #require(replied) < #require(refused))
        for await list in ana.calls.participants {
            guard let one = list.first(where: { $0.user == cy.user }), one.status == .declined else { continue }
            #expect(one.reply == .cannotTalkNow(minutes: 0))
            break
        }
        await bo.happened { $0 == .participantRefused(id, cy.user, name: "User 3", .declined) }
        for await list in bo.calls.participants {
            guard let one = list.first(where: { $0.user == cy.user }), one.status == .declined else { continue }
            #expect(one.reply == nil)
            break
        }
        _ = try await ana.calls.invite([cy.user])
        await cy.rings(2)
        // One of each device in a call.
        #expect(try await !cy.calls.decline(saying: Self.soon))
        await ana.happened(2) { $0 == .participantRefused(id, cy.user, name: "User 3", .declined) }
        for await list in ana.calls.participants {
            // The first list may be an earlier one.
            let one = list.first { $0.user == cy.user }
            if one?.status == .declined, one?.reply == nil { break }
        }
        try await ana.calls.hangUp()
    }
}
