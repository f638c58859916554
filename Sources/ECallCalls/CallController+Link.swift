public import ECallAPI
import ECallCore
import ECallSecurity
import KeyDistribution

/// Links to the running call, for contacts (decision 76).
extension CallController {
    public func makeLink() async throws(CallFailure) -> CallLink {
        guard session != nil, let call = machine.currentCall else { throw .noCall }
        return admission.make(for: call, by: environment.account.userId, secret: Base62.randomToken())
    }

    public func withdrawLink() async throws(CallFailure) {
        guard session != nil else { throw .noCall }
        admission.withdraw()
    }

    public func requestInvitation(_ link: CallLink) async throws(CallFailure) {
        guard machine.isIdle else { throw .alreadyInCall }
        let body = RequestInvitationRequest(userId: link.maker, token: link.secret)
        do throws(APIClientError) {
            _ = try await environment.api.send(
                .requestInvitation, id: link.call.rawValue, body: body, as: EndCallResponse.self)
        } catch {
            switch error.code {
            case .callNotFound: throw .linkOver
            case .userAlreadyInCall: throw .elsewhere
            default: throw CallFailure(error)
            }
        }
    }

    /// Somebody asks by a link. Contacts who were met before are invited at once; of others the person is asked, since who they are
    /// is the server's word alone.
    func asked(_ request: InvitationRequest) async {
        let present = people.value.filter { $0.status.isIn || $0.status == .ringing }.map(\.user)
        guard session != nil, machine.currentCall == request.call,
            admission.takes(request, present: Set(present))
        else { return }
        let contact: Contact? = try? await environment.api.send(
            .contacts, query: ["contactId": request.sender.description])
        guard let contact, contact.contactId == request.sender, !contact.isBlocked,
            machine.currentCall == request.call
        else { return }
        let isKnown = keptPins().knows(request.sender.rawValue)
        hub.send(
            .invitationRequested(request.call, by: request.sender, name: contact.contactName, isInvited: isKnown))
        // Who does not come can be invited by hand, or ask again.
        if isKnown { _ = try? await invite([request.sender], isByLink: true) }
    }
}
