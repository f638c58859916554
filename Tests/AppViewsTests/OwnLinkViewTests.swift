import ECallAPI
import ECallContacts
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Own links on a screen", .timeLimit(.minutes(1)))
struct OwnLinkViewTests {
    private nonisolated static let offline = ContactsError.server(Sample.offline)
    private nonisolated static let share = ContactsService.Share(
        token: "t", link: "https://calls.example.org/share/contact/t")

    private static func ways(_ outward: Outward) -> LinkSharing {
        LinkSharing(
            draw: {
                outward.tell("draw \($0)")
                return Image(systemName: "qrcode")
            }, copy: { outward.tell("copy \($0)") })
    }

    // MARK: - For one person

    private static func mine(_ state: AddContactFlow) -> Screen<AddContactFlow> {
        Screen(state: state) { store, outward in
            MyCodeView(
                store: store, ways: LinkSharing(draw: { _ in Image(systemName: "qrcode") }, copy: { outward.tell($0) })
            ) {
                outward.tell("personal")
            }
        }
    }

    @Test("the own link: every state is spoken, and everything on it leads somewhere")
    func ownScreens() async {
        let making = AddContactFlow().after(.wantedLink)
        for (name, state) in [
            ("none", AddContactFlow()), ("making", making), ("made", making.after(.linkMade(.success(Self.share)))),
            ("failed", making.after(.linkMade(.failure(Self.offline)))),
        ] {
            await Self.mine(state).check(name)
        }
    }

    @Test("004-27: that the own link is being made is shown, and where that fails it is tried again")
    func makesAgain() async {
        let making = AddContactFlow().after(.wantedLink)
        #expect(await Self.mine(making).open().walk.elements.contains { $0.role == .progress })
        let failed = await Self.mine(making.after(.linkMade(.failure(Self.offline)))).open()
        #expect(await failed.walk.perform(.press, on: "Try again"))
        #expect(failed.store.state.link == .making)
    }

    /// 004-26
    @Test("the own link is drawn as a code, copied, shared, and withdrawn once that is confirmed")
    func ownLink() async {
        let outward = Outward()
        let made = AddContactFlow().after(.wantedLink, .linkMade(.success(Self.share)))
        let effects = NotedEffects<AddContactFlow> { _ in .linkWithdrawn(nil) }
        let store = FlowStore(made, effects: effects)
        let walk = Walk(MyCodeView(store: store, ways: Self.ways(outward)) {})
        #expect(outward.told.contains("draw \(Self.share.link)") && walk.has("QR code of your link"))
        #expect(await walk.perform(.press, on: "Copy link") && walk.has("Copied"))
        #expect(outward.told.last(where: { !$0.hasPrefix("draw") }) == "copy \(Self.share.link)")
        #expect(await walk.perform(.press, on: "Share…") && walk.shared.map(\.absoluteString) == [Self.share.link])
        #expect(await walk.perform(.press, on: "Delete") && walk.has("Delete this link?"))
        #expect(await walk.perform(.press, on: "Cancel") && store.state.link == .made(Self.share))
        #expect(await walk.perform(.press, on: "Delete"))
        #expect(await walk.perform(.press, on: "Delete"))
        await store.settled()
        #expect(effects.all == [.withdraw(token: "t")] && walk.has("Create link"))
    }

    @Test("a code that cannot be drawn leaves the link as text")
    func noCode() {
        let made = AddContactFlow().after(.wantedLink, .linkMade(.success(Self.share)))
        let store = FlowStore(made, effects: NotedEffects<AddContactFlow>())
        let walk = Walk(MyCodeView(store: store, ways: LinkSharing(draw: { _ in nil }, copy: { _ in })) {})
        #expect(!walk.has("QR code of your link") && walk.has(Self.share.link))
    }

    // MARK: - For several people

    private nonisolated static func link(used: Int = 3, seconds: Int = 30 * 86_400) -> PersonalLink {
        PersonalLink(
            token: "t", maxUses: 10, usedCount: used, createdAt: noon, expiresAt: noon.advanced(bySeconds: seconds))
    }

    private static func flow(_ link: PersonalLink?) -> PersonalLinkFlow {
        PersonalLinkFlow().after(.opened, .loaded(1, .success(link)))
    }

    private static func personal(_ state: PersonalLinkFlow, _ then: [PersonalLinkFlow.Action] = []) -> Screen<
        PersonalLinkFlow
    > {
        Screen(state: state, then: then) { store, outward in
            PersonalLinkView(
                FlowPart(store), now: { noon },
                ways: LinkSharing(draw: { _ in Image(systemName: "qrcode") }, copy: { outward.tell($0) }),
                address: { "https://calls.example.org/share/contact/\($0)" }, tell: { outward.tell(Texts().string($0)) }
            )
            .inLondon()
        }
    }

    private static func states() -> [(String, PersonalLinkFlow, [PersonalLinkFlow.Action])] {
        let (off, on) = (flow(nil), flow(link()))
        return [
            ("loading", PersonalLinkFlow(), []),
            ("not loaded", PersonalLinkFlow(), [.loaded(1, .failure(offline))]), ("off", off, []), ("on", on, []),
            ("last day", flow(link(seconds: 7_300)), []), ("full", flow(link(used: 10)), []),
            ("over", flow(link(seconds: -60)), []), ("changing", on, [.startedChange]),
            ("asks to renew", on, [.askedToRenew]), ("asks to turn off", on, [.askedToTurnOff]),
            ("making", off, [.saved(at: noon)]),
            ("not made", off, [.saved(at: noon), .done(.make, .failure(offline))]),
            ("saving", on, [.startedChange, .saved(at: noon)]),
            ("not saved", on, [.startedChange, .saved(at: noon), .done(.change, .failure(offline))]),
            ("renewing", on, [.askedToRenew, .confirmed]),
            ("not renewed", on, [.askedToRenew, .confirmed, .done(.renew, .failure(offline))]),
            ("turning off", on, [.askedToTurnOff, .confirmed]),
        ]
    }

    @Test("the personal link: every state is spoken, and everything on it leads somewhere")
    func personalScreens() async {
        let loaded = Self.states().map { $0.1.after(.opened).after($0.2) }
        #expect(Set(loaded.map { LoadableCase($0.link) }) == Set(LoadableCase.allCases))
        #expect(Set(loaded.compactMap(\.work)).count == 4)
        for (name, state, then) in Self.states() {
            await Self.personal(state, then).check(
                name, hasProblem: then.contains { if case .done = $0 { true } else { false } })
        }
    }

    @Test("a personal link is turned on for so many people and so long, told, handed out, and ends in words")
    func personalLink() async {
        let open = await Self.personal(Self.flow(nil)).open()
        let walk = open.walk
        #expect(await walk.perform(.choose("5"), on: "Number of people"))
        #expect(await walk.perform(.choose("A week"), on: "Valid for"))
        #expect(await walk.perform(.press, on: "Turn on"))
        await open.store.settled()
        #expect(open.effects.all.last == .set(.make, PersonalLinkRequest(maxUses: 5, lifetime: 7 * 86_400)))
        open.store.send(.done(.make, .success(Self.link())))
        #expect(walk.has("Used by 3 of 10 people") && walk.has("Expires on 1 Apr 2026"))
        #expect(open.outward.told == ["Your personal link is on."] && open.store.state.notice == nil)
        #expect(await walk.perform(.press, on: "Copy link"))
        #expect(open.outward.told.last == "https://calls.example.org/share/contact/t")
        for (seconds, left) in [(7_300, "Valid for 2 hours"), (61, "Valid for 2 minutes")] {
            #expect(await Self.personal(Self.flow(Self.link(seconds: seconds))).open().walk.has(left))
        }
        let over = await Self.personal(Self.flow(Self.link(seconds: -60))).open().walk
        #expect(over.has("Expired on 2 Mar 2026.") && over.has("Extend") && !over.has("Copy link"))
    }
}

extension Flow {
    fileprivate func after(_ actions: [Action]) -> Self { actions.reduce(self) { $0.after($1) } }
}
