import ECallCalls
import ECallLanguage

/// The status of a call, in lines for a person. Measurements have the field's English names, as in `--json`.
struct CallStatusFormatter {
    let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    func lines(for call: CallOverview) -> [String] {
        let names = call.participants.map { texts.string(.verbatim($0.name)) }
        let everybody = names.isEmpty ? nil : texts.format.list(names)
        let time = time(call.seconds)
        switch call.state {
        case .incoming:
            let name: Text = names.first.map { .verbatim($0) } ?? .commonSomebody
            return [texts.string(.hint(.terminalIsCalling(name: name), .answerOrDecline))]
        case .calling:
            return [
                texts.string(
                    everybody.map { .terminalCallingFor(names: $0, time: time) } ?? .terminalCallingAlone(time: time))
            ]
        case .connecting:
            let connecting: Text = everybody.map { .terminalConnectingWith(names: $0) } ?? .terminalConnecting
            return [texts.string(.hint(connecting, Self.protection(of: call)))]
                + TrustFormatter(texts).lines(for: call.devices)
        case .inCall:
            let inCall: Text =
                everybody.map { .terminalInCall(names: $0, time: time) } ?? .terminalInCallAlone(time: time)
            return [texts.string(.hint(inCall, Self.protection(of: call)))] + own(call.own)
                + call.participants.flatMap { participant($0, own: call.own) }
                + TrustFormatter(texts).lines(for: call.devices)
        }
    }

    private static func protection(of call: CallOverview) -> Text {
        call.encryption == .protected ? .protectionSpokenProtected : .protectionSpokenWaiting
    }

    private func own(_ own: CallOverview.Own) -> [String] {
        let sentence: Text =
            own.connection == .reconnecting
            ? .terminalReconnecting : own.quality.map(QualityFormatter.own) ?? .terminalNotMeasured
        var facts = [own.audio.map { "audio \(flow($0))" }, own.video.map { "video \(flow($0))" }].compactMap(\.self)
        if let milliseconds = own.roundTripMilliseconds {
            facts.append("\(Int(milliseconds.rounded())) ms round trip")
        }
        if let isRelayed = own.isRelayed { facts.append(isRelayed ? "relayed" : "direct") }
        return ["  \(QualityFormatter.bars(own.quality)) \(about(.tileYou, sentence))"]
            + (facts.isEmpty ? [] : ["      sent      \(facts.joined(separator: ", "))"])
            + indented([
                own.isMuted ? .hint(.callUnheard, .terminalType(command: "ecall unmute")) : nil,
                own.hand == nil ? nil : .hint(.handYours, .terminalType(command: "ecall hand down")),
                own.isRecording ? .terminalYouRecord : nil,
            ])
    }

    private func participant(_ person: CallOverview.Participant, own: CallOverview.Own) -> [String] {
        let name = Text.verbatim(person.name)
        let sentence: Text
        if person.connection == .reconnecting {
            sentence = .terminalLost(name: name)
        } else if let level = person.quality {
            // If everyone's media arrive badly, the own connection is the cause.
            let isOwn = level < .good && own.quality.map { $0 <= level } ?? false
            sentence = isOwn ? .terminalOwnCause : QualityFormatter.other(name, level)
        } else {
            sentence = .terminalNothingYet
        }
        let facts = [
            person.audio.map { "audio \(flow($0))" }, person.video.map { "video \(flow($0))" },
            person.screen.map { "screen \(flow($0))" },
        ].compactMap(\.self)
        return ["  \(QualityFormatter.bars(person.quality)) \(about(name, sentence))"]
            + (facts.isEmpty ? [] : ["      received  \(facts.joined(separator: ", "))"])
            + indented([
                person.isMuted ? .terminalIsMuted(name: name) : nil,
                person.isSharing ? .screenBegan(name: name) : nil,
                person.hand == nil ? nil : .handIsRaised(names: name),
                person.isRecording ? .callRecording(name: name) : nil,
            ])
    }

    private func about(_ name: Text, _ sentence: Text) -> String {
        texts.string(.terminalAbout(name: name, sentence: sentence))
    }

    private func indented(_ lines: [Text?]) -> [String] {
        lines.compactMap { $0.map { "      " + texts.string($0) } }
    }

    /// `640x480 612 kbit/s (3 % lost)`
    private func flow(_ flow: CallOverview.Flow) -> String {
        var text = "\((flow.bitsPerSecond + 500) / 1_000) kbit/s"
        if let width = flow.width, let height = flow.height { text = "\(width)x\(height) \(text)" }
        if let loss = flow.loss { text += " (\(Int((loss * 100).rounded())) % lost)" }
        return text
    }

    private func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let clock = hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
        return texts.format.digits(clock)
    }
}
