import ECallAPI
public import ECallAccount
public import ECallAuthentication
public import ECallCore

/// Performs the effects of `SignInFlow`.
public struct SignInEffects: FlowEffects {
    public typealias F = SignInFlow

    private let signIn: SignIn
    private let account: AccountService
    private let storage: any KeyStorage
    private let time: any TimeSource

    /// - Parameter storage: where `signIn` keeps the account, for the name that it gets.
    public init(signIn: SignIn, account: AccountService, storage: any KeyStorage, time: any TimeSource = SystemTime()) {
        self.signIn = signIn
        self.account = account
        self.storage = storage
        self.time = time
    }

    public func perform(_ effect: SignInFlow.Effect) async -> SignInFlow.Action? {
        switch effect {
        case .loadOffer:
            do throws(SignInError) { return .offered(.success(try await signIn.offer())) } catch {
                return .offered(.failure(error))
            }
        case .signIn(let credential): return await signedIn(with: credential)
        case .requestCode(let identifier):
            return await codeSent(identifier) { () async throws(SignInError) in try await signIn.requestCode(identifier)
            }
        case .resendCode(let identifier):
            return await codeSent(identifier) { () async throws(SignInError) in try await signIn.resend(to: identifier)
            }
        case .verify(let code, let identifier):
            do throws(SignInError) {
                return .signedIn(.success(try await signIn.verify(code, for: identifier)))
            } catch {
                return .signedIn(.failure(error))
            }
        case .rename(let name, let account): return await rename(to: name, account)
        case .waitSecond:
            do { try await time.sleep(for: .seconds(1)) } catch { return nil }
            return .secondPassed
        }
    }

    private func signedIn(with credential: IssuerCredential) async -> SignInFlow.Action {
        do throws(SignInError) {
            switch try await signIn.signIn(with: credential) {
            case .signedIn(let account): return .signedIn(.success(account))
            case .codeSent(let identifier): return .codeSent(identifier, nil, digits: await signIn.codeLength)
            }
        } catch {
            return .signedIn(.failure(error))
        }
    }

    private func codeSent(
        _ identifier: LoginIdentifier, _ request: () async throws(SignInError) -> Void
    ) async -> SignInFlow.Action {
        do throws(SignInError) {
            try await request()
            return .codeSent(identifier, nil, digits: await signIn.codeLength)
        } catch {
            return .codeSent(identifier, error)
        }
    }

    private func rename(to name: String, _ kept: Account) async -> SignInFlow.Action {
        do throws(AccountError) {
            var account = kept
            account.displayName = try await self.account.rename(to: name).displayName
            // The server has it; if this fails, the stored account is updated at the next sign-in.
            try? account.save(to: storage)
            return .renamed(.success(account))
        } catch {
            return .renamed(.failure(error))
        }
    }
}
