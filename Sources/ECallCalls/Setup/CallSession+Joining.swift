import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import Janus
import KeyDistribution

/// Join the call at the server, enter the room at Janus, send.
extension CallSession {
    /// The server has made the call: from here on its signals count.
    func begin(_ call: CallID) async {
        isCaller = true
        guard let opening else { return }
        await beginKeyExchange(call, room: RoomID(opening.entry.join.roomID), isFounder: true)
    }

    /// The caller enters its own call. The server has it in the call from the beginning (wire-protocol 4.2), so its room
    /// waits for none of the answers.
    func enterAsCaller(_ call: CallID) async throws(CallFailure) {
        report(.encryption(call, .waitingForKey))
        guard let opening else { throw .noCall }
        async let joined = joinAsCaller(call)
        try await enter(RoomID(opening.entry.join.roomID))
        try await joined.get()
    }

    private func joinAsCaller(_ call: CallID) async -> Result<Void, CallFailure> {
        do throws(CallFailure) { _ = try await join(call) } catch { return .failure(error) }
        keys?.heard(.entered)
        await refreshParticipants()
        return .success(())
    }

    /// The callee answers: join is accept.
    ///
    /// - Parameter opening: what the caller said of itself, where it did.
    func enterAsCallee(_ incoming: IncomingCall, opening said: E2EEOpening?) async throws(CallFailure) {
        opening = CallOpening(entry: try makeEntry(room: incoming.room), invite: nil, published: nil)
        await beginKeyExchange(incoming.id, room: incoming.room, isFounder: false)
        report(.encryption(incoming.id, .waitingForKey))
        videoCodec = options.videoCodec ?? incoming.videoCodec
        let caller = DeviceAddress(userID: incoming.caller.rawValue, deviceID: incoming.callerDevice.rawValue)
        async let opened = openForCallee()
        apply(members.joined(incoming.caller, incoming.callerDevice, name: incoming.callerName))
        if let said {
            keys?.heard(.message(.join, from: caller, said.join))
            keys?.heard(.message(.invite, from: caller, said.invite))
        }
        if !incoming.isVerified {
            keys?.heard(.expected(InvitationCheck.people(in: said, of: caller, room: incoming.room)))
        }
        _ = try await join(incoming.id)
        keys?.heard(.entered)
        async let refreshed = refreshParticipants()
        try await opened.get()
        try await enter(incoming.room)
        _ = await refreshed
    }

    /// Comes into a call that goes on, without being rung. A device that is in it joins again, which changes nothing but that
    /// it is given the others' joins again; else it asks for the place of the person's device that is away, or that they have
    /// left (wire-protocol 4.7). The key that somebody may send to it opens nothing here, and is not waited for.
    func comeIn(_ call: CallID) async throws(CallFailure) -> CallRecord {
        guard !isClosed else { throw .noCall }
        let api = environment.api
        let record: CallRecord?
        do throws(APIClientError) {
            let ongoing = OngoingCall(try await api.send(.activeCall), of: environment.account)
            if let ongoing, ongoing.id != call {
                record = nil
            } else if ongoing?.place == .here {
                record = try await api.send(.joinCall, id: call.rawValue)
            } else {
                _ = try await api.send(.requestRejoin, id: call.rawValue, as: CallRecord.self)
                record = try await api.send(.rejoinCall, id: call.rawValue)
            }
        } catch {
            switch error.code {
            case .joinedByOtherDevice: throw .elsewhere
            case .userAlreadyInCall: throw .alreadyInCall
            default: throw CallFailure(error)
            }
        }
        guard let record else { throw .alreadyInCall }
        return try await admitted(record, to: call)
    }

    /// Keys of its own again; heard and seen as it was before. Others are known by what the server publishes of them before
    /// the person is asked for anything.
    ///
    /// - Parameter codec: what this device sends video with; nil takes what all can receive.
    func beginAgain(_ record: CallRecord, codec: FrameCodec?) async throws(CallFailure) {
        let account = environment.account
        let published = try await load(record.participants.map(\.userId).filter { $0 != account.userId })
        videoCodec = codec ?? options.videoCodec ?? published.commonVideoCodec
        opening = CallOpening(entry: try makeEntry(room: record.janusRoomId), invite: nil, published: published)
        await beginKeyExchange(record.id, room: record.janusRoomId, isFounder: false)
        let rung = RungPeople(environment.storage).of(record.id)
        if !rung.people.isEmpty { keys?.heard(.invitedBefore(rung.people, byLink: rung.byLink)) }
        report(.encryption(record.id, .waitingForKey))
        // As old as it is for the others.
        let age = record.answeredAt.map { Timestamp(environment.api.clock.date()).milliseconds - $0.milliseconds } ?? 0
        connectedSince = time.nanoseconds() &- UInt64(min(max(age, 0), Self.longestAge)) * 1_000_000
        guard let own = record.participants.first(where: { $0.userId == account.userId }) else { return }
        await room.setVideoEnabled(own.isVideoEnabled)
        if own.isVideoEnabled, !options.video { tasks.start { await self.sendVideo(false) } }
    }

    /// In milliseconds: an older call is an error of the server.
    private static let longestAge: Int64 = 86_400_000

    /// Where it was before.
    func enterAgain(_ room: RoomID) async throws(CallFailure) {
        keys?.heard(.entered)
        await refreshParticipants()
        try await enter(room)
    }

    private func openForCallee() async -> Result<Void, CallFailure> {
        do throws(CallFailure) { return .success(try await room.open()) } catch { return .failure(error) }
    }

    private func join(_ call: CallID) async throws(CallFailure) -> CallRecord {
        guard !isClosed else { throw .noCall }
        let record: CallRecord
        do throws(APIClientError) {
            record = try await environment.api.send(.joinCall, id: call.rawValue)
        } catch {
            throw CallFailure(error)
        }
        timeline.mark(.join)
        return try await admitted(record, to: call)
    }

    private func admitted(_ record: CallRecord, to call: CallID) async throws(CallFailure) -> CallRecord {
        if isClosed {
            // Hung up meanwhile, and the server may have heard of that before it let us in.
            _ = try? await environment.api.send(.endCall, body: EndCallRequest(callId: call), as: EndCallResponse.self)
            throw .noCall
        }
        await followEntry(record)
        return record
    }

    private func enter(_ id: RoomID) async throws(CallFailure) {
        guard let keys, !isClosed else { throw .noCall }
        watchRoom()
        let (account, keyring) = (environment.account, keys.keyring)
        let packetTime = options.audioPacketTime
        let codec = prepared.hasPictures ? videoCodec : nil
        let display = JanusDisplay.text(user: account.userId.rawValue, name: account.displayName)
        try await room.enter(id, display: display) {
            [weak self] () async throws(CallFailure) in
            guard let self else { throw .noCall }
            return PublisherConfiguration(
                source: await prepared.source, ice: try await iceConfiguration(),
                audio: keyring.makeEncryptor(track: .audio, codec: .opus), audioPacketTime: packetTime,
                video: codec.map {
                    PublishedVideo(encryptor: keyring.makeEncryptor(track: .video, codec: $0), codec: $0)
                })
        }
        tasks.start { await tellWhatIsMissing() }
    }

    func iceConfiguration() async throws(CallFailure) -> ICEConfiguration {
        let credentials: CredentialsResponse
        do throws(APIClientError) {
            credentials = try await environment.credentials.credentials()
        } catch {
            throw CallFailure(error)
        }
        var servers: [ICEServer] = []
        for way in credentials.relays {
            guard let uri = await environment.relay(way) else { continue }
            servers.append(
                ICEServer(
                    uri: uri.description, username: credentials.turnUsername, credential: credentials.turnPassword))
        }
        return ICEConfiguration(servers: servers, relayOnly: options.relayOnly)
    }
}
