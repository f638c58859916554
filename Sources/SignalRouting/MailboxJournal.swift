import ECallAPI
package import Logging
package import ServerFoundation
import Synchronization

/// Writes mailbox changes to the database in order, as many as there are in one transaction.
package final class MailboxJournal: Sendable {
    private struct State {
        var changes: [SignalMailbox.Change] = []
        /// The tasks that wait for a change to be written.
        var waiting: [(number: UInt64, done: CheckedContinuation<Void, Never>)] = []
        var isWriting = false
        /// The number of changes so far, and of those that were written.
        var (recorded, written): (UInt64, UInt64) = (0, 0)
    }

    private let database: any Database
    private let logger: Logger
    private let state = Mutex(State())

    package init(database: any Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Records changes without waiting for the write. Returns the number of the last one so far.
    @discardableResult package func record(_ changes: [SignalMailbox.Change]) -> UInt64 {
        let (isFirst, number) = state.withLock { state in
            state.changes += changes
            state.recorded += UInt64(changes.count)
            guard !changes.isEmpty, !state.isWriting else { return (false, state.recorded) }
            state.isWriting = true
            return (true, state.recorded)
        }
        if isFirst { Task { await write() } }
        return number
    }

    /// Returns once the change of this number, and all before it, are durable. If the database cannot be written, they stay
    /// in memory only, which is logged.
    package func stored(_ number: UInt64) async {
        await withCheckedContinuation { done in
            let isWritten = state.withLock { state in
                if state.written < number { state.waiting.append((number, done)) }
                return state.written >= number
            }
            if isWritten { done.resume() }
        }
    }

    /// Records changes and waits until they are durable.
    package func store(_ changes: [SignalMailbox.Change]) async {
        guard !changes.isEmpty else { return }
        await stored(record(changes))
    }

    private func write() async {
        while let changes = next() {
            do {
                try await database.write(changes.contains(where: \.isLasting) ? .synced : .written) { sql in
                    let mailbox = MailboxRepository(sql)
                    for change in changes { try mailbox.apply(change) }
                }
            } catch {
                logger.error(
                    "Waiting signals could not be stored.",
                    metadata: ["count": "\(changes.count)", "error": "\(type(of: error))"])
            }
            let done = state.withLock { state in
                state.written += UInt64(changes.count)
                let written = state.written
                defer { state.waiting.removeAll { $0.number <= written } }
                return state.waiting.filter { $0.number <= written }.map(\.done)
            }
            for one in done { one.resume() }
        }
    }

    private func next() -> [SignalMailbox.Change]? {
        state.withLock { state in
            guard !state.changes.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.changes = [] }
            return state.changes
        }
    }
}

extension SignalMailbox.Change {
    /// Whether it must survive a power failure: a signal that is delivered twice is no loss.
    fileprivate var isLasting: Bool {
        switch self {
        case .insert, .forget: true
        case .remove: false
        }
    }
}
