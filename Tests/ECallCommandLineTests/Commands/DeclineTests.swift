import ArgumentParser
import ECallLanguage
import ECallSecurity
import Testing

@testable import ECallCommandLine

@Suite("Declining on the command line", .timeLimit(.minutes(1)))
struct DeclineTests {
    @Test(
        "--later without a number of minutes, or with a person, is refused with the reason",
        arguments: [
            (["--later", "256"], "0 to 255 minutes"), (["--later", "300"], "0 to 255 minutes"),
            (["--later", "soon"], "takes a number of minutes"), (["bob", "--later"], "not a contact request"),
        ])
    func refused(arguments: [String], sentence: String) throws {
        let failure = #expect(throws: (any Error).self) { try ECallCommand.parseAsRoot(["decline"] + arguments) }
        #expect(ECallCommand.message(for: try #require(failure)).contains(sentence))
    }

    @Test(
        "declining prints the reply that was sent, or that it could not be sent",
        arguments: [
            (
                CommandResult.declined(isReplied: true), 10,
                " They are told that you cannot talk now and will call back in 10 minutes."
            ),
            (.declined(isReplied: true), 1, " They are told that you cannot talk now and will call back in 1 minute."),
            (.declined(isReplied: true), 0, " They are told that you cannot talk now."),
            (.declined(isReplied: false), 10, " Your reply could not be sent."), (.done, nil, ""),
        ] as [(CommandResult, UInt8?, String)])
    func remark(result: CommandResult, minutes: UInt8?, rest: String) {
        let reply = minutes.map { CallReply.cannotTalkNow(minutes: $0) }
        #expect(Texts().string(DeclineCommand.remark(on: result, saying: reply)) == "Call declined." + rest)
    }
}
