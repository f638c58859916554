import ECallAPI
import ECallCalls
import ECallCore
import ECallKit
import ECallMedia

/// The return of an agent that was killed to its call: the required data are stored while the call runs.
extension Agent {
    /// Starts returning to the call of the previous agent, if there is one and the profile can be opened.
    func beginReturn() {
        guard resumed == nil, let kept = callFile.read(), let client = try? opened() else { return }
        log.note("the agent before this one was in a call: returning to it")
        let pictures = kept.media.rendering?.box == nil ? nil : PictureFeed()
        taking = Taking(media: kept.media)
        let followed = events.follow()
        let id = kept.call.id
        let entering = Task { await resume(kept, pictures, on: client) }
        let following = Task {
            let failure = await entering.value
            if failure == nil {
                cameIn(id)
                for await event in followed {
                    if case .ended(let summary) = event, summary.id == id { break }
                }
            }
            returned(from: id)
        }
        resumed = ResumedCall(
            id: id, caller: kept.caller, isVideo: kept.isVideo ?? kept.media.video, pictures: pictures,
            entering: entering, following: following)
    }

    private func resume(_ kept: KeptCall, _ pictures: PictureFeed?, on client: ECallClient) async -> CallFailure? {
        // The command's devices may be gone: then those that the profile stores are used, or the defaults if they are gone too.
        var options: CallOptions
        do { options = try await self.options(for: kept.media) } catch {
            var media = kept.media
            media.devices = nil
            options = (try? await self.options(for: media)) ?? media.options
        }
        options.pictures = pictures
        guard let calls = await onlineAgain()?.calls else { return .offline }
        do throws(CallFailure) { try await calls.resume(kept.call, options: options) } catch { return error }
        return nil
    }

    /// There was a server: one that refuses is being started again.
    private func onlineAgain() async -> OnlineDevice? {
        let began = environment.time.nanoseconds()
        while true {
            do throws(CommandFailure) { return try await goOnline() } catch {
                let passed = Duration.nanoseconds(environment.time.nanoseconds() &- began)
                guard error.status == .unreachable, passed < environment.timeout else { return nil }
            }
            guard (try? await environment.time.sleep(for: .milliseconds(500))) != nil else { return nil }
        }
    }

    private func cameIn(_ id: CallID) { if resumed?.id == id { resumed?.isIn = true } }

    private func returned(from id: CallID) {
        guard resumed?.id == id else { return }
        resumed = nil
        callFile.remove()
    }

    /// Returns once it is known whether there is a call to return to: until then another would be refused for one that may be
    /// over.
    func returnIsDecided() async { _ = await resumed?.entering.value }

    /// Returns once the call that was returned to is over; at once if there is none.
    func untilReturned() async { await resumed?.following.value }

    /// Follows the call that was returned to, for the command that had begun it.
    func followReturned(_ reply: @escaping ReplySink) async throws(CommandFailure) -> CommandResult {
        guard let resumed else { throw CommandFailure(CallFailure.noCall) }
        // Not interrupted by Ctrl-C, which must hang up.
        let calls =
            if let device = await Task(operation: { await onlineAgain() }).value {
                device.calls
            } else {
                try await goOnline().calls
            }
        let follower = CallFollower(calls: calls, events: events.follow(), time: environment.time, reply: reply)
        return try await drawing(resumed.pictures, reply) { () throws(CommandFailure) in
            let summary = try await follower.run(expecting: resumed.id, isRunning: true) {
                () async throws(CallFailure) in
                if let failure = await resumed.entering.value { throw failure }
                return resumed.id
            }
            return .call(summary: summary)
        }
    }

    // MARK: - The kept call

    /// The options with which a command takes part in its call.
    struct Taking {
        var media: MediaChoice
        /// Whether no video is sent in a call that was offered without.
        var followsOffer = false
    }

    /// Stores the data for a return once someone else is in the call, and deletes it with the call.
    func keep(_ event: CallEvent) {
        switch event {
        case .incoming(let call): offered = call
        case .participantJoined(let id, _, _) where kept != id:
            kept = id
            Task { await keepRunning(id) }
        case .ended(let summary) where summary.id == kept: forgetCall()
        default: break
        }
    }

    func keepRunning(_ id: CallID) async {
        guard let running = await client?.current?.calls.running(), running.id == id, kept == id, var taking else {
            if kept == id { kept = nil }
            return
        }
        let offered = taking.followsOffer && offered?.id == id ? offered : nil
        if let offered { taking.media.video = taking.media.video && offered.isVideo }
        callFile.write(
            KeptCall(call: running, media: taking.media, caller: offered?.caller, isVideo: offered?.isVideo))
    }

    /// There is nothing left to return to.
    func forgetCall() {
        kept = nil
        callFile.remove()
    }
}
