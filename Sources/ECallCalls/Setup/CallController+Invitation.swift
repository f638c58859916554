import ECallAPI
import ECallCore
import ECallSecurity
import KeyDistribution

/// What is done with an invitation before it rings.
extension CallController {
    /// An invitation came. One that looks old rings if the server's clock says that it is not.
    func invited(_ invitation: CallInvitation) {
        switch judge(invitation, at: time.date().unixMilliseconds) {
        case .isOld:
            tasks.start {
                guard let date = try? await environment.api.serverDate() else { return }
                ring(invitation, judge(invitation, at: date.unixMilliseconds))
            }
        case let verdict: ring(invitation, verdict)
        }
    }

    private func judge(_ invitation: CallInvitation, at now: UInt64) -> InvitationCheck.Verdict {
        InvitationCheck.judge(
            invitation, own: environment.account.userId, pins: keptPins(), rung: rungInvites(), now: now)
    }

    private func ring(_ invitation: CallInvitation, _ verdict: InvitationCheck.Verdict) {
        switch verdict {
        case .rings(let caller, let seq):
            var rung = rungInvites()
            rung[caller.description] = seq
            try? environment.storage.store(rung, as: .rungInvites)
            ring(IncomingCall(invitation, isVerified: true), opening: invitation.e2ee)
        case .ringsUnverified: ring(IncomingCall(invitation, isVerified: false), opening: invitation.e2ee)
        case .rangBefore, .isOld: return
        }
    }

    /// What cannot be read is as if nobody had called before.
    private func rungInvites() -> [String: UInt64] {
        (try? environment.storage.value(.rungInvites, as: [String: UInt64].self)) ?? [:]
    }

    func keptPins() -> DevicePins { DevicePinStore(environment.storage).readable() }
}
