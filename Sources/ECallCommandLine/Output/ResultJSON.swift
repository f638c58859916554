import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import KeyDistribution
import MemoryDiagnostics
import NetworkCheck

/// A result as a line of `--json`: `{"result":"contacts","contacts":[…]}`. Members are never renamed.
struct ResultJSON: Encodable {
    let result: CommandResult

    private enum Key: String, CodingKey {
        case result, to, userId, deviceId, name, email, phoneNumber, server, keys, token, link, received, sent
        case contacts, people, callId, reason, problem, statistics, keyIsLive, copies, bytesSearched, version
        case advice, carriesCalls, devices, finding, isSo, isVouched, isRevoked
        case participants, isMuted, isVideoEnabled, isReplied, reply, isRaised, reaction, hasSoundServer, cancelsEcho
        case isShared, window, windows, maxUses, usedCount, expiresAt, hasEnded
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func kind(_ name: String) throws { try container.encode(name, forKey: .result) }
        switch result {
        case .done: try kind("done")
        case .declined(let isReplied):
            try kind("declined")
            try container.encode(isReplied, forKey: .isReplied)
        case .hello(let version, let keys):
            try kind("agent")
            try container.encode(version, forKey: .version)
            try container.encodeIfPresent(keys, forKey: .keys)
        case .codeSent(let address):
            try kind("codeSent")
            try container.encode(address, forKey: .to)
        case .account(let account):
            try kind("account")
            try Self.encode(account, into: &container)
        case .shareToken(let token, let link):
            try kind("shareToken")
            try container.encode(token, forKey: .token)
            try container.encode(link, forKey: .link)
        case .personalLink(let state):
            try kind("personalLink")
            try container.encode(state?.link, forKey: .link)
            guard let state else { break }
            try container.encode(state.maxUses, forKey: .maxUses)
            try container.encode(state.usedCount, forKey: .usedCount)
            try container.encode(state.expiresAt, forKey: .expiresAt)
            try container.encode(state.hasEnded, forKey: .hasEnded)
        case .callLink(let link):
            try kind("callLink")
            try container.encode(link, forKey: .link)
        case .requestSent(let name):
            try kind("requestSent")
            try container.encodeIfPresent(name, forKey: .name)
        case .requests(let received, let sent):
            try kind("requests")
            try container.encode(received, forKey: .received)
            try container.encode(sent, forKey: .sent)
        case .contacts(let contacts):
            try kind("contacts")
            try container.encode(contacts, forKey: .contacts)
        case .person(let person):
            try kind("person")
            try container.encode(person.id, forKey: .userId)
            try container.encode(person.name, forKey: .name)
        case .found(let people):
            try kind("found")
            try container.encode(people, forKey: .people)
        case .comparison(let person, let devices):
            try kind("comparison")
            try container.encode(person.id, forKey: .userId)
            try container.encode(person.name, forKey: .name)
            try container.encode(devices, forKey: .devices)
        case .trust(let people):
            try kind("trust")
            try container.encode(people, forKey: .people)
        case .noted(let note, let isSo):
            try kind("noted")
            try container.encode(note.identity.address.userID, forKey: .userId)
            try container.encode(note.identity.address.deviceID, forKey: .deviceId)
            try container.encode(note.finding, forKey: .finding)
            try container.encode(isSo, forKey: .isSo)
        case .ownDevices(let list):
            try kind("devices")
            try container.encode(list.devices, forKey: .devices)
            try container.encode(list.isVouched, forKey: .isVouched)
            try container.encode(list.isRevoked, forKey: .isRevoked)
        case .call(let summary):
            try kind("call")
            try container.encode(summary.id, forKey: .callId)
            try container.encode(summary.reason, forKey: .reason)
            try container.encodeIfPresent(summary.problem.map(scriptTexts.string), forKey: .problem)
            try container.encode(summary.statistics, forKey: .statistics)
            try container.encodeIfPresent(summary.reply, forKey: .reply)
        case .status(let call):
            try kind("status")
            try call?.encode(to: encoder)
        case .participants(let list):
            try kind("participants")
            try container.encode(list, forKey: .participants)
        case .invited(let people):
            try kind("invited")
            try container.encode(people, forKey: .people)
        case .own(let isMuted, let isVideoEnabled):
            try kind("own")
            try container.encode(isMuted, forKey: .isMuted)
            try container.encode(isVideoEnabled, forKey: .isVideoEnabled)
        case .hand(let isRaised):
            try kind("hand")
            try container.encode(isRaised, forKey: .isRaised)
        case .reacted(let reaction):
            try kind("reacted")
            try container.encode(reaction, forKey: .reaction)
        case .screen(let isShared, let window):
            try kind("screen")
            try container.encode(isShared, forKey: .isShared)
            try container.encodeIfPresent(window, forKey: .window)
        case .windows(let list):
            try kind("windows")
            try container.encode(list, forKey: .windows)
        case .media(let list):
            try kind("media")
            try container.encode(list.devices, forKey: .devices)
            try container.encode(list.hasSoundServer, forKey: .hasSoundServer)
            try container.encode(list.cancelsEcho, forKey: .cancelsEcho)
        case .network(let report):
            try kind("network")
            try report.encode(to: encoder)
            try container.encode(report.carriesCalls, forKey: .carriesCalls)
            try container.encode(NetworkAdvice.sentences(for: report), forKey: .advice)
        case .memory(let probe):
            try kind("memory")
            try container.encode(probe.keyIsLive, forKey: .keyIsLive)
            try container.encode(probe.copies, forKey: .copies)
            try container.encode(probe.bytesSearched, forKey: .bytesSearched)
        }
    }

    private static func encode(
        _ account: AccountDetails, into container: inout KeyedEncodingContainer<Key>
    ) throws {
        try container.encode(account.userId, forKey: .userId)
        try container.encode(account.deviceId, forKey: .deviceId)
        try container.encode(account.name, forKey: .name)
        try container.encode(account.email, forKey: .email)
        try container.encode(account.phoneNumber, forKey: .phoneNumber)
        try container.encode(account.server, forKey: .server)
        try container.encode(account.keys, forKey: .keys)
    }
}

/// A failure as a line of `--json`.
struct FailureJSON: Encodable {
    let failure: CommandFailure

    private enum Key: String, CodingKey { case error, exitStatus, message }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("\(failure.status)", forKey: .error)
        try container.encode(failure.status.rawValue, forKey: .exitStatus)
        try container.encode(failure.message, forKey: .message)
    }
}
