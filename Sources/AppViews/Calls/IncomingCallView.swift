import ECallCalls
import ECallFlows
import ECallLanguage
import SwiftUI

/// An incoming call: the caller, the reasons to trust or doubt them, and the answers.
struct IncomingCallView: View {
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    let store: FlowStore<CallFlow>
    let call: IncomingCall
    let words: CallIncoming

    var body: some View {
        ScrollView {
            VStack(spacing: Metrics.wide) {
                Face(name: store.state.title)
                VStack(spacing: Metrics.gap) {
                    Phrase(words.name).font(.largeTitle).spoken(words.sentence).accessibilityAddTraits(.isHeader)
                    Phrase(words.kind).foregroundStyle(.secondary)
                    if let others = words.others { Phrase(others).foregroundStyle(.secondary) }
                    if let device = words.device { Phrase(of(device)).font(.footnote) }
                }
                .multilineTextAlignment(.center)
                ForEach(words.notes, id: \.self) { Notice($0, .problem) }
                VStack(spacing: Metrics.gap) {
                    ViewThatFits {
                        HStack(spacing: Metrics.space) {
                            decline
                            answer
                        }
                        VStack(spacing: Metrics.gap) {
                            decline
                            answer
                        }
                    }
                    ActionButton(words.otherAnswer, call.isVideo ? .cameraOff : .video) {
                        store.send(.answered(isVideo: !call.isVideo))
                    }
                    if words.canReply {
                        ActionButton(.incomingCannotTalk, .history) { store.send(.saidCannotTalk) }
                    }
                }
                .frame(maxWidth: Metrics.column)
            }
            .padding(Metrics.space)
            .frame(maxWidth: .infinity)
        }
    }

    private var decline: some View {
        ActionButton(.incomingDecline, .endCall, tone: .destructive) { store.send(.declined) }
    }

    private var answer: some View {
        ActionButton(.incomingAnswer, call.isVideo ? .video : .call, tone: .primary) {
            store.send(.answered(isVideo: call.isVideo))
        }
    }

    /// The name of the device, and the trust in it.
    private func of(_ device: DevicePast) -> Words {
        let name = device.name(locale: locale, timeZone: timeZone)
        return device.trustText(locale: locale, timeZone: timeZone).map { .trustWas(name: name, word: $0) } ?? name
    }
}
