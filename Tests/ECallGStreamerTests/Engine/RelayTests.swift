import ECallAPI
import ECallCore
import ECallGStreamer
import ECallMedia
import EngineTestSupport
import FrameCrypto
import Testing

extension EngineTests {
    @Suite("Relay", .enabled(if: TurnServer.isInstalled, "coturn is not installed"))
    struct Relay {
        @Test("With relays only, all media goes through TURN and the pair says so", arguments: ["udp", "tcp"])
        func relayOnly(transport: String) async throws {
            let server = try await TurnServer.start()
            defer { server.stop() }
            let loop = try await Loop(
                video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264),
                ice: ice(server, transport: transport, password: TurnServer.password))
            let statistics = try await loop.statistics {
                $0.content.pictures[7, default: 0] >= 10 && $0.selectedPair != nil
            }
            #expect(statistics.selectedPair == CandidatePair(local: "relay", remote: "relay"))
            #expect(await loop.publisher.statistics().selectedPair == CandidatePair(local: "relay", remote: "relay"))
            await loop.close()
            let announced = (loop.sent.all + loop.received.all).compactMap { event -> String? in
                if case .localCandidate(let candidate) = event { candidate.candidate } else { nil }
            }
            #expect(!announced.isEmpty && announced.allSatisfy { $0.contains(" typ relay") })
            #expect(await loop.publisher.statistics().selectedPair?.local == "relay")
        }

        /// libnice 0.1.21 may crash when a TCP connection to a relay ends under it.
        @Test("The end of coturn under its TCP connections crashes nothing, and the call learns of it")
        func coturnEnds() async throws {
            let tunnels = RelayTunnels()
            defer { withExtendedLifetime(tunnels) {} }
            for _ in 0..<3 {
                let server = try await TurnServer.start()
                defer { server.stop() }
                let relay = TURNURI(host: "127.0.0.1", port: server.port, transport: .tcp)
                let way = try #require(await tunnels.tunnelled(relay))
                let loop = try await Loop(
                    video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264),
                    ice: ice(way.description, password: TurnServer.password))
                _ = try await loop.statistics { $0.content.pictures[7, default: 0] >= 10 }
                server.stop()
                for await ending in tunnels.endings where ending == .ofMedia { break }
                // libnice still sends: it crashed at the end of its own socket.
                let sealed = await loop.publisher.statistics().videoSealed
                _ = try await Loop.poll(loop.publisher, until: { $0.videoSealed > sealed + 50 })
                await loop.close()
            }
        }

        @Test("A wrong password yields no candidate and no media")
        func wrongPassword() async throws {
            let server = try await TurnServer.start()
            defer { server.stop() }
            let loop = try await Loop(
                receiving: .opus, decryptor: TestDecryptor(.opus),
                ice: ice(server, transport: "udp", password: "wrong"))
            #expect(await loop.sent.first { $0 == .gatheringComplete } != nil)
            await loop.close()
            #expect(
                !loop.sent.all.contains { if case .localCandidate = $0 { true } else { false } })
            #expect(await loop.subscriber.statistics().decoded == 0)
        }

        private func ice(_ server: TurnServer, transport: String, password: String) -> ICEConfiguration {
            ice("turn:127.0.0.1:\(server.port)?transport=\(transport)", password: password)
        }

        private func ice(_ uri: String, password: String) -> ICEConfiguration {
            ICEConfiguration(
                servers: [ICEServer(uri: uri, username: TurnServer.username, credential: password)],
                relayOnly: true, localAddresses: ["127.0.0.1"])
        }
    }
}
