import ECallAPI
import ECallFlows
import SwiftUI

/// The camera for codes, on a sheet.
struct ScanSheet: View {
    /// The device whose code is expected; nil accepts any code that leads somewhere.
    let aim: ScannedCode.Aim?
    /// The people in the running call, whose devices can be compared too.
    var present: [UserID: String] = [:]
    let main: MainStores
    let phone: any AppPhone
    /// The sheet must close with it.
    let found: @MainActor (ScannedCode) -> Void
    let leave: @MainActor () -> Void

    var body: some View {
        Held {
            main.flows.scan(as: main.account, for: aim, present: present, over: phone.scanner)
        } content: { store in
            ScanView(store: store, found: found, leave: leave) { phone.scannerPreview }
        }
    }
}
