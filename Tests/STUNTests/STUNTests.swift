import Foundation
import Testing

@testable import STUN

@Suite("STUN")
struct STUNTests {
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.filter { !$0.isWhitespace }
        return stride(from: 0, to: digits.count, by: 2).compactMap { offset in
            UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
        }
    }

    private static let password = Array("VOkJxbRl1RmTxUk/WvJxBt".utf8)
    private static let transaction = bytes("b7e7a701bc34d686fa87dfae")

    /// The test vectors of RFC 5769, sections 2.1 to 2.4.
    private static let request = bytes(
        """
        00010058 2112a442 b7e7a701bc34d686fa87dfae 80220010 5354554e207465737420636c69656e74 00240004 6e0001ff
        80290008 932ff9b151263b36 00060009 6576746a3a68367659202020 00080014 9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2
        80280004 e57a3bcf
        """)
    private static let response = bytes(
        """
        0101003c 2112a442 b7e7a701bc34d686fa87dfae 8022000b 7465737420766563746f7220 00200008 0001a147e112a643
        00080014 2b91f599fd9e90c38c7489f92af9ba53f06be7d7 80280004 c07d4c96
        """)
    private static let response6 = bytes(
        """
        01010048 2112a442 b7e7a701bc34d686fa87dfae 8022000b 7465737420766563746f7220
        00200014 0002a1470113a9faa5d3f179bc25f4b5bed2b9d9
        00080014 a382954e4be67bf11784c97c8292c275bfe3ed41 80280004 c8fb0b4c
        """)
    private static let longTerm = bytes(
        """
        00010060 2112a442 78ad3433c6ad72c029da412e 00060012 e3839ee38388e383aae38383e382afe382b90000
        0015001c 662f2f3439396b39353464364f4c33346f4c39465354767936347341 0014000b 6578616d706c652e6f726700
        00080014 f67024656dd64a3e02b8e0712e85c9a28ca89666
        """)

    @Test("the vectors of RFC 5769 are read, and their integrity is intact")
    func vectors() throws {
        let request = try STUNMessage(bytes: Self.request)
        #expect(request.type == .request && request.method == .binding && request.transaction == Self.transaction)
        #expect(request.text(STUNAttribute.username) == "evtj:h6vY")
        #expect(STUNIntegrity.isIntact(Self.request, key: Self.password))
        let response = try STUNMessage(bytes: Self.response)
        #expect(response.type == .success && STUNIntegrity.isIntact(Self.response, key: Self.password))
        #expect(
            response.address(STUNAttribute.xorMappedAddress) == TransportAddress(bytes: [192, 0, 2, 1], port: 32_853))
        let response6 = try STUNMessage(bytes: Self.response6)
        #expect(STUNIntegrity.isIntact(Self.response6, key: Self.password))
        #expect(
            response6.address(STUNAttribute.xorMappedAddress)
                == TransportAddress(bytes: Self.bytes("20010db8123456780011223344556677"), port: 32_853))
        let credential = LongTermCredential(username: "マトリックス", password: "TheMatrIX")
        let authenticated = try STUNMessage(bytes: Self.longTerm)
        #expect(authenticated.text(STUNAttribute.username) == credential.username)
        let realm = try #require(authenticated.text(STUNAttribute.realm))
        #expect(realm == "example.org")
        #expect(STUNIntegrity.isIntact(Self.longTerm, key: credential.key(realm: realm)))
    }

    @Test("the vectors are written as they were read, except for padding")
    func written() throws {
        var message = try STUNMessage(bytes: Self.longTerm)
        message.attributes.removeLast()
        let key = LongTermCredential(username: "マトリックス", password: "TheMatrIX").key(realm: "example.org")
        let bytes = message.bytes(key: key)
        // Followed by the fingerprint, which the vector does not have.
        #expect(bytes.dropFirst(4).dropLast(8) == Self.longTerm.dropFirst(4))
        #expect(STUNIntegrity.isIntact(bytes, key: key))
        #expect(try STUNMessage(bytes: bytes).attributes.dropLast(2) == message.attributes[...])
    }

    @Test("any changed byte is detected")
    func changed() {
        // These change the covered length, or make an invalid fingerprint, which is ignored.
        let free = [2, 3, Self.response.count - 8, Self.response.count - 7]
        for index in Self.response.indices where !free.contains(index) {
            var bytes = Self.response
            bytes[index] ^= 1
            #expect(!STUNIntegrity.isIntact(bytes, key: Self.password), "byte \(index)")
        }
        #expect(!STUNIntegrity.isIntact(Self.request, key: [1]))
        #expect(!STUNIntegrity.isIntact([], key: []))
    }

    @Test("every class and method is written and read")
    func types() throws {
        for type in [STUNMessage.Class.request, .indication, .success, .failure] {
            for method in [
                STUNMessage.Method.binding, .allocate, .refresh, .send, .data, .createPermission, .channelBind,
            ] {
                let message = STUNMessage(type, method, transaction: Self.transaction)
                #expect(try STUNMessage(bytes: message.bytes()).type == type)
                #expect(try STUNMessage(bytes: message.bytes()).method == method)
            }
        }
        #expect(STUNMessage(.failure, .allocate, transaction: Self.transaction).bytes().prefix(2) == [0x01, 0x13])
    }

    @Test(
        "malformed messages are refused",
        arguments: [
            "", "0001", "00010000 2112a443 b7e7a701bc34d686fa87dfae", "00010004 2112a442 b7e7a701bc34d686fa87dfae",
            "c0010000 2112a442 b7e7a701bc34d686fa87dfae", "00010004 2112a442 b7e7a701bc34d686fa87dfae 00060001",
            "00010002 2112a442 b7e7a701bc34d686fa87dfae 0006", "00020000 2112a442 b7e7a701bc34d686fa87dfae",
        ])
    func refused(text: String) {
        #expect(throws: STUNFailure.self) { try STUNMessage(bytes: Self.bytes(text)) }
    }

    @Test("errors, numbers and addresses are read, and refused with a wrong length")
    func attributes() {
        func message(_ attribute: STUNMessage.Attribute) -> STUNMessage {
            STUNMessage(.failure, .allocate, transaction: Self.transaction, attributes: [attribute])
        }
        #expect(message(.init(STUNAttribute.errorCode, [0, 0, 4, 1])).errorCode == 401)
        #expect(message(.init(STUNAttribute.errorCode, [0, 0, 4, 38, 65])).errorCode == 438)
        #expect(message(.init(STUNAttribute.errorCode, [0, 0, 7, 1])).errorCode == nil)
        #expect(message(.init(STUNAttribute.errorCode, [0, 0])).errorCode == nil)
        #expect(message(.number(STUNAttribute.lifetime, 600)).number(STUNAttribute.lifetime) == 600)
        #expect(message(.init(STUNAttribute.lifetime, [1])).number(STUNAttribute.lifetime) == nil)
        for bytes in [[10, 77, 0, 1], Array(0..<16)] as [[UInt8]] {
            let address = TransportAddress(bytes: bytes, port: 3_478)!
            let attribute = STUNMessage.Attribute.address(
                STUNAttribute.xorPeerAddress, address, transaction: Self.transaction)
            #expect(message(attribute).address(STUNAttribute.xorPeerAddress) == address)
        }
        let short = STUNMessage.Attribute(STUNAttribute.xorPeerAddress, [0, 1, 2, 3, 4])
        #expect(message(short).address(STUNAttribute.xorPeerAddress) == nil)
        #expect(TransportAddress(bytes: [1, 2, 3], port: 1) == nil)
    }

    @Test("channel data, and the splitting of a stream")
    func channels() throws {
        let data = ChannelData(number: 0x4001, bytes: [1, 2, 3])
        #expect(data.encoded(padded: false) == [0x40, 1, 0, 3, 1, 2, 3])
        #expect(data.encoded(padded: true) == [0x40, 1, 0, 3, 1, 2, 3, 0])
        for padded in [true, false] { #expect(ChannelData(bytes: data.encoded(padded: padded)) == data) }
        #expect(ChannelData(bytes: [0x40, 1, 0, 4, 1, 2, 3]) == nil && ChannelData(bytes: [0x40, 1]) == nil)
        #expect(ChannelData(bytes: [0x50, 0, 0, 0]) == nil)
        #expect(try STUNFraming.length(of: [0x40, 1, 0, 3]) == 8)
        #expect(try STUNFraming.length(of: [0, 1, 0]) == nil)
        #expect(try STUNFraming.length(of: Self.request) == Self.request.count)
        #expect(throws: STUNFailure.malformed) { try STUNFraming.length(of: [0, 1, 0, 3]) }
        #expect(throws: STUNFailure.malformed) { try STUNFraming.length(of: [0x80, 1, 0, 4]) }
    }
}
