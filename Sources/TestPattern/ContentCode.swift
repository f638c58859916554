/// The picture and sound of the test source, so that a receiver can prove whose picture and tone it decoded.
package enum ContentCode {
    /// The number of senders with a tone of their own; further numbers share one.
    package static let toneCount = 48

    /// The tone of a sender in hertz: 400, 500 … 5 100, by sender number modulo 48.
    ///
    /// All are multiples of 10 Hz, so that a window of 100 ms holds whole periods of each and no tone leaks into another.
    package static func frequency(_ sender: UInt16) -> Int {
        400 + 100 * (Int(sender) % toneCount)
    }
}
