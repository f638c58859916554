import ECallAPI
import SignalRouting

/// `docs/protocol.md`: the table of endpoints, the error codes and the signals, as a page.
enum ProtocolPage {
    static func markdown() -> String {
        var catalog = SchemaCatalog()
        let endpoints = Endpoint.allCases.map { section($0, &catalog) }.joined(separator: "\n\n")
        let messages = catalog.types.keys.sorted().map { "### \($0)\n\n" + members(catalog.types[$0] ?? []) }
        return """
            # API reference

            This page lists the endpoints, messages, error codes and signals of the server. Every server also describes them as OpenAPI 3.1
            at `/openapi.json`. The [wire protocol](wire-protocol.md) gives the rules behind them.

            This page is generated from [Endpoints](../Sources/ECallAPI/Endpoints): `ECALL_WRITE_DOCS=1 ./test --only unit` rewrites it, and a
            test fails if it is out of date.

            Every path is served under each of \(Endpoint.prefixes.map { "`\($0)/`" }.joined(separator: ", ")). Successful responses are JSON with
            status 200; errors are `{"error":{"code","status","title","detail"}}`. IDs are integers up to 2^53-1. Dates are
            ISO 8601 in UTC. Unknown members are ignored. Signals use STOMP 1.2 at `/ws/`, and Janus messages use `/janus`.

            ## Endpoints

            \(endpoints)

            ## Messages

            \(messages.joined(separator: "\n\n"))

            ## Error codes

            | Code | Status | When |
            |---|---|---|
            \(ErrorCode.allCases.map(row).joined(separator: "\n"))

            ## Signals

            | Type | Sent by | Stored for offline devices |
            |---|---|---|
            \(SignalKind.allCases.map(row).joined(separator: "\n"))

            """
    }

    private static func section(_ endpoint: Endpoint, _ catalog: inout SchemaCatalog) -> String {
        let row = endpoint.description
        var lines = ["### \(row.method.rawValue) \(row.path)", "", row.summary, ""]
        if !row.aliases.isEmpty {
            let ways = endpoint.ways.dropFirst().map { "`\($0.method.rawValue) \($0.path)`" }
            lines.append("- Also: \(ways.joined(separator: ", "))")
        }
        switch row.authorization {
        case .none: lines.append("- Access token: none")
        case .optional: lines.append("- Access token: optional")
        case .required: lines.append("- Access token: required")
        }
        if !row.query.isEmpty {
            lines.append("- Query: " + row.query.map { "`\($0.name)`" }.joined(separator: ", "))
        }
        if let body = row.body {
            lines.append("- Body: \(name(catalog.schema(of: body.type)))\(body.isRequired ? "" : ", optional")")
        }
        switch row.answer {
        case .text: lines.append("- Response: a JSON string")
        case .value(let type): lines.append("- Response: \(name(catalog.schema(of: type)))")
        case .either(let one, let other):
            lines.append("- Response: \(name(catalog.schema(of: one))) or \(name(catalog.schema(of: other)))")
        }
        lines.append("- Errors: " + row.errors.map { "`\($0.rawValue)`" }.joined(separator: ", "))
        return lines.joined(separator: "\n")
    }

    private static func members(_ members: [SchemaMember]) -> String {
        guard !members.isEmpty else { return "No members." }
        let rows = members.map { "| `\($0.name)` | \(name($0.schema)) | \($0.isRequired ? "yes" : "") |" }
        return "| Member | Type | Required |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }

    private static func name(_ schema: Schema) -> String {
        switch schema {
        case .string(format: "date-time", _): "date"
        case .string(_, let values): values.isEmpty ? "string" : values.map { "`\($0)`" }.joined(separator: ", ")
        case .integer(_, let maximum): maximum == nil ? "integer" : "id"
        case .number: "number"
        case .boolean: "boolean"
        case .array(let items): "array of \(name(items))"
        case .map(let values): "map of string to \(name(values))"
        case .any: "any"
        case .named(let name): "[\(name)](#\(name.lowercased()))"
        }
    }

    private static func row(_ code: ErrorCode) -> String {
        switch code.meaning {
        case .answered(let text): "| `\(code.rawValue)` | \(code.status) | \(text) |"
        case .reserved(let reason): "| `\(code.rawValue)` | – | reserved: \(reason) |"
        }
    }

    private static func row(_ kind: SignalKind) -> String {
        // Lifetimes per kind of message: wire-protocol 5.4.
        if kind == .e2ee {
            let header = "\(E2EESignal.header.name):\(E2EESignal.header.value)"
            return "| `\(kind.rawValue)` | clients, to `\(header)` | 30 s, some kinds |"
        }
        let sender = kind.isRelayed ? "clients" : kind.isExtension ? "the server, to `ecall-signals:2`" : "the server"
        let life = SignalMailbox.lifetime(of: kind).map { "\($0) s" } ?? "no"
        return "| `\(kind.rawValue)` | \(sender) | \(life) |"
    }
}
