import ECallAPI
public import ECallAccount

/// Performs the effects of `AccountFlow`.
public struct AccountEffects: FlowEffects {
    public typealias F = AccountFlow

    private let account: AccountService

    public init(account: AccountService) { self.account = account }

    public func perform(_ effect: AccountFlow.Effect) async -> AccountFlow.Action? {
        switch effect {
        case .load:
            do throws(AccountError) { return .loaded(.success(try await profile())) } catch {
                return .loaded(.failure(error))
            }
        case .perform(.export):
            do throws(AccountError) { return .exported(.success(try await account.export())) } catch {
                return .exported(.failure(error))
            }
        case .perform(let work):
            do throws(AccountError) {
                try await perform(work)
                return .done(work, nil)
            } catch {
                return .done(work, error)
            }
        }
    }

    private func profile() async throws(AccountError) -> AccountFlow.Profile {
        AccountFlow.Profile(
            user: try await account.profile(), loginMethods: try await account.loginMethods(),
            isSearchable: try await account.isSearchable())
    }

    private func perform(_ work: AccountFlow.Work) async throws(AccountError) {
        switch work {
        case .name(let name): _ = try await account.rename(to: name)
        case .searchable(let isSearchable): try await account.setSearchable(isSearchable)
        case .deletion: _ = try await account.delete()
        case .keeping: try await account.keep()
        // Returns with its file.
        case .export: break
        }
    }
}
