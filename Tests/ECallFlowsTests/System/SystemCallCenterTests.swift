import ECallAPI
import Foundation
import Testing

@testable import ECallFlows

@Suite("The center of a phone's calls", .timeLimit(.minutes(1)))
@MainActor
struct SystemCallCenterTests {
    /// A phone that answers as soon as it is spoken to, which is sooner than Apple's.
    private final class System: SystemCallScreen, VoIPPushes, CallAudioSession {
        private(set) var phone = PhoneDouble()
        private(set) var said: [SystemCalls.Effect] = []
        weak var center: SystemCallCenter?

        func act(_ change: (inout PhoneDouble) -> Void) {
            change(&phone)
            while let answer = phone.nextAnswer() { center?.send(answer) }
        }

        private func take(_ effect: SystemCalls.Effect) {
            said.append(effect)
            act { $0.take([effect]) }
        }

        func reportIncoming(_ uuid: UUID, _ caller: SystemCaller) { take(.reportIncoming(uuid, caller)) }
        func update(_ uuid: UUID, _ caller: SystemCaller) { take(.update(uuid, caller)) }
        func reportEnded(_ uuid: UUID, _ end: SystemCallEnd) { take(.reportEnded(uuid, end)) }
        func reportConnecting(_ uuid: UUID) { take(.reportConnecting(uuid)) }
        func reportConnected(_ uuid: UUID) { take(.reportConnected(uuid)) }
        func fulfill(_ action: SystemCallAction.ID) { take(.fulfill(action)) }
        func fail(_ action: SystemCallAction.ID) { take(.fail(action)) }
        func request(_ request: SystemCallRequest) { take(.request(request)) }
        func take() { take(.takePushes) }
        func ask() { take(.askForPushes) }
        func configure() { take(.configureAudio) }
        func start() { take(.startAudio) }
        func stop() { take(.stopAudio) }
    }

    /// A library whose calls begin and end as they are told.
    private struct Library: FlowEffects {
        typealias F = SystemCalls

        func perform(_ effect: SystemCalls.Effect) async -> SystemCalls.Action? {
            switch effect {
            case .goOnline: CallSamples.incoming(at: .seconds(1))
            case .answer(let id, _): .entered(id, isIn: true, at: .seconds(2))
            default: nil
            }
        }
    }

    @Test("a push is reported before its handler returns, and a call comes of it by itself")
    func runs() async {
        let system = System()
        let center = SystemCallCenter(CallSystem(screen: system, pushes: system, audio: system), library: Library())
        system.center = center
        center.send(.launched)
        center.send(.pushed(SystemStory.push, isUnlocked: true, mustReport: true, at: .zero))
        #expect(system.said == [.takePushes, .askForPushes, .reportIncoming(SystemStory.uuid, SystemStory.bo)])
        await center.settled()
        #expect(system.said.last == .update(SystemStory.uuid, SystemStory.verifiedBo))
        system.act { $0.tap(.answer(SystemStory.uuid)) }
        await center.settled()
        #expect(system.said.suffix(3) == [.configureAudio, .fulfill(PhoneDouble.action(1)), .startAudio])
        center.send(.wantsToHangUp)
        #expect(system.said.suffix(3).first == .request(.end(SystemStory.uuid)))
        #expect(system.said.suffix(2) == [.fulfill(PhoneDouble.action(2)), .stopAudio])
        await center.settled()
        #expect(center.state.call == nil && system.phone.breaches.isEmpty && system.phone.callsShown.isEmpty)
    }
}
