/// The times and bounds of handing out keys (e2ee 3 to 6). Times in milliseconds.
public enum KeyDistributionLimits {
    /// Within this time only the newest join of an address is processed.
    public static let joinInterval: UInt64 = 2_000
    /// The most joins of one address that are processed in a call.
    public static let joinsOfAddress = 30
    /// Devices that are remembered in a call.
    public static let devices = 128
    /// Joins that arrive this long after the own entry, or before the first list of participants, need no invitation.
    public static let entryTime: UInt64 = 5_000
    /// A device whose join was relayed counts as listed for this long, even if a list does not name it yet.
    public static let relayedListing: UInt64 = 3_000

    /// A newcomer within this time of the last step waits for its end; so does the answer to a leave.
    public static let gathering: UInt64 = 250
    /// The time from handing out a new generation to sealing with it.
    public static let adoptionDelay: UInt64 = 250
    /// How long a generation continues to seal after a device that has it has left.
    public static let leaveGrace: UInt64 = 500
    /// The shortest life of a generation; up to `lifeSpread` more is drawn.
    public static let generationLife: UInt64 = 270_000
    public static let lifeSpread: UInt64 = 60_000

    /// Openings of an address that may fail before it is ignored for `failurePause`.
    public static let openFailures = 8
    public static let failurePause: UInt64 = 10_000
    /// One question, and one answer, for each pair in this time.
    public static let askInterval: UInt64 = 3_000
    /// Answers to `again` in a second, in all.
    public static let answersPerSecond = 20
    /// Messages of one address in a second that are opened or verified.
    public static let messagesPerSecond = 50
    /// People who may be invited to a call.
    public static let invited = 512
    /// The most people named by an invite that rings no one.
    public static let named = 128
    /// Identities or statements of one answer of the server that are read.
    public static let published = 256
    /// The number of generations for which the moment is remembered at which a member was handed them.
    static let rememberedGenerations = 16
    /// The most people who may join a call by the invites of one address: as many as there may be in it.
    public static let invitedBy = 50
    /// The most reminders to a device of a person whom it seems to hold for want of an invite; for each join.
    public static let reminders: UInt8 = 3
    /// Waiting vouches of one address.
    public static let waitingVouches = 16
    /// Waiting invites of one address.
    public static let waitingInvites = 4
    /// The times at which a listed device without a join is asked for it, each after the one before; the last one repeats.
    public static let askTimes: [UInt64] = [1_000, 3_000, 6_000, 12_000, 15_000]

    /// The period of statuses, and the one of a call with more than `fewEntries` others.
    public static let period: UInt64 = 10_000
    public static let longPeriod: UInt64 = 20_000
    public static let fewEntries = 15
    /// A tick this late is an absence of this device.
    public static let lateTick: UInt64 = 5_000
    /// The time that an own absence adds to three periods.
    public static let absenceExtension: UInt64 = 15_000
    /// The time between two statuses to one device in addition to the regular ones.
    public static let statusInterval: UInt64 = 3_000
    /// Own statuses whose instant is remembered.
    public static let rememberedStatuses = 256
    /// The most replies of one address that are processed in a call.
    public static let repliesOfAddress = 8
    /// The time between two signals with reports.
    public static let reportInterval: UInt64 = 2_000
    /// The time after which an unchanged report is sent again: the one before may be lost.
    public static let reportRepetition: UInt64 = 10_000
    /// The least time between two signals with gestures that are new to a member.
    public static let gestureInterval: UInt64 = 1_000
    /// The time for which a reaction is part of every report.
    public static let reactionTime: UInt64 = 4_000
    /// Within this time only the first reaction of a device is reported.
    public static let reactionPause: UInt64 = 500
    /// A raised hand counts as lowered if nothing was received about it for this long: three reports are missing.
    public static let handTime: UInt64 = 35_000
    /// A generation that was distributed this long before a status should show in its echo.
    public static let repairTime: UInt64 = 3_000
}
