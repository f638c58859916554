import ECallAPI
import ECallCore
import ECallMedia
import FrameCrypto

/// What this device sends of the person's own sound and video, and the server's word on it.
extension CallSession {
    /// Who mutes is not heard at once, whatever the server says; who unmutes is heard when the server lets them, which it does
    /// not while as many others are heard as it allows. Of several wishes the last one counts.
    func setMuted(_ muted: Bool) async throws(CallFailure) {
        muteWish += 1
        let wish = muteWish
        if muted {
            isMuted = true
            members.chose(members.ownUser, isMuted: true)
            tellPeople()
            await room.setMuted(true)
        }
        let former = muting
        let refusal = LockedValue<CallFailure?>(nil)
        let turn = tasks.start {
            // In order: the server is to know the last one.
            await former?.value
            guard wish == muteWish else { return }
            do throws(CallFailure) {
                try await ask(
                    UpdateParticipantRequest(callId: call, userId: environment.account.userId, isMuted: muted))
            } catch {
                refusal.withLock { $0 = error }
            }
        }
        muting = turn
        await turn.value
        guard wish == muteWish, !muted else { return }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        isMuted = false
        members.chose(members.ownUser, isMuted: false)
        tellPeople()
        await room.setMuted(false)
    }

    func setVideoEnabled(_ enabled: Bool) async throws(CallFailure) {
        guard prepared.hasPictures || !enabled else { throw .noPictures }
        await sendVideo(enabled)
    }

    func sendVideo(_ enabled: Bool) async {
        await room.setVideoEnabled(enabled)
        members.chose(members.ownUser, sendsVideo: enabled)
        tellPeople()
        await update(
            UpdateParticipantRequest(callId: call, userId: environment.account.userId, isVideoEnabled: enabled))
    }

    /// The server has let this device in: muted where as many others are heard as it allows, or as the person was before.
    func followEntry(_ record: CallRecord) async {
        let account = environment.account.userId
        apply(members.listed(record.participants, isFirst: true))
        if members[account]?.isMuted ?? false, !isMuted {
            isMuted = true
            await room.setMuted(true)
            if members.isFull(besides: account) { report(.joinedMuted(record.id)) }
        } else if isMuted, members[account]?.isMuted == false {
            // Muted before the server had this device in the call.
            members.chose(account, isMuted: true)
            tasks.start { try? await ask(UpdateParticipantRequest(callId: record.id, userId: account, isMuted: true)) }
        }
        tellPeople()
    }

    /// Tells the server something of this device; nothing where there is no call yet.
    private func ask(_ body: UpdateParticipantRequest) async throws(CallFailure) {
        guard let call else { return }
        do throws(APIClientError) {
            _ = try await environment.api.send(.updateParticipant, id: call.rawValue, body: body, as: Participant.self)
        } catch {
            throw CallFailure(error)
        }
    }
}
