import ECallAPI
import ECallCore
import ECallLanguage
import ECallSecurity
import Foundation
import FrameCrypto
import KeyDistribution

/// The caller: make a room, sign an invite and a join, have the server ring every device of the people called.
extension CallSession {
    /// Returns when the devices ring.
    func invite(_ contacts: [UserID]) async throws(CallFailure) -> (CallID, rings: Bool) {
        async let opened = openRoom()
        async let loaded = loadKeys(of: contacts)
        let published = try await loaded.get()
        let roomID = try await opened.get()
        guard !published.devices.isEmpty else {
            throw published.hasOlderApps
                ? .encryption(.callFailureTheirAppTooOld) : .notAvailable
        }
        videoCodec = options.videoCodec ?? published.commonVideoCodec
        let entry = try makeEntry(room: roomID)
        let invite = try makeInvite(contacts, entry, room: roomID)
        opening = CallOpening(entry: entry, invite: invite, published: published)
        let request = StartCallRequest(
            roomId: roomID, calleeIds: contacts, encryptedAESKeys: try doorKeys(for: published.devices),
            isVideo: options.video, videoCodec: videoCodec.rawValue,
            e2ee: E2EEOpening(invite: invite.text, join: entry.join.text))
        let answer: StartCallResponse
        do throws(APIClientError) {
            answer = try await environment.api.send(.startCall, body: request)
        } catch {
            throw CallFailure(error)
        }
        timeline.mark(.ring)
        _ = members.listed(answer.callRecord.participants, isFirst: true)
        tellPeople()
        let offline = Set(answer.offlineCallees?.compactMap(\.id) ?? [])
        return (answer.callRecord.id, rings: !offline.isSuperset(of: contacts))
    }

    func makeInvite(_ contacts: [UserID], _ entry: OwnEntry, room: RoomID) throws(CallFailure) -> Invite {
        let seq = try EntrySequence(storage: environment.storage, time: time).next()
        do throws(SignedObjectError) {
            return try Invite.make(
                roomID: room.rawValue, caller: entry.join.address, join: entry.join.hash,
                callees: contacts.map(\.rawValue), isVideo: options.video, seq: seq,
                issuedAt: environment.api.clock.date().unixMilliseconds, signingKey: entry.device.signingKey)
        } catch {
            throw .encryption(.callFailureCannotSign)
        }
    }

    private func openRoom() async -> Result<RoomID, CallFailure> {
        do throws(CallFailure) {
            try await room.open()
            let id = try await room.createRoom()
            timeline.mark(.room)
            return .success(id)
        } catch {
            return .failure(error)
        }
    }

    private func loadKeys(of contacts: [UserID]) async -> Result<PublishedKeys, CallFailure> {
        do throws(CallFailure) {
            let published = try await load(contacts)
            timeline.mark(.keys)
            return .success(published)
        } catch {
            return .failure(error)
        }
    }

    /// A random key for each device that is to ring, which the server asks for and nobody uses (e2ee 2).
    func doorKeys(
        for devices: [DeviceAddress: SignedIdentity]
    ) throws(CallFailure) -> [String: String] {
        var wrapped: [String: String] = [:]
        for (address, identity) in devices {
            guard let envelope = try? CallKeyEnvelope.wrap(CallKey(), for: identity.rsa) else { continue }
            wrapped[address.description] = envelope.text
        }
        guard !wrapped.isEmpty else { throw .encryption(.callFailureNoUsableKey) }
        return wrapped
    }
}
