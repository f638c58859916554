import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallMedia
import ECallSecurity

extension Agent {
    func call(
        _ people: [String], _ media: MediaChoice, _ reply: @escaping ReplySink
    ) async throws(CommandFailure) -> CommandResult {
        let contacts = try await self.people(named: people).map(\.id)
        await returnIsDecided()
        let calls = try await goOnline().calls
        let follower = CallFollower(calls: calls, events: events.follow(), time: environment.time, reply: reply)
        taking = Taking(media: media)
        log.note("a call is placed")
        return try await drawing(media, reply) { options throws(CommandFailure) in
            let summary = try await follower.run(expecting: nil) { () async throws(CallFailure) in
                try await calls.call(contacts, options: options)
            }
            return .call(summary: summary)
        }
    }

    func answerCall(_ media: MediaChoice, _ reply: @escaping ReplySink) async throws(CommandFailure) -> CommandResult {
        let calls = try await goOnline().calls
        let id = ringing?.id
        let follower = CallFollower(calls: calls, events: events.follow(), time: environment.time, reply: reply)
        taking = Taking(media: media)
        log.note("a call is answered")
        return try await drawing(media, reply) { options throws(CommandFailure) in
            let summary = try await follower.run(expecting: id) { () async throws(CallFailure) in
                try await calls.answer(id, options: options)
                return id
            }
            return .call(summary: summary)
        }
    }

    /// Takes part in calls with the options of a command, and sends their video to it meanwhile where it draws it.
    func drawing(
        _ media: MediaChoice, _ reply: @escaping ReplySink,
        _ body: (CallOptions) async throws(CommandFailure) -> CommandResult
    ) async throws(CommandFailure) -> CommandResult {
        var options = try await options(for: media)
        let feed = media.rendering?.box == nil ? nil : PictureFeed()
        options.pictures = feed
        let chosen = options
        return try await drawing(feed, reply) { () throws(CommandFailure) in try await body(chosen) }
    }

    /// Sends the video of a feed to the command meanwhile.
    func drawing(
        _ feed: PictureFeed?, _ reply: @escaping ReplySink, _ body: () async throws(CommandFailure) -> CommandResult
    ) async throws(CommandFailure) -> CommandResult {
        guard let feed else { return try await body() }
        let outcome = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await shown in feed.pictures {
                    let bands = PictureBand.bands(
                        of: shown.picture, from: shown.user, name: shown.name, shown.kind)
                    for band in bands {
                        guard !Task.isCancelled else { return }
                        await reply(.picture(band: band))
                    }
                }
            }
            defer { group.cancelAll() }
            do throws(CommandFailure) {
                return Result<CommandResult, CommandFailure>.success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Waits for calls until it is cancelled; what it answered by itself, or by a notification, is hung up then.
    ///
    /// - Parameter desktop: shows the calls that ring; nil shows none.
    func listen(
        autoAnswer: Bool, once: Bool, _ media: MediaChoice, on desktop: Desktop?, _ reply: @escaping ReplySink
    ) async throws(CommandFailure) -> CommandResult {
        let calls = try await goOnline().calls
        taking = Taking(media: media, followsOffer: true)
        return try await showingRings(on: desktop) { ringer throws(CommandFailure) in
            try await drawing(media, reply) { options throws(CommandFailure) in
                if autoAnswer {
                    // What cannot be used is said now, and not when somebody calls.
                    do throws(CallFailure) { try await calls.check(options) } catch { throw CommandFailure(error) }
                }
                let listener = Listener(
                    autoAnswer: autoAnswer, once: once, options: options, calls: calls, reply: reply
                ) {
                    // They may have been chosen since.
                    (try? await self.options(for: media))?.devices ?? options.devices
                }
                return try await listen(listener, media, ringer)
            }
        }
    }

    private func listen(
        _ listener: Listener, _ media: MediaChoice, _ ringer: DesktopRinger?
    ) async throws(CommandFailure) -> CommandResult {
        var listener = listener
        let waiting = ringing.map { [CallEvent.incoming($0)] } ?? []
        let heard = heardNews(from: resumed, choices: ringer?.choices)
        if let resumed {
            await listener.takeOver(resumed)
        } else {
            await listener.reply(.event(event: .listening))
        }
        for event in waiting {
            _ = ringer?.take(.event(event))
            await listener.take(event)
        }
        for await news in heard {
            switch news {
            case .event(.signedOut): throw CommandFailure(APIClientError.signedOut(.deviceNotRegistered))
            case .event(let event):
                _ = ringer?.take(.event(event))
                if let last = await listener.take(event) { return .call(summary: last) }
            case .chosen(let choice):
                guard let ringer, let decision = ringer.take(.chosen(choice.button, choice.call)) else { break }
                await follow(decision, of: ringer, media, &listener)
            case .notLetIn: await listener.notLetIn()
            }
        }
        guard let answered = listener.answered else { return .done }
        let follower = CallFollower(
            calls: listener.calls, events: events.follow(), time: environment.time, reply: listener.reply)
        guard let summary = await follower.hangUp(answered) else { return .done }
        return .call(summary: summary)
    }

    /// Does what a button of a notification says, where its call still rings.
    private func follow(
        _ decision: DesktopRinger.Decision, of ringer: DesktopRinger, _ media: MediaChoice, _ listener: inout Listener
    ) async {
        switch decision {
        case .answer(let id):
            guard let call = ringing, call.id == id else { return }
            log.note("a call is answered by its notification")
            var media = media
            media.rendering = media.rendering ?? ringer.desktop.rendering
            taking = Taking(media: media, followsOffer: true)
            if let problem = await listener.answer(call, rendering: ringer.desktop.rendering) {
                _ = ringer.take(.refused(id, problem))
            }
        case .decline(let id):
            guard ringing?.id == id else { return }
            log.note("a call is declined by its notification")
            do throws(CallFailure) { _ = try await listener.calls.decline(saying: nil) } catch {
                _ = ringer.take(.refused(id, CommandFailure(error).message))
            }
        }
    }

    /// What happens in calls from now on, what is chosen in notifications, and that the agent could not return to a call: that
    /// is no event of one.
    private func heardNews(
        from resumed: ResumedCall?, choices: AsyncStream<DesktopRinger.Choice>?
    ) -> AsyncStream<ListenerNews> {
        let followed = events.follow()
        let (news, continuation) = AsyncStream.makeStream(of: ListenerNews.self)
        let entering = Task { if await resumed?.entering.value != nil { continuation.yield(.notLetIn) } }
        let following = Task {
            for await event in followed { continuation.yield(.event(event)) }
            continuation.finish()
        }
        let choosing = Task { if let choices { for await choice in choices { continuation.yield(.chosen(choice)) } } }
        continuation.onTermination = { _ in
            entering.cancel()
            following.cancel()
            choosing.cancel()
        }
        return news
    }

    func decline(saying reply: CallReply?) async throws(CommandFailure) -> CommandResult {
        guard let device = try await opened().current else { throw CommandFailure(CallFailure.noCall) }
        do throws(CallFailure) {
            let isReplied = try await device.calls.decline(saying: reply)
            return reply == nil ? .done : .declined(isReplied: isReplied)
        } catch {
            throw CommandFailure(error)
        }
    }

    func confirm() async throws(CommandFailure) -> CommandResult {
        guard let device = try await opened().current else { throw CommandFailure(CallFailure.noCall) }
        do throws(CallFailure) { try await device.calls.confirmHeld() } catch { throw CommandFailure(error) }
        return .done
    }

    func hangUp() async throws(CommandFailure) -> CommandResult {
        guard let device = try await opened().current else { throw CommandFailure(CallFailure.noCall) }
        do throws(CallFailure) { try await device.calls.hangUp() } catch { throw CommandFailure(error) }
        return .done
    }
}

private enum ListenerNews: Sendable {
    case event(CallEvent)
    /// A button of a notification was pressed.
    case chosen(DesktopRinger.Choice)
    /// The call of the agent before this one goes on without it, or is over.
    case notLetIn
}

/// What a `listen` command does with events.
private struct Listener {
    let autoAnswer: Bool
    let once: Bool
    let options: CallOptions
    let calls: any CallControlling
    let reply: ReplySink
    /// Which devices a call uses that is taken now.
    let devices: @Sendable () async -> DeviceWishes
    /// The running call that was taken by itself, or by a notification.
    private(set) var answered: CallID?
    /// Those that came in here. What another terminal has placed or taken before is its own.
    private var announced: Set<CallID> = []
    /// The call of the agent before this one: until it is over nobody waits for another.
    private var returned: CallID?

    init(
        autoAnswer: Bool, once: Bool, options: CallOptions, calls: any CallControlling, reply: @escaping ReplySink,
        devices: @escaping @Sendable () async -> DeviceWishes
    ) {
        self.devices = devices
        self.autoAnswer = autoAnswer
        self.once = once
        self.options = options
        self.calls = calls
        self.reply = reply
    }

    /// A call that was taken before the agent was killed is this listener's, as it was the former one's.
    mutating func takeOver(_ call: ResumedCall) async {
        announced.insert(call.id)
        returned = call.id
        if autoAnswer { answered = call.id }
        await reply(.event(event: .notice(call.isIn ? "Back in the call of before." : "Returning to the call …")))
    }

    mutating func notLetIn() async {
        guard let call = returned else { return }
        announced.remove(call)
        if answered == call { answered = nil }
        await reply(.event(event: .notice("The agent could not return to the call.")))
        await waitFromNowOn()
    }

    private mutating func waitFromNowOn() async {
        returned = nil
        await reply(.event(event: .listening))
    }

    /// The summary after which there is nothing more to wait for.
    @discardableResult
    mutating func take(_ event: CallEvent) async -> CallSummary? {
        if case .incoming(let call) = event { announced.insert(call.id) }
        switch event {
        case .suspended, .clockOff, .missed:
            await reply(.event(event: .call(event)))
            return nil
        default: break
        }
        guard let call = event.call, announced.contains(call) else { return nil }
        await reply(.event(event: .call(event)))
        switch event {
        case .incoming(let call) where autoAnswer && answered == nil: await answer(call)
        case .ended(let summary):
            if summary.id == answered { answered = nil }
            if once { return summary }
            if summary.id == returned { await waitFromNowOn() }
        default: break
        }
        return nil
    }

    /// In a task that is no child of the command's: Ctrl-C does not cut it off in the middle, the call is hung up after it.
    ///
    /// - Parameter rendering: how the call is seen and heard where the command does not say it.
    /// - Returns: why the call could not be taken; nil where it was, or is over.
    @discardableResult
    mutating func answer(_ call: IncomingCall, rendering: Rendering? = nil) async -> String? {
        answered = call.id
        var options = options
        options.video = options.video && call.isVideo
        options.rendering = options.rendering ?? rendering
        options.devices = await devices()
        let (calls, chosen) = (calls, options)
        let outcome = await Task { () -> CallFailure? in
            do throws(CallFailure) {
                try await calls.answer(call.id, options: chosen)
                return nil
            } catch {
                return error
            }
        }.value
        guard let outcome else { return nil }
        answered = nil
        // Another terminal was faster, or the caller gave up: its end says so.
        guard outcome != .noCall else { return nil }
        let message = CommandFailure(outcome).message
        await reply(.event(event: .notice(message)))
        return message
    }
}
