import Testing

@testable import MediaServers

/// What Janus and coturn are told of addresses; that they take it is in RelayTests.
@Suite("Configuration of Janus and coturn")
struct MediaConfigurationTests {
    private static func janus(_ publicAddress: String?) -> String {
        let secrets = JanusSecrets.random()
        let configuration = JanusConfiguration(
            secrets: secrets, mediaAddress: "10.0.0.5", publicAddress: publicAddress, webSocketPort: 1, adminPort: 2,
            mediaPorts: 3...4, libraries: "/nowhere", folder: "/nowhere")
        return configuration.files.first { $0.name == "janus.jcfg" }?.text ?? ""
    }

    private static func coturn(_ publicAddress: String?) -> [String] {
        CoturnConfiguration(
            secret: "s", mediaAddress: "10.0.0.5", publicAddress: publicAddress, port: 3478, relayPorts: 5...6,
            folder: "/nowhere"
        ).text.split(separator: "\n").map(String.init)
    }

    @Test("behind one-to-one NAT both addresses are offered, and relays reach both")
    func mapped() {
        let janus = Self.janus("198.51.100.7")
        #expect(janus.contains("nat_1_1_mapping = \"198.51.100.7\"") && janus.contains("keep_private_host = true"))
        #expect(janus.contains("ice_enforce_list = \"10.0.0.5\""))
        let coturn = Self.coturn("198.51.100.7")
        #expect(coturn.contains("external-ip=198.51.100.7/10.0.0.5") && coturn.contains("relay-ip=10.0.0.5"))
        #expect(coturn.filter { $0.hasPrefix("allowed-peer-ip=") }.count == 2)
    }

    @Test("without it nothing is said of another address")
    func plain() {
        #expect(!Self.janus(nil).contains("nat_1_1_mapping") && !Self.janus(nil).contains("keep_private_host"))
        #expect(!Self.coturn(nil).contains { $0.hasPrefix("external-ip") })
        #expect(Self.coturn(nil).filter { $0.hasPrefix("allowed-peer-ip=") } == ["allowed-peer-ip=10.0.0.5"])
    }
}
