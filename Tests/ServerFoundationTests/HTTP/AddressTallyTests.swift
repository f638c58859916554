import Testing

@testable import ServerFoundation

@Suite("Counting by address")
struct AddressTallyTests {
    @Test("each address has its share, a /64 counts as one, and released entries are forgotten")
    func counts() {
        let tally = AddressTally(most: 2)
        for address in ["192.0.2.1", "::ffff:192.0.2.1"] { #expect(tally.take(address)) }
        #expect(!tally.take("192.0.2.1") && tally.take("192.0.2.2"))
        for address in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"] { #expect(tally.take(address)) }
        #expect(!tally.take("2001:db8:1:2:1::") && tally.take("2001:db8:1:3::1"))
        for address in ["127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.2"] { #expect(tally.take(address)) }
        #expect(!tally.take("127.0.0.1"), "loopback addresses count separately")
        tally.giveBack("2001:db8:1:2::7")
        #expect(tally.take("2001:db8:1:2::8") && tally.count(of: "2001:db8:1:2::") == 2)
        for _ in 0..<1000 { #expect(tally.take("")) }
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8:1:3::1"] { tally.giveBack(address) }
        #expect(tally.addresses == 3)
        tally.giveBack("198.51.100.1")
        #expect(tally.addresses == 3 && tally.count(of: "198.51.100.1") == 0)
    }
}
