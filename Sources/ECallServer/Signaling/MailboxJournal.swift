import ECallAPI
import Logging
import Synchronization

/// Writes the changes of the mailboxes into the database, in their order, as many as there are in one transaction.
final class MailboxJournal: Sendable {
    private struct State {
        var changes: [SignalMailbox.Change] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isWriting = false
    }

    private let database: any Database
    private let logger: Logger
    private let state = Mutex(State())

    init(database: any Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Without waiting until they are written.
    func record(_ changes: [SignalMailbox.Change]) { add(changes, nil) }

    /// Returns once the changes, and all before them, would survive the process. Where the database cannot be written
    /// they are in memory only, and the log says so.
    func store(_ changes: [SignalMailbox.Change]) async {
        guard !changes.isEmpty else { return }
        await withCheckedContinuation { add(changes, $0) }
    }

    private func add(_ changes: [SignalMailbox.Change], _ waiting: CheckedContinuation<Void, Never>?) {
        guard !changes.isEmpty else { return }
        let isFirst = state.withLock { state in
            state.changes += changes
            if let waiting { state.waiting.append(waiting) }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { Task { await write() } }
    }

    private func write() async {
        while let (changes, waiting) = next() {
            do {
                try await database.write { sql in
                    let mailbox = MailboxRepository(sql)
                    for change in changes { try mailbox.apply(change) }
                }
            } catch {
                logger.error(
                    "Waiting signals could not be stored.",
                    metadata: ["count": "\(changes.count)", "error": "\(type(of: error))"])
            }
            for one in waiting { one.resume() }
        }
    }

    private func next() -> ([SignalMailbox.Change], [CheckedContinuation<Void, Never>])? {
        state.withLock { state in
            guard !state.changes.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { (state.changes, state.waiting) = ([], []) }
            return (state.changes, state.waiting)
        }
    }
}
