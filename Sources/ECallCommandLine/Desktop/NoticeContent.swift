import ECallCalls

/// The capabilities of a notification server (Desktop Notifications Specification 1.2, GetCapabilities).
struct NoticeCapabilities: OptionSet, Sendable, Equatable {
    let rawValue: Int32

    /// Buttons.
    static let actions = NoticeCapabilities(rawValue: 1)
    static let body = NoticeCapabilities(rawValue: 2)
    /// The body is read as markup.
    static let markup = NoticeCapabilities(rawValue: 4)
}

/// A notification as it goes to the server of notifications. Pure.
struct NoticeContent: Sendable, Equatable {
    enum Urgency: UInt8, Sendable {
        case low = 0
        case critical = 2
    }

    struct Button: Sendable, Equatable {
        let key: NoticeChoice
        let label: String
    }

    /// Length of a name; longer ones are cut.
    static let longestName = 80

    var summary: String
    var body: String
    var buttons: [Button] = []
    var urgency = Urgency.low
    var icon = "call-stop"
    var category = "call.unanswered"
    /// A name of the Sound Naming Specification; nil is silent.
    var sound: String?
    /// Whether it stays until it is closed.
    var stays = false

    init(_ notice: Notice, _ capabilities: NoticeCapabilities) {
        var lines: [String]
        switch notice {
        case .ring(let call, let problem):
            summary = call.isVideo ? "Incoming video call" : "Incoming call"
            lines = [Self.caller(call)]
            if let problem { lines.append("It could not be answered. " + TerminalText.safe(problem)) }
            if capabilities.contains(.actions) {
                buttons = [Button(key: .answer, label: "Answer"), Button(key: .decline, label: "Decline")]
            } else {
                lines.append("Answer: ecall answer - decline: ecall decline")
            }
            (urgency, icon, category, sound, stays) =
                (.critical, "call-start", "call.incoming", "phone-incoming-call", true)
        case .missed(let call):
            summary = call.isVideo ? "Missed video call" : "Missed call"
            lines = [Self.caller(call)]
        case .failed(let call, let problem):
            summary = "The call failed"
            category = "call.ended"
            lines = [Self.caller(call)] + (problem.map { [TerminalText.safe($0)] } ?? [])
        }
        body = ""
        guard capabilities.contains(.body) else {
            summary += ": " + lines[0]
            return
        }
        if capabilities.contains(.markup) { lines = lines.map(Self.escaped) }
        body = lines.joined(separator: "\n")
    }

    /// Names come from others, and so does the whole call if no known device has signed it.
    private static func caller(_ call: IncomingCall) -> String {
        let name = TerminalText.safe(call.callerName)
        // There is no room for a warning: a person who merely has someone else's name is shown by number.
        let isNamesake = if case .namesake = call.doubt { true } else { false }
        let shown = name.isEmpty || isNamesake ? "User \(call.caller)" : String(name.prefix(longestName))
        return shown + TrustText.ring(call)
    }

    /// Text that markup leaves as it is.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
