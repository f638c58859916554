package import ECallAPI
package import NIOCore

/// A signal on its way to a device, as the JSON that is sent. Small, because many may be queued.
package struct OutgoingSignal: Sendable, Equatable {
    package let kind: SignalKind
    package let call: CallID?
    package let json: ByteBuffer
    /// For `e2ee`: the kind and the sender.
    package let tag: E2EETag?

    /// A signal of the server itself.
    package init(_ signal: Signal) {
        self.init(signal, signal.json())
    }

    /// A client's signal, after the relay decision.
    package init(_ received: ReceivedSignal, as relayed: Signal) {
        self.init(relayed, received.json(as: relayed))
    }

    package init?(stored: String) {
        let json = Array(stored.utf8)
        guard let signal = Signal(json: json) else { return nil }
        self.init(signal, json)
    }

    private init(_ signal: Signal, _ json: [UInt8]) {
        kind = signal.kind
        call = signal.call
        tag = E2EETag(signal)
        self.json = ByteBuffer(bytes: json)
    }

    package var text: String { String(buffer: json) }

    /// The memory in bytes.
    var cost: Int { json.storageCapacity + 256 }

    /// The decoded signal, for the rules; nil if it cannot be decoded any more.
    package var signal: Signal? { Signal(json: Array(json.readableBytesView)) }
}

/// The identity of an E2EE message (e2ee 7): among those with the same tag only the newest counts.
package struct E2EETag: Sendable, Hashable {
    package let kind: E2EEKind
    package let sender: DeviceIdentity

    init?(_ signal: Signal) {
        guard case .e2ee(let message) = signal, let user = message.sender, let device = message.senderDevice else {
            return nil
        }
        kind = message.kind
        sender = DeviceIdentity(user: user, device: device)
    }
}
