package import ECallAPI

/// E2EE messages of calls on their way to devices (e2ee 7): some in flight, the rest queued here, in memory only. Pure.
///
/// For an offline device the newest of each sender and kind is queued, if its kind is useful later. For one that reads
/// slowly all are queued in order. Messages without room, and expired ones, are dropped for good.
package struct E2EEOutboxes: Sendable {
    package struct Limits: Sendable {
        /// The bytes of memory in flight to one device: the rest is queued here rather than in its connection.
        package var window = 4 * 1024
        /// The most bytes of memory queued for one device, and for all; beyond it nothing more is accepted. All joins of a
        /// call of fifty fit at their largest size: buffers take up to twice the size of their contents.
        package var perDevice = 1024 * 1024
        package var bytes = 128 * 1024 * 1024
        /// The longest time in the queue, in seconds.
        package var lifetime = 30

        package init() {}
    }

    private struct Waiting: Sendable {
        let message: OutgoingSignal
        let until: Timestamp
    }

    private struct Box: Sendable {
        /// Whether the device is subscribed.
        var isOpen = false
        var underWay = 0
        var waiting: [Waiting] = []
        var cost = 0
        /// Whether the mailbox must be sent once this queue is empty.
        var isAwaited = false

        var isEmpty: Bool { !isOpen && waiting.isEmpty }
    }

    /// Kinds that are queued for an offline device, in the order of delivery. The call supplies joins and invites; the
    /// others are useless later.
    static let lasting: [E2EEKind] = [.open, .key, .leave, .status, .reply]

    private let limits: Limits
    private var boxes: [DeviceIdentity: Box] = [:]
    private var cost = 0

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// The number of devices with a box, for the test that they do not leak.
    package var count: Int { boxes.count }
    /// The number of queued messages.
    package var depth: Int { boxes.values.reduce(0) { $0 + $1.waiting.count } }

    package enum Outcome: Sendable { case taken, away, overflow }

    /// Queues a message for a device. Returns the messages to send now.
    package mutating func put(
        _ message: OutgoingSignal, for device: DeviceIdentity, now: Timestamp
    ) -> (send: [OutgoingSignal], outcome: Outcome) {
        guard let tag = message.tag else { return ([], .overflow) }
        var box = boxes[device] ?? Box()
        let isLate = box.isOpen && (box.underWay >= limits.window || !box.waiting.isEmpty)
        guard box.isOpen || Self.lasting.contains(tag.kind) else { return ([], .away) }
        // A report is worth less than anything that would be queued behind it.
        guard !(isLate && tag.kind == .report) else { return ([], .overflow) }
        if !box.isOpen || tag.kind == .status { remove(from: &box) { $0.message.tag == tag } }
        let isTaken = add(message, to: &box, until: now.advanced(bySeconds: limits.lifetime))
        let send = next(&box)
        store(box, device)
        return (send, isTaken ? .taken : .overflow)
    }

    /// Opens the box of a subscribed device. Returns the messages to send now: `messages` first, then queued ones.
    ///
    /// - Parameter call: the device's call: queued messages of other calls are dropped.
    package mutating func open(
        _ device: DeviceIdentity, _ messages: [OutgoingSignal], in call: CallID?, now: Timestamp
    ) -> [OutgoingSignal] {
        var box = boxes[device] ?? Box()
        box.isOpen = true
        box.underWay = 0
        box.isAwaited = false
        remove(from: &box) { $0.until <= now || $0.message.call != call }
        func place(_ waiting: Waiting) -> Int {
            waiting.message.tag.flatMap { Self.lasting.firstIndex(of: $0.kind) } ?? 0
        }
        let waited = box.waiting.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
        box.waiting = []
        let until = now.advanced(bySeconds: limits.lifetime)
        for message in messages { _ = add(message, to: &box, until: until) }
        box.waiting += waited.map(\.element)
        let send = next(&box)
        store(box, device)
        return send
    }

    /// Whether the device's queue is empty. If not, `handedOver` reports when it is.
    package mutating func isDrained(_ device: DeviceIdentity) -> Bool {
        let isDrained = boxes[device]?.waiting.isEmpty ?? true
        if !isDrained { boxes[device]?.isAwaited = true }
        return isDrained
    }

    /// Handles a message that is with the kernel. Returns the messages to send now, and whether the queue is now empty and
    /// that was awaited.
    package mutating func handedOver(
        _ message: OutgoingSignal, by device: DeviceIdentity, now: Timestamp
    ) -> (send: [OutgoingSignal], isDrained: Bool) {
        guard var box = boxes[device], box.isOpen else { return ([], false) }
        box.underWay = max(0, box.underWay - message.cost)
        remove(from: &box) { $0.until <= now }
        let send = next(&box)
        let isDrained = box.isAwaited && box.waiting.isEmpty
        if isDrained { box.isAwaited = false }
        store(box, device)
        return (send, isDrained)
    }

    /// Requeues a message that could not be sent, unless there is a newer one or it is useless later.
    package mutating func missed(
        _ message: OutgoingSignal, by device: DeviceIdentity, now: Timestamp
    ) -> [OutgoingSignal] {
        guard let tag = message.tag, Self.lasting.contains(tag.kind),
            boxes[device]?.waiting.contains(where: { $0.message.tag == tag }) != true
        else { return [] }
        return put(message, for: device, now: now).send
    }

    /// Closes the box. The newest queued message of each sender and kind is kept.
    package mutating func close(_ device: DeviceIdentity) {
        guard var box = boxes[device], box.isOpen else { return }
        (box.isOpen, box.isAwaited, box.underWay) = (false, false, 0)
        var kept: Set<E2EETag> = []
        var newest: [Waiting] = []
        for waiting in box.waiting.reversed() {
            guard let tag = waiting.message.tag, Self.lasting.contains(tag.kind), kept.insert(tag).inserted else {
                continue
            }
            newest.append(waiting)
        }
        remove(from: &box) { _ in true }
        for waiting in newest.reversed() { _ = add(waiting.message, to: &box, until: waiting.until) }
        store(box, device)
    }

    package mutating func forget(_ device: DeviceIdentity) {
        guard var box = boxes[device] else { return }
        remove(from: &box) { _ in true }
        boxes[device] = nil
    }

    /// Drops expired messages.
    package mutating func sweep(_ now: Timestamp) {
        for (device, var box) in boxes {
            remove(from: &box) { $0.until <= now }
            store(box, device)
        }
    }

    // MARK: - Keeping count

    private mutating func add(_ message: OutgoingSignal, to box: inout Box, until: Timestamp) -> Bool {
        guard box.cost + message.cost <= limits.perDevice, cost + message.cost <= limits.bytes else { return false }
        box.waiting.append(Waiting(message: message, until: until))
        box.cost += message.cost
        cost += message.cost
        return true
    }

    private mutating func remove(from box: inout Box, where isRemoved: (Waiting) -> Bool) {
        let gone = box.waiting.filter(isRemoved)
        guard !gone.isEmpty else { return }
        let freed = gone.reduce(0) { $0 + $1.message.cost }
        box.waiting.removeAll(where: isRemoved)
        box.cost -= freed
        cost -= freed
    }

    /// Takes the messages that can be sent now.
    private mutating func next(_ box: inout Box) -> [OutgoingSignal] {
        guard box.isOpen else { return [] }
        var send: [OutgoingSignal] = []
        while box.underWay < limits.window, send.count < box.waiting.count {
            let message = box.waiting[send.count].message
            send.append(message)
            box.underWay += message.cost
            box.cost -= message.cost
            cost -= message.cost
        }
        box.waiting.removeFirst(send.count)
        return send
    }

    private mutating func store(_ box: Box, _ device: DeviceIdentity) { boxes[device] = box.isEmpty ? nil : box }
}
