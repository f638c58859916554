import Testing

@testable import ECallServer

@Suite("Counting by address")
struct AddressTallyTests {
    @Test("each address has its share, a /64 counts as one, and what is given back is forgotten")
    func counts() {
        let metrics = AddressTally(most: 2)
        for address in ["192.0.2.1", "::ffff:192.0.2.1"] { #expect(metrics.take(address)) }
        #expect(!metrics.take("192.0.2.1") && metrics.take("192.0.2.2"))
        for address in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"] { #expect(metrics.take(address)) }
        #expect(!metrics.take("2001:db8:1:2:1::") && metrics.take("2001:db8:1:3::1"))
        for address in ["127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.2"] { #expect(metrics.take(address)) }
        #expect(!metrics.take("127.0.0.1"), "loopback addresses count separately")
        metrics.giveBack("2001:db8:1:2::7")
        #expect(metrics.take("2001:db8:1:2::8") && metrics.count(of: "2001:db8:1:2::") == 2)
        for _ in 0..<1000 { #expect(metrics.take("")) }
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8:1:3::1"] { metrics.giveBack(address) }
        #expect(metrics.addresses == 3)
        metrics.giveBack("198.51.100.1")
        #expect(metrics.addresses == 3 && metrics.count(of: "198.51.100.1") == 0)
    }
}
