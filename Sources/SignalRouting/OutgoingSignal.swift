package import ECallAPI
package import NIOCore

/// A signal on its way to a device: its JSON as it goes out. Small, because many may wait.
package struct OutgoingSignal: Sendable, Equatable {
    package let kind: SignalKind
    package let call: CallID?
    package let json: ByteBuffer
    /// Of `e2ee`: what it is and whose.
    package let tag: TextTag?

    /// One that the server itself says.
    package init(_ signal: Signal) {
        self.init(signal, signal.json())
    }

    /// One of a client, after the rules have had their say.
    package init(_ received: ReceivedSignal, as relayed: Signal) {
        self.init(relayed, received.json(as: relayed))
    }

    /// One that was stored.
    package init?(stored: String) {
        let json = Array(stored.utf8)
        guard let signal = Signal(json: json) else { return nil }
        self.init(signal, json)
    }

    private init(_ signal: Signal, _ json: [UInt8]) {
        kind = signal.kind
        call = signal.call
        tag = TextTag(signal)
        self.json = ByteBuffer(bytes: json)
    }

    package var text: String { String(buffer: json) }

    /// Bytes of memory.
    var cost: Int { json.storageCapacity + 256 }

    /// What it says, for the rules; nil when it can be read no more.
    package var signal: Signal? { Signal(json: Array(json.readableBytesView)) }
}

/// Which text of a call it is (e2ee 7): of those with the same tag the newest counts.
package struct TextTag: Sendable, Hashable {
    package let kind: E2EEKind
    package let sender: DeviceIdentity

    init?(_ signal: Signal) {
        guard case .e2ee(let text) = signal, let user = text.sender, let device = text.senderDevice else { return nil }
        kind = text.kind
        sender = DeviceIdentity(user: user, device: device)
    }
}
