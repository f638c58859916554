import Crypto
import Foundation
import NIOCore
import NIOPosix

@testable import ECallServerTestSupport

/// A TURN client over UDP (RFC 8656), with only what is needed to test a relay's limits.
final class TURNClient: Sendable {
    struct NoAnswer: Error {}

    struct Answer: Sendable {
        /// 0 for a success, else the error code.
        let code: Int
        let attributes: [UInt16: [UInt8]]
    }

    private static let cookie: [UInt8] = [0x21, 0x12, 0xA4, 0x42]

    private let channel: any Channel
    private let relay: SocketAddress
    private let username: String
    private let password: String
    private let received: AsyncStream<[UInt8]>
    private let session = Session()

    private actor Session {
        var realm: [UInt8]?
        var nonce: [UInt8]?

        func learn(_ answer: Answer) {
            if let realm = answer.attributes[0x14] { self.realm = realm }
            if let nonce = answer.attributes[0x15] { self.nonce = nonce }
        }
    }

    init(from address: String, relayPort: Int, username: String, password: String) async throws {
        let (received, queue) = AsyncStream.makeStream(of: [UInt8].self)
        channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Datagrams { queue.yield($0) })
                }
            }
            .bind(host: address, port: 0).get()
        relay = try SocketAddress(ipAddress: address, port: relayPort)
        (self.received, self.username, self.password) = (received, username, password)
    }

    func close() async throws { try await channel.close() }

    // MARK: - Requests

    /// 0, or the code of the refusal.
    func allocate() async throws -> Int {
        let transport: [(UInt16, [UInt8])] = [(0x19, [17, 0, 0, 0])]
        let first = try await request(0x003, transport)
        return first.code == 401 ? try await request(0x003, transport).code : first.code
    }

    /// Extends the allocation (RFC 8656 section 8); 437 if it has ended.
    func refresh() async throws -> Int { try await request(0x0004, []).code }

    func permit(_ peer: String) async throws -> Int {
        try await request(0x008, [(0x12, try Self.address(peer, 9))]).code
    }

    func bind(_ peer: String, channel number: UInt16 = 0x4001) async throws -> Int {
        let bytes = [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0]
        return try await request(0x009, [(0x0C, bytes), (0x12, try Self.address(peer, 9))]).code
    }

    /// Sends a datagram to the relay for `peer`. There is no answer.
    func send(_ text: String, to peer: String, port: Int) async throws {
        let message = Self.message(
            0x016, Self.transaction(), [(0x12, try Self.address(peer, port)), (0x13, Array(text.utf8))])
        try await write(message)
    }

    private func request(_ type: UInt16, _ attributes: [(UInt16, [UInt8])]) async throws -> Answer {
        let transaction = Self.transaction()
        var (message, all) = ([UInt8](), attributes)
        if let realm = await session.realm, let nonce = await session.nonce {
            all += [(0x06, Array(username.utf8)), (0x14, realm), (0x15, nonce)]
            let key = Insecure.MD5.hash(data: Array(username.utf8) + [0x3A] + realm + [0x3A] + Array(password.utf8))
            // The length already includes the attribute being made.
            let signed = Self.message(type, transaction, all, more: 24)
            let code = HMAC<Insecure.SHA1>.authenticationCode(for: signed, using: SymmetricKey(data: Data(key)))
            all.append((0x08, Array(code)))
        }
        message = Self.message(type, transaction, all)
        try await write(message)
        let expiry = channel.eventLoop.scheduleTask(in: .seconds(3)) { [channel] in channel.close(promise: nil) }
        defer { expiry.cancel() }
        for await bytes in received where bytes.count >= 20 && Array(bytes[8..<20]) == transaction {
            let answer = Self.answer(bytes)
            await session.learn(answer)
            return answer
        }
        throw NoAnswer()
    }

    private func write(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(AddressedEnvelope(remoteAddress: relay, data: ByteBuffer(bytes: bytes)))
    }

    // MARK: - Messages

    private static func transaction() -> [UInt8] { (0..<12).map { _ in UInt8.random(in: .min ... .max) } }

    private static func message(
        _ type: UInt16, _ transaction: [UInt8], _ attributes: [(UInt16, [UInt8])], more: Int = 0
    ) -> [UInt8] {
        var body: [UInt8] = []
        for (type, value) in attributes {
            body += [UInt8(type >> 8), UInt8(type & 0xFF), UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
            body += [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        let length = body.count + more
        return [UInt8(type >> 8), UInt8(type & 0xFF), UInt8(length >> 8), UInt8(length & 0xFF)] + cookie + transaction
            + body
    }

    private static func answer(_ bytes: [UInt8]) -> Answer {
        var (attributes, index): ([UInt16: [UInt8]], Int) = ([:], 20)
        while index + 4 <= bytes.count {
            let type = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            guard index + 4 + length <= bytes.count else { break }
            attributes[type] = Array(bytes[(index + 4)..<(index + 4 + length)])
            index += 4 + length + (4 - length % 4) % 4
        }
        let error = attributes[0x09]
        return Answer(code: error.map { Int($0[2]) * 100 + Int($0[3]) } ?? 0, attributes: attributes)
    }

    /// XOR-PEER-ADDRESS; for IPv6 the transaction is left out, since every such peer is refused unread.
    private static func address(_ text: String, _ port: Int) throws -> [UInt8] {
        let isVersion6 = text.contains(":")
        var raw = [UInt8](repeating: 0, count: isVersion6 ? 16 : 4)
        guard inet_pton(isVersion6 ? AF_INET6 : AF_INET, text, &raw) == 1 else { throw NoAnswer() }
        let mixed = zip(raw, cookie + [UInt8](repeating: 0, count: 12)).map { $0 ^ $1 }
        return [0, isVersion6 ? 2 : 1, UInt8(port >> 8) ^ cookie[0], UInt8(port & 0xFF) ^ cookie[1]] + mixed
    }
}

/// Passes on the datagrams that a UDP socket receives.
final class Datagrams: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let take: ([UInt8]) -> Void

    init(take: @escaping ([UInt8]) -> Void) { self.take = take }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(Array(unwrapInboundIn(data).data.readableBytesView))
    }
}
