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
        case .new: "\(word ?? "Not seen in a call yet"). Numbers were not compared."
        case .known: "\(word ?? "In earlier calls"). Numbers were not compared."
        case .verified: "\(word ?? "Verified"). You compared the numbers."
        case .vouched: "\(word ?? "Confirmed by another of their devices")."
        case .held(let reason): "Held. \(sentence(reason))"
        }
    }

    /// The name of a device wherever it is shown: its number, its claim, and since when it is trusted.
    static func name(_ device: DeviceID, _ past: DevicePast?) -> String {
        "device \(device)" + (past.flatMap { PastText().name($0) }.map { " · \($0)" } ?? "")
    }

    static func sentence(_ reason: DeviceTrust.Reason) -> String {
        switch reason {
        case .changedKey: "The key of their device has changed."
        case .olderIdentity: "Their device is using an older identity than before."
        case .newDevice: "They are on a new device."
        case .uninvited: "No one in this call invited them."
        case .revoked: "They signed this device out."
        case .unverified: "You verified another of their devices, which has not confirmed this one."
        case .refused: "You said that it, or a device that confirmed it, is not theirs."
        }
    }

    /// The note behind a caller's name.
    static func ring(_ call: IncomingCall) -> String {
        if call.isVerified { return "" }
        return call.isNewDevice
            ? " · new device (you have to confirm whose it is before you hear each other)"
            : " (not verified: it may be anyone)"
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
            ["Ask them, not in writing, whether they set the app up again."] + compare + letIn + refuse
        case .newDevice, .unverified: ["Ask them, not in writing, whether it is theirs."] + compare + letIn + refuse
        case .uninvited: ["Ask in the call who knows them."] + compare + letIn + refuse
        case .revoked where letIn.isEmpty:
            ["It may be in other hands, and stays out of this call. They can join with another device."] + refuse
        case .revoked: ["It may be in other hands. If they have it back, and tell you so in person:"] + letIn + refuse
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
            if entry.hasOlderApps { lines.append("  A device whose app is too old to be called securely.") }
            if entry.devices.isEmpty, !entry.hasOlderApps { lines.append("  No device is signed in.") }
            return lines
        }
    }

    static func lines(for person: Person, _ devices: [DeviceComparison]) -> [String] {
        devices.flatMap { device -> [String] in
            let named = "\(TerminalText.safe(person.name)), \(name(device.device, device.past))"
            let title = "\(named): \(sentence(device.trust, device.past))"
            guard device.isComparable else {
                return [title, "  It cannot be compared: someone else may have it, with the same number."]
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
                "Another of your devices marked this one as lost. Sign in again: ecall logout, then ecall login")
        }
        return lines
    }

    private static func state(of device: OwnDeviceEntry, in list: OwnDeviceList) -> [String] {
        guard let shown = device.shown else { return ["It has no identity, so it cannot be called securely."] }
        if shown.isThis { return ["This device. Its number: ecall devices verify"] }
        let lost = "Not yours, or lost:  ecall devices lost \(device.id)"
        if shown.trust == .held(.revoked) {
            return ["Marked as lost. Sign it out:  ecall devices lost \(device.id)"]
        }
        if shown.isVouchedHere { return ["Yours: you confirmed it here.", lost] }
        guard shown.canVouch else {
            return list.isRevoked
                ? ["Not compared here.", lost]
                : ["Signed in before this one. Confirm this one there. To show its number: ecall devices verify", lost]
        }
        return ["Not confirmed here.", "Compare:             ecall devices verify \(device.id)", lost]
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
                    "  Held:          \(name). You cannot hear or see each other.", "      \(sentence(reason))",
                ]
                lines += next(reason, device.offer, user: device.user, device: device.device).map { "      \($0)" }
            } else if device.keepsOut {
                lines += [
                    "  Does not hear: \(name). They may need to confirm this device.",
                    "      Ask them, for example in a message, to check their screen.",
                ]
            } else if device.canHear, device.presence == .member {
                let proof = device.hearsUs ? "" : " It has not shown yet that it does."
                lines.append("  Can hear you:  \(name): \(sentence(device.trust, device.past))\(proof)")
            } else {
                lines.append("  Not here:      \(name): it cannot hear you now.")
            }
        }
        let hearing = devices.filter { $0.canHear && !$0.keepsOut && $0.presence == .member && !$0.trust.isHeld }
        let open = hearing.filter { !$0.isPostQuantum }
        if !hearing.isEmpty {
            let names = open.map { "\(TerminalText.safe($0.name)), device \($0.device)" }.joined(separator: "; ")
            lines.append(
                open.isEmpty
                    ? "  A recording of this call's traffic cannot be decrypted later with a quantum computer."
                    : "  A recording of this call's traffic could be decrypted later with a quantum computer, because of: \(names)."
            )
        }
        return lines
    }
}
