import ECallAPI
import ECallCalls
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
        let name = TerminalSanitizer.safe(person.name)
        for device in devices {
            printer.result(.comparison(person: person, devices: [device]))
            guard device.isComparable else { continue }
            draw(device.code)
            if let ask, device.trust != .verified {
                printer.remark(
                    "Compare it with the number in \(name)'s app, or have \(name) read it aloud, if you know the voice."
                )
                if Self.isYes(ask("Do the numbers match? [y/N] ")) {
                    try await note(.verified, of: device.identity, person)
                } else {
                    printer.remark("Nothing was changed. If they do not match: \(Self.advice)")
                }
            }
        }
        if ask == nil, devices.contains(where: \.isComparable) {
            let option = devices.count > 1 ? " --device <device>" : ""
            printer.remark("They match:           ecall verify \(person.id)\(option) --yes")
            printer.remark("From what they read:  ecall verify \(person.id) --number \"12345 67890 …\"")
            printer.remark("From their QR code:   ecall verify \(person.id) --code ecall:2:…")
        }
    }

    private func note(_ finding: DeviceNote.Finding, of identity: ShownIdentity, _ person: Person) async throws {
        let result = try await link.result(of: .note(note: DeviceNote(finding, of: identity)))
        guard case .noted(_, let isSo) = result else { throw CommandFailure.malformed }
        let device = "\(TerminalSanitizer.safe(person.name)), device \(identity.address.deviceID)"
        guard isSo else { throw Self.signedOut(DeviceID(identity.address.deviceID), of: person) }
        printer.result(result)
        switch finding {
        case .verified: printer.remark("\(device): verified. This applies to calls at once.")
        case .unverified: printer.remark("\(device): no longer verified.")
        case .letIn, .refused: break
        }
    }

    // MARK: - Own devices

    func own(_ device: DeviceID?, _ answer: Answer?) async throws {
        let command: AgentCommand = answer == .same ? .shownOwnDevice(device: device) : .compareOwn(device: device)
        guard case .ownDevices(let list) = try await link.result(of: command) else { throw CommandFailure.malformed }
        let found = list.devices.first { device == nil ? $0.shown?.isThis ?? false : $0.id == device }
        guard let entry = found else {
            throw CommandFailure(.usage, "You have no device \(device ?? 0). Type: ecall devices")
        }
        guard let shown = entry.shown else {
            throw CommandFailure(.failure, "This device shows no identity: there is nothing to compare.")
        }
        guard !shown.isThis else { return showOwn(list, entry, shown) }
        guard shown.canVouch else {
            throw CommandFailure(
                .failure,
                list.isRevoked
                    ? "Another of your devices marked this one as lost, so no device accepts its confirmations. Type: ecall logout"
                    : "Device \(entry.id) signed in before this one, so your contacts accept only its confirmations. Compare there."
            )
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
        printer.remark("On another of your devices, find this one under Devices and compare it there.")
    }

    private func showOther(_ list: OwnDeviceList, _ entry: OwnDeviceEntry, _ shown: OwnDeviceComparison) async throws {
        if printer.isJSON { return printer.result(.ownDevices(list: list)) }
        for line in TrustFormatter(printer.texts).lines(for: entry, shown) { printer.remark(line) }
        guard let ask else {
            printer.remark("They match:                ecall devices verify \(entry.id) --yes")
            return printer.remark("No match, or not yours:    ecall devices lost \(entry.id)")
        }
        if Self.isYes(ask("Does that device show the same number? [y/N] ")) {
            try await vouch(shown, entry)
        } else {
            printer.remark("Nothing was changed. If it is not yours: ecall devices lost \(entry.id)")
        }
    }

    private func vouch(_ shown: OwnDeviceComparison, _ entry: OwnDeviceEntry) async throws {
        let result = try await link.result(of: .vouch(shown: shown))
        guard case .noted(_, let isSo) = result else { throw CommandFailure.malformed }
        guard isSo else {
            throw CommandFailure(.failure, "You marked device \(entry.id) as lost, so it cannot be confirmed.")
        }
        printer.result(result)
        printer.remark(
            "You confirmed \(TerminalSanitizer.safe(entry.name)), device \(entry.id): your contacts accept it as yours."
        )
    }

    // MARK: - The outcome

    private static let advice =
        "someone may be intercepting your calls. Say nothing private, and compare again when you meet."

    /// Returns the device whose numbers are the same; throws for any other outcome.
    static func conclude(
        _ outcome: DeviceComparison.Outcome, _ person: Person
    ) throws(CommandFailure) -> DeviceComparison {
        let name = TerminalSanitizer.safe(person.name)
        switch outcome {
        case .same(let device): return device
        case .differs(let device):
            let which = device.map { "device \($0.device) of \(name)" } ?? "any device of \(name)"
            throw CommandFailure(.failure, "This does not match \(which): \(advice) Nothing was changed.")
        case .revoked(let device): throw signedOut(device.device, of: person)
        case .ownCode:
            throw CommandFailure(
                .usage,
                "This is a device's own code, for its owner's other devices. Ask \(name) for the code that their app shows for you."
            )
        case .another(let address):
            throw CommandFailure(
                .usage, "This code belongs to a device of user \(address.userID), not to one of \(name)'s.")
        case .notACode:
            throw CommandFailure(
                .usage, "This is not a code to compare. Such a code begins with ecall:2: and names two devices.")
        case .incomplete(let count):
            throw CommandFailure(.usage, "These are \(count) digits; the number has 60, twelve groups of five.")
        case .notANumber:
            throw CommandFailure(.usage, "Enter only the digits, in quotes: --number \"12345 67890 …\"")
        }
    }

    static func conclude(
        _ outcome: OwnDeviceComparison.Outcome, _ entry: OwnDeviceEntry
    ) throws(CommandFailure) {
        switch outcome {
        case .same: return
        case .differs:
            throw CommandFailure(
                .failure, "They do not match. Do not confirm it. If it is not yours: ecall devices lost \(entry.id)")
        case .another(let address):
            throw CommandFailure(.usage, "This is the code of device \(address.deviceID) of user \(address.userID).")
        case .pairCode:
            throw CommandFailure(
                .usage, "This is a code for two people. On the other device, open Settings › Devices › “This device”.")
        case .notACode:
            throw CommandFailure(.usage, "This is not the code of a device. Such a code begins with ecall:2:")
        case .incomplete(let count):
            throw CommandFailure(
                .usage, "These are \(count) digits; the number of a device has 30, six groups of five.")
        case .notANumber:
            throw CommandFailure(.usage, "Enter only the digits, in quotes: --number \"12345 67890 …\"")
        }
    }

    private static func single(
        _ devices: [DeviceComparison], _ person: Person
    ) throws(CommandFailure) -> DeviceComparison {
        if devices.count == 1, let device = devices.first { return device }
        let numbers = devices.map { "\($0.device)" }.joined(separator: ", ")
        throw CommandFailure(
            .usage,
            "\(TerminalSanitizer.safe(person.name)) has several devices. Specify one with --device (\(numbers)).")
    }

    private static func signedOut(_ device: DeviceID, of person: Person) -> CommandFailure {
        CommandFailure(
            .failure,
            "\(TerminalSanitizer.safe(person.name)) has signed device \(device) out: it may be in other hands, "
                + "and is not verified.")
    }

    private static func noDevice(of person: Person, _ all: [DeviceComparison], wanted: DeviceID?) -> CommandFailure {
        let name = TerminalSanitizer.safe(person.name)
        guard let wanted, !all.isEmpty else {
            return CommandFailure(
                .failure, "\(name) has no device that can be compared: none is signed in, or its app is too old.")
        }
        return CommandFailure(.usage, "\(name) has no device \(wanted). Type: ecall trust \(person.id)")
    }

    static func isYes(_ answer: String?) -> Bool { ["y", "yes"].contains(answer?.lowercased()) }

    private func draw(_ code: String) {
        if draws, let code = QRCode(code) { printer.remark(code.terminalText) }
    }
}
