import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import Foundation
import FrameCrypto
import Janus
import KeyDistribution

/// This device's opening of a call: its entry, and as the caller its invite (e2ee 2 and 3).
struct CallOpening: Sendable {
    let entry: OwnEntry
    let codec: FrameCodec
    var invite: Invite?
    /// The published keys of the people called, or of those who are in the call already.
    var published: PublishedKeys?

    var room: RoomID { RoomID(entry.join.roomID) }
}

/// The steps of joining a call and of ringing others into it. It keeps no state; each step returns its result.
struct CallEntry: Sendable {
    let environment: CallEnvironment
    let options: CallOptions
    let room: CallRoom
    let timeline: SetUpTimeline

    private var api: APIClient { environment.api }

    struct Placed: Sendable {
        let opening: CallOpening
        let record: CallRecord
        let rings: Bool
    }

    /// Makes a room, signs an invite and a join, and has the server ring every device of those called; returns when they ring.
    func place(_ contacts: [UserID]) async throws(CallFailure) -> Placed {
        async let opened = Result.of { () throws(CallFailure) in
            try await room.open()
            let id = try await room.createRoom()
            timeline.mark(.room)
            return id
        }
        async let loaded = Result.of { () throws(CallFailure) in
            let published = try await api.publishedKeys(of: contacts)
            timeline.mark(.keys)
            return published
        }
        let published = try await loaded.get()
        let roomID = try await opened.get()
        try mustHaveDevices(published)
        let codec = options.videoCodec ?? published.commonVideoCodec
        var opening = CallOpening(entry: try makeEntry(room: roomID), codec: codec, published: published)
        let (invite, request) = try invitation(to: contacts, opening, published)
        opening.invite = invite
        let answer: StartCallResponse = try await api.ask(.startCall, body: request)
        timeline.mark(.ring)
        let offline = Set(answer.offlineCallees?.compactMap(\.id) ?? [])
        return Placed(
            opening: opening, record: answer.callRecord, rings: !offline.isSuperset(of: contacts))
    }

    func mustHaveDevices(_ published: PublishedKeys) throws(CallFailure) {
        guard published.devices.isEmpty else { return }
        throw published.hasOlderApps ? .encryption(.callFailureTheirAppTooOld) : .notAvailable
    }

    func invitation(
        to people: [UserID], _ opening: CallOpening, _ published: PublishedKeys
    ) throws(CallFailure) -> (Invite, StartCallRequest) {
        let entry = opening.entry
        let seq = try EntrySequence(storage: environment.storage, time: environment.time).next()
        let invite = try syncStep { () throws(SignedObjectError) in
            try Invite.make(
                roomID: entry.join.roomID, caller: entry.join.address, join: entry.join.hash,
                callees: people.map(\.rawValue), isVideo: options.video, seq: seq,
                issuedAt: api.clock.date().unixMilliseconds, signingKey: entry.device.signingKey)
        }
        let request = StartCallRequest(
            roomId: opening.room, calleeIds: people, encryptedAESKeys: try doorKeys(for: published.devices),
            isVideo: options.video, videoCodec: opening.codec.rawValue,
            e2ee: E2EEOpening(invite: invite.text, join: entry.join.text))
        return (invite, request)
    }

    /// Creates a random key for each device to be rung, which the server requires and no one uses (e2ee 2).
    private func doorKeys(for devices: [DeviceAddress: SignedIdentity]) throws(CallFailure) -> [String: String] {
        var wrapped: [String: String] = [:]
        for (address, identity) in devices {
            guard let envelope = try? CallKeyEnvelope.wrap(CallKey(), for: identity.rsa) else { continue }
            wrapped[address.description] = envelope.text
        }
        guard !wrapped.isEmpty else { throw .encryption(.callFailureNoUsableKey) }
        return wrapped
    }

    /// Rings people into the running call; returns those who ring because of it.
    func ring(_ request: StartCallRequest, into call: CallID) async throws(CallFailure) -> [UserID] {
        try await api.ask(
            .inviteToCall, id: call.rawValue, body: request, as: InviteResponse.self,
            but: [.userAlreadyInCall: .alreadyInThisCall]
        ).invitedUsers
    }

    func makeEntry(room: RoomID) throws(CallFailure) -> OwnEntry {
        var random = SystemRandomNumberGenerator()
        let secrets = JoinSecrets.draw(postQuantum: true, using: &random)
        let seq = try EntrySequence(storage: environment.storage, time: environment.time).next()
        let own = OwnVouch(storage: environment.storage, device: environment.device)
        return try syncStep { () throws(SignedObjectError) in
            try OwnEntry(
                environment.device, room: room.rawValue, seq: seq, secrets: secrets, vouch: own.kept, chain: own.chain)
        }
    }

    /// A join also accepts.
    func join(_ call: CallID) async throws(CallFailure) -> CallRecord {
        let record: CallRecord = try await api.ask(.joinCall, id: call.rawValue)
        timeline.mark(.join)
        return record
    }

    /// Joins a running call without being rung. A device that is in it joins again, for the others' joins; otherwise it asks for
    /// the place of the person's device that is away, or that they have left (wire-protocol 4.7).
    func comeIn(_ call: CallID) async throws(CallFailure) -> CallRecord {
        do throws(APIClientError) {
            let ongoing = OngoingCall(try await api.send(.activeCall), of: environment.account)
            if ongoing == nil || ongoing?.id == call {
                if ongoing?.place == .here { return try await api.send(.joinCall, id: call.rawValue) }
                _ = try await api.send(.requestRejoin, id: call.rawValue, as: CallRecord.self)
                return try await api.send(.rejoinCall, id: call.rawValue)
            }
        } catch {
            switch error.code {
            case .joinedByOtherDevice: throw .elsewhere
            case .userAlreadyInCall: throw .alreadyInCall
            default: throw error.failure
            }
        }
        throw .alreadyInCall
    }

    func enter(_ opening: CallOpening, _ keyring: SenderKeyring, _ media: CallMedia) async throws(CallFailure) {
        let (environment, options, account) = (environment, options, environment.account)
        let codec = await media.prepared.hasPictures ? opening.codec : nil
        let display = JanusDisplay.text(user: account.userId.rawValue, name: account.displayName)
        // The room keeps this, and media the room.
        try await room.enter(opening.room, display: display) { [weak media] () async throws(CallFailure) in
            guard let source = await media?.prepared.source else { throw .noCall }
            return PublisherConfiguration(
                source: source, ice: try await environment.iceConfiguration(relayOnly: options.relayOnly),
                audio: keyring.makeEncryptor(track: .audio, codec: .opus), audioPacketTime: options.audioPacketTime,
                video: codec.map {
                    PublishedVideo(encryptor: keyring.makeEncryptor(track: .video, codec: $0), codec: $0)
                })
        }
    }
}
