import ECallAPI

/// Whether the media connection is lost, and the status due to the server (wire-protocol 4.8): the last one counts. Pure.
struct CallRecovery {
    private(set) var isInterrupted = false
    private var status: ParticipantStatus?
    private var told: ParticipantStatus?
    private var isTelling = false

    /// - Returns: the status to tell the server now; nil if another task is telling it already, or it knows.
    mutating func interrupted() -> ParticipantStatus? {
        isInterrupted = true
        return stands(.reconnecting)
    }

    mutating func restored() -> ParticipantStatus? {
        isInterrupted = false
        return stands(.connected)
    }

    mutating func stands(_ new: ParticipantStatus) -> ParticipantStatus? {
        status = new
        guard !isTelling else { return nil }
        isTelling = true
        return next()
    }

    /// Records that the report to the server succeeded or failed; returns what to report next, nil if nothing has changed
    /// meanwhile.
    mutating func next() -> ParticipantStatus? {
        guard let status, status != told else {
            isTelling = false
            return nil
        }
        told = status
        return status
    }
}
