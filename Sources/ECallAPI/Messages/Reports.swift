/// The reason for a report to the operator.
public enum ReportReason: String, Codable, Sendable, CaseIterable, WireEnumeration {
    case spam, harassment, impersonation, other

    /// All names, for people to read.
    public static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// `POST /reports`: reports a person to the operator of the server. These members are all that is sent: nothing of the content of a
/// call, which the server does not have (wire-protocol 8.4).
public struct ReportRequest: Codable, Sendable, Equatable {
    /// The person reported.
    public var userId: UserID
    public var reason: ReportReason
    /// In the reporter's own words; at most `longestNote` long.
    public var note: String?
    /// The call that the report is about, if any.
    public var callId: CallID?

    /// In UTF-16 units, as fields of forms count.
    public static let longestNote = 500

    public init(userId: UserID, reason: ReportReason, note: String? = nil, callId: CallID? = nil) {
        self.userId = userId
        self.reason = reason
        self.note = note
        self.callId = callId
    }
}
