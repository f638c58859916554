import ECallCalls
import ECallLanguage

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

    init(_ notice: Notice, _ capabilities: NoticeCapabilities, _ texts: Texts = TerminalLanguage.english.texts) {
        var lines: [String]
        switch notice {
        case .ring(let call, let problem):
            summary = texts.string(call.isVideo ? .callPhaseIncomingVideo : .callPhaseIncoming)
            lines = Self.caller(call, texts)
            if let problem { lines += [texts.string(.callEndNotAnsweredHere), Self.line(problem, texts)] }
            if capabilities.contains(.actions) {
                buttons = [
                    Button(key: .answer, label: texts.string(.incomingAnswer)),
                    Button(key: .decline, label: texts.string(.incomingDecline)),
                ]
            } else {
                lines.append(texts.string(.answerOrDecline))
            }
            (urgency, icon, category, sound, stays) =
                (.critical, "call-start", "call.incoming", "phone-incoming-call", true)
        case .missed(let call):
            summary = texts.string(.notificationMissed)
            lines = Self.caller(call, texts)
        case .failed(let call, let problem):
            summary = texts.string(.callEndNotMade)
            category = "call.ended"
            lines = Self.caller(call, texts) + (problem.map { [Self.line($0, texts)] } ?? [])
        }
        body = ""
        guard capabilities.contains(.body) else {
            summary += ": " + lines[0]
            return
        }
        if capabilities.contains(.markup) { lines = lines.map(Self.escaped) }
        body = lines.joined(separator: "\n")
    }

    /// Names are chosen by others, and so is the whole call if no known device has signed it.
    private static func caller(_ call: IncomingCall, _ texts: Texts) -> [String] {
        let name = TerminalSanitizer.safe(call.callerName)
        // There is no room for a warning: a person who merely has someone else's name is shown by number.
        let isNamesake = if case .namesake = call.doubt { true } else { false }
        let shown: Text =
            name.isEmpty || isNamesake
            ? .terminalUser(number: "\(call.caller)") : .verbatim(String(name.prefix(longestName)))
        if call.isVerified { return [texts.string(shown)] }
        return call.isNewDevice
            ? [texts.string(.incomingNewDevice(name: shown))]
            : [texts.string(.terminalAbout(name: shown, sentence: Text.incomingUnverified))]
    }

    /// One line.
    private static func line(_ text: Text, _ texts: Texts) -> String {
        texts.string(text).replacing("\n", with: "\u{FFFD}")
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
