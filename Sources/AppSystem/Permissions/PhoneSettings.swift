import Foundation
import UIKit

struct PhoneSettings: Sendable {
    enum Page: Sendable { case app, notifications }

    @MainActor
    func open(_ page: Page) {
        let text =
            switch page {
            case .app: UIApplication.openSettingsURLString
            case .notifications: UIApplication.openNotificationSettingsURLString
            }
        guard let url = URL(string: text) else { return }
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
    }
}
