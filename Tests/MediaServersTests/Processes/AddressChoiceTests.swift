import Testing

@testable import MediaServers

@Suite("Choice of addresses for media")
struct AddressChoiceTests {
    private static let eth = "eth0", docker = "docker0"

    private static func choice(_ texts: String..., on interface: String = eth) throws -> (AddressChoice, MediaAddresses)
    {
        let current = try #require(MediaAddresses(texts))
        let found = texts.filter { !$0.contains(":") }.map { HostNetwork.Address($0, on: interface) }
        return (AddressChoice(current, among: found), current)
    }

    private static func on(_ interface: String, _ texts: String...) -> [HostNetwork.Address] {
        texts.map { HostNetwork.Address($0, on: interface) }
    }

    @Test("an address that still exists is kept, whatever others there are and in any order")
    func stays() throws {
        var (choice, current) = try Self.choice("192.168.1.2", "2001:db8::2")
        let found = Self.on(Self.docker, "172.17.0.1") + Self.on(Self.eth, "192.168.1.9", "192.168.1.2")
        for now in [0, 100, 1000] {
            let move = choice.move(
                from: current, version4: found.reversed(), version6: ["2001:db8::1", "2001:db8::2"], at: .seconds(now))
            #expect(move == .stay)
        }
    }

    @Test("a new address of the same interface is used at once")
    func lease() throws {
        var (choice, current) = try Self.choice("192.168.1.2", "2001:db8::2")
        let found = Self.on(Self.docker, "172.17.0.1") + Self.on(Self.eth, "192.168.7.9")
        let next = try #require(MediaAddresses(["192.168.7.9", "2001:db8::2"]))
        #expect(choice.move(from: current, version4: found, version6: ["2001:db8::2"], at: .zero) == .now(next))
    }

    @Test("between two leases media stay, and an address of another interface is used only after a while")
    func gap() throws {
        var (choice, current) = try Self.choice("192.168.1.2")
        let other = try #require(MediaAddresses(["172.17.0.1"]))
        let found = Self.on(Self.docker, "172.17.0.1")
        #expect(choice.move(from: current, version4: found, version6: [], at: .seconds(0)) == .stay)
        #expect(choice.move(from: current, version4: found, version6: [], at: .seconds(19)) == .stay)
        #expect(choice.move(from: current, version4: [], version6: [], at: .seconds(20)) == .wait)
        #expect(choice.move(from: current, version4: found, version6: [], at: .seconds(21)) == .stay)
        #expect(choice.move(from: current, version4: found, version6: [], at: .seconds(41)) == .now(other))
        // Back on the first interface, although the other address still exists: once no call runs.
        let both = found + Self.on(Self.eth, "192.168.1.5")
        let home = try #require(MediaAddresses(["192.168.1.5"]))
        #expect(choice.move(from: other, version4: both, version6: [], at: .seconds(50)) == .stay)
        #expect(choice.move(from: other, version4: both, version6: [], at: .seconds(70)) == .whenIdle(home))
    }

    @Test("a change of the IPv6 address does not end calls that use IPv4")
    func prefix() throws {
        var (choice, current) = try Self.choice("192.168.1.2", "2001:db8::2")
        let found = Self.on(Self.eth, "192.168.1.2")
        let next = try #require(MediaAddresses(["192.168.1.2", "2001:db8:1::2"]))
        #expect(choice.move(from: current, version4: found, version6: [], at: .seconds(0)) == .stay)
        #expect(choice.move(from: current, version4: found, version6: ["2001:db8:1::2"], at: .seconds(15)) == .stay)
        #expect(choice.move(from: current, version4: found, version6: ["2001:db8:1::2"], at: .seconds(34)) == .stay)
        #expect(
            choice.move(from: current, version4: found, version6: ["2001:db8:1::2"], at: .seconds(35))
                == .whenIdle(next))
    }

    @Test("an IPv6-only host moves to its new address at once")
    func version6() throws {
        var (choice, current) = try Self.choice("2001:db8::2")
        let next = try #require(MediaAddresses(["2001:db8:1::2"]))
        #expect(choice.move(from: current, version4: [], version6: ["2001:db8:1::2"], at: .zero) == .now(next))
    }
}
