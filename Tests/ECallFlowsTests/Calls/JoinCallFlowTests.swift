import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import Testing

@Suite("The flow of joining a call by a link", .timeLimit(.minutes(1)))
struct JoinCallFlowTests {
    typealias Row = FlowTable.Row<JoinCallFlow>

    private static let (bo, blocked) = (contact(isBlocked: false), contact(isBlocked: true))
    private static let offline = ContactsError.server(.offline(host: "h"))
    private static let link = CallLink(call: 7, maker: 2, secret: "s3cret")

    private static func contact(isBlocked: Bool) -> Contact {
        Contact(
            userId: 1, contactId: 2, contactName: "Bo", isFavorite: false, isBlocked: isBlocked, lastInteraction: nil)
    }

    private static func ring(_ id: CallID = 7, by caller: UserID = 2, isVerified: Bool = true) -> IncomingCall {
        IncomingCall(
            id: id, room: 1, caller: caller, callerDevice: 21, callerName: "Bo", isVideo: true, isVerified: isVerified)
    }

    private static func flow(_ actions: JoinCallFlow.Action...) -> JoinCallFlow {
        var flow = JoinCallFlow(link, for: 1)
        for action in [.loaded(.success([bo]))] + actions { _ = flow.send(action) }
        return flow
    }

    private static let asking = flow(.joined(isVideo: true))

    @Test("each state accepts the actions that it offers, and no others")
    func offers() {
        let join: [(JoinCallFlow.Action, [JoinCallFlow.Effect])] = [
            (.joined(isVideo: true), [.ask(1)]), (.joined(isVideo: false), [.ask(1)]),
        ]
        let again: [(JoinCallFlow.Action, [JoinCallFlow.Effect])] = [
            (.joined(isVideo: true), [.ask(2)]), (.joined(isVideo: false), [.ask(2)]),
        ]
        let look: (JoinCallFlow.Action, [JoinCallFlow.Effect]) = (.refreshed, [.loadContacts])
        FlowTable.check(
            [
                Row("loading", JoinCallFlow(Self.link, for: 1), [look]),
                Row("own", JoinCallFlow(Self.link, for: 2), []),
                Row("stranger", Self.flow(.loaded(.success([]))), [look]),
                Row("blocked", Self.flow(.loaded(.success([Self.blocked]))), [look]),
                Row("ready", Self.flow(), [look] + join),
                Row(
                    "asking", Self.asking,
                    [look, (.cancelled, []), (.rings(Self.ring()), [.answer(7, isVideo: true)])]
                        + [(.rings(Self.ring(isVerified: false)), [])]),
                Row("nobody", Self.flow(.joined(isVideo: true), .asked(1, nil), .waited(1)), [look] + again),
                Row("offline", Self.flow(.joined(isVideo: true), .asked(1, .offline)), [look] + again),
                Row("over", Self.flow(.joined(isVideo: true), .asked(1, .linkOver)), [look]),
                Row("elsewhere", Self.flow(.joined(isVideo: true), .asked(1, .elsewhere)), [look]),
                Row("rang", Self.flow(.joined(isVideo: true), .rings(Self.ring())), [look]),
            ],
            among: [
                .refreshed, .joined(isVideo: true), .joined(isVideo: false), .cancelled, .rings(Self.ring()),
                .rings(Self.ring(isVerified: false)), .rings(Self.ring(8)), .rings(Self.ring(by: 3)),
            ], repeats: [.refreshed])
    }

    @Test("a request waits and answers the call of the link, even if it rings before the response")
    func joins() {
        let rung = FlowTable.run(
            [
                (.refreshed, [.loadContacts]), (.loaded(.success([Self.bo])), []), (.joined(isVideo: false), [.ask(1)]),
                (.rings(Self.ring()), [.answer(7, isVideo: false)]), (.asked(1, nil), []), (.waited(1), []),
            ], from: JoinCallFlow(Self.link, for: 1))
        #expect(rung.status == .rang(isAnswered: true))
        let unverified = FlowTable.run(
            [(.asked(1, nil), [.wait(1)]), (.rings(Self.ring(isVerified: false)), [])], from: Self.asking)
        #expect(unverified.status == .rang(isAnswered: false))
    }

    @Test("the results of an earlier attempt change nothing")
    func tries() {
        var flow = Self.flow(.joined(isVideo: true), .asked(1, nil), .cancelled)
        #expect(flow.status == .ready)
        #expect(flow.send(.waited(1)).isEmpty && flow.status == .ready)
        #expect(flow.send(.joined(isVideo: true)) == [.ask(2)])
        for late in [JoinCallFlow.Action.asked(1, .offline), .waited(1), .asked(1, nil)] {
            #expect(flow.send(late).isEmpty && flow.status == .asking(isVideo: true), "\(late)")
        }
        #expect(flow.send(.waited(2)).isEmpty && flow.status == .nobody)
    }

    @Test("contacts that cannot be loaded leave the known ones in place")
    func contacts() {
        var flow = JoinCallFlow(Self.link, for: 1)
        #expect(flow.text == nil)
        _ = flow.send(.loaded(.failure(Self.offline)))
        #expect(flow.maker == .failed(Self.offline) && flow.text == Self.offline.text)
        _ = flow.send(.loaded(.success([Self.bo])))
        _ = flow.send(.loaded(.failure(Self.offline)))
        #expect(flow.maker == .contact(Self.bo))
    }

    @Test(
        "each state has a sentence",
        arguments: [
            (flow(), .joinCallText), (asking, .joinCallAsking(name: "Bo")),
            (flow(.joined(isVideo: true), .waited(1)), .joinCallNobody),
            (flow(.joined(isVideo: true), .asked(1, .linkOver)), .joinCallOver),
            (flow(.joined(isVideo: true), .asked(1, .elsewhere)), .joinCallAlready),
            (flow(.joined(isVideo: true), .asked(1, .offline)), CallFailure.offline.text),
            (flow(.loaded(.success([]))), .joinCallStranger),
            (flow(.loaded(.success([blocked]))), .joinCallBlocked(name: "Bo")),
            (JoinCallFlow(link, for: 2), .callLinkText),
        ] as [(JoinCallFlow, Text)])
    func sentences(flow: JoinCallFlow, text: Text) {
        #expect(flow.text == text)
        #expect(!"\(flow)".contains(Self.link.secret))
    }
}
