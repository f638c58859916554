/// The failures that a transaction survives once it is committed.
package enum Durability: Sendable, Comparable {
    /// The end of the process, also by `kill -9`, but not a power failure: the last of these transactions may be lost then,
    /// in the order in which they were written.
    case written
    /// A power failure, too, with all transactions before it.
    case synced
}
