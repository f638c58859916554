import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallLanguage
import ECallSecurity

/// The people of the running call.
extension Agent {
    func participants() async throws(CommandFailure) -> [CallParticipant] {
        let calls = try await runningCalls()
        // The first is how it is now.
        for await list in calls.participants {
            if list.isEmpty { break }
            return list
        }
        throw CommandFailure(CallFailure.noCall)
    }

    func invite(_ names: [String]) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        let people = try await people(named: names)
        let rung = try await inCall { () async throws(CallFailure) in try await calls.invite(people.map(\.id)) }
        return .invited(people: people.filter { rung.contains($0.id) })
    }

    func mute(_ isMuted: Bool?) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        let own = try await own()
        let wish = isMuted ?? !own.isMuted
        try await inCall { () async throws(CallFailure) in try await calls.carryOut(.muted(wish)) }
        return .own(isMuted: wish, isVideoEnabled: own.isVideoEnabled)
    }

    func camera(_ isOn: Bool?) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        let own = try await own()
        let wish = isOn ?? !own.isVideoEnabled
        try await inCall { () async throws(CallFailure) in try await calls.carryOut(.video(wish)) }
        return .own(isMuted: own.isMuted, isVideoEnabled: wish)
    }

    func hand(_ isRaised: Bool?) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        let wish: Bool
        if let isRaised { wish = isRaised } else { wish = try await own().hand == nil }
        try await inCall { () async throws(CallFailure) in try await calls.carryOut(.hand(isRaised: wish)) }
        return .hand(isRaised: wish)
    }

    func react(_ reaction: Reaction) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        try await inCall { () async throws(CallFailure) in try await calls.carryOut(.reaction(reaction)) }
        return .reacted(with: reaction)
    }

    func hear(_ name: String, _ isHeard: Bool) async throws(CommandFailure) -> CommandResult {
        try await about(name) { calls, user throws(CallFailure) in try await calls.carryOut(.heard(isHeard, of: user)) }
    }

    func volume(_ name: String, _ percent: Int) async throws(CommandFailure) -> CommandResult {
        try await about(name) { calls, user throws(CallFailure) in try await calls.carryOut(.volume(percent, of: user))
        }
    }

    func askToMute(_ name: String) async throws(CommandFailure) -> CommandResult {
        try await about(name) { calls, user throws(CallFailure) in try await calls.askToMute(user) }
    }

    func remove(_ name: String) async throws(CommandFailure) -> CommandResult {
        try await about(name) { calls, user throws(CallFailure) in try await calls.remove(user) }
    }

    /// Performs an action on another participant, in the call or ringing.
    private func about(
        _ name: String, _ body: (any CallControlling, UserID) async throws(CallFailure) -> Void
    ) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        let others = try await participants().filter { !$0.isSelf && ($0.status.isIn || $0.status == .ringing) }
        let person: KnownPerson
        do throws(ContactsError) {
            person = try PersonMatching.find(name, among: others.map { KnownPerson(user: $0.user, name: $0.name) })
        } catch {
            throw CommandFailure(inCall: error)
        }
        try await inCall { () async throws(CallFailure) in try await body(calls, person.user) }
        return .person(person: ECallCommandLine.Person(id: person.user, name: person.name))
    }

    func own() async throws(CommandFailure) -> CallParticipant {
        guard let own = try await participants().first(where: \.isSelf) else {
            throw CommandFailure(CallFailure.noCall)
        }
        return own
    }

    func runningCalls() async throws(CommandFailure) -> any CallControlling {
        guard let calls = try await opened().current?.calls, await calls.status() != nil else {
            throw CommandFailure(CallFailure.noCall)
        }
        return calls
    }

    @discardableResult
    func inCall<Value: Sendable>(
        _ body: () async throws(CallFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(CallFailure) { return try await body() } catch { throw CommandFailure(error) }
    }
}

extension CommandFailure {
    /// The name matches no participant of the call, or several.
    fileprivate init(inCall error: ContactsError) {
        switch error {
        case .noMatch(let name):
            self.init(
                .noSuchPerson,
                .hint(.terminalNoOneNamed(name: name), .terminalType(command: "ecall participants")))
        default: self.init(error)
        }
    }
}
