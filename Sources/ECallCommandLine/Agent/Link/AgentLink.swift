import NIOCore

/// A command's side of the socket: sends requests, hands each its replies.
actor AgentLink {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var lastID = 0
    private var waiting: [Int: AsyncStream<AgentReply.Content>.Continuation] = [:]
    private var isOver = false

    private init(outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) { self.outbound = outbound }

    /// Talks to the agent behind `channel` while `body` runs, then closes.
    static func withLink<Value: Sendable>(
        over channel: AgentChannel, _ body: @escaping @Sendable (AgentLink) async throws -> Value
    ) async throws -> Value {
        try await channel.executeThenClose { inbound, outbound in
            let link = AgentLink(outbound: outbound)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await link.read(inbound) }
                defer { group.cancelAll() }
                return try await body(link)
            }
        }
    }

    /// Sends a request. The stream ends after its result or failure; a lost connection ends it with a failure.
    func send(_ command: AgentCommand) async -> (id: Int, replies: AsyncStream<AgentReply.Content>) {
        lastID += 1
        let id = lastID
        let (stream, continuation) = AsyncStream.makeStream(of: AgentReply.Content.self)
        do {
            let line = try AgentLine.encode(AgentRequest(id: id, command: command))
            guard !isOver else { throw CommandFailure.noAgent }
            waiting[id] = continuation
            try await outbound.write(ByteBuffer(bytes: line))
        } catch {
            let failure: CommandFailure = (error as? AgentLine.Failure) == .tooLong ? .lineTooLong : .noAgent
            waiting[id] = nil
            continuation.yield(.failure(failure: failure))
            continuation.finish()
        }
        return (id, stream)
    }

    /// Sends a request and waits for its result; `each` gets events and pages as they arrive.
    func result(
        of command: AgentCommand, each: (AgentReply.Content) -> Void = { _ in }
    ) async throws(CommandFailure) -> CommandResult {
        for await content in await send(command).replies {
            switch content {
            case .event, .page, .picture: each(content)
            case .result(let result): return result
            case .failure(let failure): throw failure
            }
        }
        throw .noAgent
    }

    private func read(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async {
        var lines = LineBuffer()
        do {
            for try await bytes in inbound {
                lines.append(bytes.readableBytesView)
                while let line = try lines.next() {
                    take(try AgentLine.decode(AgentReply.self, from: line))
                }
            }
        } catch {
            // However the connection ended: waiting requests are notified below.
        }
        isOver = true
        for continuation in waiting.values {
            continuation.yield(.failure(failure: .noAgent))
            continuation.finish()
        }
        waiting = [:]
    }

    private func take(_ reply: AgentReply) {
        guard let continuation = waiting[reply.id] else { return }
        continuation.yield(reply.content)
        guard reply.content.isLast else { return }
        continuation.finish()
        waiting[reply.id] = nil
    }
}
