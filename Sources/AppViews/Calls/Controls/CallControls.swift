import ECallFlows
import ECallLanguage
import ECallMedia
import SwiftUI

/// The controls for the own microphone and camera and for the call, in two rows if one is too narrow.
struct CallControls: View {
    let store: FlowStore<CallFlow>

    private var state: CallFlow { store.state }

    var body: some View {
        ViewThatFits {
            HStack(spacing: Metrics.gap) {
                media
                rest
            }
            VStack(spacing: Metrics.gap) {
                HStack(spacing: Metrics.gap) { media }
                HStack(spacing: Metrics.gap) { rest }
            }
        }
    }

    @ViewBuilder private var media: some View {
        CallControl(
            state.isMuted ? .callUnmute : .callMute, state.isMuted ? .muted : .microphone,
            tone: state.isMuted ? .off : .plain
        ) {
            store.send(.muted(!state.isMuted))
        }
        CallControl(
            state.isCameraOn ? .callTurnCameraOff : .callTurnCameraOn, state.isCameraOn ? .video : .cameraOff,
            tone: state.isCameraOn ? .plain : .off
        ) {
            store.send(.turnedCamera(isOn: !state.isCameraOn))
        }
        if state.canFlip { CallControl(.captureFlip, .flip) { store.send(.flippedCamera) } }
        if !state.loudspeakers.isEmpty { LoudspeakerMenu(store: store) }
    }

    @ViewBuilder private var rest: some View {
        CallControl(state.peopleList.button, .people) {
            store.send(.opened(state.panel == .people ? nil : .people))
        }
        if state.phase.isInCall { MoreMenu(store: store) }
        CallControl(.callEndCall, .endCall, tone: .end) { store.send(.hungUp) }
    }
}

/// A round sign to press.
struct CallControl: View {
    enum Tone {
        case plain
        /// The others receive nothing from it.
        case off
        case end
    }

    private let words: Words
    private let symbol: Symbol
    private let tone: Tone
    private let action: @MainActor () -> Void

    init(_ words: Words, _ symbol: Symbol, tone: Tone = .plain, action: @escaping @MainActor () -> Void) {
        (self.words, self.symbol, self.tone, self.action) = (words, symbol, tone, action)
    }

    var body: some View {
        Button(role: tone == .end ? .destructive : nil, action: action) { CallControlLabel(words, symbol, tone) }
            .buttonStyle(.borderless)
    }
}

struct CallControlLabel: View {
    private let words: Words
    private let symbol: Symbol
    private let tone: CallControl.Tone

    init(_ words: Words, _ symbol: Symbol, _ tone: CallControl.Tone = .plain) {
        (self.words, self.symbol, self.tone) = (words, symbol, tone)
    }

    var body: some View {
        let label = Labelled(words, symbol).labelStyle(.iconOnly).font(.title2).padding(Metrics.small).target()
        switch tone {
        case .plain: label.background(.regularMaterial, in: Circle())
        case .off: label.foregroundStyle(.red).background(.regularMaterial, in: Circle())
        case .end: label.foregroundStyle(.white).background(.red, in: Circle())
        }
    }
}
