import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallLanguage

/// Links that several people may have: to the person, and to the running call.
extension Agent {
    /// How long a person who asks by a call link waits to be admitted.
    private static var letInTime: Duration { .seconds(40) }

    func personalLink(_ wish: PersonalLinkWish) async throws(CommandFailure) -> CommandResult {
        let state = try await withContacts { service throws(ContactsError) -> PersonalLinkState? in
            let link: PersonalLink?
            switch wish {
            case .show: link = try await service.personalLink()
            case .set(let request): link = try await service.setPersonalLink(request)
            case .off:
                try await service.removePersonalLink()
                link = nil
            }
            return link.map { link in
                PersonalLinkState(
                    link: service.universalLink(token: link.token), maxUses: link.maxUses, usedCount: link.usedCount,
                    expiresAt: link.expiresAt, hasEnded: link.hasEnded(at: service.now))
            }
        }
        return .personalLink(state: state)
    }

    func callLink(isWithdrawn: Bool) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        guard !isWithdrawn else {
            try await inCall { () async throws(CallFailure) in try await calls.withdrawLink() }
            return .callLink(link: nil)
        }
        let link = try await inCall { () async throws(CallFailure) in try await calls.makeLink() }
        return .callLink(link: link.text(server: try opened().server.description))
    }

    func join(
        by text: String, _ media: MediaChoice, _ reply: @escaping ReplySink
    ) async throws(CommandFailure) -> CommandResult {
        let server = try opened().server
        let link = try Self.callLink(text, server: server.host, address: server.description)
        await returnIsDecided()
        let calls = try await goOnline().calls
        let rings = events.follow()
        let follower = CallFollower(calls: calls, events: events.follow(), time: environment.time, reply: reply)
        log.note("a call is joined by a link")
        return try await drawing(media, reply) { options throws(CommandFailure) in
            try await inCall { () async throws(CallFailure) in
                // Unusable options are reported before the link's owner is asked.
                try await calls.check(options)
                try await calls.requestInvitation(link)
            }
            await reply(.event(event: .notice(.terminalAskedToJoin)))
            try await letIn(by: link, rings)
            await silence(link.call)
            taking = Taking(media: media)
            let summary = try await follower.run(expecting: link.call) { () async throws(CallFailure) in
                try await calls.answer(link.call, options: options)
                return link.call
            }
            return .call(summary: summary)
        }
    }

    /// Returns when the call of the link rings, as its maker's.
    private func letIn(by link: CallLink, _ rings: AsyncStream<CallEvent>) async throws(CommandFailure) {
        let time = environment.time
        let ring = await withTaskGroup(of: IncomingCall?.self) { group in
            group.addTask {
                for await event in rings {
                    if case .incoming(let call) = event, call.id == link.call, call.caller == link.maker { return call }
                }
                return nil
            }
            group.addTask {
                try? await time.sleep(for: Self.letInTime)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard !Task.isCancelled else { throw CommandFailure(.interrupted, .terminalInterrupted) }
        guard let ring else { throw CommandFailure(CallFailure.notLetIn) }
        guard ring.isVerified else {
            throw CommandFailure(
                .failure, .hint(.terminalAutoNotSigned, .terminalDoAnswer(command: "ecall answer")))
        }
    }

    static func callLink(_ text: String, server: String, address: String) throws(CommandFailure) -> CallLink {
        do throws(CallLink.Problem) {
            return try CallLink(text, server: server)
        } catch {
            switch error {
            case .notALink:
                throw CommandFailure(
                    .usage,
                    .hint(
                        .terminalLinkNotACallLink(example: "\(address)/#/call/…"),
                        .terminalDoAddContact(command: "ecall add")))
            case .severalLinks: throw CommandFailure(.usage, .addProblemSeveralLinksText)
            case .damaged: throw CommandFailure(.usage, .joinCallDamagedText)
            case .otherServer(let host): throw CommandFailure(.usage, .errorsLinkOtherServer(host: host))
            }
        }
    }
}
