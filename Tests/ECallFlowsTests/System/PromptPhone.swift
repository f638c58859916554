import ECallAPI
import Foundation

@testable import ECallFlows
@testable import ECallFlowsTestSupport

/// A phone that answers as soon as it is spoken to, which is sooner than Apple's.
@MainActor
final class PromptPhone: SystemCallScreen, VoIPPushes, CallAudioSession {
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
    func configure(isVideo: Bool) { take(.configureAudio(isVideo: isVideo)) }
    func start() { take(.startAudio) }
    func stop() { take(.stopAudio) }
}
