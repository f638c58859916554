public import ECallAPI
import ECallCore
import KeyDistribution

/// Links to the running call, for contacts (decision 76).
extension CallController {
    public func makeLink() async throws(CallFailure) -> CallLink {
        guard session != nil, let call = lifecycle.currentCall else { throw .noCall }
        return admission.make(for: call, by: environment.account.userId, secret: Base62.randomToken())
    }

    public func withdrawLink() async throws(CallFailure) {
        guard session != nil else { throw .noCall }
        admission.withdraw()
    }

    public func requestInvitation(_ link: CallLink) async throws(CallFailure) {
        guard lifecycle.isIdle else { throw .alreadyInCall }
        let body = RequestInvitationRequest(userId: link.maker, token: link.secret)
        _ = try await environment.api.ask(
            .requestInvitation, id: link.call.rawValue, body: body, as: EndCallResponse.self,
            but: [.callNotFound: .linkOver, .userAlreadyInCall: .elsewhere])
    }

    /// Contacts who were met before are invited at once; others are the server's word alone, and the person is asked.
    func asked(_ request: InvitationRequest) async {
        let statuses = Dictionary(people.value.map { ($0.user, $0.status) }) { first, _ in first }
        guard session != nil, lifecycle.currentCall == request.call, admission.takes(request, people: statuses) else {
            return
        }
        let contact: Contact? = try? await environment.api.send(
            .contacts, query: ["contactId": request.sender.description])
        guard let contact, contact.contactId == request.sender, !contact.isBlocked,
            let verdict = await verdict(on: request.sender), lifecycle.currentCall == request.call
        else { return }
        admission.hasAsked(request.sender, into: request.call)
        hub.send(.invitationRequested(request.call, by: request.sender, name: contact.contactName, verdict))
        // If the invite fails, the person can invite them by hand, or they ask again.
        if verdict == .invite { _ = try? await invite([request.sender]) }
    }

    /// Nil if the server does not say which devices they have: they ask again.
    private func verdict(on user: UserID) async -> LinkVerdict? {
        guard let published = try? await environment.api.publishedKeys(of: [user]) else { return nil }
        let trusts = published.judged(by: keptPins())
        return LinkVerdict(published.devices.keys.map { trusts[$0] ?? .new })
    }
}
