import ECallAPI
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import SignalRouting

@Suite("Friend requests are live", .timeLimit(.minutes(1)), .serialized)
struct FriendSignalTests {
    private static let extended = "ecall-signals:2\n"

    /// 000-65, 004-20
    @Test("asking, accepting and declining are signalled to both, and only to devices that requested extensions")
    func live() async throws {
        try await CallServer.run { server in
            let (ana, bob) = (try await server.person("ana"), try await server.person("bob"))
            let (anas, bobs) = (
                try await server.session(ana, more: Self.extended), try await server.session(bob, more: Self.extended)
            )
            // Another device of Bob's is a stock client.
            let stock = try await server.person("bob")
            let stocks = try await server.session(stock)
            // It is new, which his other device is told.
            #expect(try await CallServer.signal(bobs).kind == .loginWarning)
            func expect(_ kind: SignalKind) async throws {
                let (hers, his) = (try await CallServer.signal(anas), try await CallServer.signal(bobs))
                #expect(hers.kind == kind && hers.sender == bob.id && hers.memberNames == ["senderId", "type"])
                #expect(his.kind == kind && his.sender == ana.id)
            }
            let toBob = FriendRequestTarget(targetUserId: bob.id)
            try await server.app.call(.sendFriendRequest, toBob, as: ana).expectOK()
            try await expect(.friendRequest)
            // A repeated request changes nothing and is not signalled; the next signal is the decline.
            try await server.app.call(.sendFriendRequest, toBob, as: ana).expectOK()
            try await server.app.call(.declineFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bob)
                .expectOK()
            try await expect(.friendRequest)

            let share = try await server.app.call(.createShareToken, as: bob).value(TokenBody.self)
            try await server.app.call(.sendFriendRequestByToken, ["token": share.token], as: ana).expectOK()
            try await expect(.friendRequest)
            try await server.app.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bob)
                .expectOK()
            try await expect(.friendAccepted)
            try await server.app.call(.deleteContact, id: ana.id.rawValue, as: bob).expectOK()
            try await expect(.friendRequest)

            // The stock client got none of these: this is its first signal.
            await server.calls.signals.deliver(Signal.sample(.callEnded), to: stock.identity)
            #expect(try await CallServer.signal(stocks).kind == .callEnded)
        }
    }

    @Test("clients cannot send these signals")
    func forged() async throws {
        try await CallServer.run { server in
            let (ana, bob) = try await server.friends("ana", "bob")
            let (anas, bobs) = (
                try await server.session(ana, more: Self.extended), try await server.session(bob, more: Self.extended)
            )
            try await CallServer.send(.sample(.friendAccepted, user: ana.id), on: anas)
            // Frames of one session are handled in order, so after this one the forged one has been handled.
            try await anas.text("DISCONNECT\nreceipt:r\n\n\0")
            #expect(try await anas.nextText().hasPrefix("RECEIPT"))
            await server.calls.signals.deliver(Signal.sample(.callEnded), to: bob.identity)
            #expect(try await CallServer.signal(bobs).kind == .callEnded)
        }
    }
}
