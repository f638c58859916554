public import ECallAPI
public import ECallAccount
public import ECallCalls
public import ECallContacts

/// Performs the effects of `ContactFlow`.
public struct ContactEffects: FlowEffects {
    public typealias F = ContactFlow

    private let user: UserID
    private let contacts: ContactsService
    private let history: CallHistoryService
    private let trust: @Sendable () async throws(CallFailure) -> TrustService

    public init(
        user: UserID, contacts: ContactsService, history: CallHistoryService,
        trust: @escaping @Sendable () async throws(CallFailure) -> TrustService
    ) {
        (self.user, self.contacts, self.history) = (user, contacts, history)
        self.trust = trust
    }

    public func perform(_ effect: ContactFlow.Effect) async -> ContactFlow.Action? {
        switch effect {
        case .load:
            do throws(ContactsError) {
                return .loaded(.success(try await contacts.contacts().first { $0.contactId == user }))
            } catch {
                return .loaded(.failure(error))
            }
        case .loadDevices:
            do throws(CallFailure) {
                let found = try await trust().devices(of: [user])[user]
                return found.map { .devicesLoaded(.success($0)) }
            } catch {
                return .devicesLoaded(.failure(error))
            }
        case .loadCalls(let name, let before):
            do throws(AccountError) {
                return .callsLoaded(after: before, .success(try await history.calls(before: before, named: name)))
            } catch {
                return .callsLoaded(after: before, .failure(error))
            }
        case .perform(let change):
            do throws(ContactsError) {
                try await perform(change)
                return .changed(change, nil)
            } catch {
                return .changed(change, error)
            }
        case .report(let effect):
            return await ReportEffects(service: contacts).perform(effect).map { .report($0) }
        }
    }

    private func perform(_ change: ContactFlow.Change) async throws(ContactsError) {
        switch change {
        // The contact is named by number, which cannot be mistaken.
        case .setFavorite(let isFavorite): try await contacts.setFavorite(isFavorite, user.description)
        case .block: try await contacts.setBlocked(true, user)
        case .unblock: try await contacts.setBlocked(false, user)
        case .remove: try await contacts.remove(try await contacts.contact(user.description))
        }
    }
}
