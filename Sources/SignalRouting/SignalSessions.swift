import CallEngine
package import ECallAPI
package import Logging
import NIOCore
package import ServerFoundation
import Synchronization

/// The devices' sessions: delivers signals to them, and queues signals for offline devices for a while.
///
/// The newest session of a device wins. Sessions report into one queue, which `SignalRouter` reads, so that reports are
/// handled in order.
package actor SignalSessions: SignalDelivery {
    private struct Entry {
        let session: SignalSession
        var isSubscribed = false
        /// While the queue is being sent: the last signal of the part in flight; 0 before the first. New signals are queued
        /// behind it.
        var emptying: Int64?
    }

    /// The bytes of the queue that are sent at once: less than may be in flight to a client that reads slowly.
    private static let part = 16 * 1024

    /// Events for the calls, handled one after the other while signals continue.
    enum Notice: Sendable {
        case opened(DeviceIdentity)
        case going(DeviceIdentity)
        case closed(DeviceIdentity)
        case ordered(CallCommand, CallID?, DeviceIdentity)
    }

    private let directory: any DeviceDirectory
    private let journal: MailboxJournal
    private let now: @Sendable () -> Timestamp
    private let monotonic: @Sendable () -> UInt64
    private let logger: Logger
    private var sessions: [DeviceIdentity: Entry] = [:]
    /// Sessions whose device's existence is being checked, or that have not been told the result.
    private var admitting: [DeviceIdentity: [SignalSession]] = [:]
    private var mailbox: SignalMailbox
    private var rates: SignalRates
    private var outboxes = E2EEOutboxes()
    private var e2eeRates: E2EERates
    /// Signals that are sent at the end of each step.
    private var batch = SignalBatch()
    /// E2EE messages that are sent before anything else.
    private nonisolated let given = Mutex<[AddressedSignal]>([])
    package private(set) var statistics = Statistics()
    /// The outcomes by kind, since the start.
    package private(set) var outcomes: [Outcome: Int] = [:]
    nonisolated let reports = SignalQueue()
    let notices: AsyncStream<Notice>
    private let notifier: AsyncStream<Notice>.Continuation

    /// - Parameter mailbox: the queues left by an earlier server.
    package init(
        directory: any DeviceDirectory, journal: MailboxJournal, mailbox: SignalMailbox = SignalMailbox(),
        rates: SignalRates.Limits = .init(), e2eeLimits: E2EELimits = .init(),
        now: @escaping @Sendable () -> Timestamp,
        monotonic: @escaping @Sendable () -> UInt64 = { NIODeadline.now().uptimeNanoseconds }, logger: Logger
    ) {
        self.directory = directory
        self.journal = journal
        self.mailbox = mailbox
        self.rates = SignalRates(limits: rates)
        e2eeRates = E2EERates(limits: e2eeLimits)
        self.now = now
        self.monotonic = monotonic
        self.logger = logger
        (notices, notifier) = AsyncStream.makeStream()
    }

    /// Sessions with the queues restored from the database.
    package static func restored(
        from database: any Database, directory: any DeviceDirectory, rates: SignalRates.Limits = .init(),
        e2eeLimits: E2EELimits = .init(), now: @escaping @Sendable () -> Timestamp,
        monotonic: @escaping @Sendable () -> UInt64 = { NIODeadline.now().uptimeNanoseconds }, logger: Logger
    ) async throws -> SignalSessions {
        let moment = now()
        let (stored, latest) = try await database.read { sql in
            (try MailboxRepository(sql).all(at: moment), try MailboxRepository(sql).latest())
        }
        return SignalSessions(
            directory: directory, journal: MailboxJournal(database: database, logger: logger),
            mailbox: SignalMailbox(restoring: stored, latest: latest), rates: rates, e2eeLimits: e2eeLimits, now: now,
            monotonic: monotonic, logger: logger)
    }

    /// Reports an event of a session, from any thread.
    package nonisolated func report(_ event: SignalSessionEvent) { reports.append(event) }

    // MARK: - SignalDelivery

    package func prepare(_ signals: [AddressedSignal]) -> PreparedSignals {
        var prepared = PreparedSignals(signals)
        for index in prepared.items.indices {
            let addressed = prepared.items[index].addressed
            let outgoing = encoded(addressed.signal)
            prepared.items[index].outgoing = outgoing
            for device in addressed.devices where !isConnected(device) {
                prepared.items[index].entries[device] = mailbox.entry(for: outgoing, now: now())
            }
        }
        return prepared
    }

    package func post(_ signals: PreparedSignals) -> StoredSignals {
        defer { flush() }
        deliverGiven()
        var changes: [SignalMailbox.Change] = []
        for item in signals.items {
            let outgoing = item.outgoing ?? encoded(item.addressed.signal)
            for device in item.addressed.devices {
                if let entry = item.entries[device] {
                    changes += bring(entry, to: device)
                } else {
                    changes += bring(outgoing, to: device)
                }
            }
        }
        guard !changes.isEmpty else { return .nothing }
        let number = journal.record(changes)
        return StoredSignals { [journal] in await journal.stored(number) }
    }

    private func encoded(_ signal: Signal) -> OutgoingSignal {
        statistics.encoded += 1
        return OutgoingSignal(signal)
    }

    package func isOnline(_ device: DeviceIdentity) -> Bool { sessions[device]?.isSubscribed ?? false }

    package func disconnect(_ device: DeviceIdentity) async {
        let reason = "this device was signed out"
        // A device that existed at the lookup may be gone before its session is registered.
        for session in admitting.removeValue(forKey: device) ?? [] { session.end(reason) }
        if let entry = sessions[device] {
            entry.session.end(reason)
            gone(entry.session, isClosed: true)
        }
        outboxes.forget(device)
        await journal.store(mailbox.forget(device))
    }

    // MARK: - Mailbox

    /// The number of queued signals by kind, and of those refused for lack of room.
    package var mailboxDepth: (waiting: [SignalKind: Int], overflow: Int) {
        (outboxes.depth > 0 ? mailbox.depth.merging([.e2ee: outboxes.depth]) { $1 } : mailbox.depth, mailbox.overflow)
    }

    package func sweepMailbox() {
        outboxes.sweep(now())
        journal.record(mailbox.sweep(now()))
    }

    /// Delivers to the session or the mailbox. Returns the changes to store.
    private func bring(_ outgoing: OutgoingSignal, to device: DeviceIdentity) -> [SignalMailbox.Change] {
        if outgoing.kind == .e2ee {
            deliverMessage(outgoing, to: device)
            return []
        }
        guard isConnected(device), let entry = sessions[device] else { return keep(outgoing, for: device) }
        if outgoing.kind.isExtension, !entry.session.takesExtensions { return [] }
        if entry.emptying != nil { return mailbox.put(outgoing, for: device, now: now(), whateverItIs: true) }
        send(.live(outgoing, id: mailbox.number()), to: entry.session)
        return []
    }

    /// Delivers a signal whose copy is stored already. The device may have come meanwhile.
    private func bring(_ entry: SignalMailbox.Entry, to device: DeviceIdentity) -> [SignalMailbox.Change] {
        guard isConnected(device), let live = sessions[device] else {
            return keep(entry.outgoing, for: device) { $0.put(entry, for: device) }
        }
        if entry.outgoing.kind.isExtension, !live.session.takesExtensions { return [.remove([entry.id])] }
        if live.emptying != nil { return mailbox.put(entry, for: device) }
        send(.waited(entry), to: live.session)
        return []
    }

    /// Whether the device's session takes signals now, or once its queue is sent.
    private func isConnected(_ device: DeviceIdentity) -> Bool {
        sessions[device].map { $0.isSubscribed || $0.emptying != nil } ?? false
    }

    private func keep(_ outgoing: OutgoingSignal, for device: DeviceIdentity) -> [SignalMailbox.Change] {
        let now = now()
        return keep(outgoing, for: device) { $0.put(outgoing, for: device, now: now) }
    }

    private func keep(
        _ outgoing: OutgoingSignal, for device: DeviceIdentity,
        _ put: (inout SignalMailbox) -> [SignalMailbox.Change]
    ) -> [SignalMailbox.Change] {
        // Kinds that are useless later are never queued, nor signals without room.
        let before = mailbox.taken
        let changes = put(&mailbox)
        guard mailbox.taken > before else {
            count(SignalMailbox.lifetime(of: outgoing.kind) == nil ? "away" : "overflow", outgoing.kind)
            return changes
        }
        statistics.waited += 1
        count("waiting", outgoing.kind)
        return changes
    }

    /// Queues a signal that could not be sent, unless the device has a newer session.
    ///
    /// - Returns: the newer session, if the queue must be sent to it.
    func missed(_ dispatch: SignalDispatch, by session: SignalSession) -> SignalSession? {
        defer { flush() }
        let device = session.identity
        statistics.missed += 1
        count("missed", dispatch.outgoing.kind)
        // A client that missed one signal gets no more: later ones are queued behind it.
        if isCurrent(session) {
            outboxes.close(device)
            if sessions[device]?.isSubscribed == true { unsubscribe(device) }
        }
        switch dispatch {
        case .live(let outgoing, let id): journal.record(mailbox.put(outgoing, id: id, for: device, now: now()))
        case .waited(let entry): journal.record(mailbox.putBack(entry, for: device))
        case .message(let message): send(outboxes.missed(message, by: device, now: now()), to: device)
        }
        // A session whose queue is being sent gets to it anyway.
        guard let newer = sessions[device], newer.isSubscribed, newer.emptying == nil else { return nil }
        return newer.session
    }

    /// Takes the next part of the queue for the session's device. Returns nil if the queue is empty, whereupon the device
    /// is online, or if the session was replaced.
    func takeWaiting(for session: SignalSession) -> [SignalMailbox.Entry]? {
        let device = session.identity
        guard isCurrent(session) else { return nil }
        sessions[device]?.emptying = 0
        let (waiting, changes) = mailbox.take(for: device, upTo: Self.part, now: now())
        journal.record(changes)
        guard waiting.isEmpty else { return waiting }
        isEmptied(device)
        return nil
    }

    /// Sends the signals that are still relevant. Returns whether any of them is in flight: more must be sent once that is
    /// with the kernel.
    func send(_ wanted: [SignalMailbox.Entry], irrelevant: [SignalMailbox.Entry], to session: SignalSession) -> Bool {
        defer { flush() }
        for entry in irrelevant {
            statistics.irrelevant += 1
            count("irrelevant", entry.outgoing.kind)
            if entry.isStored { journal.record([.remove([entry.id])]) }
        }
        for entry in wanted {
            // The session may have been replaced since they were taken: then they fail, and are requeued.
            if isCurrent(session) { sessions[session.identity]?.emptying = entry.id }
            send(.waited(entry), to: session)
        }
        return !wanted.isEmpty
    }

    private func isEmptied(_ device: DeviceIdentity) {
        sessions[device]?.emptying = nil
        guard sessions[device]?.isSubscribed == false else { return }
        sessions[device]?.isSubscribed = true
        notifier.yield(.opened(device))
    }

    /// Handles a queued signal that is with the kernel. Returns whether it was the last of its part, so that the next is due.
    func handedOver(_ entry: SignalMailbox.Entry, by session: SignalSession) -> Bool {
        if entry.isStored { journal.record([.remove([entry.id])]) }
        return isCurrent(session) && sessions[session.identity]?.emptying == entry.id
    }

    // MARK: - Sessions

    /// Admits a session with a valid signature, unless its device is gone. Others do not wait for the lookup.
    func admit(_ session: SignalSession) {
        admitting[session.identity, default: []].append(session)
        let directory = directory
        let logger = logger
        Task {
            do {
                if try await directory.isRegistered(session.identity) { session.accept() } else { session.refuse() }
            } catch {
                // Not the client's fault: it may reconnect, so no ERROR (wire-protocol 3.3).
                logger.error("The directory could not be asked about a device.")
                session.channel.close(promise: nil)
            }
        }
    }

    private func isAdmitted(_ session: SignalSession) {
        let others = admitting[session.identity]?.filter { $0 != session } ?? []
        admitting[session.identity] = others.isEmpty ? nil : others
    }

    func connected(_ session: SignalSession) {
        isAdmitted(session)
        let device = session.identity
        if let older = sessions[device]?.session, older != session { older.end("a newer session of this device") }
        outboxes.close(device)
        sessions[device] = Entry(session: session)
    }

    func going(_ session: SignalSession) {
        if isCurrent(session) { notifier.yield(.going(session.identity)) }
    }

    func closed(_ session: SignalSession) {
        isAdmitted(session)
        gone(session, isClosed: true)
    }

    func unsubscribed(_ session: SignalSession) { gone(session, isClosed: false) }

    private func gone(_ session: SignalSession, isClosed: Bool) {
        let device = session.identity
        guard let entry = sessions[device], entry.session == session else { return }
        // Signals in flight no longer bring it online.
        sessions[device]?.emptying = nil
        outboxes.close(device)
        if entry.isSubscribed { unsubscribe(device) }
        if isClosed { sessions[device] = nil }
    }

    private func unsubscribe(_ device: DeviceIdentity) {
        sessions[device]?.isSubscribed = false
        notifier.yield(.closed(device))
    }

    // MARK: - Signals

    /// The signals that may be relayed, as far as their sessions decide it.
    func allowed(_ sent: [SentSignal]) -> [SentSignal] { sent.filter { mayPass($0.received, from: $0.session) } }

    /// Carries out the calls' decision about each signal.
    func carryOut(_ decisions: [(sent: SentSignal, decision: RelayDecision)]) {
        defer { flush() }
        deliverGiven()
        var changes: [SignalMailbox.Change] = []
        for (sent, decision) in decisions {
            switch decision {
            case .deliver(let relayed, let device):
                if let call = relayed.call, !rates.allows(call, now: monotonic()) {
                    drop(.tooManyInCall, relayed.kind)
                } else {
                    changes += bring(OutgoingSignal(sent.received, as: relayed), to: device)
                }
            case .spread(let deliveries): spread(deliveries)
            case .drop(let reason): drop(reason, sent.received.signal.kind)
            }
        }
        // Not awaited: a client is not told whether its signal has arrived.
        journal.record(changes)
    }

    /// Checks the session's own rules: it is the newest, within its rate, and does not forge the sender.
    private func mayPass(_ received: ReceivedSignal, from session: SignalSession) -> Bool {
        let signal = received.signal
        guard isCurrent(session) else { return false }
        if let refusal = refusalByRate(received, from: session.identity) {
            drop(refusal, signal.kind)
            return false
        }
        let claimed = signal.claimedSender
        guard claimed.user.map({ $0 == session.identity.user }) ?? true,
            claimed.device.map({ $0 == session.identity.device }) ?? true
        else {
            drop(.forgedSender, signal.kind)
            return false
        }
        return true
    }

    private func refusalByRate(_ received: ReceivedSignal, from device: DeviceIdentity) -> RelayDrop? {
        guard case .e2ee(let message) = received.signal else {
            return rates.allows(device, now: monotonic()) ? nil : .tooMany
        }
        return e2eeRates.allows(message.kind, bytes: received.size, from: device, now: monotonic())
            ? nil : .tooManyMessages
    }

    // MARK: - E2EE messages

    package nonisolated func give(_ messages: [AddressedSignal]) {
        guard !messages.isEmpty else { return }
        given.withLock { $0 += messages }
        reports.append(.given)
    }

    func sendGiven() {
        deliverGiven()
        flush()
    }

    private func deliverGiven() {
        let messages = given.withLock { given in
            defer { given = [] }
            return given
        }
        for message in messages {
            let outgoing = encoded(message.signal)
            for device in message.devices { deliverMessage(outgoing, to: device) }
        }
    }

    /// Begins delivery to a subscribed device, which has received nothing yet. Returns whether its queue must be sent now;
    /// otherwise that happens once the E2EE messages are with the kernel.
    func begin(_ session: SignalSession, _ given: JoinE2EEMessages?) -> Bool {
        guard isCurrent(session) else { return false }
        defer { flush() }
        guard session.takesE2EE else {
            outboxes.forget(session.identity)
            return true
        }
        // New signals are queued behind them.
        sessions[session.identity]?.emptying = 0
        let device = session.identity
        let messages = given?.messages.map { OutgoingSignal($0) } ?? []
        send(outboxes.open(device, messages, in: given?.call, now: now()), to: device)
        return outboxes.isDrained(device)
    }

    /// Handles an E2EE message that is with the kernel. Returns whether the device's queue must be sent now.
    func messageHandedOver(_ message: OutgoingSignal, by session: SignalSession) -> Bool {
        guard isCurrent(session) else { return false }
        defer { flush() }
        let (next, isDrained) = outboxes.handedOver(message, by: session.identity, now: now())
        send(next, to: session.identity)
        return isDrained
    }

    private func spread(_ deliveries: [E2EEDelivery]) {
        guard let first = deliveries.first?.message else { return }
        let count = deliveries.reduce(0) { $0 + $1.devices.count }
        guard e2eeRates.allows(first.kind, deliveries: count, in: first.call, now: monotonic()) else {
            return drop(.tooManyMessagesInCall, .e2ee)
        }
        for delivery in deliveries {
            let outgoing = encoded(.e2ee(delivery.message))
            for device in delivery.devices { deliverMessage(outgoing, to: device) }
        }
    }

    /// Delivers an E2EE message to the session, if it requested them, or to its outbox. Nothing is stored.
    private func deliverMessage(_ outgoing: OutgoingSignal, to device: DeviceIdentity) {
        if let entry = sessions[device], !entry.session.takesE2EE { return }
        let (next, outcome) = outboxes.put(outgoing, for: device, now: now())
        switch outcome {
        case .taken: break
        case .away: count("away", .e2ee)
        case .overflow: drop(.messageOverflow, .e2ee)
        }
        send(next, to: device)
    }

    private func send(_ messages: [OutgoingSignal], to device: DeviceIdentity) {
        guard let session = sessions[device]?.session else { return }
        for message in messages { send(.message(message), to: session) }
    }

    // MARK: - Orders

    /// Handles a client's command by its old name.
    func order(_ command: CallCommand, _ call: CallID?, by session: SignalSession) {
        guard isCurrent(session) else { return }
        guard rates.allows(session.identity, now: monotonic()) else { return drop(.tooMany, nil) }
        count("ordered", nil)
        notifier.yield(.ordered(command, call, session.identity))
    }

    private func isCurrent(_ session: SignalSession) -> Bool {
        sessions[session.identity]?.session == session
    }

    func drop(_ reason: RelayDrop, _ kind: SignalKind?) {
        statistics.dropped[reason, default: 0] += 1
        count(reason.rawValue, kind)
    }

    private func count(_ outcome: String, _ kind: SignalKind?) {
        outcomes[Outcome(kind: kind, outcome: outcome), default: 0] += 1
    }

    private func send(_ dispatch: SignalDispatch, to session: SignalSession) {
        statistics.delivered += 1
        count("delivered", dispatch.outgoing.kind)
        batch.add(dispatch, to: session)
    }

    private func flush() { batch.send { [reports] in reports.append($0) } }
}
