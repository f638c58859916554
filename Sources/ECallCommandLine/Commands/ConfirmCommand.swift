import ArgumentParser
import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import KeyDistribution

struct ConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Confirm or reject a held device.",
        discussion: """
            Without a person, asks about each held device in the call. Your answer applies to the key shown last, by this command, \
            ecall status or ecall trust. If the key has changed since, you are asked again. It applies on this device only, and is \
            consent, not proof: to be sure, compare safety numbers with ecall verify.

            Example:
              ecall confirm Bo
            """)

    @Argument(help: "A name, how it begins, or a user ID.")
    var person: String?

    @Option(help: ArgumentHelp("Their device, if they have several.", valueName: "number"))
    var device: UInt64?

    @Flag(help: "Reject the device: its key is refused, and an earlier confirmation is withdrawn.")
    var notThem = false

    @Flag(
        help:
            "Let it in although another of their devices is verified, or they signed it out. They are then no longer verified."
    )
    var anyway = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard person != nil || (device == nil && !notThem && !anyway) else {
            throw ValidationError("Name the person: ecall confirm Bo --device 21")
        }
        guard !notThem || !anyway else { throw ValidationError("Specify --not-them or --anyway, not both.") }
    }

    func run() async throws {
        let session = Session(global)
        try await session.run { [person, device, notThem, anyway] link, _ in
            let confirmation = Confirmation(link: link, printer: session.printer)
            guard let person else { return try await confirmation.ask() }
            try await confirmation.say(
                notThem ? .notThem : .isThem(anyway: anyway), of: person, device.map { DeviceID($0) })
        }
    }
}

/// Whether a held device is its person's: the answer applies to the key that was shown.
struct Confirmation: Sendable {
    enum Answer: Sendable, Equatable {
        case isThem(anyway: Bool)
        case notThem
    }

    let link: AgentLink
    let printer: Printer
    /// Asks the person; nil without one at the terminal.
    var question: (@Sendable (String) -> String?)? = Terminal.isInteractive ? { @Sendable in Terminal.ask($0) } : nil

    /// Asks about each device of the call that is held, one at a time.
    func ask() async throws {
        guard case .status(let call) = try await link.result(of: .status) else { throw CommandFailure.malformed }
        guard let call else { throw CommandFailure(CallFailure.noCall) }
        let held = call.devices.filter { $0.trust.isHeld && $0.trust != .held(.refused) }
        guard !held.isEmpty else { throw CommandFailure(CallFailure.nothingToConfirm) }
        for device in held {
            for line in TrustFormatter(printer.texts).lines(for: [device]) { printer.remark(line) }
            guard let question, let identity = device.identity else { continue }
            let person = Person(id: device.user, name: device.name)
            switch answer(to: device, question) {
            case .isThem(let anyway): try await say(.isThem(anyway: anyway), of: person, identity, device.offer)
            case .notThem: try await say(.notThem, of: person, identity, device.offer)
            case nil: printer.remark(.terminalConfirmLater)
            }
        }
    }

    private func answer(to device: CallOverview.Device, _ question: (String) -> String?) -> Answer? {
        // The letters are those of English in any language.
        let choices: Text =
            device.offer == .itsThem
            ? .terminalConfirmChoices(yes: "y", no: "n") : .terminalConfirmChoicesNo(no: "n")
        let ask = Text.hint(.terminalConfirmAsk(number: "\(device.device)", name: device.name), choices)
        switch question(printer.texts.string(ask) + " ")?.lowercased() {
        case "y", "yes": return device.offer == .itsThem ? .isThem(anyway: false) : nil
        case "n", "no": return .notThem
        default: return nil
        }
    }

    /// Answers about the devices that were shown last.
    func say(_ answer: Answer, of text: String, _ device: DeviceID?) async throws {
        guard case .trust(let people) = try await link.result(of: .shownDevices(person: text)), let entry = people.first
        else { throw CommandFailure.malformed }
        let found = entry.devices.filter { device == nil ? answer == .notThem || $0.trust.isHeld : $0.device == device }
        guard found.count == 1, let one = found.first else {
            guard found.isEmpty else { throw CommandFailure.severalDevices(found.map(\.device), of: entry.person) }
            throw CommandFailure(
                .usage,
                .hint(
                    .terminalConfirmNotShown(name: entry.person.name),
                    .terminalType(command: "ecall trust \(entry.person.id)")))
        }
        try await say(answer, of: entry.person, one.identity, one.offer)
    }

    private func say(
        _ answer: Answer, of person: Person, _ identity: ShownIdentity, _ offer: DeviceOffer?
    ) async throws {
        let device = DeviceID(identity.address.deviceID)
        if case .isThem(let anyway) = answer, let refusal = Self.refusal(offer, anyway: anyway, person, device) {
            throw refusal
        }
        let note = DeviceNote(answer == .notThem ? .refused : .letIn, of: identity)
        let result = try await link.result(of: .note(note: note))
        guard case .noted(_, let isSo) = result else { throw CommandFailure.malformed }
        guard isSo else {
            throw CommandFailure(
                .failure,
                .hint(
                    .terminalConfirmChanged(number: "\(device)", name: person.name),
                    .terminalDoCheckAgain(command: "ecall trust \(person.id)")))
        }
        printer.result(result)
        printer.remark(
            answer == .notThem
                ? .terminalConfirmRefused(number: "\(device)")
                : .hint(
                    .terminalConfirmDone(number: "\(device)", name: person.name),
                    .terminalDoBeSure(command: "ecall verify \(person.id) --device \(device)")))
    }

    /// Why a device isn't admitted by this alone; nil if it is.
    static func refusal(
        _ offer: DeviceOffer?, anyway: Bool, _ person: Person, _ device: DeviceID
    ) -> CommandFailure? {
        let compare = "ecall verify \(person.id) --device \(device)"
        return switch offer {
        case .compare:
            CommandFailure(
                .failure,
                .hint(.terminalConfirmCompareFirst(name: person.name), .terminalDoCompare(command: compare)))
        case .anyway where !anyway:
            CommandFailure(
                .failure,
                .hint(
                    .hint(.terminalConfirmUnverified(name: person.name), .terminalDoCompare(command: compare)),
                    .terminalDoAnyway(command: "ecall confirm \(person.id) --device \(device) --anyway")))
        case .anyway, .itsThem, nil: nil
        }
    }
}
