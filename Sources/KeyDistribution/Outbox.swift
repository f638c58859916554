import ECallAPI
import ECallSecurity

/// The messages that go out at the end of one event.
struct Outbox: Sendable {
    var joinToAll = false
    var joinTo: Set<DeviceAddress> = []
    var invitesToAll: [String] = []
    var invites: [DeviceAddress: String] = [:]
    var opens: [DeviceAddress: String] = [:]
    var keys: [DeviceAddress: String] = [:]
    var againTo: Set<DeviceAddress> = []
    var leaveToAll = false
    var statusToAll = false
    var statusTo: Set<DeviceAddress> = []
    var reports: [DeviceAddress: String] = [:]
}

extension KeyDistribution {
    /// Sends the collected messages, one signal of a kind, in the order in which receivers need them.
    mutating func flush(now: UInt64) {
        let out = outbox
        outbox = Outbox()
        if out.joinToAll {
            actions.append(.sendToAll(.join, own.join.text))
        } else if !out.joinTo.isEmpty {
            send(.join, Dictionary(uniqueKeysWithValues: out.joinTo.map { ($0, own.join.text) }))
        }
        for text in out.invitesToAll { actions.append(.sendToAll(.invite, text)) }
        send(.invite, out.invites)
        send(.open, out.opens)
        send(.key, out.keys)
        send(
            .again,
            Dictionary(
                uniqueKeysWithValues: out.againTo.map { address in
                    let held = peers[address]?.current?.join.hash
                    return (address, AgainMessage(join: own.join.hash, held: held).text)
                }))
        if out.leaveToAll { actions.append(.sendToAll(.leave, own.leave.text)) }
        if out.statusToAll {
            if let text = makeStatus(to: nil, now: now) { actions.append(.sendToAll(.status, text)) }
        } else if !out.statusTo.isEmpty, let text = makeStatus(to: out.statusTo, now: now) {
            send(.status, Dictionary(uniqueKeysWithValues: out.statusTo.map { ($0, text) }))
        }
        send(.report, out.reports)
    }

    private mutating func send(_ kind: MessageKind, _ texts: [DeviceAddress: String]) {
        if !texts.isEmpty { actions.append(.send(kind, texts)) }
    }
}
