import ECallLanguage
import Testing

@testable import ECallCommandLine

@Suite("Links and codes that are not arguments", .timeLimit(.minutes(1)))
struct TypedTextTests {
    private func typed(_ line: String?, isInteractive: Bool) -> TypedText {
        TypedText(
            texts: Texts(), isInteractive: isInteractive,
            ask: { question in
                #expect(isInteractive && question == "Link or token: ")
                return line
            },
            readLine: {
                #expect(!isInteractive)
                return line
            })
    }

    private func text(_ argument: String?, _ line: String?, isInteractive: Bool) throws(CommandFailure) -> String {
        try typed(line, isInteractive: isInteractive).text(argument, asking: .terminalAskLink, orElse: "ecall add -")
    }

    @Test("the text is the argument, a line of input for -, or else asked for on a terminal")
    func sources() throws {
        #expect(try text("https://a", nil, isInteractive: false) == "https://a")
        #expect(try text("-", "  https://a \r", isInteractive: false) == "https://a")
        #expect(try text("-", "https://a", isInteractive: true) == "https://a")
        #expect(try text(nil, "https://a", isInteractive: true) == "https://a")
    }

    @Test("an empty or too long text is refused with what to type")
    func refused() {
        let cases: [(String?, String?, Bool)] = [
            (nil, "https://a", false), ("-", nil, false), ("-", " ", false), (nil, "", true), (nil, nil, true),
            ("-", String(repeating: "a", count: 4_097), false),
        ]
        for (argument, line, isInteractive) in cases {
            do throws(CommandFailure) {
                _ = try text(argument, line, isInteractive: isInteractive)
                Issue.record("\(argument ?? "none") \(line ?? "none") was taken")
            } catch {
                #expect(error.status == .usage)
                #expect(error.message.contains("ecall add -") || error.message.contains("longer"))
            }
        }
    }
}
