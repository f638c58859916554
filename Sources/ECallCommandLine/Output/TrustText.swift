import ECallAPI
import ECallCalls
import ECallSecurity
import KeyDistribution

/// Whose devices others are, in lines for a person. Commands in them name people by number: a name may be anything.
enum TrustText {
    /// What a word of trust means, in a sentence.
    static func sentence(_ trust: DeviceTrust) -> String {
        switch trust {
        case .new: "new. Seen for the first time; numbers were not compared."
        case .known: "known. The same as before; numbers were not compared."
        case .verified: "verified. You have compared the numbers."
        case .vouched: "vouched. Another device of theirs says that this one is theirs."
        case .held(let reason): "held. \(sentence(reason))"
        }
    }

    static func sentence(_ reason: DeviceTrust.Reason) -> String {
        switch reason {
        case .changedKey: "Their device has another key than before."
        case .olderIdentity: "Their device shows an older identity than before."
        case .newDevice: "They use a device that you do not know."
        case .uninvited: "Nobody in this call has invited them."
        case .revoked: "They have signed this device out."
        case .unverified: "You have verified another device of theirs, which has not confirmed this one."
        }
    }

    /// What to do about a device that is held, and what to type.
    static func next(_ reason: DeviceTrust.Reason, user: UserID, device: DeviceID) -> [String] {
        let compare = "Compare:    ecall verify \(user) --device \(device)"
        let letIn = "Let it in:  ecall trust \(user) --let-in \(device)"
        return switch reason {
        case .changedKey, .olderIdentity:
            ["Ask them, not in writing, whether they have set the app up anew.", compare, letIn]
        case .newDevice, .unverified: ["Ask them, not in writing, whether it is theirs.", compare, letIn]
        case .uninvited: ["Ask in the call who knows them.", letIn]
        case .revoked: ["It may be in other hands. If they have it back, and say so to your face:", letIn]
        }
    }

    // MARK: - Others

    static func lines(for people: [PersonTrust]) -> [String] {
        people.flatMap { entry -> [String] in
            var lines = ["\(TerminalText.safe(entry.person.name))  (\(entry.person.id))"]
            for device in entry.devices {
                lines.append("  device \(device.device): \(sentence(device.trust))")
                if case .held(let reason) = device.trust {
                    lines += next(reason, user: entry.person.id, device: device.device).map { "      \($0)" }
                }
            }
            if entry.hasOlderApps { lines.append("  A device with an app that is too old to be called safely.") }
            if entry.devices.isEmpty, !entry.hasOlderApps { lines.append("  No device is signed in.") }
            return lines
        }
    }

    static func lines(for person: Person, _ devices: [DeviceComparison]) -> [String] {
        devices.flatMap { device -> [String] in
            let title = "\(TerminalText.safe(person.name)), device \(device.device): \(sentence(device.trust))"
            guard device.isComparable else {
                return [title, "  It cannot be compared: it may be in other hands, with the same number."]
            }
            return [title, ""] + SafetyNumber.lines(device.digits).map { "    \($0)" } + [""]
        }
    }

    // MARK: - Own devices

    static func lines(for list: OwnDeviceList) -> [String] {
        var lines = list.devices.flatMap { device -> [String] in
            ["\(TerminalText.safe(device.name))  (device \(device.id))"] + state(of: device, in: list).map { "  \($0)" }
        }
        if list.isRevoked {
            lines.append(
                "Another device of yours says that this one is lost. Sign in anew: ecall logout, then ecall login")
        } else if list.isVouched {
            lines.append("Another device has vouched for this one. Vouch for further ones there, not here.")
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
            return list.isVouched || list.isRevoked
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

    /// Who can hear this device, who is held and what to do about it, and what a recording is worth later.
    static func lines(for devices: [CallOverview.Device]) -> [String] {
        guard !devices.isEmpty else { return [] }
        var lines: [String] = []
        for device in devices {
            let name = "\(TerminalText.safe(device.name)) (\(device.user)), device \(device.device)"
            if case .held(let reason) = device.trust {
                lines += [
                    "  Held:          \(name). You neither hear nor see each other.", "      \(sentence(reason))",
                ]
                lines += next(reason, user: device.user, device: device.device).map { "      \($0)" }
            } else if device.keepsOut {
                lines += [
                    "  Does not hear: \(name). Their device has not let this one in.",
                    "      Ask them, by a message for instance, to look at their screen.",
                ]
            } else if device.canHear, device.presence == .member {
                let proof = device.hearsUs ? "" : " It has not shown yet that it does."
                lines.append("  Can hear you:  \(name): \(sentence(device.trust))\(proof)")
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
