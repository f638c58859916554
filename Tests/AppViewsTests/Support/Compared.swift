import ECallSecurity
import SwiftUI

/// Stands for the numbers of a device, on a sheet that a call shows.
struct Compared: View {
    let device: DeviceAddress
    let leave: @MainActor () -> Void

    var body: some View {
        Text(verbatim: "Numbers of \(device)")
        Button(action: leave) { Text(verbatim: "Done") }
    }
}
