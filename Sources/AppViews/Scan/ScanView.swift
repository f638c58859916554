import ECallContacts
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Scanning a QR code by the camera, or in a picture.
public struct ScanView<Preview: View>: View {
    @Environment(\.scenePhase) private var scenePhase
    private let store: FlowStore<ScanFlow>
    private let preview: Preview
    private let found: @MainActor (ScannedCode) -> Void
    private let leave: @MainActor () -> Void

    /// - Parameters:
    ///   - preview: what the camera sees; shown while it is on.
    ///   - found: the screen leaves with it.
    public init(
        store: FlowStore<ScanFlow>, found: @escaping @MainActor (ScannedCode) -> Void,
        leave: @escaping @MainActor () -> Void, @ViewBuilder preview: () -> Preview
    ) {
        (self.store, self.found, self.leave, self.preview) = (store, found, leave, preview())
    }

    private var state: ScanFlow { store.state }

    public var body: some View {
        NavigationStack {
            ScrollView {
                VStack(alignment: .leading, spacing: Metrics.space) {
                    Phrase(state.lead).foregroundStyle(.secondary)
                    if state.canStopCamera {
                        preview
                            .aspectRatio(1, contentMode: .fit)
                            .clipShape(RoundedRectangle(cornerRadius: Metrics.radius))
                            .spoken(.scanPreview)
                    }
                    if let status = state.status { Phrase(status) }
                    ScanProblem(store: store)
                    ScanChoices(store: store)
                }
                .padding(Metrics.space)
                .frame(maxWidth: Metrics.column)
            }
            .titled(state.title)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { IconButton(.callClose, .decline, action: leave) }
            }
        }
        .calm(state.stage)
        .sensoryFeedback(trigger: state.stage) { _, stage in if case .found = stage { .success } else { nil } }
        .sensoryFeedback(trigger: state.problem) { _, problem in problem == nil ? nil : .error }
        .onAppear { store.send(.shown) }
        .onDisappear { store.send(.hidden) }
        .onChange(of: scenePhase) { _, phase in
            switch phase {
            case .active: store.send(.shown)
            case .background: store.send(.hidden)
            default: break
            }
        }
        .onChange(of: state.stage, initial: true) { _, stage in if case .found(let code) = stage { found(code) } }
    }
}

/// Why nothing was scanned, and what helps.
private struct ScanProblem: View {
    let store: FlowStore<ScanFlow>

    var body: some View {
        if let problem = store.state.problem {
            ProblemNotice(problem.title, problem.text)
        } else if let failure = store.state.namesFailure {
            Notice(failure.text, .problem)
        }
        if store.state.canOpenSettings {
            ActionButton(.scanSettings, .settings, tone: .primary) { store.send(.askedForSettings) }
        }
    }
}

/// The available actions: one of several codes, the camera, a picture.
private struct ScanChoices: View {
    let store: FlowStore<ScanFlow>

    private var state: ScanFlow { store.state }

    var body: some View {
        if case .choosing(let codes) = state.stage {
            ForEach(codes, id: \.self) { code in
                ActionButton(state.label(of: code), .code) { store.send(.chose(code)) }
            }
        }
        if case .on(_?) = state.stage {
            Toggle(isOn: store.binding(\.isTorchOn) { .setTorch($0) }) { Labelled(.scanTorch, .torch) }
                .frame(minHeight: Metrics.target)
        }
        if state.canScanAgain {
            ActionButton(.scanAgain, .renew) { store.send(.scannedAgain) }
        } else if state.canStartCamera {
            ActionButton(.scanStart, .camera, tone: .primary) { store.send(.startedCamera) }
        }
        if state.canStopCamera { ActionButton(.scanStop, .decline) { store.send(.stoppedCamera) } }
        if state.canPickPicture { ActionButton(.scanFile, .picture) { store.send(.askedForPicture) } }
    }
}

extension ScanFlow {
    fileprivate var isTorchOn: Bool { if case .on(true?) = stage { true } else { false } }
}
