import ECallFlows
import ECallLanguage
import ECallSecurity
import KeyDistribution
import SwiftUI

/// The people who can hear this person, and how they are known; the protection against quantum computers, and what the server
/// could do.
struct ProtectionPanel: View {
    @Environment(\.texts) private var texts
    let store: FlowStore<CallFlow>
    let compare: @MainActor (DeviceAddress) -> Void

    private var protection: CallProtection { store.state.protection }

    var body: some View {
        List {
            Section {
                Labelled(protection.lock.sentence, protection.lock.symbol).font(.headline)
                if protection.lock == .waiting { Phrase(.protectionWait) }
            }
            // Until someone has shown that they hear this person, that part is left out.
            if protection.lock == .protected || protection.lock == .keptOut {
                hearing
                keptOut
                unheard
            }
            held
            if !protection.hearing.isEmpty || !protection.keptOut.isEmpty {
                quantum
                server
            }
        }
    }

    private var hearing: some View {
        part(.protectionHear) {
            if protection.hearing.isEmpty { Phrase(.protectionNobody) }
            ForEach(protection.hearing) { device($0) }
            if !protection.recorders.isEmpty {
                Labelled(.callRecordedBy(names: names(protection.recorders)), .recording)
                Phrase(.protectionRecording).font(.footnote).foregroundStyle(.secondary)
            }
        }
    }

    @ViewBuilder private var keptOut: some View {
        if !protection.keptOut.isEmpty {
            part(.protectionKeptOut) {
                ForEach(protection.keptOut) { one in
                    Labelled(.protectionKeepsOut(name: one.name), .problem)
                    device(one)
                }
            }
        }
    }

    @ViewBuilder private var unheard: some View {
        if !protection.unheard.isEmpty {
            part(.protectionUnheard) {
                ForEach(Array(protection.unheard.enumerated()), id: \.offset) { Phrase($0.element) }
            }
        }
    }

    @ViewBuilder private var held: some View {
        if !protection.held.isEmpty {
            part(.protectionHeld) { ForEach(protection.held) { device($0) } }
        }
    }

    private func device(_ device: CallProtection.Device) -> some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            DeviceWords(device: device)
            if store.state.phase.isInCall { DeviceActions(store: store, device: device, compare: compare) }
        }
    }

    private var quantum: some View {
        let weak = protection.notPostQuantum
        return part(weak.isEmpty ? .protectionQuantumSafe : .protectionQuantumUnsafe) {
            Phrase(weak.isEmpty ? .protectionQuantumSafeText : .protectionQuantumUnsafeText)
            if !weak.isEmpty { Phrase(.protectionQuantumOthers(names: names(weak))) }
        }
    }

    private var server: some View {
        part(.protectionServer) {
            Phrase(.protectionServerSees)
            if !protection.uncompared.isEmpty {
                Phrase(.protectionServerBetween(names: names(protection.uncompared)))
            }
        }
    }

    private func part(_ title: Words, @ViewBuilder content: () -> some View) -> some View {
        Section {
            content()
        } header: {
            Phrase(title)
        }
    }

    private func names(_ people: [Words]) -> String { people.map(texts.string).joined(separator: ", ") }
}

/// The trust in a device, its name, and what to do about it.
private struct DeviceWords: View {
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    let device: CallProtection.Device

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.small) {
            Labelled(
                device.trustText(locale: locale, timeZone: timeZone),
                device.trust.isHeld ? .problem : device.trust == .verified ? .verified : .device)
            if let advice = device.advice { Phrase(advice).font(.footnote) }
            if let past = device.past {
                Phrase(past.name(locale: locale, timeZone: timeZone)).font(.footnote).foregroundStyle(.secondary)
            }
        }
        .accessibilityElement(children: .combine)
    }
}
