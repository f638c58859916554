import ECallAuthentication
import Foundation
import UIKit

extension DeviceDescription {
    /// The description of this phone. Its name is its kind, such as "iPhone": iOS gives the one that its owner chose to
    /// few apps.
    @MainActor
    static var phone: DeviceDescription {
        let device = UIDevice.current
        return DeviceDescription(
            name: device.name, systemName: device.systemName, systemVersion: device.systemVersion, model: hardware)
    }

    /// Apple's identifier of the model, such as "iPhone17,1" (uname(3)).
    private static var hardware: String {
        var system = utsname()
        guard uname(&system) == 0 else { return "" }
        return withUnsafeBytes(of: system.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
