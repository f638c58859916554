import ECallAPI
import ECallCore
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// Raised hands and reactions, which go to all members of the call, sealed for each (e2ee 5, `report`).
extension CallSession {
    func setHandRaised(_ isRaised: Bool) throws(CallFailure) {
        guard let keys, !isClosed else { throw .noCall }
        hands.set(environment.account.userId, isRaised: isRaised)
        keys.heard(.hand(isRaised: isRaised))
        tellPeople()
    }

    func react(_ reaction: Reaction) throws(CallFailure) {
        guard let keys, !isClosed else { throw .noCall }
        keys.heard(.react(reaction))
    }

    /// Tells the person who has raised and lowered a hand; of who is gone that is not said apart.
    func tellHands(_ list: [CallMember], in call: CallID) {
        let raised = Set(list.filter(\.isHandRaised).map { UserID($0.address.userID) })
        let present = Set(list.map { UserID($0.address.userID) })
        let change = hands.take(raised, besides: environment.account.userId)
        for user in change.raised { report(.hand(call, user, name: name(of: user), isRaised: true)) }
        for user in change.lowered where present.contains(user) {
            report(.hand(call, user, name: name(of: user), isRaised: false))
        }
    }

    func reacted(_ reaction: Reaction, from sender: DeviceAddress, in call: CallID) {
        let user = UserID(sender.userID)
        report(.reaction(call, user, name: name(of: user), reaction))
    }
}
