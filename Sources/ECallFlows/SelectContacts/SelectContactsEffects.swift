import ECallAPI
public import ECallContacts

/// Performs the effects of `SelectContactsFlow`.
public struct SelectContactsEffects: FlowEffects {
    public typealias F = SelectContactsFlow

    private let service: ContactsService

    public init(service: ContactsService) { self.service = service }

    public func perform(_ effect: SelectContactsFlow.Effect) async -> SelectContactsFlow.Action? {
        switch effect {
        case .load:
            do throws(ContactsError) { return .loaded(.success(try await service.contacts())) } catch {
                return .loaded(.failure(error))
            }
        }
    }
}
