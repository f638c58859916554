import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallLanguage
import ECallMedia

extension Agent {
    /// Waits for calls until it is cancelled; then calls that it answered automatically, or by a notification, are hung up.
    ///
    /// - Parameter desktop: shows the calls that ring; nil shows none.
    func listen(
        _ conduct: Listener.Conduct, _ media: MediaChoice, on desktop: Desktop?, _ reply: @escaping ReplySink
    ) async throws(CommandFailure) -> CommandResult {
        let device = try await goOnline()
        let rule = try await answerRule(conduct.autoAnswer, device.trust)
        taking = Taking(media: media, followsOffer: true)
        return try await sounding(.ringing, media, reply) { ringer throws(CommandFailure) in
            try await showingRings(on: desktop) { shown throws(CommandFailure) in
                try await drawing(media, reply) { options throws(CommandFailure) in
                    if conduct.autoAnswer != nil {
                        // Unusable options are reported now, and not when a call arrives.
                        do throws(CallFailure) { try await device.calls.check(options) } catch {
                            throw CommandFailure(error)
                        }
                    }
                    let (news, input) = AsyncStream.makeStream(of: ListenerNews.self)
                    let listener = Listener(
                        conduct, options: options, calls: device.calls, reply: reply, rings: Rings(shown, ringer),
                        refusal: rule,
                        // They may have been chosen since.
                        devices: { (try? await self.options(for: media))?.devices ?? options.devices },
                        after: { [time = environment.time] seconds, call in
                            Task {
                                guard (try? await time.sleep(for: .seconds(seconds))) != nil else { return }
                                input.yield(.timeUp(call))
                            }
                        })
                    let feeding = feed(input, from: resumed, choices: shown?.choices, device.signaling)
                    defer { for task in feeding { task.cancel() } }
                    return try await listen(listener, media, shown, to: news)
                }
            }
        }
    }

    private func listen(
        _ listener: Listener, _ media: MediaChoice, _ ringer: DesktopRinger?, to news: AsyncStream<ListenerNews>
    ) async throws(CommandFailure) -> CommandResult {
        var listener = listener
        var server = ServerReach()
        let waiting = ringing.map { [CallEvent.incoming($0)] } ?? []
        if let resumed {
            await listener.takeOver(resumed)
        } else {
            await listener.reply(.event(event: .listening))
        }
        for event in waiting { await listener.take(event) }
        for await news in news {
            switch news {
            case .event(.signedOut): throw CommandFailure(APIClientError.signedOut(.deviceNotRegistered))
            case .event(let event):
                if let last = await listener.take(event) { return .call(summary: last) }
            case .chosen(let choice):
                guard let ringer, let decision = ringer.take(.chosen(choice.button, choice.call)) else { break }
                await follow(decision, of: ringer, media, &listener)
            case .notLetIn: await listener.notLetIn()
            case .timeUp(let call): await listener.timeIsUp(for: call)
            case .signaling(let state):
                if let sentence = server.take(state) { await listener.reply(.event(event: .notice(sentence))) }
            case .over(let failure): throw failure
            }
        }
        // Ctrl-C, or the whole agent ends.
        let summary = await hangUp(listener)
        if let ending { throw ending }
        return summary.map { .call(summary: $0) } ?? .done
    }

    private func hangUp(_ listener: Listener) async -> CallSummary? {
        guard let answered = listener.answered else { return nil }
        let follower = CallFollower(
            calls: listener.calls, events: events.follow(), time: environment.time, reply: listener.reply)
        return await follower.hangUp(answered)
    }

    /// Executes the button of a notification, if its call still rings.
    private func follow(
        _ decision: DesktopRinger.Decision, of ringer: DesktopRinger, _ media: MediaChoice, _ listener: inout Listener
    ) async {
        switch decision {
        case .answer(let id):
            guard let call = ringing, call.id == id else { return }
            log.note("a call is answered by its notification")
            await silence(id)
            var media = media
            media.rendering = Listener.rendering(media.rendering, orOn: ringer.desktop)
            taking = Taking(media: media, followsOffer: true)
            if let problem = await listener.answer(call, on: ringer.desktop) {
                _ = ringer.take(.refused(id, problem))
            }
        case .decline(let id):
            guard ringing?.id == id else { return }
            log.note("a call is declined by its notification")
            await silence(id)
            do throws(CallFailure) { _ = try await listener.calls.decline(saying: nil) } catch {
                _ = ringer.take(.refused(id, CommandFailure(error).text))
            }
        }
    }

    /// Collects the news for a listener: events of calls from now on, choices in notifications, that the agent couldn't return to a call,
    /// how the server is reached, and the end of listening.
    ///
    /// - Returns: the tasks that do it, until they are cancelled.
    private func feed(
        _ input: AsyncStream<ListenerNews>.Continuation, from resumed: ResumedCall?,
        choices: AsyncStream<DesktopRinger.Choice>?, _ signaling: SignalingClient
    ) -> [Task<Void, Never>] {
        let (followed, ends, states) = (events.follow(), endings.follow(), signaling.stateChanges())
        return [
            Task { if await resumed?.entering.value != nil { input.yield(.notLetIn) } },
            Task {
                for await event in followed { input.yield(.event(event)) }
                input.finish()
            },
            Task { if let choices { for await choice in choices { input.yield(.chosen(choice)) } } },
            Task { for await state in states { input.yield(.signaling(state)) } },
            Task { for await failure in ends { input.yield(.over(failure)) } },
        ]
    }

    // MARK: - Auto-answered people

    /// Looks up the people of a list now, so that an unknown name is reported before anyone calls.
    private func answerRule(
        _ wish: AutoAnswer?, _ trust: TrustService
    ) async throws(CommandFailure) -> Listener.Refusing {
        guard let wish else { return { _ in .notListed } }
        var listed: Set<UserID> = []
        if case .named(let names) = wish.people { listed = Set(try await people(named: names).map(\.id)) }
        return { [weak self, listed] call in
            guard wish.people != .anyone else { return nil }
            var caller = AutoAnswer.Caller(
                isSigned: call.isVerified, isContact: nil,
                isMet: trust.isMet(call.caller), isListed: listed.contains(call.caller))
            // The server is asked only about those who pass everything that is known here.
            guard wish.refusal(of: caller) == .contactsUnknown else { return wish.refusal(of: caller) }
            caller.isContact = await self?.isContact(call.caller)
            return wish.refusal(of: caller)
        }
    }

    private func isContact(_ user: UserID) async -> Bool? {
        let contacts = try? await withContacts { service throws(ContactsError) in try await service.contacts() }
        return contacts?.contains { $0.contactId == user && !$0.isBlocked }
    }
}

enum ListenerNews: Sendable {
    case event(CallEvent)
    /// A button of a notification was pressed.
    case chosen(DesktopRinger.Choice)
    /// The call of the previous agent continues without it, or is over.
    case notLetIn
    /// The call has lasted as long as it may.
    case timeUp(CallID)
    case signaling(SignalingState)
    case over(CommandFailure)
}

/// The connection news for a person who waits for calls. Pure.
struct ServerReach {
    /// Pauses since the connection was there.
    private var pauses = 0

    /// The first pause precedes any retry: a connection that is lost and recovers at once, or a sign-out, isn't reported.
    mutating func take(_ state: SignalingState) -> Text? {
        switch state {
        case .waiting:
            pauses += 1
            return pauses == 2 ? .terminalAway : nil
        case .online:
            defer { pauses = 0 }
            return pauses > 1 ? .terminalCallsComeIn : nil
        case .stopped, .connecting, .suspended, .signedOut: return nil
        }
    }
}
