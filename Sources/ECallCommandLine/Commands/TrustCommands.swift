import ArgumentParser
import ECallAPI
import ECallCalls

/// What was read from another device, on the command line.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The text of the QR code that the other device shows; - reads it as a line of standard input.",
            valueName: "text"))
    var code: String?

    @Option(
        help: ArgumentHelp(
            "The digits that the other device shows, in quotes; - reads them as a line of standard input.",
            valueName: "digits"))
    var number: String?

    @Flag(help: "What was shown last is the same on both.")
    var yes = false

    func validate() throws {
        guard [code != nil, number != nil, yes].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of --code, --number and --yes.")
        }
    }

    var isGiven: Bool { code != nil || number != nil || yes }

    /// What is said of a comparison; nil where nothing is yet.
    func answer(_ typed: TypedText = TypedText()) throws(CommandFailure) -> Verification.Answer? {
        if let code {
            return .text(.code(try typed.text(code, asking: "Text of the code: ", orElse: "--code -")))
        }
        if let number {
            return .text(.number(try typed.text(number, asking: "Digits: ", orElse: "--number -")))
        }
        return yes ? .same : nil
    }
}

/// `ecall verify`
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Compare numbers with a contact, to know that nobody is between your devices.",
        discussion: """
            Shows the number and the QR code of each of their devices. Theirs show the same: side by side, or read aloud by a \
            voice that you know. What you say counts for what was shown, and in a call at once. Who is in your call need not \
            be a contact.

            From a picture of their code: ecall verify Bo --code "$(zbarimg -q --raw picture.png)"
            """)

    @Argument(help: "Whom: a name, its beginning, or a user number.")
    var person: String

    @Option(help: ArgumentHelp("One device alone, where there are several.", valueName: "number"))
    var device: UInt64?

    @OptionGroup var comparison: ComparisonOptions

    @Flag(help: "Take it back: the device is no longer verified.")
    var forget = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !forget || !comparison.isGiven else { throw ValidationError("Give --forget alone.") }
    }

    func run() async throws {
        let session = Session(global)
        let answer = try session.reporting { () throws(CommandFailure) in try comparison.answer() }
        try await session.run { [person, device, forget] link, _ in
            try await Verification(link: link, printer: session.printer).others(
                person, device: device.map { DeviceID($0) }, forget ? .forget : answer)
        }
    }
}

/// `ecall trust`
struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Show whose devices your contacts' are, as far as is known here.",
        discussion:
            "What is held is neither sent to nor heard until you say whose it is, or have compared numbers with it.")

    @Argument(help: "Whose: a name, its beginning, or a user number. Without: everybody's.")
    var person: String?

    @Option(help: ArgumentHelp("Call them by the name that the server gives them now.", valueName: "name"))
    var acceptName: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard acceptName == nil || person != nil else {
            throw ValidationError("Say whose name: ecall trust 17 --accept-name Bo")
        }
    }

    func run() async throws {
        let session = Session(global)
        if let person, let acceptName {
            let command = AgentCommand.acceptName(person: person, name: acceptName)
            return try await session.run(command, remark: Session.naming("is what they are called here now."))
        }
        try await session.run { [person] link, _ in
            let result = try await link.result(of: .trust(person: person)) { session.printer.content($0) }
            session.printer.result(result)
            if case .trust(let people) = result, people.isEmpty {
                session.printer.remark("No contacts yet. Type: ecall share")
            }
        }
    }
}

/// `ecall devices`
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Show where you are signed in; vouch for a new device, or call one lost.",
        subcommands: [List.self, Verify.self, Lost.self], defaultSubcommand: List.self)

    /// `ecall devices list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List your devices.")

        @OptionGroup var global: GlobalOptions

        func run() async throws { try await Session(global).run(.ownDevices) }
    }

    /// `ecall devices verify`
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Compare the number of a device of yours, and vouch for it.",
            discussion:
                "Your contacts take what you vouch for as yours. Without a device it shows what this one is known by.")

        @Argument(help: "Its number, as ecall devices lists it.")
        var device: UInt64?

        @OptionGroup var comparison: ComparisonOptions
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard device != nil || !comparison.isGiven else {
                throw ValidationError("Say which device: ecall devices lists them.")
            }
        }

        func run() async throws {
            let session = Session(global)
            let answer = try session.reporting { () throws(CommandFailure) in try comparison.answer() }
            try await session.run { [device] link, _ in
                try await Verification(link: link, printer: session.printer).own(device.map { DeviceID($0) }, answer)
            }
        }
    }

    /// `ecall devices lost`
    struct Lost: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lost", abstract: "Say that a device is in other hands, and sign it out.",
            discussion: "Your contacts' devices hold it from then on, whoever has it.")

        @Argument(help: "Its number, as ecall devices lists it.")
        var device: UInt64

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try await Session(global).run(
                .deviceLost(device: DeviceID(device)),
                remark: { [device] _ in "Device \(device) is called lost, and signed out." })
        }
    }
}
