import Testing

@testable import ServerFoundation

@Suite("Counting by address")
struct AddressCounterTests {
    @Test("each address has its share, a /64 counts as one, and released entries are forgotten")
    func counts() {
        let counter = AddressCounter(most: 2)
        for address in ["192.0.2.1", "::ffff:192.0.2.1"] { #expect(counter.take(address)) }
        #expect(!counter.take("192.0.2.1") && counter.take("192.0.2.2"))
        for address in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"] { #expect(counter.take(address)) }
        #expect(!counter.take("2001:db8:1:2:1::") && counter.take("2001:db8:1:3::1"))
        for address in ["127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.2"] { #expect(counter.take(address)) }
        #expect(!counter.take("127.0.0.1"), "loopback addresses count separately")
        counter.release("2001:db8:1:2::7")
        #expect(counter.take("2001:db8:1:2::8") && counter.count(of: "2001:db8:1:2::") == 2)
        for _ in 0..<1000 { #expect(counter.take("")) }
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8:1:3::1"] { counter.release(address) }
        #expect(counter.addresses == 3)
        counter.release("198.51.100.1")
        #expect(counter.addresses == 3 && counter.count(of: "198.51.100.1") == 0)
    }
}
