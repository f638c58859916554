import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto

/// One call on this device, from pressing the button to the last wiped key.
///
/// The steps are in `Setup/`: invite, enter (exchange keys, join the room, negotiate), connect.
actor CallSession {
    let services: CallServices
    let options: CallOptions
    /// When the person placed or answered the call; monotonic nanoseconds.
    let began: UInt64
    let room: CallRoom
    let peers: PeerKeys
    private let tell: @Sendable (CallEvent) -> Void
    let failed: @Sendable (CallFailure) -> Void
    /// Told when somebody is in the call; and when the server says that the call is over.
    private let progressed: @Sendable (Progress) -> Void

    enum Progress: Sendable { case remoteJoined, over }

    var call: CallID?
    var keys: KeyExchange?
    var roster: CallRoster
    /// Who publishes in the room and is not in the list of participants yet.
    var unmapped: [UInt64: RemotePublisher] = [:]
    /// Feeds that are received or about to be.
    var feeds: [UInt64: DeviceAddress] = [:]
    var statistics = CallStatistics()
    var toldConnected = false
    var isProtected = false
    /// What this device sends pictures with.
    var videoCodec = FrameCodec.h264
    /// Whether this device placed the call.
    var isCaller = false
    var toldAnswered = false
    var watching: Task<Void, Never>?
    var subscriptions: [Task<Void, Never>] = []
    var isClosed = false

    init(
        _ services: CallServices, options: CallOptions, pins: KeyPins, began: UInt64, connectionTime: Duration,
        tell: @escaping @Sendable (CallEvent) -> Void, progressed: @escaping @Sendable (Progress) -> Void,
        failed: @escaping @Sendable (CallFailure) -> Void, notice: @escaping @Sendable (String) -> Void
    ) {
        self.services = services
        self.options = options
        self.began = began
        self.tell = tell
        self.failed = failed
        self.progressed = progressed
        room = CallRoom(janus: services.makeJanus(), engine: services.engine, connectionTime: connectionTime)
        roster = CallRoster(own: services.ownAddress)
        let (api, storage) = (services.api, services.storage)
        peers = PeerKeys(
            pins: pins,
            fetch: { (users) async throws(CallFailure) in
                do throws(APIClientError) {
                    return try await api.send(.publicKeys, body: PublicKeysRequest(userIds: users))
                } catch {
                    throw CallFailure(error)
                }
            },
            savePins: { try? storage.store($0, as: .pinnedKeys) },
            notice: notice)
    }

    /// Tells the person at once and in order; nothing follows the end of the call.
    func report(_ event: CallEvent) {
        if !isClosed { tell(event) }
    }

    // MARK: - While it runs

    /// A signal of this call came.
    func received(_ signal: SignalMessage) async {
        switch signal.kind {
        case .participantJoined:
            guard let user = signal[id: .participant] else { return }
            if let device = signal[id: .participantDevice] {
                await apply(roster.joined(user, device, name: signal[text: .participantName] ?? ""))
            }
            await refreshParticipants()
        case .participantLeft:
            guard let user = signal[id: .participant] else { return }
            await apply(roster.left(user))
        case .handoverHost:
            guard let user = signal[id: .participant] else { return }
            if roster.member(user) == nil { await refreshParticipants() }
            await apply(roster.handover(to: user))
        case .keyRotation, .requestAESKey, .sendAESKey:
            await keys?.received(signal)
        default: return
        }
    }

    /// Asks the server who is in the call. What cannot be had now comes with the next signal.
    func refreshParticipants() async {
        guard let call else { return }
        var asked: UInt64
        var answer: ParticipantsResponse
        repeat {
            asked = roster.revision
            guard !isClosed else { return }
            do throws(APIClientError) {
                answer = try await services.api.send(.participants, id: call.rawValue)
            } catch {
                let over = [ErrorCode.callNotAvailable.rawValue, ErrorCode.callNotFound.rawValue]
                if case .server(let code, _, _) = error, over.contains(code) { progressed(.over) }
                return
            }
            // Somebody came or went meanwhile: the list may be older than that, and is asked for again.
        } while asked != roster.revision
        await apply(roster.update(answer.participants))
    }

    func apply(_ changes: [CallRoster.Change]) async {
        guard let call else { return }
        for change in changes {
            switch change {
            case .joined(let member):
                progressed(.remoteJoined)
                if isCaller, !toldAnswered {
                    toldAnswered = true
                    report(.answered(call, by: UserID(member.address.userID), name: member.name))
                }
                report(.participantJoined(call, UserID(member.address.userID), name: member.name))
            case .left(let address):
                report(.participantLeft(call, UserID(address.userID)))
                for (feed, sender) in feeds where sender == address {
                    feeds[feed] = nil
                    await room.unsubscribe(feed: feed)
                }
            case .becameKeyHost, .keyHostIs: break
            }
            await keys?.apply(change, members: roster.addresses)
        }
        if !changes.isEmpty { subscribeToMapped() }
    }

    func setMuted(_ muted: Bool) async {
        await room.setMuted(muted)
        await update(UpdateParticipantRequest(callId: call, userId: services.account.userId, isMuted: muted))
    }

    func setVideoEnabled(_ enabled: Bool) async {
        await room.setVideoEnabled(enabled)
        await update(
            UpdateParticipantRequest(callId: call, userId: services.account.userId, isVideoEnabled: enabled))
    }

    func update(_ body: UpdateParticipantRequest) async {
        guard let call else { return }
        _ = try? await services.api.send(.updateParticipant, id: call.rawValue, body: body, as: Participant.self)
    }

    /// The counters so far.
    func currentStatistics() async -> CallStatistics {
        var current = await room.statistics()
        current.firstPictureMilliseconds = statistics.firstPictureMilliseconds
        current.firstSoundMilliseconds = statistics.firstSoundMilliseconds
        current.epochs = await keys?.epochs ?? 0
        return current
    }

    /// Wipes the keys, then takes media and room down. Idempotent; returns the final counters.
    func close() async -> CallStatistics {
        guard !isClosed else { return statistics }
        isClosed = true
        watching?.cancel()
        for task in subscriptions { task.cancel() }
        // Counted before the keys go: frames that come between here and the last packet say nothing about the call.
        let final = await currentStatistics()
        await keys?.stop()
        await room.close()
        keys = nil
        statistics = final
        return final
    }
}

/// Somebody who publishes in the room, by what Janus says.
struct RemotePublisher: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        let track: Track
        let codec: FrameCodec
        let mid: String
    }

    let feed: UInt64
    let user: UserID
    let streams: [Stream]
}
