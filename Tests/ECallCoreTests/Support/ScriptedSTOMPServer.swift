import ECallCore
import STOMP

/// The server's side of a scripted socket, frame by frame.
struct ScriptedSTOMPServer {
    private let socket: ScriptedSocket
    private var messages: AsyncStream<String>.Iterator

    init(_ socket: ScriptedSocket) {
        self.socket = socket
        messages = socket.sent.makeAsyncIterator()
    }

    /// The next frame; heart-beats are left out. Nil when the client closed.
    mutating func next() async throws -> STOMPFrame? {
        while let text = await messages.next() {
            var decoder = STOMPDecoder()
            var outputs: [STOMPDecoder.Output] = []
            try decoder.decode(Array(text.utf8)[...], into: &outputs)
            for case .frame(let frame) in outputs { return frame }
        }
        return nil
    }

    func send(_ command: STOMPCommand, _ headers: [STOMPHeader], body: String = "") throws {
        let bytes = try STOMPFrame(command, headers: headers, body: Array(body.utf8)).encoded()
        socket.deliver(String(decoding: bytes, as: UTF8.self))
    }

    /// Lets the client come online; returns its CONNECT and SUBSCRIBE.
    mutating func accept() async throws -> (connect: STOMPFrame?, subscribe: STOMPFrame?) {
        let connect = try await next()
        try send(.connected, [STOMPHeader("version", "1.2"), STOMPHeader("heart-beat", "10000,10000")])
        let subscribe = try await next()
        try send(.receipt, [STOMPHeader("receipt-id", subscribe?["receipt"] ?? "")])
        return (connect, subscribe)
    }
}
