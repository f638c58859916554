import ECallAPI

/// A position in a history, after this call. As a string `<milliseconds>.<call>`, opaque to clients.
struct CallCursor: Sendable, Equatable, LosslessStringConvertible {
    let startedAt: Timestamp
    let call: CallID

    init(startedAt: Timestamp, call: CallID) { (self.startedAt, self.call) = (startedAt, call) }

    init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let moment = Int64(parts[0]), let call = CallID(String(parts[1])) else { return nil }
        self.init(startedAt: Timestamp(milliseconds: moment), call: call)
    }

    var description: String { "\(startedAt.milliseconds).\(call)" }
}
