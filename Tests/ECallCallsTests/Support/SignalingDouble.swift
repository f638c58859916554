import ECallAPI
import ECallCore
import ECallSecurity
import Foundation
import TestSupport

/// The STOMP sockets of one device.
struct SignalingDouble: SocketDialing {
    let server: CallServerDouble
    let device: DeviceAddress

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        if server.isBarred(device) { throw .unreachable }
        return SignalingSocket(server, device)
    }
}

/// A socket behind which a STOMP server takes the device and hands its signals on.
final class SignalingSocket: MessageSocket {
    let events: AsyncStream<SocketEvent>
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let server: CallServerDouble
    private let device: DeviceAddress

    init(_ server: CallServerDouble, _ device: DeviceAddress) {
        self.server = server
        self.device = device
        (events, continuation) = AsyncStream.makeStream()
    }

    func send(_ text: String) throws(SocketError) {
        if text.hasPrefix("CONNECT") {
            continuation.yield(.text("CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0"))
        }
        for line in text.split(separator: "\n") where line.hasPrefix("receipt:") {
            server.connect(device, self)
            continuation.yield(.text("RECEIPT\nreceipt-id:\(line.dropFirst("receipt:".count))\n\n\0"))
        }
        if text.hasPrefix("SEND"), let body = text.range(of: "\n\n") {
            let json = text[body.upperBound...].prefix { $0 != "\0" }
            if let signal = Signal(json: Array(json.utf8)) { server.relay(signal, from: device) }
        }
        if text.hasPrefix("DISCONNECT") { close() }
    }

    func deliver(_ signal: Signal) {
        continuation.yield(
            .text(
                "MESSAGE\nsubscription:sub-\(device.deviceID)\nmessage-id:\(UUID())\n"
                    + "destination:\(Signal.inbox(of: DeviceID(device.deviceID)))\n"
                    + "content-type:application/json\n\n\(String(decoding: signal.json(), as: UTF8.self))\0"))
    }

    func close() {
        continuation.yield(.closed(.local))
        continuation.finish()
    }
}
