/// A person's settings for hearing another participant. The others learn nothing of them.
struct PlaybackSettings: Sendable, Equatable {
    /// The volume in percent: 100 is unchanged.
    var volume = 100
    var isHeard = true

    var percent: Int { isHeard ? volume : 0 }
}
