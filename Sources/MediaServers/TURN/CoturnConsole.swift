package import NIOCore
import NIOPosix
import ServerFoundation
import Synchronization

/// coturn's console, which lists allocations and ends them. It listens on loopback only, with a password that is generated
/// when coturn is started.
package struct CoturnConsole: Sendable, Confidential {
    /// The address and password, as in coturn's configuration file.
    package struct Access: Sendable, Equatable, Confidential {
        package let port: Int
        package let password: String

        package init(port: Int, password: String) { (self.port, self.password) = (port, password) }
    }

    package enum Failure: Error, Equatable {
        case noAnswer, refused, tooLong
    }

    /// The most bytes of an answer: 5 000 allocations take half of it.
    static let longest = 8 * 1_024 * 1_024

    private static let (question, prompt) = ("password: \r\n", "> ")

    private let access: Access
    private let group: any EventLoopGroup
    private let timeout: Duration

    package init(_ access: Access, group: any EventLoopGroup, timeout: Duration = .seconds(10)) {
        (self.access, self.group, self.timeout) = (access, group, timeout)
    }

    /// Lists all allocations, and ends those that `ending` selects.
    ///
    /// - Parameter ending: selects the allocations to end.
    /// - Returns: how many were ended.
    /// - Throws: `Failure`, or an error of the connection.
    @discardableResult
    package func end(
        _ ending: @escaping @Sendable ([RelayAllocation]) async throws -> [RelayAllocation]
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { tasks in
            tasks.addTask { try await converse(ending) }
            tasks.addTask {
                try await Task.sleep(for: timeout)
                throw Failure.noAnswer
            }
            defer { tasks.cancelAll() }
            return try await tasks.next() ?? 0
        }
    }

    /// Lists all allocations.
    package func allocations() async throws -> [RelayAllocation] {
        let list = Mutex<[RelayAllocation]>([])
        try await end { found in
            list.withLock { $0 = found }
            return []
        }
        return list.withLock { $0 }
    }

    private func converse(
        _ ending: @Sendable ([RelayAllocation]) async throws -> [RelayAllocation]
    ) async throws -> Int {
        let channel = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: access.port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        return try await channel.executeThenClose { inbound, outbound in
            var answers = Answers(inbound.makeAsyncIterator())
            _ = try await answers.next(endingWith: Self.question)
            try await outbound.write(ByteBuffer(string: access.password + "\r\n"))
            guard try await !answers.next(endingWith: Self.prompt, or: Self.question).hasSuffix(Self.question) else {
                throw Failure.refused
            }
            try await outbound.write(ByteBuffer(string: "ps\r\n"))
            let found = RelayAllocation.all(in: try await answers.next(endingWith: Self.prompt))
            let ended = try await ending(found)
            for one in ended {
                try await outbound.write(ByteBuffer(string: "cs \(one.session)\r\n"))
                _ = try await answers.next(endingWith: Self.prompt)
            }
            return ended.count
        }
    }

    /// Reads the output up to a prompt.
    private struct Answers {
        private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

        init(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) { self.inbound = inbound }

        mutating func next(endingWith prompt: String, or other: String? = nil) async throws -> String {
            var bytes = ByteBuffer()
            let ends = [prompt, other].compactMap(\.self).map { Array($0.utf8) }
            // The console is silent behind a prompt until the next command.
            while !ends.contains(where: { bytes.readableBytesView.suffix($0.count).elementsEqual($0) }) {
                guard var part = try await inbound.next() else { throw Failure.noAnswer }
                bytes.writeBuffer(&part)
                guard bytes.readableBytes <= CoturnConsole.longest else { throw Failure.tooLong }
            }
            return String(buffer: bytes)
        }
    }
}

/// An allocation in the list of coturn's console.
package struct RelayAllocation: Sendable, Hashable {
    /// The number of the session, in digits.
    package let session: String
    /// The full user name of its creator.
    package let username: String
    /// The protocol between the client and coturn: `UDP`, `TCP` or `TLS/TCP`.
    package var client: String?
    /// The relayed address and its port.
    package var relay: String?

    package init(session: String, username: String, client: String? = nil, relay: String? = nil) {
        (self.session, self.username, self.client, self.relay) = (session, username, client, relay)
    }

    /// Parses the answer to `ps`: `1) id=001000000000000003, user <u18:1795951306:60>:`, followed by lines such as
    /// `client protocol UDP, relay protocol UDP` and `relay addr 10.0.0.5:25812`.
    package static func all(in answer: String) -> [RelayAllocation] {
        answer.split(whereSeparator: \.isNewline).reduce(into: []) { found, line in
            let text = line.drop { $0 == " " }
            if let begun = begin(of: line) {
                found.append(begun)
            } else if text.hasPrefix("client protocol "), !found.isEmpty {
                found[found.count - 1].client = text.dropFirst(16).split(separator: ",").first.map(String.init)
            } else if text.hasPrefix("relay addr "), !found.isEmpty {
                found[found.count - 1].relay = String(text.dropFirst(11).prefix { $0 != " " && $0 != "\r" })
            }
        }
    }

    private static func begin(of line: Substring) -> RelayAllocation? {
        guard let start = line.firstRange(of: ") id="), let middle = line.firstRange(of: ", user <"),
            let end = line.lastIndex(of: ">"), start.upperBound <= middle.lowerBound, middle.upperBound <= end
        else { return nil }
        let session = line[start.upperBound..<middle.lowerBound]
        guard !session.isEmpty, session.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return RelayAllocation(session: String(session), username: String(line[middle.upperBound..<end]))
    }
}
