import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// A call is over: why, and what can be done next.
struct EndedCallView: View {
    @Environment(\.locale) private var locale
    let store: FlowStore<CallFlow>
    let end: EndedCall

    var body: some View {
        ScrollView {
            VStack(spacing: Metrics.wide) {
                Face(name: store.state.title)
                VStack(spacing: Metrics.gap) {
                    Phrase(store.state.title).font(.title2)
                    Phrase(end.title).font(.headline).accessibilityAddTraits(.isHeader)
                    if let sentence = end.sentence { Phrase(sentence) }
                    if let seconds = end.seconds {
                        Phrase(.callLasted(time: DateFormatters.spokenDuration(seconds: seconds, locale: locale)))
                            .foregroundStyle(.secondary)
                    }
                }
                .multilineTextAlignment(.center)
                VStack(spacing: Metrics.gap) {
                    if let again = end.again {
                        ActionButton(again, store.state.call?.isVideo ?? false ? .video : .call, tone: .primary) {
                            store.send(.calledAgain)
                        }
                    }
                    ActionButton(.callClose) { store.send(.closed) }
                }
                .frame(maxWidth: Metrics.column)
            }
            .padding(Metrics.space)
            .frame(maxWidth: .infinity)
        }
    }
}
