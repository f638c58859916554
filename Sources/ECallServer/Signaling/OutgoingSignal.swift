import ECallAPI
import NIOCore

/// A signal on its way to a device: its JSON as it goes out, and what the rules look at.
struct OutgoingSignal: Sendable, Equatable {
    let signal: SignalMessage
    let json: ByteBuffer

    /// One that the server itself says.
    init(_ signal: SignalMessage) {
        self.signal = signal
        json = ByteBuffer(bytes: SignalText.encode(signal))
    }

    /// One of a client, after the rules have had their say.
    init(_ received: ReceivedSignal, as relayed: SignalMessage) {
        signal = relayed
        json = ByteBuffer(bytes: received.json(as: relayed))
    }

    /// One that was stored.
    init?(stored: String) {
        guard case .signal(let received)? = ClientSignal(json: Array(stored.utf8)) else { return nil }
        signal = received.signal
        json = ByteBuffer(string: stored)
    }

    var text: String { String(buffer: json) }
}
