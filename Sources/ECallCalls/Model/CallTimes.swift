struct CallTimes: Sendable {
    /// How long the end of a call waits for the server, and again for media, before it continues without.
    var teardown = Duration.seconds(5)
    /// How long media may take to reach the media server before the call ends.
    var connection = Duration.seconds(30)
    /// How long joining the room may take when the media connection is lost meanwhile: no media flow yet that would have to be
    /// kept.
    var entering = Duration.seconds(15)
    /// How long the media connection may be lost before the call ends: as long as the server waits for a device that is away.
    var recovery = Duration.seconds(60)
    /// How long one attempt at a new media connection may take to enter the room, and again until media flows.
    var attempt = Duration.seconds(5)
    /// How long a broken receiving connection may take to recover by itself.
    var grace = Duration.seconds(1)
    /// The time without incoming audio after which the media connection counts as broken: audio is sent without pause, also by
    /// muted participants.
    var silence = Duration.milliseconds(2500)
    /// How long after the answer that a call is over the signal with the reason may arrive.
    var endReason = Duration.seconds(1)
    /// How long the end of a call waits for the last counters, while keys are still there.
    var counting = Duration.milliseconds(250)
    /// How long a leave may take to reach the signalling, before the server hears of the end.
    var leaving = Duration.seconds(1)
    /// How long a reply to a caller may take to reach the server before the decline is sent without it.
    var replying = Duration.seconds(2)
    /// The interval at which the receiving connections are checked for the state of the network.
    var reception = Duration.milliseconds(500)
    /// How long Janus may report that no audio of this device arrives before the connection counts as broken.
    var unheard = Duration.milliseconds(1500)
    /// The interval at which a silent media connection is checked while another is being made.
    var revival = Duration.milliseconds(200)
}
