import ECallAPI
import ECallGStreamer
import ECallMedia
import Foundation
import FrameCrypto
import Janus
import NIOPosix
import ServerTestSupport
import TestPattern
import TestSupport
import Testing

@testable import ECallServer
@testable import MediaServers
@testable import ServerFoundation

/// Replays our clients' requests to a real Janus, and compares its answers with the transcript from which the fakes of
/// Janus answer. With `ECALL_WRITE_TRANSCRIPT=1` the transcript is written anew.
@Suite("Janus' answers", .timeLimit(.minutes(1)), .serialized)
struct JanusTranscriptTests {
    @Test("Janus answers as in the transcript that the fakes use")
    func transcript() async throws {
        let (entries, others) = try await Self.record()
        if ProcessInfo.processInfo.environment["ECALL_WRITE_TRANSCRIPT"] == "1" {
            try JanusTranscript(janus: "1.1.2", entries: entries).write()
        }
        let transcript = try JanusTranscript.read()
        #expect(transcript.entries.map(\.name) == entries.map(\.name))
        for (recorded, entry) in zip(transcript.entries, entries) {
            #expect(recorded.request?.text == entry.request?.text, "request: \(entry.name)")
            #expect(recorded.answers.map(\.text) == entry.answers.map(\.text), "answers: \(entry.name)")
        }
        let known = Set(transcript.entries.flatMap(\.answers))
        // Janus reports packets as they arrive, or are lost.
        let ofPackets: Set<RecordedValue?> = ["media", "slowlink"]
        for message in others where !known.contains(message) && !ofPackets.contains(message["janus"]) {
            Issue.record("not in the transcript: \(message.text)")
        }
    }

    /// Runs a real Janus with all requests; returns the recording, and Janus' other messages.
    private static func record() async throws -> (entries: [JanusTranscript.Entry], others: [RecordedValue]) {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-transcript-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = MediaSettings(address: try HostNetwork.mediaAddresses(named: []).first)
        settings.turnPort = 0
        let media = try MediaServers(
            settings: settings, dataDirectory: folder, turnSecret: "secret",
            group: MultiThreadedEventLoopGroup.singleton, now: WallClock.system.now, logger: RecordedLog().logger)
        try await media.start()
        do {
            let scene = try await TranscriptScene(media)
            try await scene.play()
            await media.stop()
            return (await scene.recording.entries, await scene.others)
        } catch {
            await media.stop()
            throw error
        }
    }
}

/// Ana publishes, Bo receives, Cy joins later.
private actor TranscriptScene {
    let recording = JanusRecording()
    private(set) var others: [RecordedValue] = []
    private let secrets: JanusSecrets
    private let port: Int
    private let credentials: JanusCredentials
    private let engine: GStreamerEngine
    private let ana: RecordedClient
    private let bo: RecordedClient
    private let cy: RecordedClient
    private var room: UInt64 = 0
    private var anas: UInt64 = 0
    private var bos: UInt64 = 0
    private var cys: UInt64 = 0
    private var feed: UInt64 = 0

    private let address: String
    private var ice: ICEConfiguration { ICEConfiguration(localAddresses: [address]) }
    /// An unused room.
    private static let unknown: UInt64 = 4_711

    init(_ media: MediaServers) async throws {
        secrets = media.janus.secrets
        port = media.janus.webSocketPort
        credentials = JanusTokens(secret: secrets.tokenSecret).session(at: WallClock.system.now())
        engine = try GStreamerEngine(testContent: CodedContent())
        address = media.janus.mediaAddress
        ana = try await RecordedClient(port: port, credentials: credentials, recording: recording)
        bo = try await RecordedClient(port: port, credentials: credentials, recording: recording)
        cy = try await RecordedClient(port: port, credentials: credentials, recording: recording)
    }

    func play() async throws {
        try await enter()
        let publisher = try await publishFirst()
        try await receive()
        try await change(publisher)
        try await leave()
        try await claim()
    }

    private func enter() async throws {
        try await ana.create(as: "create session")
        anas = try await ana.attach(as: "attach")
        try await bo.create()
        bos = try await bo.attach()
        try await cy.create()
        cys = try await cy.attach()
        let creation = VideoRoomCreation(secret: "secret", adminKey: secrets.adminKey)
        let created = try await ana.ask(.create(creation), anas, as: "create room")
        room = created["plugindata"]?["data"]?["room"]?.integer ?? 0
        try await ana.ask(.exists(room: room), anas, as: "room exists")
        try await ana.ask(.exists(room: Self.unknown), anas, as: "unknown room exists")
        try await ana.ask(
            .joinPublisher(.init(room: Self.unknown, display: "1:Ana")), anas, as: "join unknown room")
        try await ana.ask(.unpublish, anas, as: "unpublish before joining")
        try await bo.ask(.joinPublisher(.init(room: room, display: "2:Bo")), bos, as: "join empty room")
        let joined = try await ana.ask(.joinPublisher(.init(room: room, display: "1:Ana")), anas)
        feed = joined["plugindata"]?["data"]?["id"]?.integer ?? 0
        try await ana.ask(.unpublish, anas, as: "unpublish before publishing")
    }

    private func publish(as name: String? = nil) async throws -> any PublishingConnection {
        let publisher = try await engine.makePublisher(
            PublisherConfiguration(
                source: .test(sender: 1), ice: ice, audio: PlainFrames(),
                video: PublishedVideo(encryptor: PlainFrames(), width: 320, height: 240, framesPerSecond: 10)))
        let offer = JanusSessionDescription(.offer, sdp: try await publisher.createOffer(), isEndToEndEncrypted: true)
        let configuration = VideoRoomConfiguration(audio: true, video: true, videoCodec: "h264")
        let answer = try await ana.ask(.publish(configuration), anas, jsep: offer, as: name)
        try await publisher.setAnswer(answer["jsep"]?["sdp"]?.string ?? "")
        try await ana.trickle(publisher, anas)
        return publisher
    }

    private func publishFirst() async throws -> any PublishingConnection {
        let publisher = try await publish(as: "publish")
        let candidate = JanusCandidate(
            candidate: "candidate:9 1 udp 1 \(address) 9 typ host", sdpMid: "audio0", sdpMLineIndex: 0)
        try await ana.ask(.trickle(session: ana.session, handle: anas, .candidate(candidate)), as: "trickle")
        try await ana.ask(.trickle(session: ana.session, handle: anas, .completed), as: "trickle completed")
        try await ana.hear("candidate of Janus") { $0["candidate"]?["candidate"] != nil }
        try await ana.hear("candidates of Janus end") { $0["candidate"]?["completed"] != nil }
        try await ana.hear("connected") { $0["janus"] == "webrtcup" }
        for type in ["audio", "video"] as [RecordedValue] {
            try await ana.hear("\(type.string ?? "") comes") { $0["janus"] == "media" && $0["type"] == type }
        }
        try await bo.hear("publisher appears") { $0["plugindata"]?["data"]?["publishers"] != nil }
        try await cy.ask(.joinPublisher(.init(room: room, display: "3:Cy")), cys, as: "join")
        try await cy.ask(.listParticipants(room: room), cys, as: "list participants")
        try await ana.ask(.configure(.init(bitrate: 500_000)), anas, as: "configure")
        try await ana.ask(.keepalive(session: ana.session), as: "keepalive")
        return publisher
    }

    private func receive() async throws {
        let handle = try await bo.attach()
        func join(_ feed: UInt64, as name: String) async throws -> RecordedValue {
            let streams = [VideoRoomStreamSelection(feed: feed, mid: "audio0")]
            return try await bo.ask(.joinSubscriber(.init(room: room, streams: streams)), handle, as: name)
        }
        _ = try await join(Self.unknown, as: "subscribe to unknown feed")
        let attached = try await join(feed, as: "subscribe")
        try #require(attached["jsep"] != nil, "no offer: \(attached.text)")
        let subscriber = try await engine.makeSubscriber(
            SubscriberConfiguration(track: .audio, codec: .opus, ice: ice, decryptor: PlainFrames()))
        let sdp = try await subscriber.answer(offer: attached["jsep"]?["sdp"]?.string ?? "")
        let answer = JanusSessionDescription(.answer, sdp: sdp, isEndToEndEncrypted: true)
        try await bo.ask(.start, handle, jsep: answer, as: "start")
        try await bo.trickle(subscriber, handle)
        try await bo.hear("receiver connected") { $0["janus"] == "webrtcup" }
        let paused = VideoRoomConfiguration(streams: [.init(mid: "0", send: false)])
        try await bo.ask(.configure(paused), handle, as: "pause a stream")
        let layers = VideoRoomConfiguration(streams: [.init(mid: "0", send: true, layers: .init(substream: 1))])
        try await bo.ask(.configure(layers), handle, as: "go on, with a layer")
        try await bo.ask(
            .switch([.init(feed: feed, mid: "audio0", subscriberMid: "0")]), handle, as: "switch to the same sender")
        try await bo.ask(
            .switch([.init(feed: Self.unknown, mid: "audio0", subscriberMid: "0")]), handle,
            as: "switch to unknown feed")
        try await bo.ask(.subscribe([.init(feed: feed, mid: "video1")]), handle, as: "subscribe to more")
        try await bo.ask(
            .subscribe([.init(feed: feed, mid: "audio0")]), handle, as: "subscribe while an answer is owed")
        try await bo.ask(.leave, handle, as: "receiver leaves")
        try await bo.hear("receiving ended") { $0["janus"] == "hangup" }
        try await bo.ask(.hangup(session: bo.session, handle: handle), as: "hang up")
        try await bo.ask(.detach(session: bo.session, handle: handle), as: "detach")
        try await bo.hear("detached") { $0["janus"] == "detached" }
        await subscriber.close()
        try await bo.ask(.start, handle, as: "ask of unknown handle")
    }

    private func change(_ publisher: any PublishingConnection) async throws {
        await publisher.setVideoEnabled(false)
        try await ana.hear("video ends") { $0["janus"] == "media" && $0["receiving"] == .bool(false) }
        try await ana.ask(.unpublish, anas, as: "unpublish")
        await publisher.close()
        try await ana.hear("publishing ended") { $0["janus"] == "hangup" }
        try await bo.hear("publisher unpublished") { $0["plugindata"]?["data"]?["unpublished"] != nil }
        try await ana.ask(.leave, anas, as: "leave")
        try await bo.hear("publisher left") { $0["plugindata"]?["data"]?["leaving"] != nil }
    }

    private func leave() async throws {
        others += try await ana.rest() + bo.rest()
        try await bo.forget()
        anas = try await ana.attach()
        try await ana.ask(.joinPublisher(.init(room: room, display: "1:Ana")), anas)
        let publisher = try await publish()
        try await bo.hear("publisher appears again") { $0["plugindata"]?["data"]?["publishers"] != nil }
        try await ana.ask(.detach(session: ana.session, handle: anas))
        await publisher.close()
        try await bo.hearAll("publisher's handle ends") { $0["plugindata"]?["data"]?["leaving"] != nil }
        try await ana.ask(.destroy(session: ana.session), as: "destroy session")
        try await cy.ask(.destroy(room: room, secret: "secret"), cys, as: "destroy room")
        try await bo.hear("room destroyed") { $0["plugindata"]?["data"]?["videoroom"] == "destroyed" }
        others += try await cy.rest() + bo.rest()
    }

    private func claim() async throws {
        try await bo.vanish()
        let again = try await RecordedClient(port: port, credentials: credentials, recording: recording)
        try await again.ask(.claim(session: bo.session), as: "claim")
        try await again.ask(.claim(session: Self.unknown), as: "claim unknown session")
        try await again.ask(.keepalive(session: Self.unknown), as: "keepalive of unknown session")
        try await again.ask(.destroy(session: bo.session))
        try await again.vanish()
        try await ana.vanish()
        try await cy.vanish()
        others = await normalized(others)
    }

    private func normalized(_ messages: [RecordedValue]) async -> [RecordedValue] {
        var result: [RecordedValue] = []
        for message in messages { result.append(await recording.normalized(message)) }
        return result
    }
}
