import STUN

extension FuzzTarget {
    private static let key = Array("key".utf8)

    static let stun = [
        FuzzTarget(name: "stun") { input in
            // Without the key nothing can be proven: no input is signed with it.
            try require(!STUNIntegrity.isIntact(input, key: key), "a signature of nobody")
            guard let message = try? STUNMessage(bytes: input) else { return .refused }
            let size = message.attributes.reduce(0) { $0 + 4 + $1.value.count }
            try require(size <= input.count, "attributes are longer than the message")
            var plain = message
            plain.attributes.removeAll {
                [STUNAttribute.messageIntegrity, STUNAttribute.fingerprint].contains($0.type)
            }
            let written = plain.bytes(key: key)
            try require(STUNIntegrity.isIntact(written, key: key), "what was signed is not intact")
            let again = try? STUNMessage(bytes: written)
            try require(again.map { Array($0.attributes.dropLast(2)) } == plain.attributes, "other attributes")
            return .accepted([])
        },
        FuzzTarget(name: "stun-stream") { input in
            let length: Int?
            do { length = try STUNFraming.length(of: input) } catch { return .refused }
            guard let length else { return .refused }
            try require((4...65_556).contains(length), "no length of a piece")
            guard input.count >= length, let data = ChannelData(bytes: input.prefix(length)) else {
                return .accepted([])
            }
            let written = data.encoded(padded: true)
            try require(written.count == length, "another length")
            try require(ChannelData(bytes: written) == data, "another piece")
            return .accepted([])
        },
    ]
}
