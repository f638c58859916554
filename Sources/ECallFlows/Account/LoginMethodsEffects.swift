import ECallAPI
public import ECallAccount
public import ECallCore

/// Performs the effects of `LoginMethodsFlow`.
public struct LoginMethodsEffects: FlowEffects {
    public typealias F = LoginMethodsFlow

    private let service: AccountService
    private let time: any TimeSource

    public init(service: AccountService, time: any TimeSource = SystemTime()) {
        self.service = service
        self.time = time
    }

    public func perform(_ effect: LoginMethodsFlow.Effect) async -> LoginMethodsFlow.Action? {
        switch effect {
        case .load:
            do throws(AccountError) { return .loaded(.success(try await service.loginMethods())) } catch {
                return .loaded(.failure(error))
            }
        case .loadOffer:
            do throws(AccountError) { return .offered(.success(try await service.offer())) } catch {
                return .offered(.failure(error))
            }
        case .perform(.sendCode(let identifier)):
            do throws(AccountError) {
                try await service.sendCode(to: identifier)
                return .codeSent(identifier, nil)
            } catch {
                return .codeSent(identifier, error)
            }
        case .perform(let work):
            do throws(AccountError) { return .done(work, .success(try await perform(work))) } catch {
                return .done(work, .failure(error))
            }
        case .waitSecond:
            do { try await time.sleep(for: .seconds(1)) } catch { return nil }
            return .secondPassed
        }
    }

    private func perform(_ work: LoginMethodsFlow.Work) async throws(AccountError) -> [LoginMethodInfo] {
        switch work {
        case .add(let credential): try await service.addLoginMethod(credential)
        case .prove(let identifier, let code): try await service.addLoginMethod(identifier, code: code)
        case .makePrimary(let id): try await service.makePrimary(id)
        case .remove(let id): try await service.removeLoginMethod(id)
        // Returns with its own answer.
        case .sendCode: []
        }
    }
}
