import Testing
@_spi(Phone) import UIKit

@testable import AppSystem

/// The screen of a phone with the app on it, with one window.
@MainActor
struct Screen {
    let windows = PhoneWindows()
    let scene: UIWindowScene

    init() {
        scene = UIWindowScene.launched()
        UIApplication.shared.connectedScenes = [scene]
    }

    func presented<Controller: UIViewController>(_ kind: Controller.Type = Controller.self) async throws -> Controller {
        while true {
            if let controller = windows.frontController as? Controller { return controller }
            // At the time limit.
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
