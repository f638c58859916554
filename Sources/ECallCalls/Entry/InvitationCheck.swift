import ECallAPI
import ECallSecurity
import KeyDistribution

/// The trust with which an invitation may ring (e2ee 2). Pure. The page has the same rule (Tests/Vectors/invitation-check.json).
enum InvitationCheck {
    enum Verdict: Equatable {
        /// Rings under the caller's name; `seq` must be stored.
        case rings(as: DeviceAddress, seq: UInt64)
        /// Rings as a device that may be a new one of a known person.
        case ringsNewDevice
        /// Rings as an unknown caller, who could be anyone: no one who is known has signed the invite.
        case ringsUnverified
        /// It rang before, or a later one of that device did.
        case rangBefore
        /// The invite has expired; `seq` must be stored, so that it counts as missed once.
        case isOld(as: DeviceAddress, seq: UInt64)
    }

    /// The time for which an invite may ring, in milliseconds.
    static let life: UInt64 = 90_000

    /// Returns the trust. `rung` has the newest invite that rang of each caller; `now` is the server's time, in Unix milliseconds.
    static func judge(
        _ invitation: CallInvitation, own: UserID, pins: DevicePins, rung: [String: UInt64], now: UInt64
    ) -> Verdict {
        let caller = DeviceAddress(
            userID: invitation.caller.user.rawValue, deviceID: invitation.caller.device.rawValue)
        guard let opening = invitation.e2ee, let join = try? Join(verifying: opening.join), join.address == caller,
            join.roomID == invitation.room.rawValue,
            let invite = try? Invite(verifying: opening.invite, by: join.identity.sign), invite.caller == caller,
            invite.roomID == invitation.room.rawValue, invite.join == join.hash, invite.seq > 0,
            invite.callees.contains(own.rawValue)
        else { return .ringsUnverified }
        if case .held(let reason) = pins.trust(in: join) {
            // A device that they or this person have refused could be anyone's.
            return reason == .revoked || reason == .refused ? .ringsUnverified : .ringsNewDevice
        }
        if let last = rung[caller.description], invite.seq <= last { return .rangBefore }
        return now > invite.issuedAt && now - invite.issuedAt > life
            ? .isOld(as: caller, seq: invite.seq) : .rings(as: caller, seq: invite.seq)
    }

    /// Returns the people whom answering an unproven ring accepts: the caller, and the people they name, if any.
    static func people(in opening: E2EEOpening?, of caller: DeviceAddress, room: RoomID) -> [UInt64] {
        guard let opening, let join = try? Join(verifying: opening.join), join.address == caller,
            let invite = try? Invite(verifying: opening.invite, by: join.identity.sign), invite.caller == caller,
            invite.roomID == room.rawValue, invite.join == join.hash
        else { return [caller.userID] }
        return [caller.userID] + invite.callees
    }
}
