import ECallAPI
import ECallAuthentication
import ECallCore
import ECallLanguage
import Testing

@testable import ECallFlows

@Suite("The flow of the whole app", .timeLimit(.minutes(1)))
struct RootFlowTests {
    private static let server = ServerChoice.of("https://calls.example.org")
    private static let ana = account("Ana")
    private static let unnamed = account("ana")
    private static let token = String(repeating: "t", count: 43)
    private static let contactLink = "https://calls.example.org/share/contact/\(token)"
    private static let callLink = "https://calls.example.org/#/call/7/3/\(token)"
    private static let suspension = APIClientError.server(
        code: ErrorCode.accountSuspended.rawValue, status: 403, title: "Suspended until May")
    private static let nothing = Badges.Counted(missed: [], requests: 0, seen: at(0))

    private static func account(_ name: String) -> Account {
        Account(
            userId: 1, deviceId: 2, displayName: name, email: "ana@example.net", phoneNumber: "", server: server.address
        )
    }

    private static func at(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }

    private static func counted(_ missed: [Int64], requests: Int = 0, seen: Int64?) -> RootFlow.Action {
        .counted(1, Badges.Counted(missed: missed.map(at), requests: requests, seen: seen.map(at)))
    }

    private static func run(_ rows: [(RootFlow.Action, [RootFlow.Effect])], from flow: RootFlow) -> RootFlow {
        FlowTable.run(rows, from: flow)
    }

    private static func loaded(_ account: Account?, kept: Account? = nil) -> RootFlow.Action {
        .loaded(.success(RootFlow.Start(account: account, kept: kept)))
    }

    private static let noServer = RootFlow(server: nil)
    private static let starting = run([(.started, [.load])], from: RootFlow(server: server))
    private static let unreadable = run([(.loaded(.failure(.storage(.locked))), [])], from: starting)
    private static let signIn = run([(loaded(nil), [])], from: starting)
    private static let keeping = run([(loaded(nil, kept: ana), [])], from: starting)
    private static let asking = run([(.askedToForget, [])], from: keeping)
    private static let name = run([(loaded(unnamed), [])], from: starting)
    private static let main = run([(loaded(ana), [.goOnline(1), .count(1)])], from: starting)
    private static let online = run([(counted([], seen: 0), []), (.wentOnline(1, nil), [.count(1)])], from: main)
    /// Nothing is in progress.
    private static let idle = run([(counted([], seen: 0), [])], from: online)

    // MARK: - Who is signed in

    /// 000-28
    @Test("the first start needs a server, and stored data then leads to its screen")
    func screens() {
        #expect(Self.noServer.screen == .server && Self.run([(.started, [])], from: Self.noServer) == Self.noServer)
        #expect(Self.starting.screen == .starting && Self.signIn.screen == .signIn && Self.signIn.notice == nil)
        #expect(Self.name.screen == .name(Self.unnamed) && Self.main.screen == .main(Self.ana))
        #expect(Self.keeping.screen == .signIn && Self.keeping.kept == Self.ana)
        #expect(Self.unreadable.screen == .unreadable(.storage(.locked)))
        #expect(Self.run([(.started, [.load])], from: Self.unreadable) == Self.starting)
        #expect(
            Self.run([(.signedIn(Self.ana), [.goOnline(1), .count(1)])], from: Self.signIn).screen == .main(Self.ana))
        #expect(
            Self.run([(.signedIn(Self.ana), [.goOnline(1), .count(1)])], from: Self.name).screen == .main(Self.ana))
    }

    @Test("an account without a name that skipped it is not asked at the next start")
    func skippedName() {
        let (load, enter) = ([RootFlow.Effect.load], [RootFlow.Effect.goOnline(1), .count(1)])
        for screen in [Self.name, Self.signIn] {
            let skipped = Self.run([(.signedIn(Self.unnamed), [.keepSkippedName(1)] + enter)], from: screen)
            #expect(skipped.screen == .main(Self.unnamed))
        }
        let start = RootFlow.Start(account: Self.unnamed, kept: nil, skipsName: true)
        let next = Self.run([(.started, load), (.loaded(.success(start)), enter)], from: RootFlow(server: Self.server))
        #expect(next.screen == .main(Self.unnamed))
    }

    @Test("a user signed out elsewhere reads why and keeps their keys; one who signed out reads that")
    func endings() {
        for action in [RootFlow.Action.connected(.signedOut(.refreshTokenExpired)), .wentOnline(1, .signedOut)] {
            let ended = Self.run([(action, [.end]), (action, []), (.ended(nil), [])], from: Self.idle)
            #expect(ended.screen == .signIn && ended.notice == .signInSignedOutByServer && ended.kept == Self.ana)
            let failed = Self.run([(action, [.end]), (.ended(.storage(.locked)), [])], from: Self.idle)
            #expect(failed.problem == .signIn(.storage(.locked)) && failed.screen == .signIn)
            #expect(Self.run([(.signedIn(Self.ana), [.goOnline(2), .count(2)])], from: ended).ending == nil)
        }
        let left = Self.run([(.signedOut, []), (.signedOut, [])], from: Self.idle)
        #expect(left.screen == .signIn && left.notice == .signInSignedOut && left.kept == nil)
        #expect(Self.run([(.signedOut, [])], from: Self.name).screen == .signIn)
        // Results that are still on their way belong to no one any more.
        let late = Self.run(
            [(.waited(1), []), (.connected(.online), []), (Self.counted([5], requests: 3, seen: 0), [])], from: left)
        #expect(late.badges == Badges() && late.screen == .signIn && late.bar.isEmpty)
        // Nor to whoever is signed in next.
        let next = Self.run(
            [
                (.signedIn(Self.ana), [.goOnline(2), .count(2)]), (.wentOnline(1, .signedOut), []), (.waited(1), []),
                (Self.counted([5], requests: 3, seen: 0), []), (.wentOnline(2, .offline), [.wait(2)]),
                (.waited(1), []), (.waited(2), [.goOnline(2)]),
            ], from: left)
        #expect(next.badges == Badges() && next.bar == [.mainOffline])
    }

    @Test("kept keys are removed after a question")
    func forgetting() {
        #expect(Self.asking.asksToForget)
        #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: Self.asking) == Self.keeping)
        let under = Self.run([(.confirmed, [.forget]), (.confirmed, []), (.askedToForget, [])], from: Self.asking)
        #expect(!under.asksToForget)
        let gone = Self.run([(.forgot(nil), [])], from: under)
        #expect(gone.kept == nil && gone.notice == .signInForgotten)
        let failed = Self.run([(.forgot(.damagedKeys), [])], from: under)
        #expect(failed.kept == Self.ana && failed.problem == .signIn(.damagedKeys))
        #expect(Self.run([(.askedToForget, []), (.confirmed, [.forget])], from: failed).problem == nil)
    }

    // MARK: - The connection

    @Test("a lost connection shows a bar during retries, and a suspension shows its reason")
    func bar() {
        #expect(Self.main.bar.isEmpty && Self.online.bar.isEmpty && Self.online.connection == .online)
        let lost = Self.run([(.connected(.connecting), [])], from: Self.idle)
        #expect(lost.bar.isEmpty && lost.connection == .connecting)
        let offline = Self.run([(.connected(.waiting(.seconds(2))), []), (.connected(.connecting), [])], from: lost)
        #expect(offline.bar == [.mainOffline] && offline.screen == .main(Self.ana))
        let back = Self.run([(.connected(.online), [.count(1)]), (.connected(.online), [])], from: offline)
        #expect(back.bar.isEmpty)
        let suspended = Self.run([(.connected(.suspended(Self.suspension)), [])], from: Self.idle)
        #expect(suspended.bar == [.verbatim("Suspended until May"), .mainSuspended])
        #expect(suspended.screen == .main(Self.ana))
        #expect(Self.run([(.connected(.online), [.count(1)])], from: suspended).bar.isEmpty)
    }

    @Test("an app that starts without a network retries after a pause, one try at a time")
    func tries() {
        let failed = Self.run([(.waited(1), []), (.wentOnline(1, .offline), [.wait(1)])], from: Self.main)
        #expect(failed.bar == [.mainOffline])
        let again = Self.run([(.waited(1), [.goOnline(1)]), (.waited(1), [])], from: failed)
        let suspended = Self.run([(.wentOnline(1, .suspended(.verbatim("x"))), [.wait(1)])], from: again)
        #expect(suspended.bar == [.verbatim("x"), .mainSuspended])
        #expect(Self.run([(.waited(1), [.goOnline(1)]), (.wentOnline(1, nil), [])], from: suspended).bar.isEmpty)
    }

    // MARK: - Badges

    @Test("calls missed since the user last looked are counted, with one request at a time")
    func badges() {
        let some = Self.run(
            [(.badgesChanged, [.count(1)]), (Self.counted([9, 7, 3], requests: 2, seen: 5), [])], from: Self.idle)
        #expect(some.badges.missedCalls == 2 && some.badges.requests == 2)
        let seen = Self.run([(.sawCalls, [.keepSeen(Self.at(9))]), (.sawCalls, [])], from: some)
        #expect(seen.badges.missedCalls == 0 && seen.badges.requests == 2)
        // An answer from before the person looked restores nothing.
        let late = Self.run([(.badgesChanged, [.count(1)]), (Self.counted([9, 7], seen: 5), [])], from: seen)
        #expect(late.badges.missedCalls == 0)
        let next = Self.run([(.badgesChanged, [.count(1)]), (Self.counted([11, 9], seen: 9), [])], from: late)
        #expect(next.badges.missedCalls == 1)
        // A change during a count leads to one more count.
        _ = Self.run(
            [
                (.badgesChanged, [.count(1)]), (.badgesChanged, []), (.badgesChanged, []),
                (.counted(1, nil), [.count(1)]),
                (.counted(1, nil), []),
            ], from: next)
        // Without an answer they stay.
        #expect(Self.run([(.badgesChanged, [.count(1)]), (.counted(1, nil), [])], from: next).badges == next.badges)
    }

    @Test("a new device starts without missed calls, and counts the first one it misses")
    func firstBadges() {
        let new = Self.run([(Self.counted([9, 7], seen: nil), [.keepSeen(Self.at(9))])], from: Self.main)
        #expect(new.badges.missedCalls == 0)
        let empty = Self.run([(Self.counted([], seen: nil), [.keepSeen(Self.at(0))])], from: Self.main)
        let missed = Self.run([(.badgesChanged, [.count(1)]), (Self.counted([3], seen: nil), [])], from: empty)
        #expect(missed.badges.missedCalls == 1)
    }

    @Test("a badge is shortened to fit", arguments: [(0, nil), (1, "1"), (99, "99"), (100, "99+"), (5000, "99+")])
    func badgeTexts(count: Int, text: String?) {
        #expect(Badges.text(count).map { Texts(.english).string($0) } == text)
    }

    // MARK: - Links

    /// 003-28, 004-10, 004-31
    @Test("a link is kept during sign-in and naming, and opened once")
    func links() {
        let call = CallLink(call: 7, maker: 3, secret: Self.token)
        for (text, link, explanation) in [
            (" \(Self.contactLink)\n", OpenedLink.contact(Self.contactLink), Text.signInExplainLink),
            ("ecall://contact/\(Self.token)", .contact("ecall://contact/\(Self.token)"), .signInExplainLink),
            (Self.callLink, .call(call), .signInExplainCallLink),
        ] {
            let opened = RootFlow.Action.opened(OpenedText(text))
            let waiting = Self.run([(opened, []), (.followedLink, [])], from: Self.signIn)
            #expect(waiting.destination == nil && waiting.notice == explanation)
            let signedIn = Self.run([(.signedIn(Self.ana), [.goOnline(1), .count(1)])], from: waiting)
            #expect(signedIn.destination == link)
            #expect(Self.run([(.followedLink, [])], from: signedIn).destination == nil)
            #expect(Self.run([(opened, [])], from: Self.idle).destination == link)
            #expect(
                Self.run([(opened, []), (.signedIn(Self.ana), [.goOnline(1), .count(1)])], from: Self.name).destination
                    == link)
            // Before anything is read, and through being signed out elsewhere.
            let early = Self.run(
                [(opened, []), (Self.loaded(Self.ana), [.goOnline(1), .count(1)])], from: Self.starting)
            #expect(early.destination == link)
            let ended = Self.run([(.connected(.signedOut(nil)), [.end])], from: early)
            #expect(ended.destination == nil && ended.notice == .signInSignedOutByServer)
            #expect(Self.run([(.signedIn(Self.ana), [.goOnline(2), .count(2)])], from: ended).destination == link)
            // Someone who signs out takes no link along.
            #expect(
                Self.run([(.signedOut, []), (.signedIn(Self.ana), [.goOnline(2), .count(2)])], from: early).destination
                    == nil
            )
            // The first start: it waits for the server.
            let unread = Self.run([(opened, [])], from: Self.noServer)
            let next = RootFlow(server: Self.server, opened: unread.waitingLink)
            let main = Self.run([(.started, [.load]), (Self.loaded(Self.ana), [.goOnline(1), .count(1)])], from: next)
            #expect(main.destination == link)
        }
    }

    @Test(
        "the newest link counts, and an invalid one is refused with its error and changes nothing else")
    func refusedLinks() {
        let first = Self.run([(.opened(OpenedText(Self.contactLink)), [])], from: Self.idle)
        let rows: [(String, OpenedLink.Problem)] = [
            ("https://other.example/share/contact/\(Self.token)", .otherServer(host: "other.example")),
            ("https://other.example/#/call/7/3/\(Self.token)", .otherServer(host: "other.example")),
            ("https://calls.example.org/#/call/7/3", .damagedCall),
            ("https://calls.example.org/share/contact/short", .contact(.malformedToken)),
            ("https://calls.example.org/", .contact(.notAContactLink)), ("ecall://open", .contact(.notAContactLink)),
            ("", .contact(.empty)), ("Hello", .contact(.notALink)),
        ]
        for (text, problem) in rows {
            let refused = Self.run([(.opened(OpenedText(text)), [])], from: first)
            #expect(refused.problem == .link(problem) && refused.destination == first.destination, "\(text)")
            #expect(Self.run([(.sawProblem, [])], from: refused) == first)
            #expect(Texts(.english).string(problem.text).hasSuffix("."))
        }
        let second = Self.run([(.opened(OpenedText(Self.callLink)), [])], from: first)
        #expect(second.destination == .call(CallLink(call: 7, maker: 3, secret: Self.token)))
    }

    @Test("the secret of a link is not printed with the state, an action or the link")
    func secrets() throws {
        for text in [Self.contactLink, Self.callLink] {
            let opened = OpenedText(text)
            let main = Self.run([(.opened(opened), [])], from: Self.idle)
            let waiting = Self.run([(.opened(opened), [])], from: Self.noServer)
            var dumped = ""
            dump(main, to: &dumped)
            dump(waiting, to: &dumped)
            dump(RootFlow.Action.opened(opened), to: &dumped)
            dumped += "\(main) \(waiting) \(String(reflecting: main)) \(try #require(main.destination)) \(opened)"
            dumped += "\(RootFlow.Action.opened(opened))"
            #expect(!dumped.contains(Self.token))
        }
    }

    // MARK: - All of it

    @Test("each state accepts the actions that it offers, once, and no others")
    func everyState() {
        let link: (RootFlow.Action, [RootFlow.Effect]) = (.opened(OpenedText(Self.contactLink)), [])
        let signedIn: (RootFlow.Action, [RootFlow.Effect]) = (.signedIn(Self.ana), [.goOnline(1), .count(1)])
        let missed = Self.run([(.badgesChanged, [.count(1)]), (Self.counted([9], seen: 5), [])], from: Self.idle)
        let linked = Self.run([(.opened(OpenedText(Self.callLink)), [])], from: Self.idle)
        let refused = Self.run([(.opened(OpenedText("Hello")), [])], from: Self.idle)
        FlowTable.check(
            [
                .init("no server", Self.noServer, [link]),
                .init("before it starts", RootFlow(server: Self.server), [link, (.started, [.load])]),
                .init("starting", Self.starting, [link]),
                .init("unreadable", Self.unreadable, [link, (.started, [.load])]),
                .init("sign-in", Self.signIn, [link, signedIn]),
                .init("sign-in, keys kept", Self.keeping, [link, signedIn, (.askedToForget, [])]),
                .init(
                    "asking to forget", Self.asking,
                    [link, signedIn, (.confirmed, [.forget]), (.thoughtBetter, [])]),
                .init("name", Self.name, [link, signedIn, (.signedOut, [])]),
                .init("main", Self.idle, [link, (.signedOut, [])]),
                .init("missed calls", missed, [link, (.signedOut, []), (.sawCalls, [.keepSeen(Self.at(9))])]),
                .init("a link", linked, [link, (.signedOut, []), (.followedLink, [])]),
                .init("a problem", refused, [link, (.signedOut, []), (.sawProblem, [])]),
            ],
            among: [
                .started, .signedIn(Self.ana), .signedOut, .askedToForget, .confirmed, .thoughtBetter, .sawCalls,
                link.0, .followedLink, .sawProblem,
            ])
    }
}
