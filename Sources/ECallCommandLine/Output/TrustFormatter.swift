import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import KeyDistribution

/// The trust in others' devices, in lines for a person. Commands in them name people by number: a name may be anything.
struct TrustFormatter {
    let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    /// The meaning of a state of trust, in a sentence.
    func sentence(_ trust: DeviceTrust, _ past: DevicePast?, of name: Text) -> Text {
        let word = past.flatMap { PastTimeFormatter(texts).word($0.word) }
        return switch trust {
        case .new: .terminalTrustWord(word: word ?? .trustWordListed, sentence: Text.terminalTrustNotCompared)
        case .known: .terminalTrustWord(word: word ?? .trustWordEarlier, sentence: Text.terminalTrustNotCompared)
        case .verified: .terminalTrustWord(word: word ?? .contactTrustVerified, sentence: Text.contactTrustVerifiedText)
        case .vouched: word ?? .contactTrustVouched
        case .held(let reason): .terminalHeldBecause(reason: Self.sentence(reason, of: name))
        }
    }

    /// The name of a device wherever it is shown: its number, its claim, and since when it is trusted.
    func name(_ device: DeviceID, _ past: DevicePast?) -> Text {
        let number = Text.terminalDevice(number: "\(device)")
        return past.flatMap { PastTimeFormatter(texts).name($0) }.map { .trustWas(name: number, word: $0) } ?? number
    }

    static func sentence(_ reason: DeviceTrust.Reason, of name: Text) -> Text {
        switch reason {
        case .changedKey: .trustChangedKey(name: name)
        case .olderIdentity: .trustOlderIdentity(name: name)
        case .newDevice: .trustNewDevice(name: name)
        case .uninvited: .trustUninvited(name: name)
        case .revoked: .trustRevoked(name: name)
        case .unverified: .trustUnverified(name: name)
        case .refused: .trustRefused(name: name)
        }
    }

    /// The next step for a held device, with the command to type.
    static func next(
        _ reason: DeviceTrust.Reason, _ offer: DeviceOffer?, user: UserID, device: DeviceID
    ) -> [Text] {
        let compare = [Text.terminalDoCompare(command: "ecall verify \(user) --device \(device)")]
        let confirm = "ecall confirm \(user) --device \(device)"
        let letIn: [Text] =
            switch offer {
            case .itsThem: [.terminalDoTheirs(command: confirm)]
            case .anyway: [.terminalDoAnyway(command: "\(confirm) --anyway")]
            case .compare, nil: []
            }
        let refuse = [Text.terminalDoNotTheirs(command: "\(confirm) --not-them")]
        return switch reason {
        case .changedKey, .olderIdentity: [.heldChangedKey] + compare + letIn + refuse
        case .newDevice: [.heldNewDevice] + compare + letIn + refuse
        case .unverified: [.heldUnverified] + compare + letIn + refuse
        case .uninvited: [.heldUninvited] + compare + letIn + refuse
        case .revoked: [.heldRevoked] + letIn + refuse
        case .refused: [.heldRefused] + compare
        }
    }

    private func indented(_ lines: [Text], by spaces: String = "      ") -> [String] {
        lines.map { spaces + texts.string($0) }
    }

    // MARK: - Others

    func lines(for people: [PersonTrust]) -> [String] {
        people.flatMap { entry -> [String] in
            let name = Text.verbatim(entry.person.name)
            var lines = ["\(texts.string(name))  (\(entry.person.id))"]
            for device in entry.devices {
                let sentence = sentence(device.trust, device.past, of: name)
                lines += indented(
                    [.terminalAbout(name: self.name(device.device, device.past), sentence: sentence)], by: "  ")
                if case .held(let reason) = device.trust {
                    lines += indented(Self.next(reason, device.offer, user: entry.person.id, device: device.device))
                }
            }
            if entry.hasOlderApps { lines += indented([.contactTrustOlderText], by: "  ") }
            if entry.devices.isEmpty, !entry.hasOlderApps { lines += indented([.contactDevicesNone], by: "  ") }
            return lines
        }
    }

    func lines(for person: Person, _ devices: [DeviceComparison]) -> [String] {
        devices.flatMap { device -> [String] in
            let name = Text.verbatim(person.name)
            let named = Text.commonTwoNamesOfMore(one: name, other: self.name(device.device, device.past))
            let title = texts.string(
                .terminalAbout(name: named, sentence: sentence(device.trust, device.past, of: name)))
            guard device.isComparable else { return [title] + indented([.compareRevoked], by: "  ") }
            return [title, ""] + SafetyNumber.lines(device.digits).map { "    \($0)" } + [""]
        }
    }

    // MARK: - Own devices

    func lines(for list: OwnDeviceList) -> [String] {
        let devices = list.devices.flatMap { device -> [String] in
            let title =
                "\(texts.string(.verbatim(device.name)))  (\(texts.string(name(device.id, device.shown?.past))))"
            return [title] + indented(Self.state(of: device, in: list), by: "  ")
        }
        guard list.isRevoked else { return devices }
        return devices + [texts.string(.hint(.ownDeviceSelfLostText, .terminalType(command: "ecall logout")))]
    }

    private static func state(of device: OwnDeviceEntry, in list: OwnDeviceList) -> [Text] {
        let number = "ecall devices verify"
        guard let shown = device.shown else { return [.ownDeviceOlderText] }
        if shown.isThis { return [.devicesOwnLong, .terminalDoNumber(command: number)] }
        let lost = Text.terminalDoLost(command: "ecall devices lost \(device.id)")
        if shown.trust == .held(.revoked) {
            return [.ownDeviceLost, .terminalDoSignOut(command: "ecall devices lost \(device.id)")]
        }
        if shown.isVouchedHere { return [.ownDeviceVerifiedText, lost] }
        guard shown.canVouch else {
            return list.isRevoked
                ? [.ownDeviceUnknown, lost] : [.devicesOlder, .terminalDoConfirmThere(command: number), lost]
        }
        return [.ownDeviceUnknown, .terminalDoCompare(command: "\(number) \(device.id)"), lost]
    }

    func lines(for device: OwnDeviceEntry, _ shown: OwnDeviceComparison) -> [String] {
        let name = Text.commonTwoNamesOfMore(one: device.name, other: name(device.id, nil))
        return [texts.string(shown.isThis ? .trustWas(name: name, word: Text.devicesOwn) : name), ""]
            + SafetyNumber.lines(shown.digits).map { "    \($0)" } + [""]
    }

    // MARK: - A call

    /// The people who can hear this device, those who are held and what to do about it, and whether recordings stay secret.
    func lines(for devices: [CallOverview.Device]) -> [String] {
        guard !devices.isEmpty else { return [] }
        var lines: [String] = []
        for device in devices {
            let person = Text.verbatim(device.name)
            let name = Text.commonTwoNamesOfMore(
                one: "\(device.name) (\(device.user))", other: name(device.device, device.past))
            if case .held(let reason) = device.trust {
                lines +=
                    indented([.terminalListHeld(name: name)], by: "  ") + indented([Self.sentence(reason, of: person)])
                lines += indented(Self.next(reason, device.offer, user: device.user, device: device.device))
            } else if device.keepsOut {
                lines += indented([.protectionKeepsOut(name: name)], by: "  ")
            } else if device.canHear, device.presence == .member {
                let hears = Text.terminalListHears(
                    name: name, sentence: sentence(device.trust, device.past, of: person))
                lines += indented([device.hearsUs ? hears : .hint(hears, .terminalListUnproven)], by: "  ")
            } else {
                lines += indented([.terminalListAbsent(name: name)], by: "  ")
            }
        }
        return lines + indented([quantum(devices)].compactMap(\.self), by: "  ")
    }

    /// The worth of recorded traffic once there are quantum computers.
    private func quantum(_ devices: [CallOverview.Device]) -> Text? {
        let hearing = devices.filter { $0.canHear && !$0.keepsOut && $0.presence == .member && !$0.trust.isHeld }
        guard !hearing.isEmpty else { return nil }
        let open = hearing.filter { !$0.isPostQuantum }.map { texts.string(.verbatim($0.name)) }
        return open.isEmpty
            ? .protectionQuantumSafeText
            : .hint(.protectionQuantumUnsafeText, .protectionQuantumOthers(names: texts.format.list(open)))
    }
}
