import ECallAPI
public import ECallAccount
public import ECallCalls
public import ECallContacts

/// Performs the effects of `HistoryDetailFlow`.
public struct HistoryDetailEffects: FlowEffects {
    public typealias F = HistoryDetailFlow

    private let history: CallHistoryService
    private let contacts: ContactsService
    private let calls: RunningCallEffects.Calls
    private let options: @Sendable (_ isVideo: Bool) -> CallOptions

    /// - Parameters:
    ///   - calls: the calls of this device; fails while it cannot be online.
    ///   - options: how the person wants to take part in a call that they return to.
    public init(
        history: CallHistoryService, contacts: ContactsService, calls: @escaping RunningCallEffects.Calls,
        options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions
    ) {
        (self.history, self.contacts, self.calls, self.options) = (history, contacts, calls, options)
    }

    public func perform(_ effect: HistoryDetailFlow.Effect) async -> HistoryDetailFlow.Action? {
        switch effect {
        case .loadPeople:
            do throws(ContactsError) { return .peopleLoaded(.success(try await contacts.lists())) } catch {
                return .peopleLoaded(.failure(error))
            }
        case .loadCalls:
            do throws(AccountError) { return .callsLoaded(.success(try await history.calls())) } catch {
                return .callsLoaded(.failure(error))
            }
        case .comeBack(let call, let isVideo):
            do throws(CallFailure) {
                try await calls().returnTo(call, options: options(isVideo))
                return .cameBack(nil)
            } catch {
                return .cameBack(error)
            }
        case .remove(let calls):
            do throws(AccountError) {
                _ = try await history.remove(calls)
                return .removed(calls, nil)
            } catch {
                return .removed(calls, error)
            }
        case .ask(let user):
            return await changed(user) { () throws(ContactsError) in try await contacts.add(user.description) }
        case .setBlocked(let isBlocked, let user):
            return await changed(user) { () throws(ContactsError) in try await contacts.setBlocked(isBlocked, user) }
        case .report(let effect):
            return await ReportEffects(service: contacts).perform(effect).map { .report($0) }
        }
    }

    private func changed<Result>(
        _ user: UserID, _ body: () async throws(ContactsError) -> Result
    ) async -> HistoryDetailFlow.Action {
        do throws(ContactsError) {
            _ = try await body()
            return .changed(user, nil)
        } catch {
            return .changed(user, error)
        }
    }
}
