import ECallFlows
import ECallLanguage
import ECallSecurity
import SwiftUI

/// Notices and questions during a call, one question at a time.
struct CallInterruptions: View {
    let store: FlowStore<CallFlow>
    let compare: @MainActor (DeviceAddress) -> Void

    private var state: CallFlow { store.state }

    var body: some View {
        // Large text must not push the stage off the screen.
        ViewThatFits(in: .vertical) {
            all
            ScrollView { all }
        }
        .calm(state.requests)
        .calm(state.heldDevice)
    }

    private var all: some View {
        VStack(spacing: Metrics.gap) {
            if let note = state.qualityNote { Notice(note, .problem) }
            ForEach(state.mediaTexts, id: \.self) { Notice($0, .problem) }
            if state.phase.isInCall {
                if state.isHandRaised {
                    Banner(.handYours, .hand) { ActionButton(.handLower) { store.send(.raisedHand(false)) } }
                }
                if let request = state.requests.first { asked(request) }
                if let device = state.heldDevice { HeldQuestion(store: store, device: device, compare: compare) }
            }
        }
    }

    private func asked(_ request: CallRequest) -> some View {
        Banner(request.text, request.kind == .mute ? .muted : .add) {
            ActionButton(request.accept, tone: .primary, isBusy: request.kind != .mute && state.invite.isBusy) {
                store.send(.accepted(request.id))
            }
            // The control of the microphone is called the same.
            .spoken(
                request.kind == .mute
                    ? .commonTwoSentences(first: request.text, second: request.accept) : request.accept)
            ActionButton(.noticesDismiss) { store.send(.dismissed(request.id)) }
        }
    }
}
