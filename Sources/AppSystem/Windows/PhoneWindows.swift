import SwiftUI
import UIKit

/// The windows of the app: the one that SwiftUI makes, and one above it and all of its sheets.
@MainActor
final class PhoneWindows {
    private var above: (window: UIWindow, content: UIHostingController<AnyView>)?

    /// Shows a view above all others; nil removes it.
    func showAbove(_ view: AnyView?) {
        guard let view else { return takeAway() }
        if let above, above.window.windowScene != nil {
            above.content.rootView = view
            return
        }
        guard let scene else { return }
        let (window, content) = (UIWindow(windowScene: scene), UIHostingController(rootView: view))
        window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
        window.rootViewController = content
        // The keyboard of a field below goes, too.
        window.makeKeyAndVisible()
        above = (window, content)
    }

    /// The window that the person sees.
    var front: UIWindow? { above?.window ?? main }

    /// The controller that a sheet can be presented on.
    var frontController: UIViewController? {
        var controller = front?.rootViewController
        while let presented = controller?.presentedViewController { controller = presented }
        return controller
    }

    private func takeAway() {
        above?.window.isHidden = true
        above = nil
        main?.makeKey()
    }

    private var main: UIWindow? {
        guard let windows = scene?.windows.filter({ !$0.isHidden && $0 !== above?.window }) else { return nil }
        return windows.first { $0.isKeyWindow } ?? windows.first
    }

    /// The app has one; a push may start it before there is one.
    private var scene: UIWindowScene? {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        return scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
    }
}
