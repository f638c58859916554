/// How long a call waits for what may not come.
public struct CallTimes: Sendable {
    /// How long the end of a call waits for the server, and again for media, before it goes on without.
    public var teardown: Duration
    /// How long media may take to reach the media server before the call ends.
    public var connection: Duration
    /// How long the way into the room may take when the media connection is lost on it: nothing flows yet that had to be kept.
    public var entering: Duration
    /// How long the media connection may be gone before the call ends: as long as the server waits for a device that is away.
    public var recovery: Duration
    /// How long one attempt at a new media connection may take to enter the room, and again until media flows.
    public var attempt: Duration
    /// How long a receiving connection that broke may take to come back by itself.
    public var grace: Duration
    /// How long no audio arrives before the media connection counts as broken: it is sent without pause, also by those who mute.
    public var silence: Duration
    /// How long the signal with the reason of an end may come behind an answer that says that the call is over.
    public var endReason: Duration
    /// How long the end of a call waits for the last counters, while keys are still there.
    public var counting: Duration
    /// How long a leave may take to reach the signalling, before the server hears of the end.
    public var leaving: Duration
    /// How long what is said to a caller may take to reach the server, before that hears that nobody comes.
    public var replying: Duration
    /// How often the connections that receive are looked at for what the line does to them.
    public var reception: Duration
    /// How long Janus may say that no audio of this device arrives before the connection counts as broken.
    public var unheard: Duration
    /// How often a media connection that fell silent is looked at, while another is being made.
    public var revival: Duration

    public init(
        teardown: Duration = .seconds(5), connection: Duration = .seconds(30), entering: Duration = .seconds(15),
        recovery: Duration = .seconds(60), attempt: Duration = .seconds(5), grace: Duration = .seconds(1),
        silence: Duration = .milliseconds(2500), endReason: Duration = .seconds(1),
        counting: Duration = .milliseconds(250), leaving: Duration = .seconds(1), replying: Duration = .seconds(2),
        reception: Duration = .milliseconds(500), unheard: Duration = .milliseconds(1500),
        revival: Duration = .milliseconds(200)
    ) {
        self.teardown = teardown
        self.connection = connection
        self.entering = entering
        self.recovery = recovery
        self.attempt = attempt
        self.grace = grace
        self.silence = silence
        self.endReason = endReason
        self.counting = counting
        self.leaving = leaving
        self.replying = replying
        self.reception = reception
        self.unheard = unheard
        self.revival = revival
    }
}
