import ECallAPI
import ECallCore
import ECallLanguage
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// How it stands with recording on this device.
enum OwnRecording: Sendable, Equatable {
    case off
    /// Wanted; the others are about to be told, and nothing is received before.
    case announcing
    /// The others were told.
    case on
    /// It has failed, and the others are told that too.
    case ended
}

/// Who records says so first: what is received is written only from when a status that says it was sent (e2ee 6).
extension CallSession {
    /// What is sent from now on says that this device records.
    func announceRecording() {
        if recording == .announcing { keys?.heard(.recording(true)) }
    }

    /// A status was sent that says whether this device records.
    func saidRecording(_ isOn: Bool) {
        guard isOn, recording == .announcing, let call else { return }
        recording = .on
        recordingPermit.withLock { $0 = true }
        report(.recording(call, true))
        subscribeToMapped()
    }

    /// The own recording has failed: nothing more is written, then the mark goes.
    private func recordingFailed() {
        recordingPermit.withLock { $0 = false }
        guard let call, !isClosed, recording == .on else { return }
        recording = .ended
        keys?.heard(.recording(false))
        report(.recording(call, false))
    }

    /// Past the room, whose events end before the files are closed. Whatever fails, all recording of the call ends: the mark
    /// does not say of whom.
    var recordingNotice: (@Sendable (String) -> Void)? {
        guard let call else { return nil }
        let (permit, notices, tasks) = (recordingPermit, notices, tasks)
        return { [weak self] sentence in
            permit.withLock { $0 = false }
            notices.tell(.verbatim(sentence), of: call)
            tasks.start { await self?.recordingFailed() }
        }
    }

    /// Tells the person who has begun and ended to record.
    func tellRecording(_ list: [CallMember], in call: CallID) {
        let recorders = Set(list.filter(\.isRecording).map { UserID($0.address.userID) })
        for user in recorders.symmetricDifference(toldRecording).sorted(by: { $0.rawValue < $1.rawValue }) {
            let name = members[user]?.name ?? recorderNames[user] ?? "\(user)"
            recorderNames[user] = name
            report(.participantRecording(call, user, name: name, recorders.contains(user)))
        }
        toldRecording = recorders
    }
}
