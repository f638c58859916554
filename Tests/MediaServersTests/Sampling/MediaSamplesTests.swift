import Testing

@testable import MediaServers

@Suite("Samples of media connections")
struct MediaSamplesTests {
    private static let relays = [
        "10.0.0.5:25001": "UDP", "10.0.0.5:25002": "TCP", "10.0.0.5:25003": "TLS/TCP",
    ]

    private static func sending(_ packets: Int, lost: Int, from remote: String = "192.0.2.1:4000")
        -> JanusAdmin.Connection
    {
        .init(
            isPublisher: true, remote: remote,
            audio: .init(packets: packets, lost: lost, roundTripMilliseconds: 0))
    }

    private static func receiving(_ packets: Int, lost: Int, roundTrip: Int = 0) -> JanusAdmin.Connection {
        .init(
            isPublisher: false, remote: "10.0.0.5:25002",
            audio: .init(packets: packets, lost: lost, roundTripMilliseconds: roundTrip))
    }

    @Test(
        "the route follows from the allocation of coturn that the packets come from",
        arguments: [
            ("192.0.2.1:25001", .udp), ("10.0.0.5:25001", .relayUDP), ("10.0.0.5:25002", .relayTCP),
            ("10.0.0.5:25003", .relayTLS), ("10.0.0.5:25004", .udp),
        ] as [(String, MediaWay)])
    func findsWay(remote: String, way: MediaWay) {
        #expect(MediaWay(remote: remote, relays: Self.relays) == way)
    }

    @Test("the route of a sending connection is counted once, that of a receiving one never")
    func countsWayOnce() {
        var samples = MediaSamples()
        let connections: [UInt64: JanusAdmin.Connection] = [
            1: Self.sending(0, lost: 0, from: "10.0.0.5:25003"), 2: Self.receiving(0, lost: 0),
        ]
        #expect(samples.take(connections, relays: Self.relays) == [.way(.relayTLS)])
        #expect(samples.take(connections, relays: Self.relays).isEmpty)
        #expect(samples.take([:], relays: [:]).isEmpty)
        #expect(samples.take([1: Self.sending(0, lost: 0)], relays: Self.relays) == [.way(.udp)], "another one")
    }

    @Test("loss is that since the previous look, of the packets sent")
    func measuresLoss() {
        var samples = MediaSamples()
        _ = samples.take([1: Self.sending(1000, lost: 500), 2: Self.receiving(1000, lost: 0)], relays: [:])
        #expect(
            samples.take([1: Self.sending(1090, lost: 510), 2: Self.receiving(1100, lost: 25)], relays: [:])
                == [.loss(0.1, isUp: true), .loss(0.25, isUp: false)])
        #expect(
            samples.take([1: Self.sending(1110, lost: 510), 2: Self.receiving(1149, lost: 25)], relays: [:]).isEmpty,
            "too few packets")
    }

    @Test("duplicate packets are not negative loss, and a receiver's count of -1 in 24 bits is no loss")
    func ignoresDuplicates() {
        var samples = MediaSamples()
        _ = samples.take([1: Self.sending(0, lost: 5), 2: Self.receiving(0, lost: 0)], relays: [:])
        #expect(
            samples.take([1: Self.sending(100, lost: 0), 2: Self.receiving(100, lost: 0xFFFFFF)], relays: [:])
                == [.loss(0, isUp: true), .loss(0, isUp: false)])
    }

    @Test("round trips are those of receiving connections, by route; Janus' 0 is not counted")
    func measuresRoundTrip() {
        var samples = MediaSamples()
        #expect(
            samples.take([2: Self.receiving(0, lost: 0, roundTrip: 40)], relays: Self.relays)
                == [.roundTrip(seconds: 0.04, .relayTCP)])
        #expect(samples.take([2: Self.receiving(0, lost: 0)], relays: Self.relays).isEmpty)
    }

    @Test("the client's protocol and the relayed address are read from the console")
    func readsAllocations() {
        let answer = """
                1) id=001000000000000003, user <u18:1795951306:60>:\r
                  client protocol TLS/TCP, relay protocol UDP\r
                  client addr 10.78.0.1:50000, server addr 10.0.0.5:5349\r
                  relay addr 10.0.0.5:25003\r
                2) id=000000000000000001, user <u19:1795951306:61>:\r
                  client protocol UDP, relay protocol UDP\r
            """
        let found = RelayAllocation.all(in: answer)
        #expect(found.map(\.client) == ["TLS/TCP", "UDP"] && found.map(\.relay) == ["10.0.0.5:25003", nil])
    }
}
