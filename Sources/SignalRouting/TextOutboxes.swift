package import ECallAPI

/// Texts of calls on their way to devices (e2ee 7): a part of them under way, the rest waiting here, in memory only. Pure.
///
/// For a device that is away the newest of each sender and kind waits, of the kinds that mean something later. For one that
/// reads slowly they wait in their order. What finds no room, or has waited too long, is dropped for good.
package struct TextOutboxes: Sendable {
    package struct Limits: Sendable {
        /// Bytes of memory that are under way to one device: what is beyond that waits here, and not in its connection.
        package var window = 4 * 1024
        /// Bytes of memory that wait for one device, and for all; then nothing more is taken. All joins of a call of fifty
        /// fit, as large as they may be: buffers take up to twice their text.
        package var perDevice = 1024 * 1024
        package var bytes = 128 * 1024 * 1024
        /// Seconds that one waits at most.
        package var lifetime = 30

        package init() {}
    }

    private struct Waiting: Sendable {
        let text: OutgoingSignal
        let until: Timestamp
    }

    private struct Box: Sendable {
        /// Whether the device listens.
        var isOpen = false
        var underWay = 0
        var waiting: [Waiting] = []
        var cost = 0
        /// Whether something else is to go out once nothing waits here.
        var isAwaited = false

        var isEmpty: Bool { !isOpen && waiting.isEmpty }
    }

    /// Kinds that wait for a device that is away, in the order in which it gets them. Joins and invites it is given by the
    /// call; the others mean nothing later.
    static let lasting: [E2EEKind] = [.open, .key, .leave, .status, .reply]

    private let limits: Limits
    private var boxes: [DeviceIdentity: Box] = [:]
    private var cost = 0

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// How many devices there is something about, for the test that they do not pile up.
    package var count: Int { boxes.count }
    /// How many texts wait.
    package var depth: Int { boxes.values.reduce(0) { $0 + $1.waiting.count } }

    /// What became of a text.
    package enum Fate: Sendable { case taken, away, overflow }

    /// A text for a device. Returns what is to be sent now.
    package mutating func put(
        _ text: OutgoingSignal, for device: DeviceIdentity, now: Timestamp
    ) -> (send: [OutgoingSignal], fate: Fate) {
        guard let tag = text.tag else { return ([], .overflow) }
        var box = boxes[device] ?? Box()
        let isLate = box.isOpen && (box.underWay >= limits.window || !box.waiting.isEmpty)
        guard box.isOpen || Self.lasting.contains(tag.kind) else { return ([], .away) }
        // A report is worth less than anything that would wait behind it.
        guard !(isLate && tag.kind == .report) else { return ([], .overflow) }
        if !box.isOpen || tag.kind == .status { remove(from: &box) { $0.text.tag == tag } }
        let isTaken = add(text, to: &box, until: now.advanced(bySeconds: limits.lifetime))
        let send = next(&box)
        store(box, device)
        return (send, isTaken ? .taken : .overflow)
    }

    /// The device listens from now on. Returns what is to be sent now: `texts` first, then what has waited.
    ///
    /// - Parameter call: the one that the device is in: what has waited of another means nothing.
    package mutating func open(
        _ device: DeviceIdentity, _ texts: [OutgoingSignal], in call: CallID?, now: Timestamp
    ) -> [OutgoingSignal] {
        var box = boxes[device] ?? Box()
        box.isOpen = true
        box.underWay = 0
        box.isAwaited = false
        remove(from: &box) { $0.until <= now || $0.text.call != call }
        func place(_ waiting: Waiting) -> Int { waiting.text.tag.flatMap { Self.lasting.firstIndex(of: $0.kind) } ?? 0 }
        let waited = box.waiting.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
        box.waiting = []
        let until = now.advanced(bySeconds: limits.lifetime)
        for text in texts { _ = add(text, to: &box, until: until) }
        box.waiting += waited.map(\.element)
        let send = next(&box)
        store(box, device)
        return send
    }

    /// Whether nothing waits for the device. If something does, `handedOver` says when nothing does any more.
    package mutating func isDrained(_ device: DeviceIdentity) -> Bool {
        let isDrained = boxes[device]?.waiting.isEmpty ?? true
        if !isDrained { boxes[device]?.isAwaited = true }
        return isDrained
    }

    /// A text is with the kernel. Returns what is to be sent now, and whether with it nothing waits any more that somebody
    /// waits for.
    package mutating func handedOver(
        _ text: OutgoingSignal, by device: DeviceIdentity, now: Timestamp
    ) -> (send: [OutgoingSignal], isDrained: Bool) {
        guard var box = boxes[device], box.isOpen else { return ([], false) }
        box.underWay = max(0, box.underWay - text.cost)
        remove(from: &box) { $0.until <= now }
        let send = next(&box)
        let isDrained = box.isAwaited && box.waiting.isEmpty
        if isDrained { box.isAwaited = false }
        store(box, device)
        return (send, isDrained)
    }

    /// A text could not be sent: it waits, unless there is a newer one or it means nothing later.
    package mutating func missed(
        _ text: OutgoingSignal, by device: DeviceIdentity, now: Timestamp
    ) -> [OutgoingSignal] {
        guard let tag = text.tag, Self.lasting.contains(tag.kind),
            boxes[device]?.waiting.contains(where: { $0.text.tag == tag }) != true
        else { return [] }
        return put(text, for: device, now: now).send
    }

    /// The device listens no more. Of what waits the newest of each sender and kind is kept for it.
    package mutating func close(_ device: DeviceIdentity) {
        guard var box = boxes[device], box.isOpen else { return }
        (box.isOpen, box.isAwaited, box.underWay) = (false, false, 0)
        var kept: Set<TextTag> = []
        var newest: [Waiting] = []
        for waiting in box.waiting.reversed() {
            guard let tag = waiting.text.tag, Self.lasting.contains(tag.kind), kept.insert(tag).inserted else {
                continue
            }
            newest.append(waiting)
        }
        remove(from: &box) { _ in true }
        for waiting in newest.reversed() { _ = add(waiting.text, to: &box, until: waiting.until) }
        store(box, device)
    }

    package mutating func forget(_ device: DeviceIdentity) {
        guard var box = boxes[device] else { return }
        remove(from: &box) { _ in true }
        boxes[device] = nil
    }

    /// Drops what has waited too long.
    package mutating func sweep(_ now: Timestamp) {
        for (device, var box) in boxes {
            remove(from: &box) { $0.until <= now }
            store(box, device)
        }
    }

    // MARK: - Keeping count

    private mutating func add(_ text: OutgoingSignal, to box: inout Box, until: Timestamp) -> Bool {
        guard box.cost + text.cost <= limits.perDevice, cost + text.cost <= limits.bytes else { return false }
        box.waiting.append(Waiting(text: text, until: until))
        box.cost += text.cost
        cost += text.cost
        return true
    }

    private mutating func remove(from box: inout Box, where isRemoved: (Waiting) -> Bool) {
        let gone = box.waiting.filter(isRemoved)
        guard !gone.isEmpty else { return }
        let freed = gone.reduce(0) { $0 + $1.text.cost }
        box.waiting.removeAll(where: isRemoved)
        box.cost -= freed
        cost -= freed
    }

    /// Takes out what may go under way.
    private mutating func next(_ box: inout Box) -> [OutgoingSignal] {
        guard box.isOpen else { return [] }
        var send: [OutgoingSignal] = []
        while box.underWay < limits.window, send.count < box.waiting.count {
            let text = box.waiting[send.count].text
            send.append(text)
            box.underWay += text.cost
            box.cost -= text.cost
            cost -= text.cost
        }
        box.waiting.removeFirst(send.count)
        return send
    }

    private mutating func store(_ box: Box, _ device: DeviceIdentity) { boxes[device] = box.isEmpty ? nil : box }
}
