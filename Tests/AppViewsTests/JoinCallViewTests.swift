import ECallAPI
import ECallCalls
import ECallContacts
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Joining a call by a link on a screen", .timeLimit(.minutes(1)))
struct JoinCallViewTests {
    private static let link = CallLink(call: 7, maker: 2, secret: "s3cret")
    private static let offline = ContactsError.server(Sample.offline)

    static func screen(_ state: JoinCallFlow, ringing: IncomingCall? = nil) -> Screen<JoinCallFlow> {
        Screen(state: state) { store, outward in
            JoinCallView(store: store, ringing: ringing) { isVideo in
                outward.tell("join \(isVideo)")
            } leave: {
                outward.tell("leave")
            }
        }
    }

    private static func ring(_ id: CallID = 7, isVerified: Bool = true) -> IncomingCall {
        IncomingCall(
            id: id, room: 1, caller: 2, callerDevice: 21, callerName: "Bo", isVideo: true, isVerified: isVerified)
    }

    private static func known(isBlocked: Bool = false) -> JoinCallFlow {
        JoinCallFlow(link, for: 1).after(.loaded(.success([Sample.contact(2, "Bo", isBlocked: isBlocked)])))
    }

    private static let asking = known().after(.joined(isVideo: true))

    enum Maker: CaseIterable {
        case loading, failed, own, stranger, blocked, contact

        init(_ maker: JoinCallFlow.Maker) {
            switch maker {
            case .loading: self = .loading
            case .failed: self = .failed
            case .own: self = .own
            case .stranger: self = .stranger
            case .blocked: self = .blocked
            case .contact: self = .contact
            }
        }
    }

    enum Status: CaseIterable {
        case ready, asking, nobody, failed, rang

        init(_ status: JoinCallFlow.Status) {
            switch status {
            case .ready: self = .ready
            case .asking: self = .asking
            case .nobody: self = .nobody
            case .failed: self = .failed
            case .rang: self = .rang
            }
        }
    }

    private struct Row {
        let name: String
        let state: JoinCallFlow
        let title: String
        let buttons: [String]
    }

    private static let rows = [
        Row(name: "loading", state: JoinCallFlow(link, for: 1), title: "Join a call", buttons: ["Close"]),
        Row(
            name: "not there", state: JoinCallFlow(link, for: 1).after(.loaded(.failure(offline))),
            title: "Join a call", buttons: ["Try again", "Close"]),
        Row(name: "own", state: JoinCallFlow(link, for: 2), title: "This is your own link", buttons: ["Close"]),
        Row(
            name: "stranger", state: JoinCallFlow(link, for: 1).after(.loaded(.success([]))),
            title: "Not in your contacts", buttons: ["Close"]),
        Row(name: "blocked", state: known(isBlocked: true), title: "Join Bo’s call", buttons: ["Close"]),
        Row(name: "ready", state: known(), title: "Join Bo’s call", buttons: ways),
        Row(name: "asking", state: asking, title: "Join Bo’s call", buttons: ["Cancel"]),
        Row(name: "nobody", state: asking.after(.waited(1)), title: "Join Bo’s call", buttons: ways),
        Row(name: "offline", state: asking.after(.asked(1, .offline)), title: "Join Bo’s call", buttons: ways),
        Row(name: "over", state: asking.after(.asked(1, .linkOver)), title: "Join Bo’s call", buttons: ["Close"]),
        Row(name: "there", state: asking.after(.asked(1, .elsewhere)), title: "Join Bo’s call", buttons: ["Close"]),
        Row(name: "rang", state: asking.after(.rings(ring())), title: "Join Bo’s call", buttons: []),
    ]
    private static let ways = ["Join without camera", "Join with camera", "Close"]

    @Test("every state is spoken with its sentence, and each of its controls acts")
    func screens() async throws {
        #expect(Set(Self.rows.map { Maker($0.state.maker) }) == Set(Maker.allCases))
        #expect(Set(Self.rows.map { Status($0.state.status) }) == Set(Status.allCases))
        for row in Self.rows { await Self.screen(row.state).check(row.name, hasProblem: row.name == "not there") }
    }

    @Test("each state has its title, its sentence and its buttons")
    func contents() async throws {
        for row in Self.rows {
            let open = await Self.screen(row.state).open()
            #expect(open.walk.elements.first { $0.isHeader }?.label == row.title, "\(row.name)")
            #expect(open.walk.elements.filter { $0.role == .button }.map(\.label) == row.buttons, "\(row.name)")
            if let text = row.state.text { #expect(open.walk.has(Texts().string(text)), "\(row.name)") }
            #expect(!open.walk.labels.contains { $0.contains(Self.link.secret) }, "\(row.name)")
        }
    }

    @Test("contacts are loaded when the screen opens, and again after a failure")
    func fetches() async throws {
        let open = await Self.screen(JoinCallFlow(Self.link, for: 1)).open()
        #expect(open.effects.all == [.loadContacts])
        open.store.send(.loaded(.failure(Self.offline)))
        #expect(await open.walk.perform(.press, on: "Try again"))
        await open.store.settled()
        #expect(open.effects.all == [.loadContacts, .loadContacts])
    }

    @Test("the call of the link is answered when it rings, and the screen closes; other calls ring on")
    func rings() async throws {
        let ringing = await Self.screen(Self.asking, ringing: Self.ring()).open()
        await ringing.store.settled()
        #expect(ringing.effects.all.contains(.answer(7, isVideo: true)) && ringing.outward.told == ["leave"])
        let unverified = await Self.screen(Self.asking, ringing: Self.ring(isVerified: false)).open()
        await unverified.store.settled()
        #expect(unverified.effects.all == [.loadContacts] && unverified.outward.told == ["leave"])
        let other = await Self.screen(Self.asking, ringing: Self.ring(8)).open()
        #expect(other.store.state.status == .asking(isVideo: true) && other.outward.told.isEmpty)
        #expect(await other.walk.perform(.press, on: "Cancel"))
        #expect(other.store.state.status == .ready)
        #expect(await other.walk.perform(.press, on: "Join without camera"))
        #expect(await other.walk.perform(.press, on: "Join with camera"))
        #expect(other.outward.told == ["join false", "join true"])
    }
}
