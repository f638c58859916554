import ArgumentParser
import ECallAPI
import ECallCalls
import ECallLanguage

/// The result of reading another device, on the command line.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The text of the other device's QR code. - reads it from standard input.",
            valueName: "text"))
    var code: String?

    @Option(
        help: ArgumentHelp(
            "The digits the other device shows, in quotes. - reads them from standard input.",
            valueName: "digits"))
    var number: String?

    @Flag(help: "Confirm that both devices show the same number.")
    var yes = false

    func validate() throws {
        guard [code != nil, number != nil, yes].count(where: { $0 }) <= 1 else {
            throw ValidationError("Specify only one of --code, --number and --yes.")
        }
    }

    var isGiven: Bool { code != nil || number != nil || yes }

    /// The answer to a comparison; nil if none is given yet.
    func answer(_ typed: TypedText) throws(CommandFailure) -> Verification.Answer? {
        if let code {
            return .text(.code(try typed.text(code, asking: .terminalAskCodeText, orElse: "--code -")))
        }
        if let number {
            return .text(.number(try typed.text(number, asking: .terminalAskDigits, orElse: "--number -")))
        }
        return yes ? .same : nil
    }
}

extension Session {
    fileprivate func answer(_ comparison: ComparisonOptions) throws -> Verification.Answer? {
        try reporting { () throws(CommandFailure) in try comparison.answer(TypedText(texts: printer.texts)) }
    }
}

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify a contact by comparing safety numbers.",
        discussion: """
            Shows the safety number and QR code of each of their devices. Compare them with what their device shows, side by side or \
            read aloud by a voice you know. Your answer applies to what was shown, and takes effect in a running call at once. \
            People in your call do not need to be contacts.

            Example, from a picture of their code:
              ecall verify Bo --code "$(zbarimg -q --raw picture.png)"
            """)

    @Argument(help: "A name, how it begins, or a user ID.")
    var person: String

    @Option(help: ArgumentHelp("Only this device, if they have several.", valueName: "number"))
    var device: UInt64?

    @OptionGroup var comparison: ComparisonOptions

    @Flag(help: "Remove the verification of the device.")
    var forget = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard !forget || !comparison.isGiven else {
            throw ValidationError("--forget cannot be combined with other options.")
        }
    }

    func run() async throws {
        let session = Session(global)
        let answer = try session.answer(comparison)
        try await session.run { [person, device, forget] link, _ in
            try await Verification(link: link, printer: session.printer).others(
                person, device: device.map { DeviceID($0) }, forget ? .forget : answer)
        }
    }
}

struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Show which devices of your contacts you have verified or confirmed.",
        discussion:
            "A held device hears nothing and is not heard until you confirm whose it is or verify it.\n\nExample:\n  ecall trust Bo"
    )

    @Argument(help: "A name, how it begins, or a user ID. Default: everyone.")
    var person: String?

    @Option(help: ArgumentHelp("Accept the new name that the server gives them.", valueName: "name"))
    var acceptName: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard acceptName == nil || person != nil else {
            throw ValidationError("Name the person: ecall trust 17 --accept-name Bo")
        }
    }

    func run() async throws {
        let session = Session(global)
        if let person, let acceptName {
            let command = AgentCommand.acceptName(person: person, name: acceptName)
            return try await session.run(command, remark: Session.naming { .terminalNameAccepted(name: $0) })
        }
        try await session.run { [person] link, _ in
            let result = try await link.result(of: .trust(person: person)) { session.printer.content($0) }
            session.printer.result(result)
            if case .trust(let people) = result, people.isEmpty {
                session.printer.remark(.noContacts)
            }
        }
    }
}

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List your devices, verify a new one, or report one as lost.",
        discussion: "Example:\n  ecall devices",
        subcommands: [List.self, Verify.self, Lost.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List your devices.", discussion: "Example:\n  ecall devices list")

        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() async throws { try await Session(global).run(.ownDevices) }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Verify one of your devices, so that your contacts trust it.",
            discussion:
                "Without a device, shows the number of this one.\n\nExample:\n  ecall devices verify 21")

        @Argument(help: "Its number in ecall devices.")
        var device: UInt64?

        @OptionGroup var comparison: ComparisonOptions
        @OptionGroup(title: "Global options") var global: GlobalOptions

        func validate() throws {
            guard device != nil || !comparison.isGiven else {
                throw ValidationError("Name a device; ecall devices lists them.")
            }
        }

        func run() async throws {
            let session = Session(global)
            let answer = try session.answer(comparison)
            try await session.run { [device] link, _ in
                try await Verification(link: link, printer: session.printer).own(device.map { DeviceID($0) }, answer)
            }
        }
    }

    struct Lost: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lost", abstract: "Report a device as lost or stolen, and sign it out.",
            discussion:
                "Your contacts' devices hold it from then on, whoever uses it.\n\nExample:\n  ecall devices lost 21")

        @Argument(help: "Its number in ecall devices.")
        var device: UInt64

        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() async throws {
            try await Session(global).run(
                .deviceLost(device: DeviceID(device)),
                remark: { [device] _ in
                    .devicesLostDone(name: Text.terminalDevice(number: "\(device)"))
                })
        }
    }
}
