import ArgumentParser
import ECallAPI
import ECallCore
import ECallLanguage
import Foundation

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in with a code by e-mail or text message, or create an account.",
        discussion: """
            Creates this device's keys first. Asks for the code on a terminal, otherwise reads it from standard input or \
            --code-file. To sign in in two steps, use --request-only, then --code.

            Example:
              ecall login --email ana@example.org --server https://calls.example.org
            """)

    @Option(help: "Your e-mail address.")
    var email: String?

    @Option(help: "Your phone number, with + and the country code.")
    var phone: String?

    @Option(help: "The name others see, for a new account. Without it, a terminal asks.")
    var name: String?

    @Option(
        help: "A code you received earlier. - reads it from standard input.")
    var code: String?

    @Option(help: ArgumentHelp("Read the code from this file or named pipe once it was sent.", valueName: "path"))
    var codeFile: String?

    @Flag(help: "Send a code, then exit.")
    var requestOnly = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard email == nil || phone == nil else { throw ValidationError("Specify --email or --phone, not both.") }
        guard [code != nil, codeFile != nil, requestOnly].filter(\.self).count <= 1 else {
            throw ValidationError("Specify only one of --code, --code-file and --request-only.")
        }
    }

    func run() async throws {
        let session = Session(global)
        let code = try session.reporting { () throws(CommandFailure) -> String? in
            guard let given = self.code else { return nil }
            return try TypedText(texts: session.printer.texts).text(
                given, asking: .terminalAskPlainCode, orElse: "ecall login --code -")
        }
        try await session.run(needsSignIn: false) { link, greeting in
            let form = try form(session.settings, session.printer.texts)
            if greeting.keys == nil { try await protectKeys(session, link) }
            if let code {
                try await verify(form, code, session, link)
            } else {
                session.printer.result(
                    try await session.answered { try await link.result(of: .requestCode(form: form)) })
                if !requestOnly { try await askAndVerify(form, session, link) }
            }
        }
    }

    private func form(_ settings: Settings, _ texts: Texts) throws(CommandFailure) -> LoginForm {
        var typed = email ?? phone
        if typed == nil, Terminal.isInteractive { typed = Terminal.ask(texts.string(.signInIdentifier) + ": ") }
        guard let typed else { throw CommandFailure(.usage, .terminalSpecifyOneOf(options: "--email, --phone")) }
        let identifier: LoginIdentifier
        do throws(IdentifierSyntax.Problem) {
            identifier = try LoginIdentifier(typed)
        } catch {
            throw CommandFailure(.usage, error.text)
        }
        var form = LoginForm(server: settings.server, displayName: name, language: settings.declaredLanguage)
        switch identifier {
        case .email(let text): form.email = text
        case .phone(let text): form.phoneNumber = text
        }
        return form
    }

    /// Keys are about to be created: sealed if a secret is given or typed, otherwise protected only by file permissions.
    private func protectKeys(_ session: Session, _ link: AgentLink) async throws(CommandFailure) {
        guard session.settings.secretSource == .none else { return }
        if Terminal.isInteractive,
            let typed = Terminal.askSecretly(session.printer.texts.string(.terminalAskNewPassphrase) + " "),
            !typed.isEmpty
        {
            guard Terminal.askSecretly(session.printer.texts.string(.terminalAskRepeat) + " ") == typed else {
                throw CommandFailure(.locked, .terminalPassphrasesDiffer)
            }
            _ = try await Session.hello(link, ProfileSecret(bytes: Data(typed.utf8)))
            return
        }
        session.printer.diagnostic(
            session.printer.texts.string(.terminalKeysUnsealed(options: "--passphrase-file, --key-file")))
    }

    private func askAndVerify(_ form: LoginForm, _ session: Session, _ link: AgentLink) async throws {
        if let codeFile {
            guard let text = try? String(contentsOfFile: codeFile, encoding: .utf8) else {
                throw CommandFailure(.failure, .terminalFileUnreadable(path: codeFile))
            }
            return try await verify(form, text, session, link)
        }
        guard Terminal.isInteractive else {
            guard let line = readLine() else { throw CommandFailure(.failure, .terminalNoCodeRead) }
            return try await verify(form, line, session, link)
        }
        var tries = 0
        while let line = Terminal.ask(session.printer.texts.string(.terminalAskCode) + " ") {
            if line.allSatisfy(\.isWhitespace) {
                session.printer.result(
                    try await session.answered { try await link.result(of: .resendCode(form: form)) })
                continue
            }
            tries += 1
            do {
                return try await verify(form, line, session, link)
            } catch let failure as CommandFailure {
                guard failure.status == .failure, tries < 3 else { throw failure }
                session.printer.diagnostic("ecall: \(session.printer.texts.string(failure.text))")
            }
        }
        throw CommandFailure(.failure, .terminalNoCodeEntered)
    }

    private func verify(
        _ form: LoginForm, _ code: String, _ session: Session, _ link: AgentLink
    ) async throws {
        let result = try await session.answered { try await link.result(of: .verify(form: form, code: code)) }
        session.printer.result(result)
        guard case .account(let account) = result else { return }
        // An account without a name has no other device yet.
        guard !account.hasOwnName, name == nil else { return await offerConfirmation(session, link) }
        guard Terminal.isInteractive else {
            session.printer.diagnostic(
                session.printer.texts.string(.terminalOthersSeeYou(name: account.name, option: "--name")))
            return
        }
        try await askName(account, session, link)
    }

    /// Another device of the person confirms this one, before their contacts are asked. Only the person knows whether
    /// there is one: a server that lies lists none.
    private func offerConfirmation(_ session: Session, _ link: AgentLink) async {
        let (texts, command) = (session.printer.texts, "ecall devices verify")
        let place = Text.terminalConfirmWhere(
            settings: Text.settingsTitle, devices: Text.devicesTitle, command: command)
        session.printer.remark(.terminalConfirmElsewhere)
        session.printer.remark("  " + texts.string(place))
        guard Terminal.isInteractive else {
            return session.printer.remark("  " + texts.string(.terminalShowNumberHere(command: command)))
        }
        // The sign-in is done, whatever becomes of this.
        try? await Verification(link: link, printer: session.printer).own(nil, nil)
    }

    /// A new account has the name that the server gave it.
    private func askName(_ account: AccountDetails, _ session: Session, _ link: AgentLink) async throws {
        let question = session.printer.texts.string(.terminalAskName(name: account.name)) + " "
        while let line = Terminal.ask(question) {
            let name = line.trimmingCharacters(in: .whitespaces)
            if name.isEmpty { return }
            do throws(CommandFailure) {
                return session.printer.result(try await link.result(of: .rename(name: name)))
            } catch {
                // The rules for names are shown, and it asks once more.
                guard error.status == .usage else { throw error }
                session.printer.diagnostic("ecall: \(session.printer.texts.string(error.text))")
            }
        }
    }
}
