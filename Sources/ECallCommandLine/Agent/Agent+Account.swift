import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCalls
import ECallCore
import ECallKit

extension Agent {
    func requestCode(_ form: LoginForm) async throws(CommandFailure) -> CommandResult {
        let signIn = try await signIn(for: form)
        let identifier = try form.identifier()
        do throws(SignInError) {
            try await signIn.requestCode(identifier, name: form.displayName ?? "")
        } catch {
            throw CommandFailure(error)
        }
        log.note("a code was asked for")
        return .codeSent(to: identifier.text)
    }

    func resendCode(_ form: LoginForm) async throws(CommandFailure) -> CommandResult {
        let signIn = try await signIn(for: form)
        let identifier = try form.identifier()
        do throws(SignInError) { try await signIn.resend(to: identifier) } catch { throw CommandFailure(error) }
        return .codeSent(to: identifier.text)
    }

    func verify(_ form: LoginForm, _ code: String) async throws(CommandFailure) -> CommandResult {
        let signIn = try await signIn(for: form)
        let identifier = try form.identifier()
        let account: Account
        do throws(SignInError) {
            account = try await signIn.verify(code, for: identifier)
        } catch {
            throw CommandFailure(error)
        }
        log.note("signed in")
        return .account(account: try details(of: account))
    }

    func rename(to name: String) async throws(CommandFailure) -> CommandResult {
        let client = try opened()
        let kept = try await requireSignedIn(client)
        let account: Account
        do throws(AccountError) { account = try await client.rename(kept, to: name) } catch {
            if case .server(let cause) = error { await end(after: cause) }
            throw CommandFailure(error)
        }
        return .account(account: try details(of: account))
    }

    /// Hangs up, signs out at the server, wipes the profile, and closes it. Keys that were kept after the server signed this
    /// device out are deleted as well.
    func signOut() async throws(CommandFailure) -> CommandResult {
        let client = try opened()
        let isSignedIn = try await signedIn(client) != nil
        if !isSignedIn {
            guard try await kept(client) != nil else { throw .notSignedIn }
        }
        if let device = await client.current { try? await device.calls.hangUp() }
        isSigningOut = true
        defer { isSigningOut = false }
        do throws(SignInError) {
            if isSignedIn { try await client.signIn.signOut() } else { try await client.signIn.wipe() }
        } catch {
            throw CommandFailure(error)
        }
        await forget()
        waitNoLonger(.signedOutHere)
        log.note("signed out; the profile is wiped")
        return .done
    }

    func takeBack(_ token: String, _ server: String?) async throws(CommandFailure) -> CommandResult {
        try await reopenForAnotherServer(server)
        let client = try opened(server: server)
        do throws(AccountError) { try await client.account.takeBack(token) } catch { throw CommandFailure(error) }
        return .done
    }

    func whoAmI() async throws(CommandFailure) -> CommandResult {
        .account(account: try details(of: try await requireSignedIn(try opened())))
    }

    /// Checks what the network lets through, reporting each step.
    func checkNetwork(_ reply: @escaping ReplySink) async throws(CommandFailure) -> CommandResult {
        let client = try opened()
        try await requireSignedIn(client)
        do throws(ECallClient.Failure) {
            let report = try await client.checkNetwork { await reply(.event(event: .checking($0))) }
            listenToCalls(of: await client.current)
            return .network(report: report)
        } catch {
            if case .signIn(.server(let cause)) = error { await end(after: cause) }
            throw CommandFailure(error)
        }
    }

    @discardableResult
    func requireSignedIn(_ client: ECallClient) async throws(CommandFailure) -> Account {
        if let account = try await signedIn(client) { return account }
        throw try await kept(client) == nil ? .notSignedIn : .signedOutByServer
    }

    private func kept(_ client: ECallClient) async throws(CommandFailure) -> Account? {
        do throws(SignInError) { return try await client.signIn.keptAccount() } catch { throw CommandFailure(error) }
    }

    func signedIn(_ client: ECallClient) async throws(CommandFailure) -> Account? {
        do throws(SignInError) { return try await client.signIn.account() } catch { throw CommandFailure(error) }
    }

    /// The server has signed this device out. Its tokens are deleted, its keys stay until the person decides otherwise.
    func end(after error: APIClientError) async {
        guard case .signedOut(.some) = error, let client else { return }
        if let device = await client.current { try? await device.calls.hangUp() }
        try? await client.signIn.endedByServer()
        await forget()
        log.note("signed out by the server; the keys of the profile are kept")
    }

    /// A profile that is not open takes it when it is opened.
    func use(language tag: String) async -> CommandResult {
        await client?.use(language: tag)
        return .done
    }

    private func signIn(for form: LoginForm) async throws(CommandFailure) -> SignIn {
        try await reopenForAnotherServer(form.server)
        let client = try opened(server: form.server)
        if let language = form.language { await client.use(language: language) }
        return client.signIn
    }

    private func details(of account: Account) throws(CommandFailure) -> AccountDetails {
        let protection = try stored { () throws(KeyStorageError) in try ProfileStore.protection(of: profile) }
        return AccountDetails(
            userId: account.userId, deviceId: account.deviceId, name: account.displayName, email: account.email,
            phoneNumber: account.phoneNumber, server: account.server.description,
            keys: protection == .sealed ? .sealed : .plain, hasOwnName: account.hasOwnName)
    }
}

extension LoginForm {
    fileprivate func identifier() throws(CommandFailure) -> LoginIdentifier {
        do throws(IdentifierSyntax.Problem) {
            return try LoginIdentifier(email ?? phoneNumber ?? "")
        } catch {
            throw CommandFailure(.usage, error.text)
        }
    }
}
