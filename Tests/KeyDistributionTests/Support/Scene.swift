import ECallAPI
import ECallSecurity
import TestSupport

@testable import KeyDistribution

/// A call of several devices with a server between them, on a clock of its own: relaying, storing and listing as in e2ee 7, and any
/// interference of a test.
final class Scene {
    struct Delivery {
        let at: UInt64
        let order: Int
        let entry: Int
        let event: KeyDistribution.Event
    }

    /// The path of one message: the delays of its copies in milliseconds, none if it is lost.
    typealias Way = (_ kind: MessageKind, _ from: DeviceAddress, _ to: DeviceAddress, _ now: UInt64) -> [UInt64]

    static let call: UInt64 = 7_001
    static let room: UInt64 = 42
    static let delay: UInt64 = 20

    private(set) var now: UInt64 = 1_000
    /// Every entry into the call so far; a reload adds one.
    private(set) var entries: [SceneDevice] = []
    /// The running entry of each name.
    private(set) var running: [String: Int] = [:]
    var way: Way = { _, _, _, _ in [Scene.delay] }
    /// Checks everything after each event.
    var watch: ((Scene) -> Void)?
    /// Whether the server stores joins and invites, and messages for absent devices.
    var stores = true
    private var queue: [Delivery] = []
    private var order = 0
    private var seqs: [String: UInt64] = [:]
    /// The people whom each has rung, as their devices keep it.
    private var rung: [String: [UInt64]] = [:]
    private let cast: SceneCast

    // The server.
    private(set) var listed: Set<DeviceAddress> = []
    private(set) var storedJoins: [DeviceAddress: String] = [:]
    private(set) var storedInvites: [(DeviceAddress, String)] = []
    private var mailboxes: [DeviceAddress: [(MessageKind, DeviceAddress, String, UInt64)]] = [:]
    private(set) var sent: [MessageKind: (count: Int, bytes: Int)] = [:]
    private(set) var delivered: [MessageKind: (count: Int, bytes: Int)] = [:]

    init(cast: SceneCast = .plain) { self.cast = cast }

    // MARK: - people

    /// Makes an entry of a device; `enter` joins the call with it.
    @discardableResult
    func prepare(_ name: String, isFounder: Bool = false, unixTime: UInt64? = nil) -> Int {
        let seed = cast.seed &+ UInt64(entries.count)
        var random = SeededGenerator(seed: seed)
        let device = cast.device(name)
        let last = seqs[name] ?? 0
        let seq = max(last + 1, unixTime ?? 1_700_000_000_000 + now)
        seqs[name] = seq
        let secrets = cast.secrets(name, random: &random)
        guard
            let entry = try? OwnEntry(
                device, room: Self.room, seq: seq, secrets: secrets, vouch: cast.vouches[name],
                chain: cast.chains[name] ?? [])
        else { preconditionFailure("an entry of the cast can be signed") }
        let wrapping = cast.makeWrapping()
        let core = KeyDistribution(
            call: Self.call, room: Self.room, entry: entry, pins: cast.pins[name] ?? DevicePins(),
            isFounder: isFounder, wrapping: wrapping, now: now, random: &random)
        entries.append(
            SceneDevice(
                name: name, seed: seed, isFounder: isFounder, wrapping: wrapping, core: core, random: random,
                startedAt: now))
        running[name] = entries.count - 1
        return entries.count - 1
    }

    /// The caller starts a call and rings these people.
    func found(_ name: String, inviting names: [String]) {
        let index = prepare(name, isFounder: true)
        let callees = names.map { cast.address($0).userID }
        let text = invite(by: name, callees: Array(Set(callees)).sorted())
        storedInvites.append((cast.address(name), text))
        rung[name] = callees
        handle(index, .invited(text, callees: callees))
        enter(index)
    }

    /// An invite of the entry that a name has now.
    func invite(by name: String, callees: [UInt64]) -> String {
        cast.invite(by: name, join: device(name).core.own.join.hash, callees: callees, room: Self.room)
    }

    /// Another one answers; `invitation` is the one that it was rung with.
    func accept(_ name: String, invitedBy caller: String? = nil) {
        let index = prepare(name)
        if let caller, let founder = running[caller] {
            let from = entries[founder].address
            handle(index, .message(.join, from: from, entries[founder].core.own.join.text))
            for (sender, text) in storedInvites where sender == from {
                handle(index, .message(.invite, from: from, text))
            }
        }
        enter(index)
    }

    /// A prepared entry joins the call.
    func come(_ index: Int) { enter(index) }

    private func enter(_ index: Int) {
        let address = entries[index].address
        listed.insert(address)
        storedJoins[address] = entries[index].core.own.join.text
        handle(index, .entered)
        giveStored(to: index)
        tellList()
    }

    /// Everything that the server keeps for a device that enters or is back.
    private func giveStored(to index: Int) {
        guard stores else { return }
        let address = entries[index].address
        for (sender, text) in storedJoins.sorted(by: { $0.key < $1.key }) where sender != address {
            deliver(.message(.join, from: sender, text), kind: .join, from: sender, to: index)
        }
        // Before anything else on a new session, so that losing them means losing the session.
        for (sender, text) in storedInvites {
            enqueue(.message(.invite, from: sender, text), to: index, after: Self.delay)
        }
    }

    /// The person hangs up, and the server is notified.
    func leave(_ name: String) {
        guard let index = running[name] else { return }
        handle(index, .leave)
        drop(name)
    }

    /// The server says that a device is no longer in the call, whether or not that is true.
    func drop(_ name: String) {
        let address = cast.address(name)
        listed.remove(address)
        storedJoins[address] = nil
        tellList()
    }

    /// The device stops without a word.
    func kill(_ name: String) { running[name] = nil }

    func relist(_ name: String) {
        listed.insert(cast.address(name))
        tellList()
    }

    /// - Parameter hasKept: whether the device still knows whom it has rung before.
    func reload(_ name: String, unixTime: UInt64? = nil, hasKept: Bool = true) {
        kill(name)
        mailboxes[cast.address(name)] = nil
        let index = prepare(name, unixTime: unixTime)
        if hasKept, let people = rung[name] { handle(index, .invitedBefore(people)) }
        enter(index)
    }

    func disconnect(_ name: String) {
        guard let index = running[name] else { return }
        entries[index].isOnline = false
        handle(index, .disconnected)
    }

    func reconnect(_ name: String) {
        guard let index = running[name] else { return }
        entries[index].isOnline = true
        let address = entries[index].address
        giveStored(to: index)
        let kinds: [MessageKind] = [.join, .invite, .open, .key, .leave, .status]
        let mail = (mailboxes.removeValue(forKey: address) ?? []).filter { now <= $0.3 + 30_000 }
        for kind in kinds {
            for item in mail where item.0 == kind {
                deliver(.message(item.0, from: item.1, item.2), kind: item.0, from: item.1, to: index)
            }
        }
        handle(index, .connected)
        tellList()
    }

    /// The server loses all that it keeps in memory.
    func forgetStored() {
        storedJoins = [:]
        storedInvites = []
        mailboxes = [:]
    }

    // MARK: - time

    func run(for milliseconds: UInt64) {
        let end = now + milliseconds
        while let next = nextInstant, next <= end {
            now = max(now, next)
            step()
        }
        now = end
    }

    /// Lets time pass without events: a laptop sleeps.
    func skip(_ milliseconds: UInt64) { now += milliseconds }

    private var nextInstant: UInt64? {
        let ticks = running.values.compactMap { entries[$0].nextTick }
        return (ticks + [queue.map(\.at).min()].compactMap { $0 }).min()
    }

    private func step() {
        if let first = queue.indices.min(by: { (queue[$0].at, queue[$0].order) < (queue[$1].at, queue[$1].order) }),
            queue[first].at <= now
        {
            let delivery = queue.remove(at: first)
            if running.values.contains(delivery.entry) { handle(delivery.entry, delivery.event) }
            return
        }
        for name in running.keys.sorted() {
            guard let index = running[name], let tick = entries[index].nextTick, tick <= now else { continue }
            entries[index].nextTick = nil
            handle(index, .tick)
            return
        }
    }

    // MARK: - one event

    func handle(_ name: String, _ event: KeyDistribution.Event) {
        if let index = running[name] { handle(index, event) }
    }

    func handle(_ index: Int, _ event: KeyDistribution.Event) {
        var random = entries[index].random
        let actions = entries[index].core.handle(event, now: now, random: &random)
        entries[index].random = random
        entries[index].steps.append(
            .init(now: now, event: .event(event), actions: actions, generations: entries[index].core.generations))
        for action in actions { perform(action, of: index) }
        watch?(self)
    }

    private func perform(_ action: KeyDistribution.Action, of index: Int) {
        let sender = entries[index].address
        switch action {
        case .send(let kind, let texts):
            sent[kind, default: (0, 0)].count += 1
            for (to, text) in texts.sorted(by: { $0.key < $1.key }) {
                sent[kind, default: (0, 0)].bytes += text.utf8.count
                relay(kind, text, from: sender, to: to)
            }
        case .sendToAll(let kind, let text):
            sent[kind, default: (0, 0)].count += 1
            sent[kind, default: (0, 0)].bytes += text.utf8.count
            if kind == .join, listed.contains(sender) { storedJoins[sender] = text }
            if kind == .invite { storedInvites.append((sender, text)) }
            for to in listed.sorted() where to != sender { relay(kind, text, from: sender, to: to) }
        case .received(let from, let key):
            entries[index].opens[from, default: []].append(key)
            entries[index].everOpened[from, default: []].append(key)
        case .forget(let address): entries[index].opens[address] = nil
        case .members(let members): entries[index].members = members
        case .notice(let notice): entries[index].notices.append(notice)
        case .reported(let from, let report): entries[index].reports.append((from, report, now))
        case .replied(let from, let reply): entries[index].replies.append((from, reply))
        case .reacted(let from, let reaction): entries[index].reactions.append((from, reaction, now))
        case .nextTick(let at): entries[index].nextTick = at
        case .pinned: break
        }
    }

    private func relay(_ kind: MessageKind, _ text: String, from sender: DeviceAddress, to address: DeviceAddress) {
        guard listed.contains(sender), listed.contains(address) else { return }
        guard let index = running.values.first(where: { entries[$0].address == address }) else { return }
        guard entries[index].isOnline else {
            guard stores, kind != .report else { return }
            mailboxes[address, default: []].removeAll { $0.0 == kind && $0.1 == sender }
            mailboxes[address, default: []].append((kind, sender, text, now))
            return
        }
        deliver(.message(kind, from: sender, text), kind: kind, from: sender, to: index)
    }

    private func deliver(
        _ event: KeyDistribution.Event, kind: MessageKind, from sender: DeviceAddress, to index: Int
    ) {
        for delay in way(kind, sender, entries[index].address, now) {
            if case .message(_, _, let text) = event {
                delivered[kind, default: (0, 0)].count += 1
                delivered[kind, default: (0, 0)].bytes += text.utf8.count
            }
            enqueue(event, to: index, after: delay)
        }
    }

    /// Moves a ratchet on without a newcomer: the joins of one address are too few for 63 steps.
    func stepRatchet(of name: String) {
        guard let index = running[name] else { return }
        entries[index].core.generations.step()
        entries[index].steps.append(
            .init(now: now, event: .ratchet, actions: [], generations: entries[index].core.generations))
    }

    /// Delivers a message to a device as if the server had relayed it.
    func forge(_ kind: MessageKind, from sender: DeviceAddress, to name: String, _ text: String) {
        if let index = running[name] { enqueue(.message(kind, from: sender, text), to: index, after: 0) }
    }

    private func enqueue(_ event: KeyDistribution.Event, to index: Int, after delay: UInt64) {
        order += 1
        queue.append(Delivery(at: now + delay, order: order, entry: index, event: event))
    }

    private func tellList() {
        for index in running.values.sorted() where entries[index].isOnline {
            enqueue(.listed(listed), to: index, after: Self.delay)
        }
    }

    /// Makes the wrapping of an entry that a test makes by itself.
    func makeWrapping() -> any ChannelWrapping { cast.makeWrapping() }

    // MARK: - what is the case

    func device(_ name: String) -> SceneDevice {
        guard let index = running[name] else { preconditionFailure("\(name) is in the call") }
        return entries[index]
    }

    func address(_ name: String) -> DeviceAddress { cast.address(name) }

    /// Whether one device hears another: it can open what the other seals with now.
    func hears(_ listener: String, _ speaker: String) -> Bool {
        guard let key = device(speaker).sealing(now) else { return false }
        return device(listener).canOpen(key, of: cast.address(speaker))
    }

    func allHear(_ names: [String]) -> Bool {
        names.allSatisfy { one in names.allSatisfy { one == $0 || hears(one, $0) } }
    }

    func member(_ shown: String, of name: String) -> CallMember? {
        device(name).members.first { $0.address == cast.address(shown) }
    }
}
