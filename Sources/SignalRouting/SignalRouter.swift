import CallEngine
import ECallAPI

/// Handles the reports of devices' sessions, asks the calls about signals, and carries out their decisions.
package actor SignalRouter {
    private let sessions: SignalSessions
    private let authority: any SignalAuthority

    package init(sessions: SignalSessions, authority: any SignalAuthority) {
        self.sessions = sessions
        self.authority = authority
    }

    /// The executor of the sessions: calling them does not suspend, and a signal needs no extra hop.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { sessions.unownedExecutor }

    /// Handles session reports until cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.notify() }
            group.addTask { await self.sessions.reports.read { await self.handle($0) } }
        }
    }

    private func notify() async {
        for await notice in sessions.notices {
            switch notice {
            case .opened(let device): await authority.sessionOpened(device)
            case .going(let device): await authority.sessionGoing(device)
            case .closed(let device): await authority.sessionClosed(device)
            case .ordered(let command, let call, let identity): await authority.perform(command, call, by: identity)
            }
        }
    }

    // MARK: - Reports

    /// Consecutive signals are decided together.
    private func handle(_ batch: [SignalSessionEvent]) async {
        var sent: [SentSignal] = []
        for event in batch {
            if case .sent(let session, let received) = event {
                sent.append(SentSignal(session: session, received: received))
                continue
            }
            await relay(sent)
            sent = []
            await handle(event)
        }
        await relay(sent)
    }

    private func handle(_ event: SignalSessionEvent) async {
        switch event {
        case .connecting(let session): await sessions.admit(session)
        case .connected(let session): await sessions.connected(session)
        case .subscribed(let session): await begin(session)
        case .unsubscribed(let session): await sessions.unsubscribed(session)
        case .going(let session): await sessions.going(session)
        case .closed(let session): await sessions.closed(session)
        case .dropped(_, let reason): await sessions.drop(reason, nil)
        case .sent: break
        case .ordered(let session, let command, let call): await sessions.order(command, call, by: session)
        case .handedOver(let session, let entry):
            if await sessions.handedOver(entry, by: session) { await sendWaiting(to: session) }
        case .missed(let session, let dispatch):
            if let newer = await sessions.missed(dispatch, by: session) { await sendWaiting(to: newer) }
        case .messageHandedOver(let session, let message):
            if await sessions.messageHandedOver(message, by: session) { await sendWaiting(to: session) }
        case .given: await sessions.sendGiven()
        }
    }

    /// Relays signals in their order: here, up to one that only the calls can decide about. They are asked once about that one
    /// and all behind it, which would have to wait for the answer anyway.
    private func relay(_ sent: [SentSignal]) async {
        guard !sent.isEmpty else { return }
        var rest = await sessions.allowed(sent)[...]
        var decided: [(sent: SentSignal, decision: RelayDecision)] = []
        while let first = rest.first, let decision = authority.relayAtOnce(RelayRequest(first)) {
            decided.append((first, decision))
            rest.removeFirst()
        }
        if !decided.isEmpty { await sessions.carryOut(decided) }
        guard !rest.isEmpty else { return }
        let decisions = await authority.relay(rest.map(RelayRequest.init))
        await sessions.carryOut(zip(rest, decisions).map { (sent: $0, decision: $1) })
    }

    /// Begins delivery to a subscribed device: first the E2EE messages of its call, then its queued signals.
    private func begin(_ session: SignalSession) async {
        let messages = session.takesE2EE ? await authority.e2eeMessages(for: session.identity) : nil
        if await sessions.begin(session, messages) { await sendWaiting(to: session) }
    }

    // MARK: - Mailbox

    /// Sends the next part of the device's queue, as far as still relevant, and continues once that is with the kernel;
    /// with an empty queue, the device is online.
    private func sendWaiting(to session: SignalSession) async {
        while let waiting = await sessions.takeWaiting(for: session) {
            var (wanted, irrelevant): ([SignalMailbox.Entry], [SignalMailbox.Entry]) = ([], [])
            for entry in waiting {
                if await isWanted(entry.outgoing, by: session) {
                    wanted.append(entry)
                } else {
                    irrelevant.append(entry)
                }
            }
            if await sessions.send(wanted, irrelevant: irrelevant, to: session) { return }
        }
    }

    /// Whether a queued signal is still relevant to the device.
    private func isWanted(_ outgoing: OutgoingSignal, by session: SignalSession) async -> Bool {
        if outgoing.kind.isExtension { return session.takesExtensions }
        guard let signal = outgoing.signal else { return false }
        return await authority.isRelevant(signal, for: session.identity)
    }
}

/// A device's signal and the session it arrived on.
struct SentSignal: Sendable {
    let session: SignalSession
    let received: ReceivedSignal
}

extension RelayRequest {
    fileprivate init(_ sent: SentSignal) { self.init(signal: sent.received.signal, sender: sent.session.identity) }
}
