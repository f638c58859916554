package import CallEngine
package import ECallAPI
package import Logging
import NIOCore
package import ServerFoundation

/// Knows which device has which session, brings signals to it, and keeps them a while for devices that are away.
///
/// The newest session of a device wins. Sessions report into one queue, so that what happened first is handled first.
package actor SignalRouter: SignalDelivery {
    /// How often what happened, for operators and tests.
    package struct Statistics: Sendable, Equatable {
        package var delivered = 0
        package var waited = 0
        package var missed = 0
        package var irrelevant = 0
        package var dropped: [RelayDrop: Int] = [:]
    }

    /// A signal by its type, and what became of it.
    package struct Outcome: Sendable, Hashable {
        package let kind: SignalKind?
        package let outcome: String

        package init(kind: SignalKind? = nil, outcome: String) {
            self.kind = kind
            self.outcome = outcome
        }
    }

    private struct Entry {
        let session: SignalSession
        var isSubscribed = false
        /// While what waits is being sent to it, the last signal of the part that is under way; 0 before there is one.
        /// What comes now waits behind that.
        var emptying: Int64?
    }

    /// Bytes of what waits that are sent at once: less than may be under way to a client that reads slowly.
    private static let part = 16 * 1024

    /// What the authority is to hear of, one after the other, while signals go on.
    private enum Notice {
        case opened(DeviceIdentity)
        case closed(DeviceIdentity)
        case ordered(CallCommand, CallID?, DeviceIdentity)
    }

    private let directory: any DeviceDirectory
    private let journal: MailboxJournal
    private let now: @Sendable () -> Timestamp
    private let monotonic: @Sendable () -> UInt64
    private let logger: Logger
    private var sessions: [DeviceIdentity: Entry] = [:]
    /// Those of which it is being found out whether the device still exists, or which have not heard of it yet.
    private var admitting: [DeviceIdentity: [SignalSession]] = [:]
    private var mailbox: SignalMailbox
    private var rates: SignalRates
    package private(set) var statistics = Statistics()
    /// The same by type, since the start.
    package private(set) var outcomes: [Outcome: Int] = [:]
    private nonisolated let queue = SignalQueue()
    private let (notices, notifier) = AsyncStream.makeStream(of: Notice.self)

    /// - Parameter mailbox: what waits already, as a server before this one left it.
    package init(
        directory: any DeviceDirectory, journal: MailboxJournal, mailbox: SignalMailbox = SignalMailbox(),
        rates: SignalRates.Limits = .init(), now: @escaping @Sendable () -> Timestamp,
        monotonic: @escaping @Sendable () -> UInt64 = { NIODeadline.now().uptimeNanoseconds }, logger: Logger
    ) {
        self.directory = directory
        self.journal = journal
        self.mailbox = mailbox
        self.rates = SignalRates(limits: rates)
        self.now = now
        self.monotonic = monotonic
        self.logger = logger
    }

    /// A router that goes on with what waits in the database.
    package static func restored(
        from database: any Database, directory: any DeviceDirectory, rates: SignalRates.Limits = .init(),
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) async throws -> SignalRouter {
        let moment = now()
        let (stored, latest) = try await database.read { sql in
            (try MailboxRepository(sql).all(at: moment), try MailboxRepository(sql).latest())
        }
        return SignalRouter(
            directory: directory, journal: MailboxJournal(database: database, logger: logger),
            mailbox: SignalMailbox(restoring: stored, latest: latest), rates: rates, now: now, logger: logger)
    }

    /// Where sessions report to, from any thread.
    package nonisolated func report(_ event: SignalSessionEvent) { queue.append(event) }

    /// Handles what sessions report, until cancelled.
    package func run(authority: any SignalAuthority) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.tell(authority) }
            group.addTask { await self.queue.read { await self.handle($0, authority) } }
        }
    }

    // MARK: - SignalDelivery

    package func post(_ signals: [AddressedSignal]) -> StoredSignals {
        let changes = signals.flatMap { bring(OutgoingSignal($0.signal), to: $0.device) }
        guard !changes.isEmpty else { return .nothing }
        let number = journal.record(changes)
        return StoredSignals { [journal] in await journal.stored(number) }
    }

    package func isOnline(_ device: DeviceIdentity) -> Bool { sessions[device]?.isSubscribed ?? false }

    package func disconnect(_ device: DeviceIdentity) async {
        let reason = "this device was signed out"
        // A device that was there when it was looked up may be gone before its session is known.
        for session in admitting.removeValue(forKey: device) ?? [] { session.end(reason) }
        if let entry = sessions[device] {
            entry.session.end(reason)
            gone(entry.session, isClosed: true)
        }
        await journal.store(mailbox.forget(device))
    }

    // MARK: - Mailbox

    /// How many signals wait, by kind; how many found no room so far.
    package var mailboxDepth: (waiting: [SignalKind: Int], overflow: Int) { (mailbox.depth, mailbox.overflow) }

    /// Expires signals that are too old.
    package func sweepMailbox() { journal.record(mailbox.sweep(now())) }

    /// To the session, or into the mailbox. Returns what is to be stored.
    private func bring(_ outgoing: OutgoingSignal, to device: DeviceIdentity) -> [SignalMailbox.Change] {
        guard let entry = sessions[device], entry.isSubscribed || entry.emptying != nil else {
            return keep(outgoing, for: device)
        }
        if outgoing.kind.isExtension, !entry.session.takesExtensions { return [] }
        if entry.emptying != nil { return mailbox.put(outgoing, for: device, now: now(), whateverItIs: true) }
        send(.live(outgoing, id: mailbox.number()), to: entry.session)
        return []
    }

    private func keep(_ outgoing: OutgoingSignal, for device: DeviceIdentity) -> [SignalMailbox.Change] {
        // What is worth nothing later never waits, and what finds no room does not either.
        let before = mailbox.taken
        let changes = mailbox.put(outgoing, for: device, now: now())
        guard mailbox.taken > before else {
            count(SignalMailbox.lifetime(of: outgoing.kind) == nil ? "away" : "overflow", outgoing.kind)
            return changes
        }
        statistics.waited += 1
        count("waiting", outgoing.kind)
        return changes
    }

    /// A signal that could not be sent waits, unless the device has a newer session already.
    private func missed(
        _ dispatch: SignalDispatch, by session: SignalSession, _ authority: any SignalAuthority
    ) async {
        let device = session.identity
        statistics.missed += 1
        count("missed", dispatch.outgoing.kind)
        // Anyone who could not take one takes none: what follows waits behind it.
        if sessions[device]?.session == session, sessions[device]?.isSubscribed == true { unsubscribe(device) }
        switch dispatch {
        case .live(let outgoing, let id): journal.record(mailbox.put(outgoing, id: id, for: device, now: now()))
        case .waited(let entry): journal.record(mailbox.putBack(entry, for: device))
        }
        // One that is sent what waits gets to it.
        guard let newer = sessions[device], newer.isSubscribed, newer.emptying == nil else { return }
        await empty(device, newer.session, authority)
    }

    /// Sends the next part of what waits for the device, as far as it still means something, and goes on once that is
    /// with the kernel; when nothing waits any more, the device is online.
    private func empty(_ device: DeviceIdentity, _ session: SignalSession, _ authority: any SignalAuthority) async {
        // It may be replaced while the authority is asked.
        while sessions[device]?.session == session {
            sessions[device]?.emptying = 0
            let (waiting, changes) = mailbox.take(for: device, upTo: Self.part, now: now())
            journal.record(changes)
            guard !waiting.isEmpty else { return isEmptied(device) }
            for entry in waiting {
                let kind = entry.outgoing.kind
                if await isWanted(entry.outgoing, by: session, authority) {
                    if sessions[device]?.session == session { sessions[device]?.emptying = entry.id }
                    send(.waited(entry), to: session)
                } else {
                    statistics.irrelevant += 1
                    count("irrelevant", kind)
                    if entry.isStored { journal.record([.remove([entry.id])]) }
                }
            }
            guard sessions[device]?.emptying == 0 else { return }
        }
    }

    /// Whether a signal that waited still means something to the device.
    private func isWanted(
        _ outgoing: OutgoingSignal, by session: SignalSession, _ authority: any SignalAuthority
    ) async -> Bool {
        if outgoing.kind.isExtension { return session.takesExtensions }
        guard let signal = outgoing.signal else { return false }
        return await authority.isRelevant(signal, for: session.identity)
    }

    private func isEmptied(_ device: DeviceIdentity) {
        sessions[device]?.emptying = nil
        guard sessions[device]?.isSubscribed == false else { return }
        sessions[device]?.isSubscribed = true
        notifier.yield(.opened(device))
    }

    private func handedOver(
        _ entry: SignalMailbox.Entry, by session: SignalSession, _ authority: any SignalAuthority
    ) async {
        if entry.isStored { journal.record([.remove([entry.id])]) }
        let device = session.identity
        guard let current = sessions[device], current.session == session, current.emptying == entry.id else { return }
        await empty(device, session, authority)
    }

    // MARK: - Sessions

    private func handle(_ batch: [SignalSessionEvent], _ authority: any SignalAuthority) async {
        var sent: [(SignalSession, ReceivedSignal)] = []
        for event in batch {
            if case .sent(let session, let signal) = event {
                sent.append((session, signal))
                continue
            }
            await relay(sent, authority)
            sent = []
            await handle(event, authority)
        }
        await relay(sent, authority)
    }

    private func handle(_ event: SignalSessionEvent, _ authority: any SignalAuthority) async {
        switch event {
        case .connecting(let session): admit(session)
        case .connected(let session): connected(session)
        case .subscribed(let session): await subscribed(session, authority)
        case .unsubscribed(let session): gone(session, isClosed: false)
        case .closed(let session):
            isAdmitted(session)
            gone(session, isClosed: true)
        case .dropped(_, let reason): drop(reason, nil)
        case .sent: break
        case .ordered(let session, let command, let call): order(command, call, by: session)
        case .handedOver(let session, let entry): await handedOver(entry, by: session, authority)
        case .missed(let session, let dispatch): await missed(dispatch, by: session, authority)
        }
    }

    /// The signature was good; the device may be gone since. The others do not wait for the look-up.
    private func admit(_ session: SignalSession) {
        admitting[session.identity, default: []].append(session)
        let directory = directory
        let logger = logger
        Task {
            do {
                if try await directory.isRegistered(session.identity) { session.accept() } else { session.refuse() }
            } catch {
                // Not the client's fault: it may come again, so no ERROR (wire-protocol 3.3).
                logger.error("The directory could not be asked about a device.")
                session.channel.close(promise: nil)
            }
        }
    }

    private func isAdmitted(_ session: SignalSession) {
        let others = admitting[session.identity]?.filter { $0 != session } ?? []
        admitting[session.identity] = others.isEmpty ? nil : others
    }

    private func connected(_ session: SignalSession) {
        isAdmitted(session)
        let device = session.identity
        if let older = sessions[device]?.session, older != session { older.end("a newer session of this device") }
        sessions[device] = Entry(session: session)
    }

    private func subscribed(_ session: SignalSession, _ authority: any SignalAuthority) async {
        await empty(session.identity, session, authority)
    }

    private func gone(_ session: SignalSession, isClosed: Bool) {
        let device = session.identity
        guard let entry = sessions[device], entry.session == session else { return }
        // What is under way does not make it online any more.
        sessions[device]?.emptying = nil
        if entry.isSubscribed { unsubscribe(device) }
        if isClosed { sessions[device] = nil }
    }

    private func unsubscribe(_ device: DeviceIdentity) {
        sessions[device]?.isSubscribed = false
        notifier.yield(.closed(device))
    }

    private func tell(_ authority: any SignalAuthority) async {
        for await notice in notices {
            switch notice {
            case .opened(let device): await authority.sessionOpened(device)
            case .closed(let device): await authority.sessionClosed(device)
            case .ordered(let command, let call, let identity):
                await authority.perform(command, call, by: identity)
            }
        }
    }

    // MARK: - Signals

    private func relay(_ sent: [(SignalSession, ReceivedSignal)], _ authority: any SignalAuthority) async {
        let allowed = sent.filter { mayPass($0.1.signal, from: $0.0) }
        guard !allowed.isEmpty else { return }
        let decisions = await authority.relay(
            allowed.map { RelayRequest(signal: $0.1.signal, sender: $0.0.identity) })
        var changes: [SignalMailbox.Change] = []
        for ((_, received), decision) in zip(allowed, decisions) {
            switch decision {
            case .deliver(let relayed, let device):
                if let call = relayed.call, !rates.allows(call, now: monotonic()) {
                    drop(.tooManyInCall, relayed.kind)
                } else {
                    changes += bring(OutgoingSignal(received, as: relayed), to: device)
                }
            case .drop(let reason): drop(reason, received.signal.kind)
            }
        }
        // Nobody waits for it: a client is not told whether its signal has arrived.
        journal.record(changes)
    }

    /// What the session itself decides: it is the newest, sends no more than it may, and does not say that it is another.
    private func mayPass(_ signal: Signal, from session: SignalSession) -> Bool {
        guard isCurrent(session) else { return false }
        guard rates.allows(session.identity, now: monotonic()) else {
            drop(.tooMany, signal.kind)
            return false
        }
        let route = signal.route
        guard route?.sender.map({ $0 == session.identity.user }) ?? true,
            route?.senderDevice.map({ $0 == session.identity.device }) ?? true
        else {
            drop(.forgedSender, signal.kind)
            return false
        }
        return true
    }

    private func order(_ command: CallCommand, _ call: CallID?, by session: SignalSession) {
        guard isCurrent(session) else { return }
        guard rates.allows(session.identity, now: monotonic()) else { return drop(.tooMany, nil) }
        count("ordered", nil)
        notifier.yield(.ordered(command, call, session.identity))
    }

    private func isCurrent(_ session: SignalSession) -> Bool {
        sessions[session.identity]?.session == session
    }

    private func drop(_ reason: RelayDrop, _ kind: SignalKind?) {
        statistics.dropped[reason, default: 0] += 1
        count(reason.rawValue, kind)
    }

    private func count(_ outcome: String, _ kind: SignalKind?) {
        outcomes[Outcome(kind: kind, outcome: outcome), default: 0] += 1
    }

    private func send(_ dispatch: SignalDispatch, to session: SignalSession) {
        statistics.delivered += 1
        count("delivered", dispatch.outgoing.kind)
        session.deliver(dispatch) { [queue] in queue.append($0) }
    }
}
