import ECallAPI
import ECallCalls
import ECallContacts
import ECallLanguage
import ECallSecurity
import KeyDistribution

/// The person's actions on others.
extension CallFlow {
    /// Whether this person made the call: they may ask others to mute, and remove them.
    public var isMaker: Bool { people.contains { $0.isSelf && $0.isHost } }

    mutating func take(person action: Action) -> [Effect] {
        guard phase.isInCall else { return [] }
        switch action {
        case .invited(let users):
            let free = invite.free(users, people)
            guard !free.isEmpty, !invite.isBusy else { return [] }
            (invite.isBusy, invite.problem) = (true, nil)
            return [.invite(free)]
        case .rangAgain(let user):
            guard let one = person(user), !one.status.isIn, one.status != .ringing, canBeCalled(user), !invite.isBusy
            else { return [] }
            (invite.isBusy, invite.problem) = (true, nil)
            return [.invite([user])]
        case .stoppedCalling(let user): return person(user)?.status == .ringing ? ask(user, .remove) : []
        case .askedToMute(let user):
            return person(user).map { $0.status.isIn && !$0.isMuted } ?? false ? ask(user, .mute) : []
        case .wantedToRemove(let user):
            if isMaker, let one = person(user), one.status.isIn { question = .remove(user, name: one.shown) }
        case .setVolume(let percent, let user):
            guard let one = person(user), one.status.isIn, one.isHeard, (volumes[user]?.wanted ?? one.volume) != percent
            else { return [] }
            let wish = volumes[user, default: PendingChoice()].choose(percent)
            return wish.map { [.carryOut(.volume($0, of: user))] } ?? []
        case .setHeard(let isHeard, let user):
            guard let one = person(user), one.status.isIn, (hearing[user]?.wanted ?? one.isHeard) != isHeard else {
                return []
            }
            let wish = hearing[user, default: PendingChoice()].choose(isHeard)
            return wish.map { [.carryOut(.heard($0, of: user))] } ?? []
        default: break
        }
        return []
    }

    private func person(_ user: UserID) -> CallParticipant? { others.first { $0.user == user } }

    /// Whether a person is a contact who isn't blocked. While the contacts aren't known, the server decides.
    func canBeCalled(_ user: UserID) -> Bool {
        guard let contacts = invite.contacts.value else { return true }
        return contacts.contains { $0.contactId == user && !$0.isBlocked }
    }

    private mutating func ask(_ user: UserID, _ request: PersonRequest) -> [Effect] {
        guard isMaker, asking[user] == nil else { return [] }
        asking[user] = request
        return [.ask(user, request)]
    }

    // MARK: - Results

    mutating func loaded(_ result: Result<[Contact], ContactsError>) {
        switch result {
        case .success(let contacts): invite.contacts = .loaded(contacts)
        // A list that was loaded before stays.
        case .failure(let failure): if invite.contacts.value == nil { invite.contacts = .failed(failure) }
        }
    }

    mutating func rang(_ users: [UserID], _ result: Result<[UserID], CallFailure>) {
        guard phase.isInCall, invite.isBusy else { return }
        invite.isBusy = false
        switch result {
        case .success(let ringing):
            if panel == .invite { panel = .people }
            let missing = users.filter { !ringing.contains($0) }
            if !missing.isEmpty { tell(.callNotRung(names: CallNames.text(missing.map(contactName)))) }
        case .failure(let failure):
            if panel == .invite { invite.problem = failure } else { tell(failure.text, isBad: true) }
        }
    }

    private func contactName(_ user: UserID) -> Text {
        let contact = invite.contacts.value?.first { $0.contactId == user }
        return contact.map { CallNames.one($0.contactName) } ?? name(of: user)
    }

    mutating func asked(_ user: UserID, _ request: PersonRequest, _ failure: CallFailure?) {
        guard asking[user] == request else { return }
        asking[user] = nil
        if let failure {
            if failure != .noCall { tell(failure.text, isBad: true) }
        } else if request == .mute {
            tell(.peopleAsked(name: name(of: user)))
        }
    }

    // MARK: - Trust and other answers

    mutating func take(answer action: Action) -> [Effect] {
        switch action {
        case .sawNotice(let id): notices.removeAll { $0.id == id }
        case .sawMissed: missed = nil
        case _ where !phase.isInCall: break
        case .isTheirs(let id): return note(.letIn, id) { $0.offer == .itsThem }
        case .isNotTheirs(let id):
            guard let device = protection.device(id), device.isRefusable else { return [] }
            if device.trust.isHeld { return note(.refused, id) { _ in true } }
            question = .isNotTheirs(id, name: device.name)
        case .wantedToLetIn(let id):
            guard let device = protection.device(id), device.offer == .anyway else { return [] }
            question = .letInAnyway(id, name: device.name, isLost: device.trust == .held(.revoked))
        case .confirmed: return confirm()
        case .thoughtBetter: question = nil
        case .accepted(let id): return accept(id)
        case .dismissed(let id): requests.removeAll { $0.id == id }
        default: break
        }
        return []
    }

    private mutating func confirm() -> [Effect] {
        defer { question = nil }
        switch question {
        case .remove(let user, _): return ask(user, .remove)
        case .letInAnyway(let id, _, _): return note(.letIn, id) { $0.offer == .anyway }
        case .isNotTheirs(let id, _): return note(.refused, id) { $0.isRefusable }
        case nil: return []
        }
    }

    /// Keeps a finding about the identity that was shown.
    private mutating func note(
        _ finding: DeviceNote.Finding, _ id: DeviceAddress, where isMeant: (CallProtection.Device) -> Bool
    ) -> [Effect] {
        guard let device = protection.device(id), isMeant(device), let identity = device.identity,
            busyDevices.insert(id).inserted
        else { return [] }
        return [.note(DeviceNote(finding, of: identity))]
    }

    mutating func noted(_ note: DeviceNote, _ failure: CallFailure?) -> [Effect] {
        busyDevices.remove(note.identity.address)
        if let failure, failure != .noCall { tell(failure.text, isBad: true) }
        return look()
    }

    private mutating func accept(_ id: CallRequest.ID) -> [Effect] {
        guard let request = requests.first(where: { $0.id == id }) else { return [] }
        switch request.kind {
        case .mute:
            requests.removeAll { $0.id == id }
            return take(choice: .muted(true))
        case .comeIn(let user):
            guard !invite.isBusy else { return [] }
            requests.removeAll { $0.id == id }
            invite.isBusy = true
            return [.invite([user])]
        }
    }

    mutating func tellReplied(to name: Text, _ isSaid: Bool) {
        let minutes = CallReply.minutesUntilCallBack
        tell(isSaid ? .callNoticeReplied(name: name, minutes: minutes) : .callNoticeNotReplied(name: name))
    }
}
