import ECallCalls
import ECallCore

/// Follows a long command: prints its events, ends it in order on Ctrl-C or when its script says so.
struct CallRunner: Sendable {
    let link: AgentLink
    let printer: Printer
    /// Draws the video that comes; nil where none are drawn.
    var screen: PictureScreen?
    var time: any TimeSource = SystemTime()
    /// Ctrl-C, and its relatives.
    var interrupts: @Sendable () -> AsyncStream<Int32> = Signals.endings

    private enum Input: Sendable {
        case reply(AgentReply.Content)
        case interrupt
        case timeUp
    }

    /// Returns the result; a second Ctrl-C does not wait for it. `each` is told of every event.
    func run(
        _ command: AgentCommand, until ending: ScriptedEnd,
        each: @escaping @Sendable (ReportedEvent) -> Void = { _ in }
    ) async throws -> CommandResult {
        let (inputs, input) = AsyncStream.makeStream(of: Input.self)
        let (id, replies) = await link.send(command)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer {
                group.cancelAll()
                screen?.close()
            }
            group.addTask {
                for await reply in replies {
                    // Past what waits: of pictures only the newest counts.
                    if case .picture(let band) = reply { screen?.take(band) } else { input.yield(.reply(reply)) }
                }
            }
            if let screen { group.addTask { await screen.run() } }
            group.addTask {
                for await _ in interrupts() { input.yield(.interrupt) }
            }
            if let limit = ending.limit { alarm(after: limit, input, &group) }
            var ending = ending
            var wasInterrupted = false
            for await event in inputs {
                switch event {
                case .reply(.result(let result)): return result
                case .reply(.failure(let failure)): throw failure
                case .reply(let content):
                    if case .event(let event) = content { each(event) }
                    if case .event(let event) = content, case .call(.ended) = event { screen?.rest() }
                    printer.content(content)
                    if case .event(let event) = content, let delay = ending.delay(on: event) {
                        alarm(after: delay, input, &group)
                    }
                case .timeUp:
                    _ = await link.send(.cancel(request: id))
                case .interrupt:
                    guard !wasInterrupted else { throw CommandFailure(.interrupted, "Interrupted.") }
                    wasInterrupted = true
                    printer.diagnostic("Ending …")
                    _ = await link.send(.cancel(request: id))
                }
            }
            throw CommandFailure.noAgent
        }
    }

    private func alarm(
        after delay: Duration, _ input: AsyncStream<Input>.Continuation,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) {
        group.addTask {
            try await time.sleep(for: delay)
            input.yield(.timeUp)
        }
    }
}
