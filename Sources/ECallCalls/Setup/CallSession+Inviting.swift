import ECallAPI
import ECallCore
import ECallLanguage
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// More people are rung into a call that goes on.
extension CallSession {
    /// Everybody in the call is told of the invite before anybody rings, so that nobody who comes is held.
    ///
    /// - Parameter isByLink: they have asked by a link, which whoever has it can.
    /// - Returns: who rings because of it.
    func inviteMore(_ users: [UserID], isByLink: Bool) async throws(CallFailure) -> [UserID] {
        guard let call, let opening, let keys, !isClosed else { throw .noCall }
        let here = Set(members.all.filter(\.status.isIn).map(\.user))
        let asked = users.filter { !here.contains($0) && $0 != environment.account.userId }
        guard !asked.isEmpty else { throw .alreadyInThisCall }
        let published = try await load(asked)
        guard !published.devices.isEmpty else {
            throw published.hasOlderApps ? .encryption(.callFailureTheirAppTooOld) : .notAvailable
        }
        let room = RoomID(opening.entry.join.roomID)
        let invite = try makeInvite(asked, opening.entry, room: room)
        let request = StartCallRequest(
            roomId: room, calleeIds: asked, encryptedAESKeys: try doorKeys(for: published.devices),
            isVideo: options.video, videoCodec: videoCodec.rawValue,
            e2ee: E2EEOpening(invite: invite.text, join: opening.entry.join.text))
        guard !isClosed else { throw .noCall }
        keys.heard(published)
        RungPeople(environment.storage).add(invite.callees, to: call, isByLink: isByLink)
        keys.heard(.invited(invite.text, callees: invite.callees, isByLink: isByLink))
        let answer: InviteResponse
        do throws(APIClientError) {
            answer = try await environment.api.send(.inviteToCall, id: call.rawValue, body: request)
        } catch {
            if error.code == .userAlreadyInCall { throw .alreadyInThisCall }
            throw CallFailure(error)
        }
        await refreshParticipants()
        return answer.invitedUsers
    }
}
