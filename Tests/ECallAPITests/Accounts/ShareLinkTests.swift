import ECallAPI
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/share-links.test.mjs).
@Suite("Share links", .timeLimit(.minutes(1)))
struct ShareLinkTests {
    private struct Vectors: Decodable {
        struct Link: Decodable {
            let text, token: String
            let host: String?
        }
        struct Refused: Decodable {
            let text, problem: String
        }
        struct Number: Decodable {
            let text: String
            let user: UserID
        }
        struct Foreign: Decodable {
            let text, server: String
            let problem: String?
        }
        struct Form: Decodable {
            let token, server, universal, deep, page: String
        }
        let links: [Link]
        let refused: [Refused]
        let numbers: [Number]
        let servers: [Foreign]
        let forms: [Form]
    }

    private let vectors: Vectors

    init() throws { vectors = try JSONDecoder().decode(Vectors.self, from: Vector.data("share-links.json")) }

    /// 003-28, 004-10, 004-31, 004-32
    @Test("links and user IDs are read")
    func reads() throws {
        for row in vectors.links {
            #expect(try ShareLink(row.text) == .token(row.token, host: row.host), "\(row.text)")
        }
        for row in vectors.numbers { #expect(try ShareLink(row.text) == .user(row.user), "\(row.text)") }
    }

    @Test("a text that is not a link is refused with the reason")
    func refuses() {
        for row in vectors.refused {
            do throws(ShareLink.Problem) {
                Issue.record("\(row.text) was read as \(try ShareLink(row.text))")
            } catch {
                #expect("\(error)" == row.problem, "\(row.text)")
            }
        }
    }

    @Test("a link of another server is refused by name; bare tokens and app links are accepted")
    func servers() throws {
        for row in vectors.servers {
            do throws(ShareLink.Problem) {
                let link = try ShareLink(row.text, server: row.server)
                #expect(row.problem == nil, "\(row.text) was read as \(link)")
            } catch {
                guard case .otherServer(let host) = error else {
                    Issue.record("\(row.text): \(error)")
                    continue
                }
                #expect(row.problem == "otherServer" && host != row.server)
            }
        }
    }

    @Test("links are written as they are read")
    func forms() throws {
        for row in vectors.forms {
            #expect(ShareLink.universal(token: row.token, server: row.server) == row.universal)
            #expect(ShareLink.deep(token: row.token) == row.deep && ShareLink.page(token: row.token) == row.page)
            for text in [row.universal, row.deep] {
                guard case .token(row.token, _) = try ShareLink(text) else {
                    Issue.record("\(text) is read as another token")
                    continue
                }
            }
        }
    }
}
