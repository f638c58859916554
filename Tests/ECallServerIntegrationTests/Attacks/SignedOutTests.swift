import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Attacks: the tokens of a signed-out device", .timeLimit(.minutes(1)), .serialized)
struct SignedOutTests {
    /// Who: a thief with a device whose owner signs it out from another one.
    /// With: its STOMP session, its connection to the media server during a call, its passcode, its access token.
    /// Gets: the media connection until it hangs up, and new ones for an hour with the passcode (before) → nothing (now).
    /// 000-8
    @Test("a signed-out device's connections are closed, and it cannot open new ones")
    func signedOut() async throws {
        try await CallServer.run { server in
            let (vera, stolen) = try await server.friends("vera", "thief")
            let owner = try await server.person("thief")
            #expect(owner.id == stolen.id && owner.device != stolen.device)
            let passcode = try await server.passcode(stolen)
            let signals = try await server.session(stolen)
            let (call, room, _) = try await server.ringing(vera, stolen)
            #expect(try await CallServer.signal(signals).kind == .callInvitation)
            try await server.app.call(.joinCall, id: call.rawValue, as: stolen).expectOK()
            let media = try await TestJanus.connect(server.port, bearer: passcode)
            #expect(try await media.join(room, as: stolen.id).contains("\"videoroom\":\"joined\""))
            let spare = try await TestJanus.connect(server.port, bearer: stolen.accessToken)
            let others = try await TestJanus.connect(server.port, bearer: owner.accessToken)

            try await server.app.call(.terminateSession, id: stolen.device.rawValue, as: owner).expectOK()
            #expect(try await signals.nextText().contains("this device was signed out"))
            for janus in [media, spare] { #expect(try await janus.end() == .close(1008)) }
            for bearer in [passcode, stolen.accessToken] {
                let socket = try await TestSocket.webSocket(
                    server.port, "/janus", subprotocol: "janus-protocol", bearer: bearer)
                #expect(try await socket.next() == .close(1008))
                try await socket.close()
            }
            let again = try await TestSocket.webSocket(server.port, "/ws/")
            try await again.text(CallServer.connectFrame(stolen.device, passcode))
            #expect(try await again.nextText().contains("message:Bad CONNECT"))
            // The device's sessions in the media server are gone, and the person's other device continues.
            #expect(try await !others.createRoom().isNone)
            while try await server.janusSessions() > 2 { try await pause() }
        }
    }
}
