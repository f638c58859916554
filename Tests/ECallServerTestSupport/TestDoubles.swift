import ECallAPI
import Foundation
import HummingbirdCore
import Logging
import Synchronization
import TestSupport

@testable import ECallServer
@testable import Notifications
@testable import ServerFoundation
@testable import SignalRouting

/// Keeps messages instead of sending them.
final class TestOutbox: MessageSender {
    struct Down: Error {}

    let channels: Set<MessageChannel>
    private let state = Mutex<(messages: [OutgoingMessage], isDown: Bool)>(([], false))

    init(channels: Set<MessageChannel>) { self.channels = channels }

    var messages: [OutgoingMessage] { state.withLock { $0.messages } }
    func lastCode(to address: String) -> String? { messages.last { $0.to == address }?.code }
    func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    func send(_ message: OutgoingMessage) async throws {
        try state.withLock { state in
            guard !state.isDown else { throw Down() }
            state.messages.append(message)
        }
    }
}

/// Signals and calls as seen by the accounts: records all calls of its methods.
final class RecordingSignals: SignalDelivery, CallPresence {
    private struct State {
        var disconnected: [DeviceIdentity] = []
        var removed: [DeviceIdentity] = []
        var shared: [UserID: DeviceID] = [:]
        var delivered: [Delivered] = []
    }

    /// A signal, and the device it was for.
    struct Delivered: Sendable {
        let signal: Signal
        let device: DeviceID
    }

    private let state = Mutex(State())

    var disconnected: [DeviceIdentity] { state.withLock { $0.disconnected } }
    var removed: [DeviceIdentity] { state.withLock { $0.removed } }
    var delivered: [Delivered] { state.withLock { $0.delivered } }
    /// Makes `user` share a call with everyone from now on, on this device.
    func share(_ user: UserID, on device: DeviceID) { state.withLock { $0.shared[user] = device } }

    /// The signals delivered since the last call, as `kind sender → device`.
    func takeDelivered() -> [String] {
        state.withLock { state in
            defer { state.delivered = [] }
            return state.delivered.map { delivered in
                let sender = delivered.signal.sender?.description ?? "-"
                return "\(delivered.signal.kind.rawValue) \(sender) → \(delivered.device)"
            }
        }
    }

    func prepare(_ signals: [AddressedSignal]) async -> PreparedSignals { PreparedSignals(signals) }
    func post(_ signals: PreparedSignals) async -> StoredSignals {
        give(signals.signals)
        return .nothing
    }
    func give(_ messages: [AddressedSignal]) {
        state.withLock { state in
            for message in messages {
                state.delivered += message.devices.map { Delivered(signal: message.signal, device: $0.device) }
            }
        }
    }
    func isOnline(_ device: DeviceIdentity) async -> Bool { false }
    func disconnect(_ device: DeviceIdentity) async { state.withLock { $0.disconnected.append(device) } }
    func sharedCallDevices(of user: UserID, with asker: UserID) async -> Set<DeviceID> {
        Set(state.withLock { [$0.shared[user]].compactMap(\.self) })
    }
    func deviceRemoved(_ identity: DeviceIdentity) async { state.withLock { $0.removed.append(identity) } }
}

/// Keeps pushes instead of sending them.
final class RecordingPush: PushDelivery {
    struct Sent: Sendable, Equatable, CustomStringConvertible {
        let alert: PushAlert
        let user: UserID
        let except: DeviceID?

        var description: String { "\(alert) → \(user)" + (except.map { ", not \($0)" } ?? "") }
    }

    private let state = Mutex<[Sent]>([])

    var alerts: [Sent] { state.withLock { $0 } }

    /// The pushes sent since the last call.
    func take() -> [String] {
        state.withLock { state in
            defer { state = [] }
            return state.map(\.description)
        }
    }

    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {
        state.withLock { $0.append(Sent(alert: alert, user: user, except: device)) }
    }
    func ring(_ push: VoIPPush, device: DeviceIdentity) async {}
}

extension CallParts {
    /// A server without calls: plain HTTP, and a record of the accounts' notifications.
    static func recording(
        _ signals: RecordingSignals, http: HTTP1WebSocketChannel.Configuration = .init(),
        refusals: HTTPRefusalCounts = HTTPRefusalCounts()
    ) -> Self {
        Self(
            signals: signals, presence: signals, addRoutes: { _ in },
            server: { _ in .http1(webSockets: [], configuration: http, refusals: refusals) }, services: [])
    }
}
