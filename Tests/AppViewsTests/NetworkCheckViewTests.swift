import ECallCalls
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Checking the network on a screen", .timeLimit(.minutes(1)))
struct NetworkCheckViewTests {
    enum Stage: CaseIterable {
        case idle, running, finished, failed

        init(_ stage: NetworkCheckFlow.Stage) {
            switch stage {
            case .idle: self = .idle
            case .running: self = .running
            case .finished: self = .finished
            case .failed: self = .failed
            }
        }
    }

    private static let running = NetworkCheckFlow().after(.started)

    private static func ended(_ carriesCalls: Bool, _ sentences: [Words]) -> NetworkCheckFlow {
        running.after(.ended(1, .success(.init(carriesCalls: carriesCalls, sentences: sentences))))
    }

    private static func screen(_ state: NetworkCheckFlow) -> Screen<NetworkCheckFlow> {
        Screen(state: state) { store, _ in NetworkCheckView(store: store) }
    }

    @Test("every stage is spoken, and each of its controls acts")
    func screens() async {
        let step = Self.running.after(.reached(1, .init(number: 2, count: 5, text: .networkCheckStepLoss)))
        let states = [
            ("idle", NetworkCheckFlow()), ("running", Self.running), ("a step", step),
            ("good", Self.ended(true, [.networkCheckGood])),
            ("bad", Self.ended(false, [.networkCheckNoServer, .networkCheckNoWebSocket])),
            ("failed", Self.running.after(.ended(1, .failure(.signedOut)))),
        ]
        #expect(Set(states.map { Stage($0.1.stage) }) == Set(Stage.allCases))
        for (name, state) in states { await Self.screen(state).check(name) }
    }

    @Test("each step and then each result is announced, and the check can be repeated")
    func checks() async {
        let open = await Self.screen(NetworkCheckFlow()).open()
        #expect(await open.walk.perform(.press, on: "Check the network"))
        #expect(open.walk.has("Checking…"))
        open.store.send(.reached(1, .init(number: 2, count: 5, text: .networkCheckStepLoss)))
        #expect(open.walk.has("Measuring packet loss…"))
        open.store.send(.ended(1, .success(.init(carriesCalls: true, sentences: [.networkCheckGood]))))
        #expect(open.walk.has("This network is good enough for video calls."))
        #expect(await open.walk.perform(.press, on: "Check again"))
        #expect(await open.walk.perform(.press, on: "Cancel"))
        await open.store.settled()
        #expect(open.effects.all == [.check(1), .check(2), .cancel(2)])
    }
}
