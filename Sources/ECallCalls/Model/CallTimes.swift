/// How long a call waits for what may not come.
struct CallTimes: Sendable {
    /// How long the end of a call waits for the server, and again for media, before it goes on without.
    var teardown = Duration.seconds(5)
    /// How long media may take to reach the media server before the call ends.
    var connection = Duration.seconds(30)
    /// How long the way into the room may take when the media connection is lost on it: nothing flows yet that had to be kept.
    var entering = Duration.seconds(15)
    /// How long the media connection may be gone before the call ends: as long as the server waits for a device that is away.
    var recovery = Duration.seconds(60)
    /// How long one attempt at a new media connection may take to enter the room, and again until media flows.
    var attempt = Duration.seconds(5)
    /// How long a receiving connection that broke may take to come back by itself.
    var grace = Duration.seconds(1)
    /// How long no audio arrives before the media connection counts as broken: it is sent without pause, also by those who mute.
    var silence = Duration.milliseconds(2500)
    /// How long the signal with the reason of an end may come behind an answer that says that the call is over.
    var endReason = Duration.seconds(1)
    /// How long the end of a call waits for the last counters, while keys are still there.
    var counting = Duration.milliseconds(250)
    /// How long a leave may take to reach the signalling, before the server hears of the end.
    var leaving = Duration.seconds(1)
    /// How long what is said to a caller may take to reach the server, before that hears that nobody comes.
    var replying = Duration.seconds(2)
    /// How often the connections that receive are looked at for what the line does to them.
    var reception = Duration.milliseconds(500)
    /// How long Janus may say that no audio of this device arrives before the connection counts as broken.
    var unheard = Duration.milliseconds(1500)
    /// How often a media connection that fell silent is looked at, while another is being made.
    var revival = Duration.milliseconds(200)
}
