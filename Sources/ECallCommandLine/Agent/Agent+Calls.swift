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
        let people = try await self.people(named: people)
        await tellDoubts(about: people, reply)
        let contacts = people.map(\.id)
        await returnIsDecided()
        let calls = try await goOnline().calls
        let follower = CallFollower(calls: calls, events: events.follow(), time: environment.time, reply: reply)
        taking = Taking(media: media)
        log.note("a call is placed")
        return try await sounding(.ringback, media, reply) { ringer throws(CommandFailure) in
            let hearing = ringer.map { $0.follow(events.follow()) }
            defer { hearing?.cancel() }
            return try await drawing(media, reply) { options throws(CommandFailure) in
                let summary = try await follower.run(expecting: nil) { () async throws(CallFailure) in
                    try await calls.call(contacts, options: options)
                }
                return .call(summary: summary)
            }
        }
    }

    /// Before it rings.
    private func tellDoubts(about people: [Person], _ reply: ReplySink) async {
        for person in people {
            guard let doubt = person.doubt else { continue }
            await reply(.event(event: .notice(NameDoubtFormatter.text(doubt, of: person.id))))
        }
    }

    func answerCall(_ media: MediaChoice, _ reply: @escaping ReplySink) async throws(CommandFailure) -> CommandResult {
        let calls = try await goOnline().calls
        let id = ringing?.id
        let follower = CallFollower(calls: calls, events: events.follow(), time: environment.time, reply: reply)
        taking = Taking(media: media)
        log.note("a call is answered")
        await silence(id)
        return try await drawing(media, reply) { options throws(CommandFailure) in
            let summary = try await follower.run(expecting: id) { () async throws(CallFailure) in
                try await calls.answer(id, options: options)
                return id
            }
            return .call(summary: summary)
        }
    }

    /// Takes part in calls with the options of a command, and sends their video to it meanwhile if it draws it.
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

    func decline(saying reply: CallReply?) async throws(CommandFailure) -> CommandResult {
        guard let device = try await opened().current else { throw CommandFailure(CallFailure.noCall) }
        await silence(ringing?.id)
        do throws(CallFailure) {
            let isReplied = try await device.calls.decline(saying: reply)
            return reply == nil ? .done : .declined(isReplied: isReplied)
        } catch {
            throw CommandFailure(error)
        }
    }

    func hangUp() async throws(CommandFailure) -> CommandResult {
        guard let device = try await opened().current else { throw CommandFailure(CallFailure.noCall) }
        await silenceRingback()
        do throws(CallFailure) { try await device.calls.hangUp() } catch { throw CommandFailure(error) }
        return .done
    }
}
