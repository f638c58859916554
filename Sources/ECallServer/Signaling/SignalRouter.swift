import ECallAPI
import Foundation
import Logging
import NIOCore

/// Knows which device has which session, brings signals to it, and keeps them a while for devices that are away.
///
/// The newest session of a device wins. Sessions report into one queue, so that what happened first is handled first.
actor SignalRouter: SignalDelivery {
    /// How often what happened, for operators and tests.
    struct Statistics: Sendable, Equatable {
        var delivered = 0
        var waited = 0
        var irrelevant = 0
        var dropped: [RelayDrop: Int] = [:]
    }

    /// A signal by its type, and what became of it.
    struct Outcome: Sendable, Hashable {
        let kind: SignalKind?
        let outcome: String
    }

    private struct Entry {
        let session: SignalSession
        var isSubscribed = false
    }

    private let directory: any Directory
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private var sessions: [DeviceID: Entry] = [:]
    private var mailbox = SignalMailbox()
    private(set) var statistics = Statistics()
    /// The same by type, since the start.
    private(set) var outcomes: [Outcome: Int] = [:]
    private nonisolated let events: AsyncStream<SignalSessionEvent>
    private nonisolated let queue: AsyncStream<SignalSessionEvent>.Continuation

    init(directory: any Directory, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.directory = directory
        self.now = now
        self.logger = logger
        (events, queue) = AsyncStream.makeStream()
    }

    /// Where sessions report to, from any thread.
    nonisolated func report(_ event: SignalSessionEvent) { queue.yield(event) }

    /// Handles what sessions report, until cancelled.
    func run(authority: any SignalAuthority) async {
        for await event in events { await handle(event, authority) }
    }

    // MARK: - SignalDelivery

    func deliver(_ signal: SignalMessage, to device: DeviceID) {
        if let entry = sessions[device], entry.isSubscribed {
            if signal.kind.isExtension, !entry.session.takesExtensions { return }
            send(signal, to: entry.session)
        } else {
            statistics.waited += 1
            count("waiting", signal.kind)
            mailbox.put(signal, for: device, now: now())
        }
    }

    func isOnline(_ device: DeviceID) -> Bool { sessions[device]?.isSubscribed ?? false }

    func disconnect(_ device: DeviceID) {
        mailbox.forget(device)
        sessions[device]?.session.end("this device was signed out")
    }

    // MARK: - Sessions

    private func handle(_ event: SignalSessionEvent, _ authority: any SignalAuthority) async {
        switch event {
        case .connecting(let session): admit(session)
        case .connected(let session): connected(session)
        case .subscribed(let session): await subscribed(session, authority)
        case .unsubscribed(let session), .closed(let session): await gone(event, session, authority)
        case .dropped(_, let reason): drop(reason, nil)
        case .sent(let session, let bytes): await relay(bytes, from: session, authority)
        }
    }

    /// The signature was good; the device may be gone since. The others do not wait for the look-up.
    private func admit(_ session: SignalSession) {
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

    private func connected(_ session: SignalSession) {
        let device = session.identity.device
        if let older = sessions[device]?.session, older != session { older.end("a newer session of this device") }
        sessions[device] = Entry(session: session)
    }

    private func subscribed(_ session: SignalSession, _ authority: any SignalAuthority) async {
        let device = session.identity.device
        while true {
            // It may have been replaced while the authority was asked.
            guard sessions[device]?.session == session else { return }
            let waiting = mailbox.take(for: device, now: now())
            guard !waiting.isEmpty else { break }
            for signal in waiting {
                if await authority.isRelevant(signal, for: device) {
                    send(signal, to: session)
                } else {
                    statistics.irrelevant += 1
                    count("irrelevant", signal.kind)
                }
            }
        }
        sessions[device]?.isSubscribed = true
        await authority.sessionOpened(device)
    }

    private func gone(
        _ event: SignalSessionEvent, _ session: SignalSession, _ authority: any SignalAuthority
    ) async {
        let device = session.identity.device
        guard sessions[device]?.session == session else { return }
        if case .closed = event {
            sessions[device] = nil
        } else {
            sessions[device]?.isSubscribed = false
        }
        await authority.sessionClosed(device)
    }

    // MARK: - Signals

    private func relay(_ bytes: [UInt8], from session: SignalSession, _ authority: any SignalAuthority) async {
        guard sessions[session.identity.device]?.session == session else { return }
        guard let signal = SignalMessage(json: Data(bytes)) else {
            return drop(.malformed, nil)
        }
        switch await authority.relay(signal, from: session.identity) {
        case .deliver(let relayed, let device): deliver(relayed, to: device)
        case .drop(let reason): drop(reason, signal.kind)
        }
    }

    private func drop(_ reason: RelayDrop, _ kind: SignalKind?) {
        statistics.dropped[reason, default: 0] += 1
        count(reason.rawValue, kind)
    }

    private func count(_ outcome: String, _ kind: SignalKind?) {
        outcomes[Outcome(kind: kind, outcome: outcome), default: 0] += 1
    }

    private func send(_ signal: SignalMessage, to session: SignalSession) {
        guard let json = try? signal.json() else { return }
        statistics.delivered += 1
        count("delivered", signal.kind)
        session.deliver(ByteBuffer(bytes: json))
    }
}
