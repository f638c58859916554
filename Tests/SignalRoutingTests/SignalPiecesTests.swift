import Crypto
import ECallAPI
import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import TestSupport
import Testing

@testable import MediaServers
@testable import ServerFoundation
@testable import SignalRouting

@Suite("Parts of signalling", .timeLimit(.minutes(1)))
struct SignalPiecesTests {
    private let now = Timestamp(milliseconds: 1_772_360_430_000)

    // MARK: - Rate

    @Test("a bucket passes a burst, then its rate")
    func bucket() {
        var bucket = TokenBucket(perSecond: 10, burst: 5, now: 0)
        func passed(_ tries: Int, at now: UInt64) -> Int {
            var count = 0
            for _ in 0..<tries where bucket.take(now: now) { count += 1 }
            return count
        }
        #expect(passed(8, at: 0) == 5)
        #expect(passed(8, at: 200_000_000) == 2)
        #expect(passed(100, at: 3_600_000_000_000) == 5)
        #expect(passed(1, at: 5) == 0)
    }

    @Test("excessive sending is limited: for one device, and for all of a call together")
    func rates() {
        var rates = SignalRates(limits: .init(perDevice: (10, 5), perCall: (10, 8)))
        func passed(_ device: DeviceIdentity, _ tries: Int, at now: UInt64) -> Int {
            (0..<tries).count { _ in rates.allows(device, now: now) }
        }
        #expect(passed(1, 9, at: 0) == 5)
        #expect(passed(2, 9, at: 0) == 5)
        #expect(passed(1, 9, at: 200_000_000) == 2)
        #expect((0..<20).count { _ in rates.allows(CallID(1), now: 0) } == 8)
        #expect((0..<20).count { _ in rates.allows(CallID(2), now: 0) } == 8)
        for device in 0..<3000 {
            let identity = Cast.identity(of: DeviceID(UInt64(device)))
            _ = rates.allows(identity, now: UInt64(device) * 10_000_000_000)
        }
        #expect(rates.count < 1100)
    }

    // MARK: - Credentials

    @Test("a passcode identifies its device, for an hour")
    func passcode() {
        let signalingTokens = SignalingTokens(key: SymmetricKey(size: .bits256))
        let (text, expiry) = signalingTokens.issue(to: Cast.bob, at: now)
        #expect(expiry == now.milliseconds / 1000 + 3600)
        #expect(signalingTokens.identity(in: text, at: now.advanced(bySeconds: 3599)) == Cast.bob)
        #expect(signalingTokens.identity(in: text, at: now.advanced(bySeconds: 3600)) == nil)
        #expect(SignalingTokens(key: SymmetricKey(size: .bits256)).identity(in: text, at: now) == nil)
    }

    @Test("a passcode with any change is invalid")
    func forgedPasscode() {
        let signalingTokens = SignalingTokens(key: SymmetricKey(size: .bits256))
        let text = signalingTokens.issue(to: Cast.bob, at: now).passcode
        for index in text.indices {
            var forged = text
            forged.replaceSubrange(index...index, with: text[index] == "1" ? "2" : "1")
            #expect(signalingTokens.identity(in: forged, at: now) == nil, "\(forged)")
        }
        for junk in ["", ".", "...", "1.2.3.", text + ".", "." + text, String(repeating: "1", count: 300), "ü.1.2.3"] {
            #expect(signalingTokens.identity(in: junk, at: now) == nil)
        }
    }

    @Test("TURN credentials follow the REST convention")
    func turn() {
        let (username, password) = TURNCredentials(secret: "north").issue(
            to: DeviceIdentity(user: 7, device: 77), at: Timestamp(milliseconds: 0))
        #expect(username == "u7:3600:77")
        let mac = HMAC<Insecure.SHA1>.authenticationCode(
            for: Data("u7:3600:77".utf8), using: SymmetricKey(data: Data("north".utf8)))
        #expect(password == Data(mac).base64EncodedString())
    }

    // MARK: - WebSocket frames

    private func frame(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8], fin: Bool = true, masked: Bool = true, reserved: Bool = false
    ) -> WebSocketFrame {
        var data = ByteBuffer(bytes: bytes)
        let key = WebSocketMaskingKey([1, 2, 3, 4])
        if masked, let key { data.webSocketMask(key) }
        return WebSocketFrame(
            fin: fin, rsv1: reserved, opcode: opcode, maskKey: masked ? key : nil, data: data)
    }

    @Test("fragments are joined; UTF-8 may be split between them")
    func joins() throws {
        var assembler = WebSocketAssembler(limits: WebSocketLimits(message: 8))
        #expect(try assembler.take(frame(.text, [0xC3], fin: false)) == .nothing)
        #expect(try assembler.take(frame(.ping, [1])) == .ping(ByteBuffer(bytes: [1])))
        #expect(try assembler.take(frame(.continuation, [0xA4])) == .message(.text(ByteBuffer(string: "ä"))))
        #expect(try assembler.take(frame(.binary, [0xFF])) == .message(.binary(ByteBuffer(bytes: [0xFF]))))
        #expect(try assembler.take(frame(.connectionClose, [0x03, 0xE9])) == .close(.goingAway))
        #expect(try assembler.take(frame(.connectionClose, [])) == .close(.normalClosure))
    }

    struct Junk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let frames: @Sendable (SignalPiecesTests) -> [WebSocketFrame]
        let violation: WebSocketAssembler.Violation
    }

    @Test(
        "violations of RFC 6455 close the connection",
        arguments: [
            Junk(
                testDescription: "not masked", frames: { [$0.frame(.text, [65], masked: false)] },
                violation: .protocolError),
            Junk(
                testDescription: "reserved bit", frames: { [$0.frame(.text, [65], reserved: true)] },
                violation: .protocolError),
            Junk(testDescription: "not UTF-8", frames: { [$0.frame(.text, [0xFF])] }, violation: .notUTF8),
            Junk(testDescription: "cut UTF-8", frames: { [$0.frame(.text, [0xC3])] }, violation: .notUTF8),
            Junk(
                testDescription: "continuation first", frames: { [$0.frame(.continuation, [65])] },
                violation: .protocolError),
            Junk(
                testDescription: "text within text",
                frames: { [$0.frame(.text, [65], fin: false), $0.frame(.text, [65])] }, violation: .protocolError),
            Junk(
                testDescription: "too large", frames: { [$0.frame(.text, .init(repeating: 65, count: 9))] },
                violation: .tooLarge),
            Junk(
                testDescription: "too large in parts",
                frames: {
                    [
                        $0.frame(.text, .init(repeating: 65, count: 5), fin: false),
                        $0.frame(.continuation, .init(repeating: 65, count: 5)),
                    ]
                },
                violation: .tooLarge),
            Junk(
                testDescription: "endless fragments",
                frames: { test in
                    [test.frame(.text, [], fin: false)]
                        + (0..<300).map { _ in test.frame(.continuation, [], fin: false) }
                },
                violation: .tooManyFragments),
            Junk(
                testDescription: "close with half a code", frames: { [$0.frame(.connectionClose, [3])] },
                violation: .protocolError),
            Junk(
                testDescription: "close with a reserved code", frames: { [$0.frame(.connectionClose, [0x03, 0xED])] },
                violation: .protocolError),
        ])
    func junk(_ row: Junk) {
        var assembler = WebSocketAssembler(limits: WebSocketLimits(message: 8))
        var violation: WebSocketAssembler.Violation?
        for frame in row.frames(self) where violation == nil {
            do throws(WebSocketAssembler.Violation) {
                _ = try assembler.take(frame)
            } catch {
                violation = error
            }
        }
        #expect(violation == row.violation)
    }

    // MARK: - Handshake

    private func head(_ changes: [String: String?] = [:], method: HTTPMethod = .GET) -> HTTPRequestHead {
        var headers: HTTPHeaders = [
            "host": "x", "upgrade": "websocket", "connection": "keep-alive, Upgrade",
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13",
            "sec-websocket-protocol": "other, v12.stomp",
        ]
        for (name, value) in changes {
            headers.remove(name: name)
            if let value { headers.add(name: name, value: value) }
        }
        return HTTPRequestHead(version: .http1_1, method: method, uri: "/ws/", headers: headers)
    }

    @Test("a valid handshake is accepted with the answer of RFC 6455 section 1.3")
    func handshake() throws {
        guard case .accept(let headers) = WebSocketHandshake.answer(head(), subprotocol: "v12.stomp") else {
            Issue.record("refused")
            return
        }
        #expect(headers["sec-websocket-accept"] == ["s3pPLMBiTxaQ9kYGzzhZRbK+xOo="])
        #expect(headers["sec-websocket-protocol"] == ["v12.stomp"])
    }

    @Test(
        "invalid handshakes are refused",
        arguments: [
            (["sec-websocket-version": "8"], 426), (["sec-websocket-key": "short"], 400),
            (["sec-websocket-key": nil], 400), (["connection": "close"], 400), (["content-length": "5"], 400),
            (["transfer-encoding": "chunked"], 400),
        ] as [([String: String?], Int)])
    func badHandshake(changes: [String: String?], status: Int) {
        guard case .refuse(let answer, _) = WebSocketHandshake.answer(head(changes), subprotocol: "v12.stomp") else {
            Issue.record("not refused")
            return
        }
        #expect(Int(answer.code) == status)
    }

    @Test("a request without an upgrade is plain HTTP, and one without a route is not found")
    func noUpgrade() {
        #expect(WebSocketHandshake.answer(head(["upgrade": nil]), subprotocol: "v12.stomp") == .plain)
        guard case .refuse(.notFound, _) = WebSocketHandshake.answer(head(), subprotocol: nil) else {
            Issue.record("not refused")
            return
        }
    }
}
