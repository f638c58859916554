import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

/// Bytes for a fresh WebSocket, and the server's answer before it closes the connection.
struct RawRow: Sendable, CustomTestStringConvertible {
    let section: String
    let name: String
    let bytes: [UInt8]
    let answers: [TestSocket.Received]

    init(_ section: String, _ name: String, _ bytes: [UInt8], _ answers: TestSocket.Received...) {
        (self.section, self.name, self.bytes, self.answers) = (section, name, bytes, answers)
    }

    var testDescription: String { "RFC 6455, \(section): \(name)" }
}

private func frame(
    _ opcode: UInt8, _ payload: [UInt8] = [], final: Bool = true, masked: Bool = true, reserved: UInt8 = 0
) -> [UInt8] {
    TestSocket.frame(opcode, payload, final: final, masked: masked, reserved: reserved)
}

private func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
    frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
}

extension RawRow {
    static let violations: [RawRow] = [
        RawRow("5.1", "a client's frame is masked", frame(1, [10], masked: false), .close(1002)),
        RawRow("5.2", "RSV1, as a compressed message has", frame(1, [10], reserved: 4), .close(1002)),
        RawRow("5.2", "RSV2", frame(1, [10], reserved: 2), .close(1002)),
        RawRow("5.2", "RSV3", frame(9, [], reserved: 1), .close(1002)),
        RawRow("5.2", "an opcode for data to come", frame(3, [10]), .close(1002)),
        RawRow("5.2", "an opcode for control to come", frame(0xB), .close(1002)),
        RawRow("5.4", "a continuation of nothing", frame(0, [10]), .close(1002)),
        RawRow("5.4", "a message within another", frame(1, [10], final: false) + frame(1, [10]), .close(1002)),
        RawRow("5.4", "binary within text", frame(1, [10], final: false) + frame(2, [10]), .close(1002)),
        RawRow(
            "5.4", "fragments without end", (0..<300).flatMap { frame($0 == 0 ? 1 : 0, [], final: false) },
            .close(1008)),
        RawRow("5.2", "five bytes stated in two", [0x81, 0xFE, 0, 5, 0, 0, 0, 0, 10, 10, 10, 10, 10], .close(1002)),
        RawRow("5.2", "one byte stated in eight", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 10], .close(1002)),
        RawRow("5.5", "a control frame in fragments", frame(9, [1], final: false), .close(1002)),
        RawRow("5.5", "a control frame of 126 bytes", frame(9, .init(repeating: 1, count: 126)), .close(1002)),
        RawRow("5.5.1", "a close with half a code", frame(8, [3]), .close(1002)),
        RawRow("5.5.1", "a close whose reason is no UTF-8", close(1000, [0xFF]), .close(1007)),
        RawRow("7.4", "a code that must not be sent: 1005", close(1005), .close(1002)),
        RawRow("7.4", "a code that must not be sent: 1006", close(1006), .close(1002)),
        RawRow("7.4", "a code that must not be sent: 1015", close(1015), .close(1002)),
        RawRow("7.4", "a code that does not exist", close(999), .close(1002)),
        RawRow("7.4", "a code that nobody defined", close(2999), .close(1002)),
        RawRow("8.1", "text that is no UTF-8", frame(1, [0xFF]), .close(1007)),
        RawRow("8.1", "overlong UTF-8", frame(1, [0xC0, 0xAF]), .close(1007)),
        RawRow("8.1", "a surrogate", frame(1, [0xED, 0xA0, 0x80]), .close(1007)),
        RawRow("8.1", "beyond Unicode", frame(1, [0xF4, 0x90, 0x80, 0x80]), .close(1007)),
        RawRow("8.1", "text that ends within a character", frame(1, [0xC3]), .close(1007)),
        RawRow(
            "8.1", "text that goes wrong at the border of two fragments",
            frame(1, [0xE2, 0x82], final: false) + frame(0, [0x41]), .close(1007)),
        RawRow("10.4", "a frame that is too large", [0x81, 0xFF, 0, 0, 0, 0, 0, 2, 0, 0, 1, 2, 3, 4], .close(1009)),
        RawRow(
            "5.2", "a length with its highest bit set",
            [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], .close(1009)),
        RawRow(
            "10.4", "a message that is too large in parts",
            (0..<5).flatMap { frame($0 == 0 ? 1 : 0, .init(repeating: 10, count: 20_000), final: false) },
            .close(1009)),
    ]

    static let ends: [RawRow] = [
        RawRow("5.5.1", "a close is answered with its code", close(1000), .close(1000)),
        RawRow("5.5.1", "a close without code", frame(8), .close(1000)),
        RawRow("5.5.1", "what follows a close is not heard", close(1001) + frame(9, [1]), .close(1001)),
        RawRow("7.4.2", "a code of the application", close(4321, Array("bye".utf8)), .close(4321)),
        RawRow("7.4.2", "a registered code", close(1012), .close(1012)),
        RawRow(
            "5.5.2", "a ping is answered with its bytes", frame(9, Array("abc".utf8)) + close(1000), .pong("abc"),
            .close(1000)),
        RawRow("5.5.2", "an empty ping", frame(9) + close(1000), .pong(""), .close(1000)),
        RawRow(
            "5.5.2", "a ping of 125 bytes", frame(9, .init(repeating: 0x41, count: 125)) + close(1000),
            .pong(String(repeating: "A", count: 125)), .close(1000)),
        RawRow("5.5.3", "a pong that nobody asked for", frame(10, [1]) + close(1000), .close(1000)),
        RawRow(
            "5.4", "control frames between fragments",
            frame(1, [10], final: false) + frame(9, [0x41]) + frame(0, [10], final: false) + frame(10) + frame(0, [10])
                + close(1000), .pong("A"), .close(1000)),
        RawRow(
            "8.1", "a character in two fragments",
            frame(1, Array("CONNECT\naccept-version:1.2\nhost:".utf8) + [0xE2, 0x82], final: false)
                + frame(0, [0xAC] + Array("\nlogin:x\npasscode:y\n\n\0".utf8)),
            .text("ERROR\nmessage:Bad CONNECT\n\n\0"), .close(1008)),
        RawRow("5.6", "binary is taken as well", frame(2, [10]) + close(1000), .close(1000)),
    ]
}

@Suite("WebSocket, byte by byte", .timeLimit(.minutes(1)), .serialized)
struct WebSocketTests {
    @Test("the live server answers as RFC 6455 requires and closes the connection")
    func raw() async throws {
        try await SignalServer.run { server in
            for row in RawRow.violations + RawRow.ends {
                let socket = try await TestSocket.webSocket(server.port, "/ws/", following: row.bytes)
                for answer in row.answers {
                    let received = try await socket.next()
                    #expect(received == answer, "\(row)")
                }
                // A server that has closed waits for the client's close frame, but not indefinitely.
                if row.answers.last == .close(1008) { try? await socket.send(close(1008)) }
                #expect(try await socket.next() == .end, "\(row)")
            }
        }
    }

    @Test("permessage-deflate is not agreed on")
    func noExtensions() async throws {
        try await SignalServer.run { server in
            let socket = try await TestSocket.connect(server.port)
            try await socket.send(
                Array(
                    """
                    GET /ws/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
                    Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n
                    """.utf8))
            let head = try await socket.head()
            #expect(head.hasPrefix("HTTP/1.1 101") && !head.lowercased().contains("extensions"))
        }
    }

    @Test("frames sent byte by byte are read like those sent at once")
    func drip() async throws {
        try await SignalServer.run { server in
            let bytes = frame(1, [10], final: false) + frame(9, [0x41]) + frame(0, [10]) + close(3000)
            let socket = try await TestSocket.webSocket(server.port, "/ws/")
            for byte in bytes { try await socket.send([byte]) }
            #expect(try await socket.next() == .pong("A"))
            #expect(try await socket.next() == .close(3000))
            #expect(try await socket.next() == .end)
        }
    }

    @Test("a client that sends endless frames is closed with 1008")
    func flood() async throws {
        try await SignalServer.run { server in
            let socket = try await TestSocket.webSocket(server.port, "/ws/")
            try await socket.send((0..<2000).flatMap { _ in frame(1, [10]) })
            #expect(try await socket.next() == .close(1008))
        }
    }
}
