import ECallCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

@Suite("WebSocket client", .timeLimit(.minutes(1)))
struct WebSocketConnectionTests {
    private func connected(
        _ body: (any MessageSocket, TestWebSocketServer.Peer) async throws -> Void
    ) async throws {
        let server = try await TestWebSocketServer.start()
        let socket = try await WebSocketDialer().dial(
            SocketRequest(address: server.address, subprotocol: "test", headers: ["Authorization": "Bearer x"]))
        var peers = server.peers.makeAsyncIterator()
        let peer = try #require(await peers.next())
        let result = await Result(catching: { try await body(socket, peer) })
        socket.close()
        try? await peer.channel.close()
        await server.stop()
        try result.get()
    }

    @Test("the handshake carries path, subprotocol and headers; messages are masked and whole, both ways, in order")
    func messages() async throws {
        try await connected { socket, peer in
            #expect(peer.head.uri == "/ws/?a=1")
            #expect(peer.head.headers["authorization"] == ["Bearer x"])
            #expect(peer.head.headers["sec-websocket-protocol"] == ["test"])
            for number in 0..<100 { try socket.send("message \(number) ü") }
            var frames = peer.frames.makeAsyncIterator()
            for number in 0..<100 {
                let frame = try #require(await frames.next())
                #expect(frame.bytes == Array("message \(number) ü".utf8))
                #expect(frame.isMasked)
            }
            peer.send("grüß dich")
            peer.send(.binary, [0, 1, 255])
            var events = socket.events.makeAsyncIterator()
            #expect(await events.next() == .text("grüß dich"))
            #expect(await events.next() == .binary([0, 1, 255]))
        }
    }

    @Test("fragments are joined, with a ping in between answered")
    func fragments() async throws {
        try await connected { socket, peer in
            peer.send(.text, Array("one ".utf8), fin: false)
            peer.send(.continuation, Array("tw".utf8), fin: false)
            peer.send(.ping, [7])
            peer.send(.continuation, [], fin: false)
            peer.send(.continuation, Array("o".utf8))
            var events = socket.events.makeAsyncIterator()
            #expect(await events.next() == .text("one two"))
            var frames = peer.frames.makeAsyncIterator()
            let pong = await frames.next()
            #expect(pong == TestWebSocketServer.Frame(opcode: .pong, bytes: [7], isMasked: true))
        }
    }

    @Test("a close frame is answered, and its code and reason reported")
    func remoteClose() async throws {
        try await connected { socket, peer in
            peer.send(.connectionClose, [0x0F, 0xA0] + Array("bye".utf8))
            var events = socket.events.makeAsyncIterator()
            var frames = peer.frames.makeAsyncIterator()
            let answer = await frames.next()
            #expect(answer?.opcode == .connectionClose)
            #expect(answer?.bytes == [0x0F, 0xA0])
            try await peer.channel.close()
            #expect(await events.next() == .closed(.remote(code: 4000, reason: "bye")))
            #expect(await events.next() == nil)
            #expect(throws: SocketError.closed) { try socket.send("late") }
        }
    }

    @Test("closing sends what was accepted before, then the close frame, and ends the events")
    func localClose() async throws {
        try await connected { socket, peer in
            try socket.send("last words")
            socket.close()
            #expect(throws: SocketError.closed) { try socket.send("late") }
            var frames = peer.frames.makeAsyncIterator()
            #expect(await frames.next()?.bytes == Array("last words".utf8))
            let close = await frames.next()
            #expect(close?.opcode == .connectionClose)
            #expect(close?.bytes == [0x03, 0xE8])
            try await peer.channel.close()
            var events = socket.events.makeAsyncIterator()
            #expect(await events.next() == .closed(.local))
            #expect(await events.next() == nil)
        }
    }

    @Test("closing ends also when the other side never answers")
    func deafPeer() async throws {
        try await connected { socket, _ in
            socket.close()
            var events = socket.events.makeAsyncIterator()
            #expect(await events.next() == .closed(.local))
        }
    }

    @Test("a connection that is cut is reported as lost")
    func lost() async throws {
        try await connected { socket, peer in
            try await peer.channel.close()
            var events = socket.events.makeAsyncIterator()
            #expect(await events.next() == .closed(.lost))
        }
    }

    @Test("too large a message closes with 1009, in one frame or in fragments", arguments: [true, false])
    func oversize(inOneFrame: Bool) async throws {
        try await connected { socket, peer in
            if inOneFrame {
                peer.send(.binary, [UInt8](repeating: 0, count: WebSocketConnection.largestMessage + 1))
            } else {
                let half = [UInt8](repeating: 0, count: WebSocketConnection.largestMessage / 2 + 1)
                peer.send(.binary, half, fin: false)
                peer.send(.continuation, half)
            }
            var frames = peer.frames.makeAsyncIterator()
            let close = await frames.next()
            #expect(close?.bytes == [0x03, 0xF1])
            var events = socket.events.makeAsyncIterator()
            #expect(await events.next() == .closed(.messageTooLarge))
        }
    }

    @Test("the largest message passes, one byte more is refused before it is sent")
    func largest() async throws {
        try await connected { socket, peer in
            peer.send(.text, [UInt8](repeating: 65, count: WebSocketConnection.largestMessage))
            var events = socket.events.makeAsyncIterator()
            let isWhole =
                if case .text(let text)? = await events.next() {
                    text.utf8.count == WebSocketConnection.largestMessage
                } else { false }
            #expect(isWhole)
            let text = String(repeating: "a", count: WebSocketConnection.largestMessage + 1)
            #expect(throws: SocketError.messageTooLarge) { try socket.send(text) }
        }
    }

    @Test(
        "a protocol violation closes the connection",
        arguments: [
            (WebSocketOpcode.text, [0xFF, 0xFE], true), (.continuation, [1], true), (.connectionClose, [1], true),
        ] as [(WebSocketOpcode, [UInt8], Bool)])
    func violations(opcode: WebSocketOpcode, bytes: [UInt8], fin: Bool) async throws {
        try await connected { socket, peer in
            peer.send(opcode, bytes, fin: fin)
            var events = socket.events.makeAsyncIterator()
            #expect(await events.next() == .closed(.protocolViolation))
        }
    }

    @Test("a server that refuses is reported by its status")
    func refused() async throws {
        let server = try await TestWebSocketServer.start(accepts: false)
        await #expect(throws: SocketError.refused(status: 403)) {
            try await WebSocketDialer().dial(SocketRequest(address: server.address, subprotocol: "test"))
        }
        await server.stop()
    }

    @Test("a server with another subprotocol, or none, is left", arguments: ["other", nil])
    func subprotocol(name: String?) async throws {
        let server = try await TestWebSocketServer.start(subprotocol: name)
        await #expect(throws: SocketError.wrongSubprotocol) {
            try await WebSocketDialer().dial(SocketRequest(address: server.address, subprotocol: "test"))
        }
        await server.stop()
    }

    @Test("a closed port and a silent server are errors")
    func unreachable() async throws {
        let server = try await TestWebSocketServer.start()
        await server.stop()
        await #expect(throws: SocketError.unreachable) {
            try await WebSocketDialer().dial(SocketRequest(address: server.address, subprotocol: "test"))
        }
        let silent = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(silent.localAddress?.port)
        let address = SocketAddress(isSecure: false, host: "127.0.0.1", port: port, path: "/")
        await #expect(throws: SocketError.timeout) {
            try await WebSocketDialer(timeout: .milliseconds(200)).dial(
                SocketRequest(address: address, subprotocol: "test"))
        }
        try await silent.close()
    }

    @Test("the client sends nothing in the clear to a server without TLS")
    func noTLS() async throws {
        let server = try await TestWebSocketServer.start()
        var address = server.address
        address.isSecure = true
        await #expect(throws: SocketError.self) {
            try await WebSocketDialer(timeout: .seconds(2)).dial(SocketRequest(address: address, subprotocol: "test"))
        }
        await server.stop()
    }
}

extension WebSocketConnectionTests {
    typealias SocketAddress = ECallCore.SocketAddress
}

extension Result where Failure == any Error {
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
