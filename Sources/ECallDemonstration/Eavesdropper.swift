import Crypto
import ECallAPI
import ECallCore
import ECallGStreamer
import ECallMedia
import ECallSecurity
import ECallServer
import FrameCrypto
import Janus
import MediaServers
import Synchronization
import TestPattern

/// An attacker with the secrets of Janus' operator: enters the room of a call directly, receives everything, and tries
/// what can be tried without the key.
actor Eavesdropper {
    /// The captured frames, over all feeds.
    struct Captured: Sendable {
        var videoFrames = 0
        var audioFrames = 0
        /// Frames that opened without a key or under a wrong one.
        var opened = 0
        /// Pictures and tenths of a second of audio that passed the content check after the ciphertext was passed to the
        /// decoder unchanged.
        var understood = 0
        /// Frames that the decoders produced, none of which is video or audio of the call.
        var decoderOutput = 0
    }

    private struct Tap {
        let track: Track
        let decryptor: KeylessDecryptor
        let connection: any SubscribingConnection
        let handle: JanusHandle
    }

    private let janus: JanusClient
    private let access: JanusOperatorAccess
    private let engine: GStreamerEngine
    private var taps: [Tap] = []
    private var tasks: [Task<Void, Never>] = []

    init(access: JanusOperatorAccess) throws {
        self.access = access
        engine = try GStreamerEngine(testContent: CodedContent())
        janus = JanusClient(
            janus: SocketAddress(isSecure: false, host: "127.0.0.1", port: access.webSocketPort, path: "/"),
            credentials: access.credentials(at: .now))
    }

    /// Enters the room and receives every track of all participants.
    func listen(to room: RoomID) async throws {
        try await janus.connect()
        try await janus.createSession()
        let handle = try await janus.attachVideoRoom()
        let answer = try await janus.request(
            .joinPublisher(
                VideoRoomPublisherJoin(
                    room: room.rawValue, display: "0:nobody", pin: access.pin(of: room),
                    token: access.token(for: room, at: .now))), on: handle)
        guard case .joined(_, _, _, let publishers) = answer.event else {
            throw DemoFailure("the eavesdropper did not get into the room")
        }
        for publisher in publishers {
            for stream in publisher.streams {
                guard let track = Track(rawValue: stream.type) else { continue }
                try await tap(track, feed: publisher.id, mid: stream.mid, in: room)
            }
        }
        guard !taps.isEmpty else { throw DemoFailure("the eavesdropper found nobody in the room") }
    }

    private func tap(_ track: Track, feed: UInt64, mid: String, in room: RoomID) async throws {
        let codec: FrameCodec = track == .audio ? .opus : .h264
        let decryptor = KeylessDecryptor(codec: codec)
        let connection = try await engine.makeSubscriber(
            SubscriberConfiguration(
                track: track, codec: codec, ice: ICEConfiguration(), decryptor: decryptor, checkContent: true))
        let handle = try await janus.attachVideoRoom()
        taps.append(Tap(track: track, decryptor: decryptor, connection: connection, handle: handle))
        let janus = janus
        tasks.append(
            Task {
                for await case .trickle(.candidate(let candidate)) in handle.events {
                    await connection.addRemoteCandidate(
                        ICECandidate(
                            candidate: candidate.candidate, sdpMLineIndex: candidate.sdpMLineIndex ?? 0,
                            sdpMid: candidate.sdpMid))
                }
            })
        let offer = try await janus.request(
            .joinSubscriber(
                VideoRoomSubscriberJoin(
                    room: room.rawValue, streams: [VideoRoomStreamSelection(feed: feed, mid: mid)],
                    pin: access.pin(of: room), token: access.token(for: room, at: .now))), on: handle)
        guard let sdp = offer.jsep?.sdp else { throw DemoFailure("Janus offered the eavesdropper nothing") }
        let answer = try await connection.answer(offer: sdp)
        try await janus.request(
            .start, jsep: JanusSessionDescription(.answer, sdp: answer, isEndToEndEncrypted: true), on: handle)
        tasks.append(
            Task {
                for await case .localCandidate(let candidate) in connection.events {
                    try? await janus.trickle(
                        .candidate(
                            JanusCandidate(
                                candidate: candidate.candidate, sdpMid: candidate.sdpMid,
                                sdpMLineIndex: candidate.sdpMLineIndex)), on: handle)
                }
            })
    }

    func caught() async -> Captured {
        var result = Captured()
        for tap in taps {
            let counts = tap.decryptor.counts
            let statistics = await tap.connection.statistics()
            result.opened += counts.opened
            result.decoderOutput += statistics.decoded
            let content = statistics.content
            result.understood += content.pictures.values.reduce(0, +) + content.tones.values.reduce(0, +)
            if tap.track == .audio { result.audioFrames += counts.frames } else { result.videoFrames += counts.frames }
        }
        return result
    }

    func leave() async {
        for tap in taps { await tap.connection.close() }
        for task in tasks { task.cancel() }
        await janus.close()
    }
}

/// Tries every frame without a key and with a wrong one, then passes the ciphertext to the decoder unchanged.
private final class KeylessDecryptor: FrameDecryptor {
    struct Counts {
        var frames = 0
        var opened = 0
    }

    private let codec: FrameCodec
    private let keyless: SenderKeyring
    private let withoutKey: any FrameDecryptor
    private let state = Mutex(Counts())

    init(codec: FrameCodec) {
        self.codec = codec
        keyless = SenderKeyring(callID: 1, ownAddress: DeviceAddress(userID: 1, deviceID: 1)) { nil }
        withoutKey = keyless.makeDecryptor(
            sender: DeviceAddress(userID: 2, deviceID: 2), track: codec == .opus ? .audio : .video, codec: codec)
    }

    var counts: Counts { state.withLock { $0 } }

    func open(_ payload: [UInt8]) -> OpenOutcome {
        var opened = opensUnderWrongKey(payload)
        if case .opened = withoutKey.open(payload) { opened = true }
        state.withLock {
            $0.frames += 1
            if opened { $0.opened += 1 }
        }
        return .opened(payload, needsKeyFrame: false)
    }

    func waitForKeys(until deadline: UInt64) {}

    /// A random base key, with the frame's own KID and counter.
    private func opensUnderWrongKey(_ payload: [UInt8]) -> Bool {
        guard let frame = SealedFrame.split(payload, codec: codec),
            let (header, length) = SFrameHeader.decode(frame.sealed)
        else { return false }
        let key = SFrameKey(
            suite: .aes256GCM, baseKey: SymmetricKey(size: .bits256), keyID: header.keyID, provider: FrameCipher())
        return key.open(frame.sealed, headerLength: length, counter: header.counter, metadata: frame.clear) != nil
    }
}
