public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The keys of this device: their fingerprint, saving them, and bringing others before the first sign-in.
public struct KeysView: View {
    private let store: FlowStore<KeysFlow>
    private let chooseFile: ChooseFile
    private let saveFile: SaveFile

    public init(store: FlowStore<KeysFlow>, chooseFile: @escaping ChooseFile, saveFile: @escaping SaveFile) {
        (self.store, self.chooseFile, self.saveFile) = (store, chooseFile, saveFile)
    }

    private var state: KeysFlow { store.state }

    public var body: some View {
        LoadableContent(state.keys, loading: .keysLoading) {
            store.send(.refreshed)
        } content: { keys in
            Form {
                if let problem = state.problem { Notice(problem.text, .problem) }
                if let key = keys.publicKey { FingerprintSection(key: key) }
                form
            }
        }
        .titled(.keysTitle)
        .task { store.send(.refreshed) }
        .sensoryFeedback(trigger: state.problem) { _, new in new == nil ? nil : .error }
    }

    @ViewBuilder private var form: some View {
        switch state.form {
        case .none: choices
        case .pair: KeyPairForm(store: store)
        case .restoring(_, _, let isFromOlderApp): RestoreForm(store: store, isFromOlderApp: isFromOlderApp)
        case .makingPackage:
            ProgressView { Phrase(.keysSaveMaking) }
            ActionButton(.commonCancel) { store.send(.left) }
        case .package(let file, let code, let isSaved):
            PackageForm(store: store, file: file, code: code, isSaved: isSaved, saveFile: saveFile)
        }
    }

    @ViewBuilder private var choices: some View {
        if state.canSave {
            Section {
                ActionButton(.keysSave, .key) { store.send(.askedForPackage) }
            } footer: {
                Phrase(.keysSaveText)
            }
        }
        if state.canBring {
            Section {
                ActionButton(.keysImport, .key) { store.send(.askedToImport) }
                FileButton(.keysRestore) {
                    switch await chooseFile() {
                    case .file(let data): store.send(.gavePackage(data))
                    case .failed: store.send(.failedFile)
                    case .cancelled: break
                    }
                }
            } footer: {
                Phrase(.keysNone)
            }
        }
    }
}

private struct FingerprintSection: View {
    let key: KeysFlow.PublicKey

    var body: some View {
        Section {
            Text(verbatim: key.fingerprint)
                .font(.system(.callout, design: .monospaced))
                .textSelection(.enabled)
                .leftToRight()
            Phrase(.keysLead).foregroundStyle(.secondary)
        } header: {
            Phrase(.keysNote)
        } footer: {
            Phrase(.keysDevice)
        }
    }
}
