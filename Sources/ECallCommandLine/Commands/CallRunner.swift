import ECallCalls
import ECallCore
import ECallLanguage

/// Follows a long command: prints its events, ends it in order on Ctrl-C or at the end of its script.
struct CallRunner: Sendable {
    let link: AgentLink
    let printer: Printer
    /// Draws received video; nil if none is drawn.
    var screen: PictureScreen?
    /// The keyboard for keys during a call; nil without a person at it.
    var keyboard: Keyboard?
    var time: any TimeSource = SystemTime()
    /// Ctrl-C, and its relatives.
    var interrupts: @Sendable () -> AsyncStream<Int32> = {
        TerminationMonitor.endings(within: TerminationMonitor.Grace.command)
    }

    private enum Input: Sendable {
        case reply(AgentReply.Content)
        case interrupt
        case timeUp
        case key(CallKey)
    }

    /// Returns the result; a second Ctrl-C doesn't wait for it. `each` is called for every event.
    func run(
        _ command: AgentCommand, until ending: ScriptedEnd,
        each: @escaping @Sendable (ReportedEvent) -> Void = { _ in }
    ) async throws -> CommandResult {
        let (inputs, input) = AsyncStream.makeStream(of: Input.self)
        // Before any request: a command that must end now must not begin.
        let interrupts = self.interrupts()
        let (id, replies) = await link.send(command)
        let token = TerminationMonitor.current?.restoring {
            screen?.close()
            keyboard?.rest()
        }
        defer { token?.end() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer {
                group.cancelAll()
                screen?.close()
                keyboard?.rest()
            }
            group.addTask {
                for await reply in replies {
                    // Past what waits: of pictures only the newest counts.
                    if case .picture(let band) = reply { screen?.take(band) } else { input.yield(.reply(reply)) }
                }
            }
            if let screen { group.addTask { await screen.run() } }
            group.addTask {
                for await _ in interrupts {
                    input.yield(.interrupt)
                    // Sent here, since the printing task may wait for a reader that doesn't read.
                    _ = await link.send(.cancel(request: id))
                }
            }
            if let keyboard {
                group.addTask { for await key in keyboard.keys { input.yield(.key(key)) } }
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
                    if case .event(.call(let event)) = content { follow(event) }
                    printer.content(content)
                    if case .event(.call(let event)) = content { watchKeys(during: event) }
                    if case .event(let event) = content, let delay = ending.delay(on: event) {
                        alarm(after: delay, input, &group)
                    }
                case .key(let key): group.addTask { await press(key) }
                case .timeUp:
                    _ = await link.send(.cancel(request: id))
                case .interrupt:
                    guard !wasInterrupted else { throw CommandFailure(.interrupted, .terminalInterrupted) }
                    wasInterrupted = true
                    printer.diagnostic(printer.texts.string(.terminalEnding))
                }
            }
            throw CommandFailure.noAgent
        }
    }

    /// A person's picture ends with the call, and a screen when its sharing ends: a still screen isn't dropped for being still.
    private func follow(_ event: CallEvent) {
        switch event {
        case .ended: screen?.rest()
        case .participantSharing(_, let user, _, false): screen?.forget(PictureSource(user: user, kind: .screen))
        default: break
        }
    }

    /// Keys are pressed while a call is placed or on: the terminal is the shell's again when it is over.
    private func watchKeys(during event: CallEvent) {
        switch event {
        case .ringing, .encryption, .participantJoined:
            if keyboard?.watch() ?? false { printer.remark(.terminalKeys) }
        case .ended: keyboard?.rest()
        default: break
        }
    }

    /// Does the same as the command, and reports the result.
    private func press(_ key: CallKey) async {
        let command: AgentCommand
        switch key {
        case .mute: command = .mute(isMuted: nil)
        case .camera: command = .camera(isOn: nil)
        case .hand: command = .hand(isRaised: nil)
        case .react(let reaction): command = .react(reaction: reaction)
        case .participants: command = .participants
        case .help:
            for line in CallKey.lines(printer.texts) { printer.remark(line) }
            return
        case .hangUp: command = .hangUp
        }
        do throws(CommandFailure) {
            let result = try await link.result(of: command)
            printer.result(result)
        } catch {
            printer.diagnostic(printer.texts.string(error.text))
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
