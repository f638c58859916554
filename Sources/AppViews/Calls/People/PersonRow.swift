import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import ECallSecurity
import KeyDistribution
import SwiftUI

/// A person of a call: their name, their state, and the actions about them.
struct PersonRow: View {
    @Environment(\.texts) private var texts
    let store: FlowStore<CallFlow>
    let row: CallPeople.Row
    let compare: @MainActor (DeviceAddress) -> Void

    private var person: CallParticipant { row.person }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            Row(row.name, note: facts) {
                Avatar(name: person.name)
            } accessory: {
                if person.trust?.isHeld ?? false { Drawing(.problem) }
                if person.trust == .verified { Drawing(.verified).foregroundStyle(.green) }
                if person.status.isIn, person.isMuted { Drawing(.muted) }
                if row.offers.contains(.callAgain) {
                    IconButton(.peopleCall(name: row.name), .call) { store.send(.rangAgain(person.user)) }
                        .disabled(store.state.invite.isBusy)
                }
                if !inMenu.isEmpty { menu }
            }
            if row.offers.contains(.setVolume) {
                VolumeSlider(name: row.name, percent: person.volume) { store.send(.setVolume($0, of: person.user)) }
            }
        }
    }

    private var facts: Words? {
        row.facts.isEmpty ? nil : .verbatim(row.facts.map(texts.string).joined(separator: ", "))
    }

    private var inMenu: [CallPeople.Offer] { row.offers.filter { $0 != .callAgain && $0 != .setVolume } }

    private var menu: some View {
        Menu {
            ForEach(Array(inMenu.enumerated()), id: \.offset) { item($0.element) }
        } label: {
            Labelled(.peopleMore(name: row.name), .more).labelStyle(.iconOnly).target()
        }
    }

    @ViewBuilder private func item(_ offer: CallPeople.Offer) -> some View {
        let user = person.user
        switch offer {
        case .muteForMe: item(.peopleMuteForMe, .unheard) { store.send(.setHeard(false, of: user)) }
        case .hearAgain: item(.peopleHearAgain, .loudspeaker) { store.send(.setHeard(true, of: user)) }
        case .pin: item(.peoplePin, .pin) { store.send(.pinned(.person(user))) }
        case .unpin: item(.peopleUnpin, .unpin) { store.send(.pinned(nil)) }
        case .compare(let device): item(.peopleVerify, .compare) { compare(device) }
        case .isTheirs(let device):
            item(.heldItsThem(name: row.name), .accept) { store.send(.isTheirs(device)) }
                .disabled(store.state.busyDevices.contains(device))
        case .askToMute: item(.peopleAskToMute, .muted) { store.send(.askedToMute(user)) }
        case .remove: item(.peopleRemove, .remove, .destructive) { store.send(.wantedToRemove(user)) }
        case .stopCalling: item(.peopleStopCalling, .decline) { store.send(.stoppedCalling(user)) }
        case .setVolume, .callAgain: EmptyView()
        }
    }

    private func item(
        _ words: Words, _ symbol: Symbol, _ role: ButtonRole? = nil, _ action: @escaping @MainActor () -> Void
    ) -> some View {
        Button(role: role, action: action) { Labelled(words, symbol) }
    }
}

/// A person's volume here. While a finger drags it, it stays under the finger.
private struct VolumeSlider: View {
    @Environment(\.texts) private var texts
    @Environment(\.locale) private var locale
    @State private var moved: Double?
    let name: Words
    let percent: Int
    let choose: @MainActor (Int) -> Void

    private static let step = 10.0

    var body: some View {
        let shown = moved ?? Double(percent)
        HStack(spacing: Metrics.gap) {
            Drawing(.loudspeaker)
            Slider(value: value, in: Self.range, step: Self.step) { Phrase(.peopleVolumeOf(name: name)) }
                .accessibilityValue(Text(verbatim: Self.words(shown, locale)))
        }
        .frame(minHeight: Metrics.target)
        .onChange(of: percent) { _, _ in moved = nil }
    }

    private static let range = Double(CallParticipant.volumes.lowerBound)...Double(CallParticipant.volumes.upperBound)

    private static func words(_ percent: Double, _ locale: Locale) -> String {
        (percent / 100).formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    private var value: Binding<Double> {
        let (moved, percent, choose) = ($moved, percent, choose)
        return Binding(
            get: { @MainActor @Sendable in moved.wrappedValue ?? Double(percent) },
            set: { @MainActor @Sendable new in
                moved.wrappedValue = new
                choose(Int(new))
            })
    }
}
