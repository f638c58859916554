import ECallAPI

/// A change that an operator made by a command.
enum OperatorAction: Sendable, Equatable {
    case initialize
    case newSecret
    case migrate
    /// The latest sign-in that the backup knows; zero if it knows none.
    case restore(knownUntil: Timestamp)
    case acceptClock
    case suspend(UserID, until: Timestamp?)
    case unsuspend(UserID)
    case deleteAccount(UserID)
    case removeDevice(DeviceID)
    case revokeTokens(UserID)
    case closeReport(ReportID)

    /// The words of the command.
    var name: String {
        switch self {
        case .initialize: "init"
        case .newSecret: "init --new-secret"
        case .migrate: "migrate"
        case .restore: "restore"
        case .acceptClock: "accept-clock"
        case .suspend: "users suspend"
        case .unsuspend: "users unsuspend"
        case .deleteAccount: "users delete"
        case .removeDevice: "devices remove"
        case .revokeTokens: "tokens revoke"
        case .closeReport: "reports close"
        }
    }

    /// The number of the account, device or report, and a moment. No name, address or reason, which outlive an account here.
    var subject: String {
        switch self {
        case .initialize, .newSecret, .migrate, .acceptClock: ""
        case .restore(let moment): moment.milliseconds == 0 ? "" : "sign-ins until \(moment)"
        case .suspend(let user, let end): "account \(user)" + (end.map { " until \($0)" } ?? "")
        case .unsuspend(let user), .deleteAccount(let user), .revokeTokens(let user): "account \(user)"
        case .removeDevice(let device): "device \(device)"
        case .closeReport(let report): "report \(report)"
        }
    }
}
