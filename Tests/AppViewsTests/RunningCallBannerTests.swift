import ECallAPI
import ECallCalls
import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("A running call above everything", .timeLimit(.minutes(1)))
struct RunningCallBannerTests {
    enum Case: CaseIterable {
        case none, here, elsewhere

        init(_ state: RunningCallFlow.State) {
            switch state {
            case .none: self = .none
            case .here: self = .here
            case .elsewhere: self = .elsewhere
            }
        }
    }

    private static func found(_ place: OngoingCall.Place) -> RunningCallFlow {
        let call = OngoingCall(id: 7, place: place, isVideo: true, people: [.init(id: 2, name: "Bo")])
        return RunningCallFlow().after(.looked(.success(call), at: .zero))
    }

    private static func screen(_ state: RunningCallFlow) -> Screen<RunningCallFlow> {
        Screen(state: state) { store, _ in RunningCallBanner(store: store) }
    }

    @Test("each place of a call is spoken, and each of its controls acts")
    func screens() async {
        let here = Self.found(.here)
        let states = [
            ("here", here), ("held elsewhere", Self.found(.elsewhere(isHeld: true))),
            ("lost elsewhere", Self.found(.elsewhere(isHeld: false))), ("returning", here.after(.returned)),
            ("leaving", here.after(.left)), ("failed", here.after(.left, .wasLeft(7, .offline))),
            ("over", here.after(.looked(.success(nil), at: .seconds(5)))),
        ]
        for (name, state) in states { await Self.screen(state).check(name) }
        #expect(Set((states.map(\.1) + [RunningCallFlow()]).map { Case($0.state) }) == Set(Case.allCases))
        #expect(await Self.screen(RunningCallFlow()).open().walk.elements.isEmpty)
    }

    @Test("a call on another device can be neither resumed nor left here")
    func heldElsewhere() async {
        let open = await Self.screen(Self.found(.elsewhere(isHeld: true))).open()
        #expect(open.walk.labels == ["You’re in a call with Bo on another device."])
        let lost = await Self.screen(Self.found(.elsewhere(isHeld: false))).open()
        #expect(await lost.walk.perform(.press, on: "Return here"))
        await lost.store.settled()
        #expect(lost.effects.all.last == .comeBack(7, isVideo: true))
    }
}
