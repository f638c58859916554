import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import Janus
import TestSupport
import Testing

@testable import ECallCalls

@Suite("One media connection", .timeLimit(.minutes(1)))
struct MediaTransportTests {
    private let janus = JanusDouble()
    private let time = ManualTime()

    private func client() throws -> JanusClient {
        JanusClient(
            server: try ServerAddress("https://calls.example.org"),
            accessToken: { () async throws(APIClientError) in "token" }, dialer: janus, time: time)
    }

    private func transport() throws -> MediaTransport {
        let client = try client()
        return MediaTransport(
            MediaParts(
                makeJanus: { client }, engine: MediaDouble(), time: time, times: CallTimes(), tasks: SessionTasks(),
                timeline: SetUpTimeline(track: .audio, began: 0, now: { 0 }), random: { 0 }))
    }

    private func publish(as user: Int) async throws -> JanusClient {
        let client = try client()
        try await client.connect()
        try await client.createSession()
        let handle = try await client.attachVideoRoom()
        try await client.request(.joinPublisher(.init(room: 5, display: "\(user):User \(user)")), on: handle)
        try await client.request(
            .publish(.init(audio: true, video: false, videoCodec: nil)), jsep: .init(.offer, sdp: "offer"), on: handle)
        return client
    }

    // Janus announces a publisher on another thread than the answer to `join`.
    @Test("events of the room that overtake the answer to join are reported after it", arguments: 0..<20)
    func earlyNews(_ round: Int) async throws {
        let others = [try await publish(as: 1), try await publish(as: 2)]
        janus.tellEarly()
        let transport = try self.transport()
        try await transport.open()
        try await transport.join(5, display: "3:User 3")
        var events = transport.events.makeAsyncIterator()
        for expected in ["2:User 2", "1:User 1"] {
            guard case .inRoom(.appeared(let publisher)) = await events.next() else { throw CallFailure.noCall }
            #expect(publisher.display == expected)
        }
        for client in others { await client.close() }
        await transport.close()
    }

    @Test("a sender whose sound Janus refuses at first is heard at the next request")
    func refusedAtFirst() async throws {
        let other = try await publish(as: 1)
        let transport = try self.transport()
        try await transport.open()
        try await transport.join(5, display: "3:User 3")
        let feed = try #require(janus.feed(of: "1:User 1"))
        let configuration = SubscriberConfiguration(
            track: .audio, codec: .opus, ice: ICEConfiguration(),
            decryptor: SenderKeyring(callID: 7, ownAddress: DeviceAddress(userID: 3, deviceID: 4)) { nil }
                .makeDecryptor(
                    sender: DeviceAddress(userID: 1, deviceID: 2), track: .audio, codec: .opus))
        janus.loseFeeds()
        await #expect(throws: CallFailure.self) {
            try await transport.subscribe(.init(feed: feed, track: .audio, number: 1), mid: "audio0", configuration)
        }
        janus.findFeeds()
        try await transport.subscribe(.init(feed: feed, track: .audio, number: 2), mid: "audio0", configuration)
        #expect(janus.received.map { $0.map(\.feed) } == [[Int(feed)]])
        await other.close()
        await transport.close()
    }
}
