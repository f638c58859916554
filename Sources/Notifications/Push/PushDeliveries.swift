package import ECallAPI

/// Several push services: each device is reached by those that know it.
package struct PushDeliveries: PushDelivery {
    private let services: [any PushDelivery]

    package init(_ services: [any PushDelivery]) { self.services = services }

    package func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {
        await each { await $0.send(alert, to: user, except: device) }
    }

    package func ring(_ push: VoIPPush, device: DeviceIdentity) async {
        await each { await $0.ring(push, device: device) }
    }

    package func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async {
        await each { await $0.stopRinging(call, device: device, because: end) }
    }

    /// Calls all services concurrently; returns when the last has accepted it.
    private func each(_ body: @escaping @Sendable (any PushDelivery) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { await body(service) } }
        }
    }
}
