import ECallAPI
import ECallCalls
import ECallSecurity
import KeyDistribution

/// The trust in others' devices, in lines for a person. Commands in them name people by number: a name may be anything.
enum TrustText {
    /// The meaning of a state of trust, in a sentence.
    static func sentence(_ trust: DeviceTrust, _ past: DevicePast?) -> String {
        let word = past.flatMap { PastText().word($0.word) }
        return switch trust {
        case .new: "\(word ?? "Listed, never met"). Numbers were not compared."
        case .known: "\(word ?? "In earlier calls"). Numbers were not compared."
        case .verified: "\(word ?? "Verified"). You have compared the numbers."
        case .vouched: "\(word ?? "Vouched for"). Another device of theirs says that this one is theirs."
        case .held(let reason): "Held. \(sentence(reason))"
        }
    }

    /// By which a device is called wherever it is shown: its number, what it says it is, and since when it is admitted.
    static func name(_ device: DeviceID, _ past: DevicePast?) -> String {
        "device \(device)" + (past.flatMap { PastText().name($0) }.map { " · \($0)" } ?? "")
    }

    static func sentence(_ reason: DeviceTrust.Reason) -> String {
        switch reason {
        case .changedKey: "Their device has another key than before."
        case .olderIdentity: "Their device shows an older identity than before."
        case .newDevice: "They use a device that you do not know."
        case .uninvited: "Nobody in this call has invited them."
        case .revoked: "They have signed this device out."
        case .unverified: "You have verified another device of theirs, which has not confirmed this one."
        case .refused: "You have said that it, or a device that confirmed it, is not theirs."
        }
    }

    /// The note behind a caller's name.
    static func ring(_ call: IncomingCall) -> String {
        if call.isVerified { return "" }
        return call.isNewDevice
            ? " · new device (you are asked whose it is before you hear each other)"
            : " (not verified: it may be anybody)"
    }

    /// The next step for a held device, with the command to type.
    static func next(
        _ reason: DeviceTrust.Reason, _ offer: DeviceOffer?, user: UserID, device: DeviceID
    ) -> [String] {
        let compare = ["Compare:        ecall verify \(user) --device \(device)"]
        let confirm = "ecall confirm \(user) --device \(device)"
        let letIn =
            switch offer {
            case .itsThem: ["It is theirs:   \(confirm)"]
            case .anyway: ["Let in anyway:  \(confirm) --anyway"]
            case .compare, nil: [String]()
            }
        let refuse = ["Not theirs:     \(confirm) --not-them"]
        return switch reason {
        case .changedKey, .olderIdentity:
            ["Ask them, not in writing, whether they have set the app up anew."] + compare + letIn + refuse
        case .newDevice, .unverified: ["Ask them, not in writing, whether it is theirs."] + compare + letIn + refuse
        case .uninvited: ["Ask in the call who knows them."] + compare + letIn + refuse
        case .revoked where letIn.isEmpty:
            ["It may be in other hands, and stays out of this call. They can come with another device."] + refuse
        case .revoked: ["It may be in other hands. If they have it back, and say so to your face:"] + letIn + refuse
        case .refused: ["If it is theirs after all:"] + compare
        }
    }

    // MARK: - Others

    static func lines(for people: [PersonTrust]) -> [String] {
        people.flatMap { entry -> [String] in
            var lines = ["\(TerminalText.safe(entry.person.name))  (\(entry.person.id))"]
            for device in entry.devices {
                lines.append("  \(name(device.device, device.past)): \(sentence(device.trust, device.past))")
                if case .held(let reason) = device.trust {
                    lines += next(reason, device.offer, user: entry.person.id, device: device.device).map {
                        "      \($0)"
                    }
                }
            }
            if entry.hasOlderApps { lines.append("  A device with an app that is too old to be called safely.") }
            if entry.devices.isEmpty, !entry.hasOlderApps { lines.append("  No device is signed in.") }
            return lines
        }
    }

    static func lines(for person: Person, _ devices: [DeviceComparison]) -> [String] {
        devices.flatMap { device -> [String] in
            let named = "\(TerminalText.safe(person.name)), \(name(device.device, device.past))"
            let title = "\(named): \(sentence(device.trust, device.past))"
            guard device.isComparable else {
                return [title, "  It cannot be compared: it may be in other hands, with the same number."]
            }
            return [title, ""] + SafetyNumber.lines(device.digits).map { "    \($0)" } + [""]
        }
    }

    // MARK: - Own devices

    static func lines(for list: OwnDeviceList) -> [String] {
        var lines = list.devices.flatMap { device -> [String] in
            let title = "\(TerminalText.safe(device.name))  (\(name(device.id, device.shown?.past)))"
            return [title] + state(of: device, in: list).map { "  \($0)" }
        }
        if list.isRevoked {
            lines.append(
                "Another device of yours says that this one is lost. Sign in anew: ecall logout, then ecall login")
        }
        return lines
    }

    private static func state(of device: OwnDeviceEntry, in list: OwnDeviceList) -> [String] {
        guard let shown = device.shown else { return ["It shows no identity: it cannot be called safely."] }
        if shown.isThis { return ["This device. Its number: ecall devices verify"] }
        let lost = "Not yours, or lost:  ecall devices lost \(device.id)"
        if shown.trust == .held(.revoked) {
            return ["Lost, as you said. Sign it out:  ecall devices lost \(device.id)"]
        }
        if shown.isVouchedHere { return ["Yours: you have vouched for it here.", lost] }
        guard shown.canVouch else {
            return list.isRevoked
                ? ["Not compared here.", lost]
                : ["Signed in before this one. Vouch for this one there: its number is ecall devices verify", lost]
        }
        return ["Not vouched for here.", "Compare:             ecall devices verify \(device.id)", lost]
    }

    static func lines(for device: OwnDeviceEntry, _ shown: OwnDeviceComparison) -> [String] {
        ["\(TerminalText.safe(device.name)), device \(device.id)\(shown.isThis ? ", this one" : "")", ""]
            + SafetyNumber.lines(shown.digits).map { "    \($0)" } + [""]
    }

    // MARK: - A call

    /// The people who can hear this device, those who are held and what to do about it, and whether recordings stay secret.
    static func lines(for devices: [CallOverview.Device]) -> [String] {
        guard !devices.isEmpty else { return [] }
        var lines: [String] = []
        for device in devices {
            let name = "\(TerminalText.safe(device.name)) (\(device.user)), \(name(device.device, device.past))"
            if case .held(let reason) = device.trust {
                lines += [
                    "  Held:          \(name). You neither hear nor see each other.", "      \(sentence(reason))",
                ]
                lines += next(reason, device.offer, user: device.user, device: device.device).map { "      \($0)" }
            } else if device.keepsOut {
                lines += [
                    "  Does not hear: \(name). They may have been asked whether this device is yours.",
                    "      Ask them, by a message for instance, to look at their screen.",
                ]
            } else if device.canHear, device.presence == .member {
                let proof = device.hearsUs ? "" : " It has not shown yet that it does."
                lines.append("  Can hear you:  \(name): \(sentence(device.trust, device.past))\(proof)")
            } else {
                lines.append("  Not here:      \(name): it does not hear you now.")
            }
        }
        let hearing = devices.filter { $0.canHear && !$0.keepsOut && $0.presence == .member && !$0.trust.isHeld }
        let open = hearing.filter { !$0.isPostQuantum }
        if !hearing.isEmpty {
            let names = open.map { "\(TerminalText.safe($0.name)), device \($0.device)" }.joined(separator: "; ")
            lines.append(
                open.isEmpty
                    ? "  Who records this call cannot open it later with a quantum computer."
                    : "  Who records this call could open it later with a quantum computer, because of: \(names).")
        }
        return lines
    }
}
