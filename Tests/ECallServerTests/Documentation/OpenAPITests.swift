import ECallAPI
import Foundation
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// The document beyond the schemas: limits, examples, and links from one operation to the next.
@Suite("OpenAPI: limits, examples, links", .timeLimit(.minutes(1)))
struct OpenAPITests {
    private static func decodes<Body: Decodable>(_ type: Body.Type, _ json: Data) -> Bool {
        (try? JSONDecoder().decode(type, from: json)) != nil
    }

    @Test("every body has an example, which its decoder accepts", arguments: Endpoint.allCases)
    func examples(endpoint: Endpoint) throws {
        guard let body = endpoint.description.body else {
            #expect(endpoint.exampleBody == nil)
            return
        }
        let example = try #require(endpoint.exampleBody)
        #expect(Self.decodes(body.type, try JSONEncoder().encode(example)))
    }

    @Test("a client can decode every example answer", arguments: Endpoint.allCases)
    func answers(endpoint: Endpoint) throws {
        guard let example = endpoint.exampleAnswer else { return }
        let type = try #require(Self.type(of: endpoint), "\(endpoint) answers with a text")
        #expect(Self.decodes(type, try JSONEncoder().encode(example)))
    }

    @Test("every link's target and parameters exist", arguments: Endpoint.allCases)
    func links(endpoint: Endpoint) throws {
        for link in endpoint.links {
            let target = link.target.description
            #expect((link.id != nil) == target.path.contains("{id}"), "\(link.target)")
            if link.body != nil { #expect(target.body != nil, "\(link.target)") }
            let text = String(decoding: try JSONEncoder().encode(link.body), as: UTF8.self).replacing("\\/", with: "/")
            let pattern = try Regex("\\$response\\.body#([A-Za-z0-9/]+)", as: (Substring, Substring).self)
            for pointer in text.matches(of: pattern).map({ String($0.output.1) }) + [link.id].compactMap({ $0 }) {
                #expect(Self.leads(pointer, in: endpoint), "\(endpoint) \(pointer)")
            }
        }
    }

    /// The type of the answer without a query.
    private static func type(of endpoint: Endpoint) -> (any (Codable & Sendable).Type)? {
        switch endpoint.description.answer {
        case .value(let type), .either(let type, _): type
        case .text: nil
        }
    }

    /// Whether the answer's schema has such a member.
    private static func leads(_ pointer: String, in endpoint: Endpoint) -> Bool {
        guard let type = type(of: endpoint) else { return false }
        var catalog = SchemaCatalog()
        var schema = catalog.schema(of: type)
        for part in pointer.split(separator: "/") {
            switch schema {
            case .array(let items) where part.allSatisfy(\.isNumber): schema = items
            case .named(let name):
                guard let member = catalog.types[name]?.first(where: { $0.name == part }) else { return false }
                schema = member.schema
            default: return false
            }
        }
        return true
    }

    @Test("the stated limits of calls, codes and lists are those that the server enforces")
    func limits() throws {
        var limits = Limits()
        limits.publicKeyUsers = 7
        let text = String(decoding: try JSONText.encode(OpenAPIDocument.make(limits)), as: UTF8.self)
        for part in [
            #""name":"size","required":false,"schema":{"examples":[1],"maximum":100,"minimum":1,"type":"integer"}"#,
            #""maxItems":7"#, #""pattern":"^([0-9]{6}|[0-9]{8}|[0-9]{10})$""#, #""format":"email""#, #""Retry-After""#,
            #""operationId":"joinCall","parameters":{"path.id":"$response.body#/callRecord/id"}"#,
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(CallHistoryController.largestPage == 100)
    }
}
