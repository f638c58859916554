import ECallFlows
import ECallLanguage
import SwiftUI

extension View {
    /// Starts a waiting call once its permissions are known; asks first if no one would hear the person.
    ///
    /// - Parameter isJoining: for the call of a link. The question is shown above the card of that link.
    func beforeCalls(
        _ permissions: FlowStore<PermissionsFlow>, _ main: MainStores, isJoining: Bool = false
    ) -> some View {
        modifier(BeforeCalls(permissions: permissions, main: main, isJoining: isJoining))
    }
}

private struct BeforeCalls: ViewModifier {
    @Environment(\.texts) private var texts
    let permissions: FlowStore<PermissionsFlow>
    let main: MainStores
    let isJoining: Bool

    func body(content: Content) -> some View {
        let question = main.isJoining == isJoining ? permissions.state.question : nil
        let isAsked = question != nil
        content
            .onChange(of: permissions.state.call, initial: true) { _, call in
                if case .ready(let media) = call, main.isJoining == isJoining { main.begin(media) }
            }
            .alert(
                Text(verbatim: texts.string(.permissionsMicrophone)),
                isPresented: Binding(get: { isAsked }, set: { _ in })
            ) {
                Button(role: nil) {
                    permissions.send(.wentOnMute)
                } label: {
                    Phrase(.permissionsGoOn)
                }
                if permissions.state.statuses[.microphone] == .denied {
                    Button(role: nil) {
                        permissions.send(.openedSettings)
                    } label: {
                        Phrase(.permissionsAppSettings)
                    }
                }
                Button(role: .cancel) {
                    permissions.send(.cancelledCall)
                } label: {
                    Phrase(.commonCancel)
                }
            } message: {
                if let question { Phrase(question) }
            }
    }
}
