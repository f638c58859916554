/// One call key as one track's opener sees it: the base key and the sender's sessions under it.
struct ReceiveKey<Provider: FrameCryptoProvider>: Sendable {
    struct Session: Sendable {
        let key: SFrameKey<Provider>
        var window = ReplayWindow()
        var lastOpened: UInt64
        var closesAt: UInt64?
    }

    let id: UInt64
    let tag: UInt16
    let baseKey: Provider.Secret
    var expiresAt: UInt64?
    private var sessions: [UInt64: Session] = [:]
    /// Never opened again while the key lives.
    private var closed: Set<UInt64> = []

    init(id: UInt64, tag: UInt16, baseKey: Provider.Secret, expiresAt: UInt64?) {
        self.id = id
        self.tag = tag
        self.baseKey = baseKey
        self.expiresAt = expiresAt
    }

    /// Whether the session has opened frames under this key, closed since or not.
    func knows(_ session: UInt64) -> Bool { sessions[session] != nil || closed.contains(session) }

    /// The session's state; nil when it is closed, as of now if its time has come.
    mutating func openSession(_ session: UInt64, now: UInt64) -> Session? {
        closeDue(now: now)
        return sessions[session]
    }

    /// Opens a session, at the cost of the one idle for longest when there are too many.
    mutating func begin(session: UInt64, key: SFrameKey<Provider>, now: UInt64) {
        closeDue(now: now)
        if sessions.count >= OpeningLimits.sessionsPerKey,
            let idle = sessions.min(by: { ($0.value.lastOpened, $0.key) < ($1.value.lastOpened, $1.key) })
        {
            close(idle.key)
        }
        sessions[session] = Session(key: key, lastOpened: now)
    }

    /// Records an opened frame; answers whether no counter before it is missing.
    mutating func mark(session: UInt64, counter: UInt64, now: UInt64) -> Bool {
        guard let highest = sessions[session]?.window.highest else {
            sessions[session]?.window.mark(counter)
            return counter == 0
        }
        sessions[session]?.window.mark(counter)
        sessions[session]?.lastOpened = now
        return counter <= highest || counter == highest + 1
    }

    /// Closes the sessions that are open now, at an instant; one that closes sooner is not given more time.
    mutating func closeSessions(at instant: UInt64, now: UInt64) {
        closeDue(now: now)
        for (session, state) in sessions where state.closesAt == nil {
            sessions[session]?.closesAt = instant
        }
    }

    private mutating func closeDue(now: UInt64) {
        for (session, state) in sessions where state.closesAt.map({ now >= $0 }) ?? false { close(session) }
    }

    private mutating func close(_ session: UInt64) {
        sessions[session] = nil
        closed.insert(session)
    }
}
