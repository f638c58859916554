/// How a person wants to hear somebody else. The others learn nothing of it.
struct Hearing: Sendable, Equatable {
    /// Percent: 100 is as it comes.
    var volume = 100
    var isHeard = true

    var percent: Int { isHeard ? volume : 0 }
}
