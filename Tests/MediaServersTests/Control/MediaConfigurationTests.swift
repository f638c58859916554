import ECallAPI
import ServerFoundation
import Testing

@testable import MediaServers

/// The addresses in the configuration of Janus and coturn; RelayTests checks that they accept it.
@Suite("Configuration of Janus and coturn")
struct MediaConfigurationTests {
    private static func janus(_ publicAddress: String?, _ addresses: [String] = ["10.0.0.5"]) throws -> String {
        let secrets = JanusSecrets.random()
        let configuration = JanusConfiguration(
            secrets: secrets, addresses: try #require(MediaAddresses(addresses)), publicAddress: publicAddress,
            webSocketPort: 1, adminPort: 2, mediaPorts: 3...4, libraries: "/nowhere", folder: "/nowhere")
        return configuration.files.first { $0.name == "janus.jcfg" }?.text ?? ""
    }

    private static func coturn(_ addresses: [String] = ["10.0.0.5"]) throws -> [String] {
        CoturnConfiguration(
            secret: "s", addresses: try #require(MediaAddresses(addresses)), port: 3478, relayPorts: 5...6,
            folder: "/nowhere"
        ).text.split(separator: "\n").map(String.init)
    }

    @Test("behind one-to-one NAT Janus offers both addresses, and relays have and reach the host's own one only")
    func mapped() throws {
        let janus = try Self.janus("198.51.100.7")
        #expect(janus.contains("nat_1_1_mapping = \"198.51.100.7\"") && janus.contains("keep_private_host = true"))
        #expect(janus.contains("ice_enforce_list = \"10.0.0.5\"") && janus.contains("ipv6 = false"))
        let coturn = try Self.coturn()
        #expect(coturn.contains("relay-ip=10.0.0.5") && !coturn.contains { $0.hasPrefix("external-ip") })
        #expect(coturn.filter { $0.hasPrefix("allowed-peer-ip=") } == ["allowed-peer-ip=10.0.0.5"])
    }

    @Test("without NAT no other address is configured")
    func plain() throws {
        let (janus, coturn) = (try Self.janus(nil), try Self.coturn())
        #expect(!janus.contains("nat_1_1_mapping") && !janus.contains("keep_private_host"))
        #expect(!coturn.contains { $0.hasPrefix("allocation-default") })
    }

    @Test("IPv4 and IPv6 are both listened at and offered; only IPv4 is mapped; with IPv6 only, relays use it")
    func version6() throws {
        let janus = try Self.janus("198.51.100.7", ["2001:db8::5", "10.0.0.5"])
        #expect(janus.contains("ice_enforce_list = \"10.0.0.5,2001:db8::5\"") && janus.contains("ipv6 = true"))
        let coturn = try Self.coturn(["10.0.0.5", "2001:db8::5"])
        for name in ["listening-ip", "relay-ip", "allowed-peer-ip"] {
            #expect(coturn.contains("\(name)=10.0.0.5") && coturn.contains("\(name)=2001:db8::5"))
        }
        #expect(!coturn.contains { $0.hasPrefix("allocation-default") })
        let alone = (try Self.janus("198.51.100.7", ["2001:db8::5"]), try Self.coturn(["2001:db8::5"]))
        #expect(alone.0.contains("interface = \"2001:db8::5\"") && !alone.0.contains("198.51.100.7"))
        #expect(alone.1.contains("allocation-default-address-family=ipv6"))
    }

    @Test("clients get each address for UDP, and one for TCP and TLS")
    func ways() {
        let both = TURNAddresses(
            hosts: ["198.51.100.7", "2001:db8::5"], port: 3478, tls: HostPort(host: "turn.example.org", port: 443))
        #expect(
            both.all.map(\.description) == [
                "turn:198.51.100.7:3478?transport=udp", "turn:[2001:db8::5]:3478?transport=udp",
                "turn:198.51.100.7:3478?transport=tcp", "turns:turn.example.org:443?transport=tcp",
            ])
        #expect(both.udp.host == "198.51.100.7")
        let alone = TURNAddresses(hosts: ["2001:db8::5"], port: 1)
        #expect(
            alone.all.map(\.description) == [
                "turn:[2001:db8::5]:1?transport=udp", "turn:[2001:db8::5]:1?transport=tcp",
            ])
    }

    @Test(
        "at most one address of each family",
        arguments: [
            ([], false), (["10.0.0.5"], true), (["2001:db8::5"], true), (["2001:db8::5", "10.0.0.5"], true),
            (["10.0.0.5", "10.0.0.6"], false), (["fd00::1", "2001:db8::5"], false),
        ] as [([String], Bool)])
    func kinds(texts: [String], isGood: Bool) {
        #expect((MediaAddresses(texts) != nil) == isGood)
    }

    @Test("link-local, unstable and duplicate IPv6 addresses of the host are left out")
    func addresses6() {
        let list = """
            00000000000000000000000000000001 01 80 10 80       lo
            fd000000000000000000000000000002 02 40 00 80     eth0
            20010db8000000000000000000000001 02 40 00 01     eth0
            20010db8000000000000000000000002 02 40 00 20     eth0
            20010db8000000000000000000000003 02 40 00 40     eth0
            20010db8000000000000000000000004 02 40 00 88     eth0
            20010db8000000000000000000000005 02 40 00 80     eth0
            20010db8000000000001000000000006 03 40 00 00     eth1
            fe80000000000000021122fffe334455 02 40 20 80     eth0
            nonsense
            20010db800000000000000000000000g 02 40 00 80     eth0
            """
        #expect(HostNetwork.addresses6(in: list) == ["2001:db8::5", "2001:db8::1:0:0:6", "fd00::2"])
    }
}
