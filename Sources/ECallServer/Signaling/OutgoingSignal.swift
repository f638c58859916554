import ECallAPI
import NIOCore

/// A signal on its way to a device: its JSON as it goes out. Small, because many may wait.
struct OutgoingSignal: Sendable, Equatable {
    let kind: SignalKind
    let call: CallID?
    let json: ByteBuffer

    /// One that the server itself says.
    init(_ signal: Signal) {
        self.init(signal, signal.json())
    }

    /// One of a client, after the rules have had their say.
    init(_ received: ReceivedSignal, as relayed: Signal) {
        self.init(relayed, received.json(as: relayed))
    }

    /// One that was stored.
    init?(stored: String) {
        let json = Array(stored.utf8)
        guard let signal = Signal(json: json) else { return nil }
        self.init(signal, json)
    }

    private init(_ signal: Signal, _ json: [UInt8]) {
        kind = signal.kind
        call = signal.call
        self.json = ByteBuffer(bytes: json)
    }

    var text: String { String(buffer: json) }

    /// What it says, for the rules; nil when it can be read no more.
    var signal: Signal? { Signal(json: Array(json.readableBytesView)) }
}
