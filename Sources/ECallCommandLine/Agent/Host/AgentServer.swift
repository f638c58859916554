import ECallLanguage
import NIOCore

/// The receiver of an agent's answers to one request.
typealias ReplySink = @Sendable (AgentReply.Content) async -> Void

/// Answers the commands of a profile on its socket: lines in, lines out, several at once.
struct AgentServer: Sendable {
    /// Requests that one connection may have running.
    static let mostRequests = 16
    /// Answers one request; ends in order when its task is cancelled. The last thing it sends is a result or failure.
    let answer: @Sendable (AgentCommand, _ reply: @escaping ReplySink) async -> Void

    /// Serves until the task is cancelled; returns when every connection is closed.
    func run(on listener: NIOAsyncChannel<any Channel, Never>) async throws {
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await channel in connections {
                    group.addTask { await serve(channel) }
                }
                group.cancelAll()
            }
        }
    }

    private func serve(_ channel: any Channel) async {
        guard let connection = try? await AgentSocket.begin(channel) else { return }
        try? await connection.executeThenClose { inbound, outbound in
            let running = RunningRequests()
            await withDiscardingTaskGroup { group in
                do {
                    var lines = LineBuffer()
                    for try await bytes in inbound {
                        lines.append(bytes.readableBytesView)
                        while let line = try lines.next() {
                            await take(line, running, outbound) { work in group.addTask(operation: work) }
                        }
                    }
                } catch LineBuffer.Failure.tooLong {
                    await send(.failure(failure: .lineTooLong), id: 0, to: outbound)
                } catch {
                    // The command has disconnected: what it started is ended below.
                }
                group.cancelAll()
                await running.cancelAll()
            }
        }
    }

    private func take(
        _ line: [UInt8], _ running: RunningRequests, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        start: (@escaping @Sendable () async -> Void) -> Void
    ) async {
        guard let request = try? AgentLine.decode(AgentRequest.self, from: line), request.id > 0 else {
            await send(.failure(failure: .malformed), id: 0, to: outbound)
            return
        }
        if case .cancel(let id) = request.command {
            await running.cancel(id)
            await send(.result(result: .done), id: request.id, to: outbound)
            return
        }
        guard await running.admit(request.id, most: Self.mostRequests) else {
            await send(.failure(failure: .tooManyRequests), id: request.id, to: outbound)
            return
        }
        // Stored by number, so that `cancel` can reach it alone; a child of the group awaits it.
        let work = Task {
            await answer(request.command) { content in await send(content, id: request.id, to: outbound) }
        }
        await running.started(request.id, work)
        start {
            await work.value
            await running.ended(request.id)
        }
    }

    private func send(
        _ content: AgentReply.Content, id: Int, to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async {
        let reply = AgentReply(id: id, content: content)
        let tooLarge = AgentReply(id: id, content: .failure(failure: .answerTooLong))
        guard let line = (try? AgentLine.encode(reply)) ?? (try? AgentLine.encode(tooLarge)) else { return }
        // Outside of the request's task, because the result of a cancelled request is sent as well. If the command has
        // disconnected, the write fails with its connection.
        await Task { try? await outbound.write(ByteBuffer(bytes: line)) }.value
    }
}

/// The requests of one connection that are not answered yet.
private actor RunningRequests {
    private var tasks: [Int: Task<Void, Never>?] = [:]
    private var isClosed = false

    /// Whether the request may start: its number is free and there are not too many.
    func admit(_ id: Int, most: Int) -> Bool {
        guard !isClosed, tasks[id] == nil, tasks.count < most else { return false }
        tasks[id] = .some(nil)
        return true
    }

    func started(_ id: Int, _ task: Task<Void, Never>) {
        tasks[id] = task
        if isClosed { task.cancel() }
    }

    func ended(_ id: Int) { tasks[id] = nil }
    func cancel(_ id: Int) { tasks[id]??.cancel() }

    func cancelAll() {
        isClosed = true
        for task in tasks.values { task?.cancel() }
    }
}

extension CommandFailure {
    static let malformed = CommandFailure(
        .agent, .hint(.terminalAgentNotUnderstood, .terminalType(command: "ecall stop")))
    static let lineTooLong = CommandFailure(.agent, .terminalAgentRequestTooLong)
    static let answerTooLong = CommandFailure(.agent, .terminalAgentAnswerTooLong)
    static let tooManyRequests = CommandFailure(.agent, .terminalAgentTooManyRequests)
}
