import ECallAPI
import Foundation
import Testing

/// `Tests/Vectors/call-links.json`, which the page's reader passes as well.
@Suite("Links to a call", .timeLimit(.minutes(1)))
struct CallLinkTests {
    private struct Vectors: Decodable { let links: [Row] }

    private struct Row: Decodable {
        let name: String
        let text: String
        let call: CallID?
        let maker: UserID?
        let secret: String?
        let problem: String?
    }

    private func rows() throws -> [Row] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try JSONDecoder().decode(
            Vectors.self, from: Data(contentsOf: folder.appending(path: "Vectors/call-links.json"))
        ).links
    }

    @Test("links are read by one rule, here and in the page")
    func vectors() throws {
        for row in try rows() {
            do throws(CallLink.Problem) {
                let link = try CallLink(row.text, server: "calls.example.org")
                #expect(link.call == row.call && link.maker == row.maker && link.secret == row.secret, "\(row.name)")
            } catch {
                let name =
                    switch error {
                    case .notALink: "notALink"
                    case .damaged: "damaged"
                    case .otherServer: "otherServer"
                    case .severalLinks: "severalLinks"
                    }
                #expect(name == row.problem, "\(row.name)")
            }
        }
    }

    @Test("a written link is read")
    func written() throws {
        let link = CallLink(call: 7, maker: 1, secret: Base62.randomToken())
        let text = link.text(server: "https://calls.example.org")
        #expect(try CallLink(text, server: "calls.example.org") == link)
    }

    @Test("a secret is 43 characters of base62, with all bytes in it")
    func base62() {
        #expect(Base62.token([UInt8](repeating: 0, count: 32)) == String(repeating: "0", count: 43))
        #expect(ShareLink.isToken(Base62.token([UInt8](repeating: 255, count: 32))))
        #expect(Base62.token([UInt8](repeating: 0, count: 31) + [61]).hasSuffix("0z"))
        #expect(Base62.randomToken() != Base62.randomToken())
    }
}
