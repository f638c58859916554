import ECallCalls

/// The state of a call, in lines for a person.
enum StatusText {
    static func lines(for call: CallOverview) -> [String] {
        let names = call.participants.map { TerminalText.safe($0.name) }
        let everybody = names.isEmpty ? "" : " with " + names.joined(separator: ", ")
        switch call.state {
        case .incoming:
            return [
                "\(names.first ?? "Someone") is calling. Answer: ecall answer - decline: ecall decline"
            ]
        case .calling: return ["Calling\(everybody) for \(time(call.seconds)) …"]
        case .connecting:
            return ["Connecting\(everybody) … \(protection(of: call))"] + TrustText.lines(for: call.devices)
        case .inCall:
            return ["In a call\(everybody) for \(time(call.seconds)). \(protection(of: call))"] + own(call.own)
                + call.participants.flatMap { participant($0, own: call.own) } + TrustText.lines(for: call.devices)
        }
    }

    private static func protection(of call: CallOverview) -> String {
        call.encryption == .protected
            ? "End-to-end encrypted." : "Setting up encryption. It is not certain yet that anyone can hear you."
    }

    private static func own(_ own: CallOverview.Own) -> [String] {
        let sentence =
            own.connection == .reconnecting
            ? "The connection is lost. Reconnecting …"
            : own.quality.map(QualityText.own) ?? "Not measured yet."
        var facts = [own.audio.map { "audio \(flow($0))" }, own.video.map { "video \(flow($0))" }].compactMap(\.self)
        if let milliseconds = own.roundTripMilliseconds {
            facts.append("\(Int(milliseconds.rounded())) ms round trip")
        }
        if let isRelayed = own.isRelayed { facts.append(isRelayed ? "relayed" : "direct") }
        return [
            "  \(QualityText.bars(own.quality)) You: \(sentence)",
            facts.isEmpty ? nil : "      sent      \(facts.joined(separator: ", "))",
            own.isMuted ? "      You are muted: ecall unmute" : nil,
            own.hand == nil ? nil : "      Your hand is raised: ecall hand down",
            own.isRecording ? "      You are recording. The others are notified." : nil,
        ].compactMap(\.self)
    }

    private static func participant(_ person: CallOverview.Participant, own: CallOverview.Own) -> [String] {
        let name = TerminalText.safe(person.name)
        let sentence: String
        if person.connection == .reconnecting {
            sentence = "\(name)'s connection is lost. Waiting …"
        } else if let level = person.quality {
            // If everyone's media arrive badly, the own connection is the cause.
            let isOwn = level < .good && own.quality.map { $0 <= level } ?? false
            sentence = isOwn ? "Your own connection is the cause." : QualityText.other(name, level)
        } else {
            sentence = "Nothing received yet."
        }
        let facts = [
            person.audio.map { "audio \(flow($0))" }, person.video.map { "video \(flow($0))" },
            person.screen.map { "screen \(flow($0))" },
        ].compactMap(\.self)
        return [
            "  \(QualityText.bars(person.quality)) \(name): \(sentence)",
            facts.isEmpty ? nil : "      received  \(facts.joined(separator: ", "))",
            person.isMuted ? "      \(name) is muted." : nil,
            person.isSharing ? "      \(name) is sharing a screen." : nil,
            person.hand == nil ? nil : "      \(name) has raised a hand.",
            person.isRecording ? "      \(name) is recording this call." : nil,
        ].compactMap(\.self)
    }

    /// `640x480 612 kbit/s (3 % lost)`
    private static func flow(_ flow: CallOverview.Flow) -> String {
        var text = "\((flow.bitsPerSecond + 500) / 1_000) kbit/s"
        if let width = flow.width, let height = flow.height { text = "\(width)x\(height) \(text)" }
        if let loss = flow.loss { text += " (\(Int((loss * 100).rounded())) % lost)" }
        return text
    }

    private static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
