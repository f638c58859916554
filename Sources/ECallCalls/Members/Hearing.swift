/// A person's settings for hearing another participant. The others learn nothing of them.
struct Hearing: Sendable, Equatable {
    /// Percent: 100 is as it comes.
    var volume = 100
    var isHeard = true

    var percent: Int { isHeard ? volume : 0 }
}
