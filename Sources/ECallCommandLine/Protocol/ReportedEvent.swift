import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution
import NetworkCheck

/// An event that a command reports while it runs. Its flat JSON form is both the line from the agent and a line of `--json`:
/// `{"event":"firstPicture","callId":17,"from":5,"milliseconds":840}`. Members aren't renamed, unless the name was misleading; the change
/// log says so then.
enum ReportedEvent: Sendable, Equatable {
    case call(CallEvent)
    /// Incoming calls ring from now on.
    case listening
    /// Something the person should know, outside of a call.
    case notice(Text)
    case checking(NetworkCheckStep)
}

extension ReportedEvent: Codable {
    private enum Key: String, CodingKey {
        case event, callId, roomId, callerId, callerDeviceId, callerName, isVideo, userId, name, state, from
        case milliseconds, text, reason, problem, statistics, isSigned, isNewDevice, trust, quality, bars, step,
            isRecording, status, reply, isRaised, reaction, isSharing, isInvited, verdict, capture, isOver, wait,
            isPlayed, doubt, past, words
    }

    private enum Kind: String, Codable {
        case incoming, ringing, answered, participantJoined, participantLeft, participantConnection
        case participantRemoved, participantRinging, participantRefused, participantReplied, muteRequested, joinedMuted
        case invitationRequested
        case encryption, trust, connection, quality, participantQuality, recording, participantRecording
        case participantSharing
        case hand, reaction, capture, mediaWait
        case firstPicture, firstSound
        case ended, listening, notice, signedOut, suspended, checking, missed, clockOff
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .listening: try container.encode(Kind.listening, forKey: .event)
        case .notice(let text):
            try container.encode(Kind.notice, forKey: .event)
            try Self.put(text, .text, into: &container, encoder)
        case .checking(let step):
            try container.encode(Kind.checking, forKey: .event)
            try container.encode(step, forKey: .step)
        case .call(let event): try Self.encode(event, into: &container, encoder)
        }
    }

    /// In English for programs; a line of the agent has it in no language, too.
    private static func put(
        _ text: Text, _ key: Key, into container: inout KeyedEncodingContainer<Key>, _ encoder: any Encoder
    ) throws {
        try container.encode(scriptTexts.string(text), forKey: key)
        guard let isLine = CodingUserInfoKey.isAgentLine, encoder.userInfo[isLine] as? Bool == true else { return }
        try container.encode(text, forKey: .words)
    }

    /// The text, as an agent sent it.
    private static func text(_ key: Key, in container: KeyedDecodingContainer<Key>) throws -> Text {
        if let text = try container.decodeIfPresent(Text.self, forKey: .words) { return text }
        return .verbatim(try container.decode(String.self, forKey: key))
    }

    private static func encode(
        _ event: CallEvent, into container: inout KeyedEncodingContainer<Key>, _ encoder: any Encoder
    ) throws {
        func put(_ kind: Kind, _ call: CallID, user: UserID? = nil, name: String? = nil) throws {
            try container.encode(kind, forKey: .event)
            try container.encode(call, forKey: .callId)
            try container.encodeIfPresent(user, forKey: .userId)
            try container.encodeIfPresent(name, forKey: .name)
        }
        switch event {
        case .incoming(let call), .missed(let call):
            if case .missed = event { try put(.missed, call.id) } else { try put(.incoming, call.id) }
            try container.encode(call.room, forKey: .roomId)
            try container.encode(call.caller, forKey: .callerId)
            try container.encode(call.callerDevice, forKey: .callerDeviceId)
            try container.encode(call.callerName, forKey: .callerName)
            try container.encode(call.isVideo, forKey: .isVideo)
            try container.encode(call.isVerified, forKey: .isSigned)
            if call.isNewDevice { try container.encode(true, forKey: .isNewDevice) }
            try container.encodeIfPresent(call.doubt, forKey: .doubt)
            try container.encodeIfPresent(call.past, forKey: .past)
        case .ringing(let call): try put(.ringing, call)
        case .answered(let call, let user, let name): try put(.answered, call, user: user, name: name)
        case .participantJoined(let call, let user, let name):
            try put(.participantJoined, call, user: user, name: name)
        case .participantLeft(let call, let user): try put(.participantLeft, call, user: user)
        case .participantRemoved(let call, let user, let name):
            try put(.participantRemoved, call, user: user, name: name)
        case .participantRinging(let call, let user, let name):
            try put(.participantRinging, call, user: user, name: name)
        case .participantRefused(let call, let user, let name, let status):
            try put(.participantRefused, call, user: user, name: name)
            try container.encode(status, forKey: .status)
        case .participantReplied(let call, let user, let name, let reply):
            try put(.participantReplied, call, user: user, name: name)
            try container.encode(reply, forKey: .reply)
        case .muteRequested(let call, let user, let name): try put(.muteRequested, call, user: user, name: name)
        case .invitationRequested(let call, let user, let name, let verdict):
            try put(.invitationRequested, call, user: user, name: name)
            try container.encode(verdict == .invite, forKey: .isInvited)
            try container.encode(verdict, forKey: .verdict)
        case .joinedMuted(let call): try put(.joinedMuted, call)
        case .participantConnection(let call, let user, let name, let state):
            try put(.participantConnection, call, user: user, name: name)
            try container.encode(state, forKey: .state)
        case .encryption(let call, let state):
            try put(.encryption, call)
            try container.encode(state, forKey: .state)
        case .trust(let call, let user, let name, let trust):
            try put(.trust, call, user: user, name: name)
            try container.encode(trust, forKey: .trust)
        case .connection(let call, let state):
            try put(.connection, call)
            try container.encode(state, forKey: .state)
        case .participantQuality(let call, let user, let name, let level):
            try put(.participantQuality, call, user: user, name: name)
            try container.encode(level, forKey: .quality)
            try container.encode(level.bars, forKey: .bars)
        case .participantRecording(let call, let user, let name, let isOn):
            try put(.participantRecording, call, user: user, name: name)
            try container.encode(isOn, forKey: .isRecording)
        case .participantSharing(let call, let user, let name, let isSharing):
            try put(.participantSharing, call, user: user, name: name)
            try container.encode(isSharing, forKey: .isSharing)
        case .recording(let call, let isOn):
            try put(.recording, call)
            try container.encode(isOn, forKey: .isRecording)
        case .hand(let call, let user, let name, let isRaised):
            try put(.hand, call, user: user, name: name)
            try container.encode(isRaised, forKey: .isRaised)
        case .reaction(let call, let user, let name, let reaction):
            try put(.reaction, call, user: user, name: name)
            try container.encode(reaction, forKey: .reaction)
        case .capture(let call, let notice, let isOver):
            try put(.capture, call)
            try container.encode(notice, forKey: .capture)
            try container.encode(isOver, forKey: .isOver)
            try container.encode(scriptTexts.string(notice.text(isOver: isOver)), forKey: .text)
        case .mediaWait(let call, let wait):
            try put(.mediaWait, call)
            try container.encode(wait, forKey: .wait)
        case .quality(let call, let level):
            try put(.quality, call)
            try container.encode(level, forKey: .quality)
            try container.encode(level.bars, forKey: .bars)
        case .firstPicture(let call, let user, let milliseconds):
            try put(.firstPicture, call)
            try container.encode(user, forKey: .from)
            try container.encode(milliseconds, forKey: .milliseconds)
        case .firstSound(let call, let user, let milliseconds, let isPlayed):
            try put(.firstSound, call)
            try container.encode(user, forKey: .from)
            try container.encode(milliseconds, forKey: .milliseconds)
            try container.encode(isPlayed, forKey: .isPlayed)
        case .notice(let call, let text):
            try put(.notice, call)
            try Self.put(text, .text, into: &container, encoder)
        case .clockOff(let text):
            try container.encode(Kind.clockOff, forKey: .event)
            try Self.put(text, .text, into: &container, encoder)
        case .signedOut: try container.encode(Kind.signedOut, forKey: .event)
        case .suspended(let reason):
            try container.encode(Kind.suspended, forKey: .event)
            try Self.put(reason, .text, into: &container, encoder)
        case .ended(let summary):
            try put(.ended, summary.id)
            try container.encode(summary.reason, forKey: .reason)
            if let problem = summary.problem { try Self.put(problem, .problem, into: &container, encoder) }
            try container.encode(summary.statistics, forKey: .statistics)
            try container.encodeIfPresent(summary.reply, forKey: .reply)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Kind.self, forKey: .event) {
        case .listening: self = .listening
        case .clockOff: self = .call(.clockOff(try Self.text(.text, in: container)))
        case .signedOut: self = .call(.signedOut)
        case .suspended: self = .call(.suspended(try Self.text(.text, in: container)))
        case .checking: self = .checking(try container.decode(NetworkCheckStep.self, forKey: .step))
        case .notice where !container.contains(.callId):
            self = .notice(try Self.text(.text, in: container))
        case let kind: self = .call(try Self.decode(kind, from: container))
        }
    }

    private static func decode(_ kind: Kind, from container: KeyedDecodingContainer<Key>) throws -> CallEvent {
        let call = try container.decode(CallID.self, forKey: .callId)
        func user(_ key: Key = .userId) throws -> UserID { try container.decode(UserID.self, forKey: key) }
        func name() throws -> String { try container.decode(String.self, forKey: .name) }
        func milliseconds() throws -> Int { try container.decode(Int.self, forKey: .milliseconds) }
        switch kind {
        case .incoming, .missed:
            let incoming = IncomingCall(
                id: call, room: try container.decode(RoomID.self, forKey: .roomId), caller: try user(.callerId),
                callerDevice: try container.decode(DeviceID.self, forKey: .callerDeviceId),
                callerName: try container.decode(String.self, forKey: .callerName),
                isVideo: try container.decode(Bool.self, forKey: .isVideo),
                isVerified: try container.decode(Bool.self, forKey: .isSigned),
                isNewDevice: try container.decodeIfPresent(Bool.self, forKey: .isNewDevice) ?? false,
                doubt: try container.decodeIfPresent(NameDoubt.self, forKey: .doubt),
                past: try container.decodeIfPresent(DevicePast.self, forKey: .past))
            return kind == .missed ? .missed(incoming) : .incoming(incoming)
        case .ringing: return .ringing(call)
        case .answered: return .answered(call, by: try user(), name: try name())
        case .participantJoined: return .participantJoined(call, try user(), name: try name())
        case .participantLeft: return .participantLeft(call, try user())
        case .participantRemoved: return .participantRemoved(call, try user(), name: try name())
        case .participantRinging: return .participantRinging(call, try user(), name: try name())
        case .participantRefused:
            return .participantRefused(
                call, try user(), name: try name(), try container.decode(CallParticipant.Status.self, forKey: .status))
        case .participantReplied:
            return .participantReplied(
                call, try user(), name: try name(), try container.decode(CallReply.self, forKey: .reply))
        case .muteRequested: return .muteRequested(call, by: try user(), name: try name())
        case .invitationRequested:
            return .invitationRequested(
                call, by: try user(), name: try name(), try container.decode(LinkVerdict.self, forKey: .verdict))
        case .joinedMuted: return .joinedMuted(call)
        case .participantConnection:
            return .participantConnection(
                call, try user(), name: try name(), try container.decode(ConnectionState.self, forKey: .state))
        case .encryption: return .encryption(call, try container.decode(EncryptionState.self, forKey: .state))
        case .trust:
            return .trust(
                call, try user(), name: try name(), try container.decode(DeviceTrust.self, forKey: .trust))
        case .connection: return .connection(call, try container.decode(ConnectionState.self, forKey: .state))
        case .participantQuality:
            return .participantQuality(
                call, try user(), name: try name(), try container.decode(QualityLevel.self, forKey: .quality))
        case .participantRecording:
            return .participantRecording(
                call, try user(), name: try name(), try container.decode(Bool.self, forKey: .isRecording))
        case .participantSharing:
            return .participantSharing(
                call, try user(), name: try name(), try container.decode(Bool.self, forKey: .isSharing))
        case .recording: return .recording(call, try container.decode(Bool.self, forKey: .isRecording))
        case .hand:
            return .hand(
                call, try user(), name: try name(), isRaised: try container.decode(Bool.self, forKey: .isRaised))
        case .reaction:
            return .reaction(
                call, try user(), name: try name(), try container.decode(Reaction.self, forKey: .reaction))
        case .capture:
            return .capture(
                call, try container.decode(CaptureNotice.self, forKey: .capture),
                isOver: try container.decode(Bool.self, forKey: .isOver))
        case .mediaWait: return .mediaWait(call, try container.decode(MediaWait.self, forKey: .wait))
        case .quality: return .quality(call, try container.decode(QualityLevel.self, forKey: .quality))
        case .firstPicture: return .firstPicture(call, from: try user(.from), milliseconds: try milliseconds())
        case .firstSound:
            return .firstSound(
                call, from: try user(.from), milliseconds: try milliseconds(),
                isPlayed: try container.decode(Bool.self, forKey: .isPlayed))
        case .notice, .listening, .signedOut, .suspended, .checking, .clockOff:
            return .notice(call, try text(.text, in: container))
        case .ended:
            return .ended(
                CallSummary(
                    id: call, reason: try container.decode(CallEndReason.self, forKey: .reason),
                    problem: container.contains(.problem) ? try text(.problem, in: container) : nil,
                    statistics: try container.decode(CallStatistics.self, forKey: .statistics),
                    reply: try container.decodeIfPresent(CallReply.self, forKey: .reply)))
        }
    }
}
