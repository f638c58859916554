import ECallAPI
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/pasted-links.test.mjs).
@Suite("Pasted links", .timeLimit(.minutes(1)))
struct PastedLinkTests {
    private struct Vectors: Decodable { let links: [Row] }

    private struct Row: Decodable {
        let text: String
        let token, secret, problem: String?
        let call: CallID?
        let maker: UserID?

        /// The expected reading, in one text.
        var reading: String {
            token ?? secret.map { "\(call?.description ?? "") \(maker?.description ?? "") \($0)" } ?? problem ?? ""
        }
    }

    private func reading(_ text: String) -> String {
        do throws(PastedLink.Problem) {
            return switch try PastedLink(text, server: "calls.example.org") {
            case .contact(.token(let token, _)): token
            case .contact(.user(let user)): "user \(user)"
            case .call(let link): "\(link.call) \(link.maker) \(link.secret)"
            }
        } catch {
            return String("\(error)".prefix { $0 != "(" })
        }
    }

    @Test("a link is found in what chats and people put around it")
    func vectors() throws {
        let rows = try JSONDecoder().decode(Vectors.self, from: Vector.data("pasted-links.json")).links
        #expect(rows.count > 150)
        for row in rows { #expect(reading(row.text) == row.reading, "\(row.text.debugDescription)") }
    }

    @Test("a long text is read in a short time")
    func longTexts() {
        let clock = ContinuousClock()
        for part in [
            "https://", "a.", "/share/contact/", "a:", "https://l.facebook.com/l.php?u=", "%25", "\n", "...a", "((",
        ] {
            let time = clock.measure {
                _ = try? PastedLink(String(repeating: part, count: 4096 / part.count), server: "calls.example.org")
            }
            #expect(time < .seconds(5), "\(part)")
        }
    }
}
