import ECallAPI
import ECallCore
import ECallSecurity
import KeyDistribution

extension CallController {
    func invited(_ invitation: CallInvitation) {
        let now = environment.api.clock.date().unixMilliseconds
        let verdict = InvitationCheck.judge(
            invitation, own: environment.account.userId, pins: keptPins(), rung: rungInvites(), now: now)
        let people = environment.people.read()
        switch verdict {
        case .rings(let caller, let seq):
            keep(seq, of: caller)
            let past = past(ofCallerIn: invitation, people)
            ring(IncomingCall(invitation, isVerified: true, kept: people, past: past), opening: invitation.e2ee)
        case .ringsNewDevice:
            let call = IncomingCall(invitation, isVerified: false, isNewDevice: true, kept: people)
            ring(call, opening: invitation.e2ee)
        case .ringsUnverified:
            ring(IncomingCall(invitation, isVerified: false, kept: people), opening: invitation.e2ee)
        case .isOld(let caller, let seq):
            keep(seq, of: caller)
            hub.send(.missed(IncomingCall(invitation, isVerified: true, kept: people)))
        case .rangBefore: return
        }
    }

    private func past(ofCallerIn invitation: CallInvitation, _ people: KeptPeople) -> DevicePast? {
        guard let opening = invitation.e2ee, let join = try? Join(verifying: opening.join) else { return nil }
        return people.past(
            of: join.address, keptPins().trust(in: join) ?? .new, says: join.identity.says, isInCall: true,
            now: environment.api.clock.date().unixMilliseconds)
    }

    private func keep(_ seq: UInt64, of caller: DeviceAddress) {
        var rung = rungInvites()
        rung[caller.description] = seq
        try? environment.storage.store(rung, as: .rungInvites)
    }

    /// Invites that have rung here; an unreadable store counts as empty.
    private func rungInvites() -> [String: UInt64] {
        (try? environment.storage.value(.rungInvites, as: [String: UInt64].self)) ?? [:]
    }

    func keptPins() -> DevicePins { DevicePinStore(environment.storage).readable() }
}
