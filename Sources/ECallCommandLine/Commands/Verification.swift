import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import Glibc
import KeyDistribution
import QRCode

/// Compares this device's numbers with another's, and reports the outcome.
struct Verification: Sendable {
    let link: AgentLink
    let printer: Printer
    /// Asks the person; nil without one at the terminal.
    var ask: (@Sendable (String) -> String?)? = Terminal.isInteractive ? { @Sendable in Terminal.ask($0) } : nil
    var draws = isatty(STDOUT_FILENO) == 1

    enum Answer: Sendable, Equatable {
        case text(ComparedText)
        /// The numbers that were shown are the same.
        case same
        case forget
    }

    // MARK: - Other people's devices

    func others(_ text: String, device: DeviceID?, _ answer: Answer?) async throws {
        let command: AgentCommand = answer == .same ? .shown(person: text) : .compare(person: text)
        guard case .comparison(let person, let all) = try await link.result(of: command) else {
            throw CommandFailure.malformed
        }
        let devices = device.map { wanted in all.filter { $0.device == wanted } } ?? all
        guard !devices.isEmpty else { throw Self.noDevice(of: person, all, wanted: device) }
        switch answer {
        case .text(let text):
            let found = try Self.conclude(DeviceComparison.compare(text, with: devices), person)
            try await note(.verified, of: found.identity, person)
        case .same:
            let found = try Self.single(devices, person)
            guard found.isComparable else { throw Self.signedOut(found.device, of: person) }
            try await note(.verified, of: found.identity, person)
        case .forget: try await note(.unverified, of: try Self.single(devices, person).identity, person)
        case nil: try await show(devices, person)
        }
    }

    private func show(_ devices: [DeviceComparison], _ person: Person) async throws {
        if printer.isJSON { return printer.result(.comparison(person: person, devices: devices)) }
        for device in devices {
            printer.result(.comparison(person: person, devices: [device]))
            guard device.isComparable else { continue }
            draw(device.code)
            if let ask, device.trust != .verified {
                printer.remark(.terminalVerifyHow(name: person.name))
                if isYes(.terminalVerifyMatch, ask) {
                    try await note(.verified, of: device.identity, person)
                } else {
                    printer.remark(.hint(.terminalVerifyNothingChanged, .terminalVerifyIfNot))
                }
            }
        }
        if ask == nil, devices.contains(where: \.isComparable) {
            let option = devices.count > 1 ? " --device <device>" : ""
            let command = "ecall verify \(person.id)"
            printer.remark(.terminalDoMatch(command: "\(command)\(option) --yes"))
            printer.remark(.terminalDoFromDigits(command: "\(command) \(Self.digitsExample)"))
            printer.remark(.terminalDoFromCode(command: "\(command) --code ecall:2:…"))
        }
    }

    private func note(_ finding: DeviceNote.Finding, of identity: ShownIdentity, _ person: Person) async throws {
        let result = try await link.result(of: .note(note: DeviceNote(finding, of: identity)))
        guard case .noted(_, let isSo) = result else { throw CommandFailure.malformed }
        guard isSo else { throw Self.signedOut(DeviceID(identity.address.deviceID), of: person) }
        printer.result(result)
        let device = "\(identity.address.deviceID)"
        switch finding {
        case .verified: printer.remark(.terminalVerifyDone(name: person.name, number: device))
        case .unverified: printer.remark(.terminalVerifyUndone(name: person.name, number: device))
        case .letIn, .refused: break
        }
    }

    // MARK: - Own devices

    func own(_ device: DeviceID?, _ answer: Answer?) async throws {
        let command: AgentCommand = answer == .same ? .shownOwnDevice(device: device) : .compareOwn(device: device)
        guard case .ownDevices(let list) = try await link.result(of: command) else { throw CommandFailure.malformed }
        let found = list.devices.first { device == nil ? $0.shown?.isThis ?? false : $0.id == device }
        guard let entry = found else {
            throw CommandFailure.noOwnDevice(device ?? 0)
        }
        guard let shown = entry.shown else {
            throw CommandFailure(.failure, .ownDeviceNone)
        }
        guard !shown.isThis else { return showOwn(list, entry, shown) }
        guard shown.canVouch else {
            throw CommandFailure(
                .failure,
                list.isRevoked
                    ? .hint(.mainLost, .terminalType(command: "ecall logout"))
                    : .terminalDevicesOlder(number: "\(entry.id)"))
        }
        switch answer {
        case .text(let text):
            try Self.conclude(shown.compare(text), entry)
            try await vouch(shown, entry)
        case .same: try await vouch(shown, entry)
        case nil, .forget: try await showOther(list, entry, shown)
        }
    }

    private func showOwn(_ list: OwnDeviceList, _ entry: OwnDeviceEntry, _ shown: OwnDeviceComparison) {
        if printer.isJSON { return printer.result(.ownDevices(list: list)) }
        for line in TrustFormatter(printer.texts).lines(for: entry, shown) { printer.remark(line) }
        draw(shown.code)
        printer.remark(.ownDeviceShowsText)
    }

    private func showOther(_ list: OwnDeviceList, _ entry: OwnDeviceEntry, _ shown: OwnDeviceComparison) async throws {
        if printer.isJSON { return printer.result(.ownDevices(list: list)) }
        for line in TrustFormatter(printer.texts).lines(for: entry, shown) { printer.remark(line) }
        guard let ask else {
            printer.remark(.terminalDoMatch(command: "ecall devices verify \(entry.id) --yes"))
            return printer.remark(.terminalDoNoMatch(command: "ecall devices lost \(entry.id)"))
        }
        if isYes(.terminalDevicesSameThere, ask) {
            try await vouch(shown, entry)
        } else {
            printer.remark(
                .hint(.terminalVerifyNothingChanged, .terminalDoLost(command: "ecall devices lost \(entry.id)")))
        }
    }

    private func vouch(_ shown: OwnDeviceComparison, _ entry: OwnDeviceEntry) async throws {
        let result = try await link.result(of: .vouch(shown: shown))
        guard case .noted(_, let isSo) = result else { throw CommandFailure.malformed }
        guard isSo else {
            throw CommandFailure(.failure, .terminalDevicesMarkedLost(number: "\(entry.id)"))
        }
        printer.result(result)
        printer.remark(.terminalDevicesConfirmed(name: entry.name, number: "\(entry.id)"))
    }

    // MARK: - The outcome

    private static let digitsExample = "--number \"12345 67890 …\""
    /// Codes begin with it.
    private static let codeStart = "ecall:2:"

    /// Returns the device whose numbers are the same; throws for any other outcome.
    static func conclude(
        _ outcome: DeviceComparison.Outcome, _ person: Person
    ) throws(CommandFailure) -> DeviceComparison {
        let name = person.name
        switch outcome {
        case .same(let device): return device
        case .differs(let device):
            let differs: Text =
                device.map { .terminalVerifyDiffers(number: "\($0.device)", name: name) }
                ?? .terminalVerifyDiffersFromAll(name: name)
            throw CommandFailure(
                .failure, .hint(.hint(differs, .terminalVerifyIntercepted), .terminalVerifyNothingChanged))
        case .revoked(let device): throw signedOut(device.device, of: person)
        case .ownCode: throw CommandFailure(.usage, .terminalVerifyOwnCode(name: name))
        case .another(let address):
            throw CommandFailure(.usage, .terminalVerifyOthersCode(user: "\(address.userID)", name: name))
        case .notACode: throw CommandFailure(.usage, .terminalVerifyNotACode(start: codeStart))
        case .incomplete(let count): throw CommandFailure(.usage, .terminalVerifyDigits(count: count))
        case .notANumber: throw CommandFailure(.usage, .terminalVerifyOnlyDigits(example: digitsExample))
        }
    }

    static func conclude(
        _ outcome: OwnDeviceComparison.Outcome, _ entry: OwnDeviceEntry
    ) throws(CommandFailure) {
        switch outcome {
        case .same: return
        case .differs:
            throw CommandFailure(
                .failure, .hint(.terminalDevicesDiffers, .terminalDoLost(command: "ecall devices lost \(entry.id)")))
        case .another(let address):
            throw CommandFailure(
                .usage, .terminalDevicesAnother(number: "\(address.deviceID)", user: "\(address.userID)"))
        case .pairCode: throw CommandFailure(.usage, .scanNotADevicesCodeText)
        case .notACode: throw CommandFailure(.usage, .terminalDevicesNotACode(start: codeStart))
        case .incomplete(let count): throw CommandFailure(.usage, .terminalDevicesDigits(count: count))
        case .notANumber: throw CommandFailure(.usage, .terminalVerifyOnlyDigits(example: digitsExample))
        }
    }

    private static func single(
        _ devices: [DeviceComparison], _ person: Person
    ) throws(CommandFailure) -> DeviceComparison {
        if devices.count == 1, let device = devices.first { return device }
        throw CommandFailure.severalDevices(devices.map(\.device), of: person)
    }

    private static func signedOut(_ device: DeviceID, of person: Person) -> CommandFailure {
        CommandFailure(.failure, .terminalVerifySignedOut(name: person.name, number: "\(device)"))
    }

    private static func noDevice(of person: Person, _ all: [DeviceComparison], wanted: DeviceID?) -> CommandFailure {
        guard let wanted, !all.isEmpty else {
            return CommandFailure(.failure, .terminalVerifyNoDevices(name: person.name))
        }
        return CommandFailure(
            .usage,
            .hint(
                .terminalVerifyNoDevice(name: person.name, number: "\(wanted)"),
                .terminalType(command: "ecall trust \(person.id)")))
    }

    /// Asks a question whose answer is typed as in English, in any language.
    private func isYes(_ question: Text, _ ask: (String) -> String?) -> Bool {
        Self.isYes(ask(printer.texts.string(question) + " [y/N] "))
    }

    static func isYes(_ answer: String?) -> Bool { ["y", "yes"].contains(answer?.lowercased()) }

    private func draw(_ code: String) {
        if draws, let code = QRCode(code) { printer.remark(code.terminalText) }
    }
}

extension CommandFailure {
    static func noOwnDevice(_ device: DeviceID) -> CommandFailure {
        CommandFailure(
            .usage, .hint(.terminalDevicesNone(number: "\(device)"), .terminalType(command: "ecall devices")))
    }

    /// A person has several devices that may be meant.
    static func severalDevices(_ devices: [DeviceID], of person: Person) -> CommandFailure {
        let numbers = devices.map { "\($0)" }.joined(separator: ", ")
        return CommandFailure(
            .usage, .terminalVerifySeveral(name: person.name, numbers: numbers, option: "--device"))
    }
}
