import ECallAPI
import ServerFoundation

/// `docs/disturbances.md`: the limits on ringing, notifying, e-mailing and texting people.
enum DisturbancePage {
    static func markdown() -> String {
        """
        # Rate limits

        This page lists every action that makes another person's device ring, show a notification or update, or that costs the operator money,
        with its limits. The values are the defaults; operators can change them in the configuration. Each name links to the test of the limit.

        This page is generated from [Disturbance](../Sources/ECallServer/Disturbances/Disturbance.swift) and
        [Limits](../Sources/ECallServer/Configuration/Limits.swift): `ECALL_WRITE_DOCS=1 ./test --only unit` rewrites it, and a test fails if it is out of date.

        | Action | Effect | One person to another | All people to one | One person to all | One network | Whole server | Response beyond the limit |
        |---|---|---|---|---|---|---|---|
        \(Disturbance.allCases.map(row).joined(separator: "\n"))

        - **Rings from all people to one.** When all callers together have reached the limit, each contact still has a small quota. Contacts who
          ring constantly therefore cannot lock out the others. Calls from a blocked person do not ring and do not count.
        - **One push a day.** However often a contact request is sent, cancelled, accepted or deleted, each pair of people causes one push a day. Lists
          show every change. A restart of the server resets the count.
        - **Refused rings.** A ring beyond the limit is refused before a call exists, and the callee is not told about it. The call history groups
          the calls that did ring and shows how many there were. Devices show each of them as missed.
        - **Codes.** Known networks and known device keys have their own quotas ([decision 111](decisions/0111-guessing-makes-codes-longer.md)).

        ## Actions by request and signal

        | Request or signal | Actions |
        |---|---|
        \(ways.joined(separator: "\n"))

        The following requests neither affect other people nor cost money: \(quiet.joined(separator: ", ")). The server refuses signals
        from clients that only the server may send.

        """
    }

    private static func row(_ kind: Disturbance) -> String {
        let budget = kind.budget(Limits())
        let bounds = [budget.pair, budget.target, budget.causer, budget.network, budget.server].map(text)
        let name = kind.rawValue.replacing(/[A-Z]/) { " " + $0.output.lowercased() }
        return
            "| [\(name)](../Tests/\(kind.test)) | \(kind.effect) | \(bounds.joined(separator: " | ")) | \(kind.refusal) |"
    }

    static func text(_ bound: Disturbance.Bound) -> String {
        switch bound {
        case .other(let reason): reason
        case .rates(let rates, let note): (rates.map(\.phrase) + [note]).filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    private static var ways: [String] {
        let endpoints = Endpoint.allCases.map {
            ("`\($0.method.rawValue) \($0.path)`", $0.disturbances)
        }
        let signals = SignalKind.allCases.map { ("signal `\($0.rawValue)`", $0.disturbances) }
        let commands = CallCommand.allCases.map { ("signal `\($0.rawValue)`", $0.disturbances) }
        let others = OtherRoute.allCases.map { ($0.rawValue, $0.disturbances) }
        return (endpoints + signals + commands + others).filter { !$0.1.isEmpty }.map { name, kinds in
            "| \(name) | \(kinds.map(\.rawValue).joined(separator: ", ")) |"
        }
    }

    private static var quiet: [String] {
        Endpoint.allCases.filter(\.disturbances.isEmpty).map { "`\($0.method.rawValue) \($0.path)`" }
            + OtherRoute.allCases.filter(\.disturbances.isEmpty).map(\.rawValue)
    }
}

extension Rate {
    /// The rate in words.
    var phrase: String {
        let window =
            switch seconds {
            case 60: "a minute"
            case 3600: "an hour"
            case 86_400: "a day"
            case 600: "in ten minutes"
            default: "in \(seconds) s"
            }
        return "\(count) \(window)"
    }
}
