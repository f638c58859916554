import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia

/// What can be known before anybody is rung is found out now. What was asked for by name has to be usable; a
/// missing device is reported, and the call goes on without it.
extension CallSession {
    static func prepare(_ options: CallOptions, _ environment: CallEnvironment) async throws(CallFailure)
        -> PreparedMedia
    {
        let wishes = MediaWishes(
            source: options.source, video: options.video, recordDirectory: options.recordDirectory,
            rendering: options.rendering, devices: options.devices)
        do throws(MediaError) {
            return try await environment.engine.prepare(wishes)
        } catch .unusable(let sentence) {
            throw .unusable(.verbatim(sentence))
        } catch {
            throw .media(.verbatim(error.sentence))
        }
    }

    func prepare(for call: CallID? = nil) async throws(CallFailure) {
        take(try await Self.prepare(options, environment), for: call)
    }

    /// Reports what was found missing.
    func take(_ prepared: PreparedMedia, for call: CallID?) {
        self.prepared = prepared
        timeline.mark(.devices)
        if self.call == nil { self.call = call }
        for text in prepared.notices { notice(.verbatim(text)) }
    }

    /// Has the others know what does not come from here.
    func tellWhatIsMissing() async {
        let (lacksSound, lacksPictures) = (!prepared.hasSound, options.video && !prepared.hasPictures)
        guard lacksSound || lacksPictures else { return }
        if lacksSound { isMuted = true }
        members.chose(
            members.ownUser, isMuted: lacksSound ? true : nil, sendsVideo: lacksPictures ? false : nil)
        await update(
            UpdateParticipantRequest(
                callId: call, userId: environment.account.userId, isMuted: lacksSound ? true : nil,
                isVideoEnabled: lacksPictures ? false : nil))
    }
}
