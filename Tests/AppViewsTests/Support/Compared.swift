import ECallSecurity
import SwiftUI

/// Represents the numbers of a device, on a sheet over a call.
struct Compared: View {
    let device: DeviceAddress
    let leave: @MainActor () -> Void

    var body: some View {
        Text(verbatim: "Numbers of \(device)")
        Button(action: leave) { Text(verbatim: "Done") }
    }
}
