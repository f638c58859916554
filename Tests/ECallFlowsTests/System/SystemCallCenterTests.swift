import ECallAPI
import Foundation
import Testing

@testable import ECallFlows
@testable import ECallFlowsTestSupport

@Suite("The center of a phone's calls", .timeLimit(.minutes(1)))
@MainActor
struct SystemCallCenterTests {
    /// A library whose calls begin and end as specified.
    private struct Library: FlowEffects {
        typealias F = SystemCalls

        func perform(_ effect: SystemCalls.Effect) async -> SystemCalls.Action? {
            switch effect {
            case .goOnline: SystemSamples.incoming(at: .seconds(1))
            case .answer(let id, _): .entered(id, isIn: true, at: .seconds(2))
            default: nil
            }
        }
    }

    @Test("a push is reported before its handler returns, and becomes a call by itself")
    func runs() async {
        let system = PromptPhone()
        let center = SystemCallCenter(CallSystem(screen: system, pushes: system, audio: system), library: Library())
        system.center = center
        center.send(.launched)
        center.send(.pushed(SystemStory.push, isUnlocked: true, mustReport: true, at: .zero))
        #expect(system.said == [.takePushes, .askForPushes, .reportIncoming(SystemStory.uuid, SystemStory.bo)])
        await center.settled()
        #expect(system.said.last == .update(SystemStory.uuid, SystemStory.verifiedBo))
        system.act { $0.tap(.answer(SystemStory.uuid)) }
        await center.settled()
        #expect(
            system.said.suffix(3) == [.configureAudio(isVideo: true), .fulfill(PhoneDouble.action(1)), .startAudio])
        center.send(.wantsToHangUp)
        #expect(system.said.suffix(3).first == .request(.end(SystemStory.uuid)))
        #expect(system.said.suffix(2) == [.fulfill(PhoneDouble.action(2)), .stopAudio])
        await center.settled()
        #expect(center.state.call == nil && system.phone.breaches.isEmpty && system.phone.callsShown.isEmpty)
    }
}
