import CallEngine
import ECallAPI
import ServerFoundation
import SignalRouting

struct DatabaseCallRecords: CallRecords {
    let database: any Database

    func save(_ batch: CallBatch) async throws {
        try await database.write(batch.durability) { sql in
            let (calls, live) = (CallRepository(sql), LiveCallRepository(sql))
            for snapshot in batch.snapshots.values { try calls.save(snapshot) }
            for change in batch.live.values {
                try live.save(change.call, since: change.before)
                if let connectedAt = change.call.connectedAt, change.before?.connectedAt == nil {
                    try calls.setConnected(change.call.id, at: connectedAt)
                }
            }
            for (call, devices) in batch.over { try live.end(call, untold: devices) }
            for call in batch.forgotten { try live.forget(call) }
            let mailbox = MailboxRepository(sql)
            for copy in batch.copies { try mailbox.apply(copy) }
            let contacts = ContactRepository(sql)
            for talk in batch.interactions { try contacts.recordInteraction(talk.one, talk.other, at: talk.moment) }
        }
    }

    func exists(_ call: CallID, with user: UserID) async throws -> Bool {
        try await database.read { try CallRepository($0).exists(call, with: user) }
    }

    func noteAlive(at moment: Timestamp) async throws {
        try await database.write { try LiveCallRepository($0).noteAlive(at: moment) }
    }

    func recoveredCalls() async throws -> RecoveredCalls {
        try await database.read { try LiveCallRepository($0).recoveredCalls() }
    }

    func endAll(except calls: Set<CallID>, at moment: Timestamp) async throws {
        try await database.write { sql in
            try LiveCallRepository(sql).forgetAll(except: calls)
            try CallRepository(sql).endAll(except: calls, at: moment)
        }
    }
}
