import ECallAPI
import Foundation
import NIOCore

/// A signal on its way to a device: its JSON as it goes out. Small, because many may wait.
struct OutgoingSignal: Sendable, Equatable {
    let kind: SignalKind
    let call: CallID?
    let json: ByteBuffer

    /// One that the server itself says.
    init(_ signal: SignalMessage) {
        self.init(signal, SignalText.encode(signal))
    }

    /// One of a client, after the rules have had their say.
    init(_ received: ReceivedSignal, as relayed: SignalMessage) {
        self.init(relayed, received.json(as: relayed))
    }

    /// One that was stored.
    init?(stored: String) {
        let json = Array(stored.utf8)
        guard case .signal(let received)? = ClientSignal(json: json) else { return nil }
        self.init(received.signal, json)
    }

    private init(_ signal: SignalMessage, _ json: [UInt8]) {
        kind = signal.kind
        call = signal[id: .call]
        self.json = ByteBuffer(bytes: json)
    }

    var text: String { String(buffer: json) }

    /// What it says, for the rules.
    var signal: SignalMessage {
        guard case .signal(let received)? = ClientSignal(json: Array(json.readableBytesView)) else {
            return SignalMessage(kind)
        }
        return received.signal
    }
}
