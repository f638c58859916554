import ECallFlows
import ECallLanguage
import ECallMedia
import SwiftUI

/// The choice of the audio output.
struct LoudspeakerMenu: View {
    let store: FlowStore<CallFlow>

    var body: some View {
        Menu {
            Picker(selection: chosen) {
                Phrase(.outputSystem).tag(nil as String?)
                ForEach(store.state.loudspeakers, id: \.id) { one in Phrase(one.words).tag(one.id as String?) }
                if let absent { Phrase(.captureAbsent(name: absent.name)).tag(absent.id as String?) }
            } label: {
                Phrase(.outputTitle)
            }
        } label: {
            CallControlLabel(.outputTitle, .loudspeaker)
        }
    }

    /// A chosen device that is not connected: the system's default is used meanwhile.
    private var absent: ChosenDevice? {
        guard let wish = store.state.wishes.loudspeaker, let devices = store.state.devices else { return nil }
        return wish.found(as: .loudspeaker, in: devices) == nil ? wish : nil
    }

    private var chosen: Binding<String?> {
        store.binding { state in
            guard let wish = state.wishes.loudspeaker else { return nil }
            return state.devices.flatMap { wish.found(as: .loudspeaker, in: $0)?.id } ?? wish.id
        } _: { [absent, loudspeakers = store.state.loudspeakers] id in
            let found = loudspeakers.first { $0.id == id }.map(ChosenDevice.init)
            return .choseLoudspeaker(found ?? (id == absent?.id ? absent : nil))
        }
    }
}

extension MediaDevice {
    fileprivate var words: Words { name.isEmpty ? .outputUnnamed : .verbatim(name) }
}
