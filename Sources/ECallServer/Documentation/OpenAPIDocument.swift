import ECallAPI

/// The API as OpenAPI 3.1, generated from the table of endpoints and the messages' own decoders.
struct OpenAPIDocument {
    private let limits: OpenAPILimits
    private var catalog = SchemaCatalog()
    /// Types used in requests, not only in responses: their constraints are documented in full.
    private var sent: Set<String> = []

    private init(_ limits: OpenAPILimits) { self.limits = limits }

    static func make(_ limits: Limits = Limits()) -> JSONValue {
        var document = OpenAPIDocument(OpenAPILimits(limits: limits))
        let paths = document.paths()
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "ECall server", "version": "1",
                "summary": "Accounts, contacts and calls. Signals and media use WebSockets of their own.",
                "license": ["name": "MIT", "identifier": "MIT"],
            ],
            "servers": .array(Endpoint.prefixes.map { ["url": .string($0.isEmpty ? "/" : $0)] }),
            "paths": paths,
            "components": [
                "schemas": document.schemas(),
                "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]],
            ],
        ]
    }

    private mutating func paths() -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for endpoint in Endpoint.allCases {
            for (index, way) in endpoint.ways.enumerated() {
                let name = index == 0 ? endpoint.rawValue : "\(endpoint.rawValue)-\(index)"
                paths[way.path, default: [:]][way.method.rawValue.lowercased()] = operation(endpoint, name: name)
            }
        }
        return .object(paths.mapValues { .object($0) })
    }

    private mutating func operation(_ endpoint: Endpoint, name: String) -> JSONValue {
        let row = endpoint.description
        var operation: [String: JSONValue] = [
            "operationId": .string(name), "summary": .string(row.summary), "responses": responses(endpoint, row),
        ]
        var parameters: [JSONValue] = row.query.map { query in
            [
                "name": .string(query.name), "in": "query", "required": .bool(query.isRequired),
                "schema": Self.schema(of: query.value),
            ]
        }
        if row.path.contains("{id}") {
            parameters.append(
                [
                    "name": "id", "in": "path", "required": true,
                    "schema": json(.integer(minimum: 0, maximum: UserID.largest)),
                ])
        }
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let body = row.body {
            operation["requestBody"] = [
                "required": .bool(body.isRequired),
                "content": content(requestSchema(of: body.type), example: endpoint.exampleBody),
            ]
        }
        switch row.authorization {
        case .none: operation["security"] = .array([])
        case .optional: operation["security"] = [[:], ["bearer": .array([])]]
        case .required: operation["security"] = [["bearer": .array([])]]
        }
        return .object(operation)
    }

    private mutating func requestSchema<Body: Decodable>(of type: Body.Type) -> JSONValue {
        let schema = catalog.schema(of: type)
        if case .named(let name) = schema { sent.insert(name) }
        return json(schema)
    }

    private mutating func responses(_ endpoint: Endpoint, _ row: EndpointDescription) -> JSONValue {
        let answer: JSONValue =
            switch row.answer {
            case .text: ["type": "string"]
            case .value(let type): json(catalog.schema(of: type))
            case .either(let one, let other):
                ["oneOf": .array([json(catalog.schema(of: one)), json(catalog.schema(of: other))])]
            }
        var done: [String: JSONValue] = [
            "description": "Done.", "content": content(answer, example: endpoint.exampleAnswer),
        ]
        if !endpoint.links.isEmpty { done["links"] = Self.links(of: endpoint) }
        var responses: [String: JSONValue] = ["200": .object(done)]
        let envelope = content(json(catalog.schema(of: ErrorEnvelope.self)))
        for (status, codes) in Dictionary(grouping: row.errors, by: \.status) {
            let names = codes.map(\.rawValue).joined(separator: ", ")
            var response: [String: JSONValue] = ["description": .string(names), "content": envelope]
            if status == 429 || status == 503 { response["headers"] = ["Retry-After": Self.retryAfter] }
            responses[String(status)] = .object(response)
        }
        responses["default"] = ["description": "The error envelope.", "content": envelope]
        return .object(responses)
    }

    private func content(_ schema: JSONValue, example: JSONValue? = nil) -> JSONValue {
        var media = ["schema": schema]
        media["example"] = example
        return ["application/json": .object(media)]
    }

    private static let retryAfter: JSONValue = [
        "description": "Seconds to wait before the next attempt.", "schema": ["type": "integer", "minimum": 0],
    ]

    private static func links(of endpoint: Endpoint) -> JSONValue {
        .object(
            Dictionary(
                endpoint.links.map { link in
                    var object: [String: JSONValue] = ["operationId": .string(link.target.rawValue)]
                    if let id = link.id { object["parameters"] = ["path.id": .string("$response.body#\(id)")] }
                    object["requestBody"] = link.body
                    return (link.target.rawValue, .object(object))
                }, uniquingKeysWith: { $1 }))
    }

    private mutating func schemas() -> JSONValue {
        .object(
            Dictionary(
                uniqueKeysWithValues: catalog.types.map { name, members in
                    var properties: [String: JSONValue] = [:]
                    for member in members {
                        var schema = json(member.schema)
                        if sent.contains(name), case .object(let plain) = schema {
                            schema = .object(plain.merging(limits.schema(of: member.name, in: name)) { $1 })
                        }
                        properties[member.name] = member.isRequired ? schema : ["anyOf": [schema, ["type": "null"]]]
                    }
                    var object: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
                    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
                    if !required.isEmpty { object["required"] = .array(required) }
                    return (name, .object(object))
                }))
    }

    private static func schema(of value: EndpointDescription.Query.Value) -> JSONValue {
        switch value {
        case .text: ["type": "string"]
        case .numbers: ["type": "string", "pattern": "^[0-9]+(,[0-9]+)*$", "examples": ["1,2"]]
        case .number(let range):
            [
                "type": "integer", "minimum": JSONValue(range.lowerBound), "maximum": JSONValue(range.upperBound),
                "examples": [JSONValue(range.lowerBound)],
            ]
        case .flag: ["type": "boolean"]
        }
    }

    private func json(_ schema: Schema) -> JSONValue {
        switch schema {
        case .string(let format, let values):
            var object: [String: JSONValue] = ["type": "string"]
            object["format"] = format.map { .string($0) }
            if !values.isEmpty { object["enum"] = .array(values.map { .string($0) }) }
            return .object(object)
        case .integer(let minimum, let maximum):
            var object: [String: JSONValue] = ["type": "integer"]
            object["minimum"] = minimum.map { JSONValue($0) }
            object["maximum"] = maximum.map { JSONValue($0) }
            return .object(object)
        case .number: return ["type": "number"]
        case .boolean: return ["type": "boolean"]
        case .array(let items): return ["type": "array", "items": json(items)]
        case .map(let values): return ["type": "object", "additionalProperties": json(values)]
        case .any: return [:]
        case .named(let name): return ["$ref": .string("#/components/schemas/\(name)")]
        }
    }
}
