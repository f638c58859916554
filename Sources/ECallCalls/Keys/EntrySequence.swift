import ECallCore

/// The numbers of this device's joins and invites: each above all earlier ones, whatever the clock says (e2ee 3).
struct EntrySequence {
    let storage: any KeyStorage
    let time: any TimeSource

    /// Returns the next number; it is stored before it can be used.
    func next() throws(CallFailure) -> UInt64 {
        try syncStep { () throws(KeyStorageError) in
            let last = try storage.value(.entrySequence, as: UInt64.self) ?? 0
            let next = max(last + 1, time.date().unixMilliseconds)
            try storage.store(next, as: .entrySequence)
            return next
        }
    }
}
