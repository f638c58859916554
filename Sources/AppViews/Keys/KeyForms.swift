import ECallFlows
import ECallLanguage
import SwiftUI

/// The form to import a key pair.
struct KeyPairForm: View {
    let store: FlowStore<KeysFlow>

    private var isBusy: Bool { store.state.work != nil }

    var body: some View {
        Section {
            Field(.keysImportPrivate, text: store.binding(\.privateKey) { .typedPrivateKey(SecretText($0)) }, .long) {}
                .disabled(isBusy)
            Field(.keysImportPublic, text: store.binding(\.publicKey) { .typedPublicKey($0) }, .long) {}
                .disabled(isBusy)
            ActionButton(.keysImportDo, tone: .primary, isBusy: isBusy) { store.send(.imported) }
            ActionButton(.commonCancel) { store.send(.left) }
        } header: {
            Phrase(.keysImport)
        } footer: {
            Phrase(.keysImportLead)
        }
    }
}

/// A file with saved keys, and what opens it.
struct RestoreForm: View {
    let store: FlowStore<KeysFlow>
    let isFromOlderApp: Bool

    private var isBusy: Bool { store.state.work != nil }

    var body: some View {
        Section {
            Toggle(isOn: store.binding(\.isFromOlderApp) { .choseOlderApp($0) }) { Phrase(.keysRestoreOlder) }
                .disabled(isBusy)
            Field(
                isFromOlderApp ? .keysRestorePassword : .keysRestoreCode,
                text: store.binding(\.code) { .typedCode(SecretText($0)) }, isFromOlderApp ? .password : .recovery
            ) {
                store.send(.restored)
            }
            .disabled(isBusy)
            ActionButton(.keysRestoreDo, tone: .primary, isBusy: isBusy) { store.send(.restored) }
            ActionButton(.commonCancel) { store.send(.left) }
        } header: {
            Phrase(.keysRestore)
        } footer: {
            if !isFromOlderApp { Phrase(.keysRestoreLead) }
        }
    }
}

/// The code to write down, and the file that it opens.
struct PackageForm: View {
    let store: FlowStore<KeysFlow>
    let file: Data
    let code: SecretText
    let isSaved: Bool
    let saveFile: SaveFile

    var body: some View {
        Section {
            Phrase(.keysSaveLead)
            Text(verbatim: code.text)
                .font(.system(.headline, design: .monospaced))
                .textSelection(.enabled)
                .leftToRight()
            if isSaved {
                Notice(.keysSaveSaved, .success)
                ActionButton(.keysDone, tone: .primary) { store.send(.left) }
            } else {
                FileButton(.keysSaveFile, tone: .primary) {
                    switch await saveFile(file) {
                    case .saved: store.send(.savedPackage)
                    case .failed: store.send(.failedFile)
                    case .cancelled: break
                    }
                }
                ActionButton(.commonCancel) { store.send(.left) }
            }
        } header: {
            Phrase(.keysSave)
        }
    }
}

extension KeysFlow {
    fileprivate var privateKey: String { if case .pair(let key, _) = form { key.text } else { "" } }
    fileprivate var publicKey: String { if case .pair(_, let key) = form { key } else { "" } }
    fileprivate var code: String { if case .restoring(_, let code, _) = form { code.text } else { "" } }
    fileprivate var isFromOlderApp: Bool { if case .restoring(_, _, let isOlder) = form { isOlder } else { false } }
}
