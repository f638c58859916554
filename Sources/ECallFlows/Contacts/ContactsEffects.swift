import ECallAPI
public import ECallContacts

/// Performs the effects of `ContactsFlow`.
public struct ContactsEffects: FlowEffects {
    public typealias F = ContactsFlow

    private let service: ContactsService

    public init(service: ContactsService) { self.service = service }

    public func perform(_ effect: ContactsFlow.Effect) async -> ContactsFlow.Action? {
        switch effect {
        case .load:
            do throws(ContactsError) { return .loaded(.success(try await service.lists())) } catch {
                return .loaded(.failure(error))
            }
        case .perform(let change, let user):
            do throws(ContactsError) {
                try await perform(change, user)
                return .changed(user, nil)
            } catch {
                return .changed(user, error)
            }
        }
    }

    private func perform(_ change: ContactsFlow.Change, _ user: UserID) async throws(ContactsError) {
        // The person is named by number, which cannot be mistaken.
        let person = user.description
        switch change {
        case .setFavorite(let isFavorite): try await service.setFavorite(isFavorite, person)
        case .remove: try await service.remove(try await service.contact(person))
        case .block: try await service.block(person)
        case .unblock: try await service.unblock(person)
        case .accept: try await service.accept(person)
        case .decline: try await service.decline(person)
        case .takeBack: try await service.cancel(person)
        }
    }
}

extension ContactsService {
    /// Fetches contacts, requests in both directions, and blocked people.
    func lists() async throws(ContactsError) -> ContactsFlow.Lists {
        ContactsFlow.Lists(
            contacts: try await contacts(), received: try await receivedRequests(), sent: try await sentRequests(),
            blocked: try await blocked())
    }
}
