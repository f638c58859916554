import ECallAPI
import ECallSecurity
import KeyDistribution
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("The participants of a call", .timeLimit(.minutes(1)))
struct ParticipantFormatterTests {
    static let list: [CallParticipant] = [
        CallParticipant(
            user: 4, name: "Alice", status: .joined, isSelf: true, isHost: true, isMuted: true, quality: .good, hand: 1),
        CallParticipant(
            user: 5, name: "Bob\u{7}", status: .joined, isVideoEnabled: true, trust: .verified, quality: .poor,
            isSpeaking: true, volume: 150),
        CallParticipant(
            user: 6, name: "Eve", status: .reconnecting, connection: .reconnecting, trust: .held(.changedKey),
            isHeard: false, isRecording: true, isSharing: true, hand: 2),
        CallParticipant(user: 7, name: "Cem", status: .ringing),
        CallParticipant(user: 8, name: "Dan", status: .declined),
        CallParticipant(user: 14, name: "Lea", status: .declined, reply: .cannotTalkNow(minutes: 10)),
        CallParticipant(user: 9, name: "Fay", status: .noAnswer),
        CallParticipant(user: 10, name: "Gus", status: .busy),
        CallParticipant(user: 11, name: "Hal", status: .left),
        CallParticipant(user: 12, name: "Ida", status: .removed),
        CallParticipant(user: 13, name: "Jo", status: .onHold),
    ]

    @Test("participants are a table in text output")
    func text() {
        #expect(
            ParticipantFormatter().lines(for: Self.list) == [
                "▂▄▆ Alice (you)  in the call, started the call, muted, hand raised",
                "▂·· Bob\u{FFFD}         in the call, speaking, camera on, volume 150, verified",
                "··· Eve          reconnecting, sharing their screen, recording, hand raised, number 2, muted for you, held, see ecall status",
                "··· Cem          being called",
                "··· Dan          declined",
                "··· Lea          will call back in 10 minutes",
                "··· Fay          didn’t answer",
                "··· Gus          in another call",
                "··· Hal          left",
                "··· Ida          removed",
                "··· Jo           put the call on hold",
            ])
    }

    @Test("participants are one stable object in JSON, and survive the line protocol")
    func json() throws {
        let printed = PrintedLines()
        printed.printer(json: true).result(.participants(list: [Self.list[1]]))
        #expect(
            printed.output == [
                #"{"participants":[{"connection":"connected","isHeard":true,"isHost":false,"isMuted":false,"isRecording":false,"isSelf":false,"isSharing":false,"isSpeaking":true,"isVideoEnabled":true,"name":"Bob\u0007","quality":"poor","status":"joined","trust":"verified","userId":5,"volume":150}],"result":"participants"}"#
            ])
        let raised = PrintedLines()
        raised.printer(json: true).result(.participants(list: [Self.list[0]]))
        #expect(raised.output.first?.contains(#""hand":1,"#) ?? false)
        let reply = AgentReply(id: 1, content: .result(result: .participants(list: Self.list)))
        #expect(try AgentLine.decode(AgentReply.self, from: AgentLine.encode(reply).dropLast()) == reply)
    }

    @Test("the result of an action is printed as text and as JSON")
    func results() {
        let results: [(CommandResult, [String], String)] = [
            (
                .own(isMuted: true, isVideoEnabled: false), ["You’re muted."],
                #"{"isMuted":true,"isVideoEnabled":false,"result":"own"}"#
            ),
            (
                .own(isMuted: false, isVideoEnabled: true), ["You can be heard. Your camera is on."],
                #"{"isMuted":false,"isVideoEnabled":true,"result":"own"}"#
            ),
            (.hand(isRaised: true), ["Your hand is raised."], #"{"isRaised":true,"result":"hand"}"#),
            (.hand(isRaised: false), ["Your hand is lowered."], #"{"isRaised":false,"result":"hand"}"#),
            (
                .reacted(with: .thumbsUp), ["Everyone sees your reaction: Thumbs up."],
                #"{"reaction":"thumbsUp","result":"reacted"}"#
            ),
            (
                .invited(people: [Person(id: 5, name: "Bob")]), ["Bob is being called."],
                #"{"people":[{"id":5,"name":"Bob"}],"result":"invited"}"#
            ),
        ]
        for (result, text, json) in results {
            #expect(ResultFormatter().lines(for: result) == text)
            let printed = PrintedLines()
            printed.printer(json: true).result(result)
            #expect(printed.output == [json])
        }
    }

    @Test("a limit of the system is reported with what to type")
    func limits() {
        let failure = CommandFailure(CallFailure.tooFewFiles(people: 50, limit: 1_024))
        #expect(
            failure.message == "A call with 50 people needs more open files than this program is allowed. "
                + "Type: ecall stop; ulimit -n 1024")
        #expect(CommandFailure(CallFailure.tooFewThreads(people: 2, limit: 512)).message.contains("ulimit -u 512"))
    }
}
