import ECallAPI
import ServerFoundation

/// `docs/disturbances.md`: who may ring, notify, mail or text whom, how often.
enum DisturbancePage {
    static func markdown() -> String {
        """
        # Who may disturb whom, and how often

        Every way to make a device ring, buzz or light up, or to have the operator pay. Made of
        [Disturbance](../Sources/ECallServer/Disturbances/Disturbance.swift) and [Limits](../Sources/ECallServer/Configuration/Limits.swift) by a
        test, which fails when this page is older (`ECALL_WRITE_DOCS=1 ./test --only unit` writes it). Numbers are those of a server without
        settings of its own.

        | What | Effect | One person to another | To one person by all | By one person to all | From one network | Of the server | Beyond |
        |---|---|---|---|---|---|---|---|
        \(Disturbance.allCases.map(row).joined(separator: "\n"))

        - **Rings to one person by all.** Once all callers together have used them up, each contact still has a few of their own: contacts who ring without end take nothing from one who does not. A caller whom the person has blocked rings nothing and uses
          nothing up.
        - **Told once a day.** A push that one person causes to another by asking, cancelling, accepting and deleting comes for the first time
          and then once in a day; lists show all of it. A server that starts again begins anew.
        - **Rings beyond the budget** are refused before there is a call, and the one who would be called is not told how many there were: all that
          rang are in their history as missed calls, in one group with its number, and each has told their devices that it was missed.
        - **Codes.** Known places and known keys have shares of their own ([111](decisions/0111-guessing-makes-codes-longer.md)).

        ## Where it can be done

        | Request or signal | What |
        |---|---|
        \(ways.joined(separator: "\n"))

        Nothing that others notice comes of: \(quiet.joined(separator: ", ")), and of signals that the server alone sends when a client sends
        them: they are refused.

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
