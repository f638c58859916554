package import ECallAPI

/// The decision about a client's signal.
package enum RelayDecision: Sendable, Equatable {
    case deliver(Signal, to: DeviceIdentity)
    /// E2EE messages of a call, possibly several at once; the list of devices is empty if there are no others.
    case spread([E2EEDelivery])
    case drop(RelayDrop)

    /// Relays a body of the message to the devices, with its sender set.
    static func spread(
        _ body: String, of message: E2EESignal, from sender: DeviceIdentity, to devices: [DeviceIdentity]
    ) -> RelayDecision {
        .spread(devices.isEmpty ? [] : [E2EEDelivery(message: message.passed(body, from: sender), devices: devices)])
    }
}

/// An E2EE message of a call, with the participating devices it is delivered to.
package struct E2EEDelivery: Sendable, Equatable {
    package let message: E2EESignal
    package let devices: [DeviceIdentity]

    package init(message: E2EESignal, devices: [DeviceIdentity]) {
        self.message = message
        self.devices = devices
    }
}

/// The reason why a client's signal is dropped. The client is not notified (wire-protocol 3.6).
package enum RelayDrop: String, Sendable, CaseIterable {
    case notRelayed, noCall, senderNotInCall, noAddressee, addresseeNotInCall, toSelf, senderNotKeyHost
    case addresseeNotKeyHost, malformed, tooMany, foreignToken
    case forgedSender, tooManyInCall
    /// For `e2ee`: the limits per device, per call, and for messages that wait for a client.
    case tooManyMessages = "tooManyTexts"
    case tooManyMessagesInCall = "tooManyTextsInCall"
    case messageOverflow = "textOverflow"
    /// For `reply`: the device does not ring, or has already sent one.
    case senderNotRinging, repliedBefore
    /// The addressee of an accepted rejoin has not asked for one.
    case notAsked
}
