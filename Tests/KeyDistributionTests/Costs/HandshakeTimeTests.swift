import ECallSecurity
import TestSupport
import Testing

@testable import KeyDistribution

/// The time that two devices take to share a channel: with RSA-OAEP, X25519 and, if both have it, ML-KEM-768 (e2ee 4).
@Suite("Time of a handshake")
struct HandshakeTimeTests {
    private static let rounds = 20

    @Test("a channel is opened and accepted, and the time is printed", arguments: [false, true])
    func time(postQuantum: Bool) throws {
        var random = SeededGenerator(seed: 11)
        let cast = SceneCast.plain
        let ends = try ["ana", "bo"].map { name in
            let secrets = JoinSecrets.draw(postQuantum: postQuantum, using: &random)
            return try OwnEntry(cast.device(name), room: Scene.room, seq: 1, secrets: secrets)
        }
        let wrapping = SystemChannelWrapping()
        let channels = ends.map {
            KeyChannel(call: Scene.call, own: $0.join, secrets: $0.secrets, wrapping: wrapping)
        }
        let key = SealingKey(generation: 1, step: 0, key: .draw(using: &random))
        var (opening, taking) = (Duration.zero, Duration.zero)
        for _ in 0..<Self.rounds {
            let begun = ContinuousClock.now
            let opened = try #require(
                channels[0].open(to: ends[1].join, secret: .draw(SenderKey.length, using: &random)))
            let message = OpenMessage(
                from: ends[0].join.hash, to: ends[1].join.hash, wrapped: opened.wrapped,
                encapsulated: opened.encapsulated, sealed: KeyMessage.seal(key, n: 0, under: opened.key))
            let sent = ContinuousClock.now
            let read = try #require(OpenMessage(text: message.text))
            let taken = try #require(channels[1].accept(read, from: ends[0].join, keyPair: ends[1].device.keyPair))
            let first = KeyMessage.open(read.sealed, n: 0, under: taken)
            #expect(first?.generation == 1)
            opening += sent - begun
            taking += .now - sent
        }
        let kind = postQuantum ? "RXM" : "RX"
        print("measured: a handshake \(kind): opened in \(opening / Self.rounds), taken in \(taking / Self.rounds)")
    }
}
